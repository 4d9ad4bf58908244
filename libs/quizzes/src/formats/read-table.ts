import { type Row, type Table, toTable } from '#libs/files';
import { findCorrect } from './correct-answers.js';
import { MAX_QUESTIONS, type ParsedQuestion } from './parsed-question.js';
import { questionColumns, type QuestionRole } from './question-columns.js';

/**
 * Reads a table with a question in each row. Empty answers at the end are ignored.
 * @param chosen the meaning of each column, if a person has chosen it
 */
export function readTable(rows: Row[], chosen?: (QuestionRole | null)[]) {
  const table = toTable(rows, questionColumns, chosen);
  return { questions: table.preview.isUnderstood ? questionsOf(table) : [NOT_UNDERSTOOD], table: table.preview };
}

const NOT_UNDERSTOOD = {
  line: 1,
  problem:
    'The first line must name the columns: question, answer1, answer2, …, correct. Or choose which column is which',
};

function questionsOf(table: Table<QuestionRole>): ParsedQuestion[] {
  const choices = table.rows.slice(0, MAX_QUESTIONS).map((row) => choicesOf(row, table.columns));
  const correct = findCorrect(choices);
  return table.rows.map(({ line, problem }, index) => {
    const found = correct[index];
    // Questions beyond the limit are only counted.
    if (problem !== undefined || found === undefined) return { line, problem: problem ?? '' };
    if (typeof found === 'string') return { line, problem: found };
    const { text = '', answers = [] } = choices[index] ?? {};
    return {
      line,
      text,
      answers: answers.map((answer, position) => ({ text: answer, isCorrect: found.has(position) })),
    };
  });
}

function choicesOf({ cells }: Row, columns: (QuestionRole | null)[]) {
  const cellsOf = (role: QuestionRole) =>
    cells.filter((_, index) => columns[index] === role).map((cell) => cell.trim());
  const answers = cellsOf('answer');
  while (answers.at(-1) === '') answers.pop();
  const [text = ''] = cellsOf('question');
  const [correct = ''] = cellsOf('correct');
  return { text, answers, correct };
}
