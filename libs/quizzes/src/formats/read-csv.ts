import { CsvError, parse } from 'csv-parse/sync';
import type { ReadQuestion } from '../read-question.dto.js';
import { checkQuestions, type ParsedQuestion } from './check-questions.js';

/** Spreadsheets write a semicolon in languages with a decimal comma. */
const HEADER = /^"?question"?([,;\t])/i;

interface Row {
  line: number;
  cells: string[];
}

/**
 * Reads a table of questions: the header `question,answer1,…,correct`, then one question a row. `correct` has the numbers of
 * the correct answers, separated by spaces, commas or semicolons. Empty rows and empty answers at the end are ignored.
 */
export function readCsv(source: string): ReadQuestion[] {
  const text = source.replace(/^\uFEFF/, '').replace(/\r\n?/g, '\n');
  const delimiter = HEADER.exec(text)?.[1] ?? ',';
  const { rows, error } = parseRows(text, delimiter);
  const [header, ...others] = rows;
  const names = header?.cells.map((cell) => cell.trim().toLowerCase()) ?? [];
  const parsed = isHeader(names)
    ? others.filter(({ cells }) => cells.some((cell) => cell.trim() !== '')).map((row) => toQuestion(row, names.length))
    : [{ line: 1, problem: 'The first line must be question,answer1,answer2,…,correct' }];
  return checkQuestions(error === undefined ? parsed : [...parsed, error]);
}

/** Up to the first syntax error, which is reported. */
function parseRows(text: string, delimiter: string): { rows: Row[]; error?: ParsedQuestion } {
  const rows: Row[] = [];
  let line = 1;
  try {
    parse(text, {
      delimiter,
      record_delimiter: '\n',
      relax_column_count: true,
      on_record: (cells: string[]) => {
        rows.push({ line, cells });
        line += 1 + countBreaks(cells);
        return null;
      },
    });
    return { rows };
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    const left = 'this row and those after it were left out';
    return { rows, error: { line, problem: `A quote is missing, or not doubled inside a text: ${left}` } };
  }
}

const countBreaks = (cells: string[]) => cells.reduce((count, cell) => count + cell.split('\n').length - 1, 0);

function isHeader(names: string[]): boolean {
  const answers = names.slice(1, -1);
  return (
    names[0] === 'question' &&
    names.at(-1) === 'correct' &&
    answers.length >= 2 &&
    answers.every((name, index) => name === `answer${index + 1}`)
  );
}

function toQuestion({ line, cells }: Row, width: number): ParsedQuestion {
  if (cells.length !== width) {
    return {
      line,
      problem: `The row has ${cells.length} cells, the header ${width}: is a comma in a text not quoted?`,
    };
  }
  const answers = cells.slice(1, -1).map((text) => text.trim());
  while (answers.at(-1) === '') answers.pop();
  const correct =
    cells
      .at(-1)
      ?.split(/[\s,;]+/)
      .filter(Boolean) ?? [];
  const unknown = correct.find((one) => !/^[1-9]\d*$/.test(one) || Number(one) > answers.length);
  if (unknown !== undefined) return { line, problem: `correct: there is no answer ${unknown}` };
  return {
    line,
    text: cells[0]?.trim() ?? '',
    answers: answers.map((text, index) => ({ text, isCorrect: correct.some((one) => Number(one) === index + 1) })),
  };
}
