import { plainName, type Roles } from '#libs/files';

/** What a column of a table of questions can mean. */
export const QUESTION_ROLES = ['question', 'answer', 'correct', 'explanation'] as const;

export type QuestionRole = (typeof QUESTION_ROLES)[number];

/** The name of a column of answers, with its number or letter. */
const ANSWER = /^(?:(?:answer|option|choice|alternative)(?:text)?(\d{1,2}|[a-z])|([a-j]))$/;

const NAMES: [RegExp, QuestionRole][] = [
  [/^(question|questiontext|questiontitle|text)$/, 'question'],
  [ANSWER, 'answer'],
  [/^((correct|right)(answers?|options?|choices?)?|answers?|answerkey|key|solution)$/, 'correct'],
  [/^(answer)?explanation$/, 'explanation'],
];

const count = (columns: (QuestionRole | null)[], role: QuestionRole) => columns.filter((one) => one === role).length;

/** The names that people and the sheets of Kahoot, Wayground and Blooket give the columns. */
export const questionColumns: Roles<QuestionRole> = {
  guess: (names) => names.map(plainName).map((name) => NAMES.find(([pattern]) => pattern.test(name))?.[1] ?? null),
  suffice: (columns) =>
    count(columns, 'question') === 1 &&
    count(columns, 'answer') >= 2 &&
    count(columns, 'correct') === 1 &&
    count(columns, 'explanation') <= 1,
};

/** Whether columns of answers have the numbers 1, 2, 3 … or the letters A, B, C … in this order, or none of them has any. */
export function areInOrder(names: string[]): boolean {
  const marks = names.map((name) => {
    const [, mark, letter] = ANSWER.exec(plainName(name)) ?? [];
    return mark?.replace(/^0+(?=\d)/, '') ?? letter;
  });
  const are = (markAt: (index: number) => string | undefined) => marks.every((mark, index) => mark === markAt(index));
  return are(() => undefined) || are((index) => String(index + 1)) || are((index) => String.fromCharCode(97 + index));
}
