import { type Row, type Table, toTable } from '#libs/files';
import { findCorrect, hasZero, type UncertainPlaces } from './correct-answers.js';
import { fitExplanation, MAX_QUESTIONS, type ParsedQuestion } from '../parsed-question.js';
import { areInOrder, questionColumns, type QuestionRole } from './question-columns.js';

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

function questionsOf({ rows, columns, names }: Table<QuestionRole>): ParsedQuestion[] {
  const uncertain = findUncertainty({ rows, columns, names });
  return rows.map((row, index) => {
    const { line, problem } = row;
    // Questions beyond the limit are only counted.
    if (problem !== undefined || index >= MAX_QUESTIONS) return { line, problem: problem ?? '' };
    const { text, explanation, ...choices } = choicesOf(row, columns);
    const found = findCorrect(choices, uncertain);
    if (typeof found === 'string') return { line, problem: found };
    return {
      line,
      text,
      answers: choices.answers.map((answer, place) => ({ text: answer, isCorrect: found.has(place) })),
      ...fitExplanation(explanation, line),
    };
  });
}

/** Why the numbers or letters of the whole table can mean other answers than those at these places. */
function findUncertainty({ rows, columns, names }: Omit<Table<QuestionRole>, 'preview'>): UncertainPlaces {
  if (!areInOrder(names.filter((_, index) => columns[index] === 'answer'))) {
    return { numbers: NOT_IN_ORDER, letters: NOT_IN_ORDER };
  }
  const isFromZero = rows.some((row) => row.problem === undefined && hasZero(choicesOf(row, columns)));
  return isFromZero ? { numbers: FROM_ZERO } : {};
}

const NOT_IN_ORDER =
  'the columns of the answers are not in the order 1, 2, 3 … or A, B, C …. Put them in order, or write the texts of the correct answers';

const FROM_ZERO =
  'a row of this table has the number 0, but numbers count from 1. Write letters (A, C) or the texts of the correct answers';

function choicesOf({ cells }: Row, columns: (QuestionRole | null)[]) {
  const cellsOf = (role: QuestionRole) =>
    cells.filter((_, index) => columns[index] === role).map((cell) => cell.trim());
  const answers = cellsOf('answer');
  while (answers.at(-1) === '') answers.pop();
  const [text = ''] = cellsOf('question');
  const [correct = ''] = cellsOf('correct');
  const [explanation = ''] = cellsOf('explanation');
  return { text, answers, correct, explanation };
}
