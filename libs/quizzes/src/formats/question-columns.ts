import { plainName, type Roles } from '#libs/files';

/** What a column of a table of questions can mean. */
export const QUESTION_ROLES = ['question', 'answer', 'correct'] as const;

export type QuestionRole = (typeof QUESTION_ROLES)[number];

const NAMES: [RegExp, QuestionRole][] = [
  [/^(question|questiontext|questiontitle|text)$/, 'question'],
  [/^((answer|option|choice|alternative)(text)?([1-9]\d?|[a-z])|[a-j])$/, 'answer'],
  [/^((correct|right)(answers?|options?|choices?)?|answers?|answerkey|key|solution)$/, 'correct'],
];

const count = (columns: (QuestionRole | null)[], role: QuestionRole) => columns.filter((one) => one === role).length;

/** The names that people and the sheets of Kahoot, Wayground and Blooket give the columns. */
export const questionColumns: Roles<QuestionRole> = {
  guess: (names) => names.map(plainName).map((name) => NAMES.find(([pattern]) => pattern.test(name))?.[1] ?? null),
  suffice: (columns) =>
    count(columns, 'question') === 1 && count(columns, 'answer') >= 2 && count(columns, 'correct') === 1,
};
