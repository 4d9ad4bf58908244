import { type CsvRow, parseCsv } from '#libs/http';
import type { ReadQuestion } from '../read-question.dto.js';
import { checkQuestions, type ParsedQuestion } from './check-questions.js';

/**
 * Reads a table of questions: the header `question,answer1,…,correct`, then one question a row. `correct` has the numbers of
 * the correct answers, separated by spaces, commas or semicolons. Empty rows and empty answers at the end are ignored.
 */
export function readCsv(source: string): ReadQuestion[] {
  const { header, rows } = parseCsv(source);
  return checkQuestions(
    isHeader(header)
      ? rows.map(toQuestion)
      : [{ line: 1, problem: 'The first line must be question,answer1,answer2,…,correct' }],
  );
}

function isHeader(names: string[]): boolean {
  const answers = names.slice(1, -1);
  return (
    names[0] === 'question' &&
    names.at(-1) === 'correct' &&
    answers.length >= 2 &&
    answers.every((name, index) => name === `answer${index + 1}`)
  );
}

function toQuestion({ line, cells, problem }: CsvRow): ParsedQuestion {
  if (problem !== undefined) return { line, problem };
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
