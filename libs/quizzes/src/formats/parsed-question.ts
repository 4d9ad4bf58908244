import type { QuestionBody } from '../quiz.dto.js';
import type { QuestionLoss } from '../read-question.dto.js';

/** Maximum number of questions that are read from a file: as many as a quiz can have. */
export const MAX_QUESTIONS = 200;

/** Characters of a text with its markup. Texts of full length with every character escaped have 12,000. */
const MAX_LENGTH = 20_000;

/** One more than a question can have, so that {@link checkQuestion} rejects it. */
const MAX_ANSWERS = 11;

const MAX_LOSSES = 50;

/** A question as a file has it: its text and answers, or the reason why it has none. Lines count from 1. */
export type ParsedQuestion = { line: number; name?: string | null; dropped?: QuestionLoss[] } & (
  { problem: string } | { text: string; answers: QuestionBody['answers'] }
);

/**
 * The questions that are read, small enough to be checked in the thread of requests. Beyond 200 questions one more entry
 * says how many were left out.
 */
export function limitQuestions(parsed: ParsedQuestion[]): ParsedQuestion[] {
  return [...parsed.slice(0, MAX_QUESTIONS).map(limit), ...beyondLimit(parsed.map(({ line }) => line))];
}

function limit(one: ParsedQuestion): ParsedQuestion {
  const { line, name } = one;
  const dropped = one.dropped?.slice(0, MAX_LOSSES) ?? [];
  if ('problem' in one) return { line, name, dropped, problem: one.problem.slice(0, MAX_LENGTH) };
  const answers = one.answers.slice(0, MAX_ANSWERS);
  const isLong = [one, ...answers].some(({ text }) => text.length > MAX_LENGTH);
  if (isLong) return { line, name, problem: `A text is longer than ${MAX_LENGTH} characters` };
  return { line, name, dropped, text: one.text, answers };
}

function beyondLimit(lines: number[]): ParsedQuestion[] {
  const [line, ...others] = lines.slice(MAX_QUESTIONS);
  if (line === undefined) return [];
  const problem = `Only ${MAX_QUESTIONS} questions are read at once: this one and ${others.length} after it were left out`;
  return [{ line, problem }];
}
