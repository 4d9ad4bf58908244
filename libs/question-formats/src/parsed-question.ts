import type { Answer, Loss, Question, ReadQuestion } from './question.js';
import type { FoundImage } from './text/find-image.js';

/** Maximum number of questions that are read from a file: as many as a quiz can have. */
export const MAX_QUESTIONS = 200;

/** Characters of a text with its markup. Texts of full length with every character escaped have 12,000. */
const MAX_LENGTH = 20_000;

/** One more than a question can have, so that the rules of quizzes reject it. */
const MAX_ANSWERS = 11;

const MAX_LOSSES = 50;

/** Code points, as many as a quiz can have. */
const MAX_EXPLANATION_LENGTH = 2_000;

/** A question as a parser finds it, or the reason why it has none. Lines count from 1. */
export type ParsedQuestion = { line: number; name?: string | null; dropped?: Loss[] } & (
  | { problem: string }
  | { text: string; answers: Answer[]; image?: FoundImage; explanation?: string }
);

/**
 * The questions that are read, small enough to be checked in the thread of requests. Beyond 200 questions one more entry
 * says how many were left out.
 */
export function limitQuestions(parsed: ParsedQuestion[]): ReadQuestion[] {
  return [...parsed.slice(0, MAX_QUESTIONS), ...beyondLimit(parsed.map(({ line }) => line))].map(limit);
}

function limit(parsed: ParsedQuestion): ReadQuestion {
  const { line, name = null } = parsed;
  const reject = (problem: string) => ({ line, name, question: null, problem, dropped: [] });
  if ('problem' in parsed) return reject(parsed.problem.slice(0, MAX_LENGTH));
  const answers = parsed.answers.slice(0, MAX_ANSWERS);
  const isLong = [parsed, ...answers].some(({ text }) => text.length > MAX_LENGTH);
  if (isLong) return reject(`A text is longer than ${MAX_LENGTH} characters`);
  const { text, image = { url: null }, explanation } = parsed;
  const question: Question = {
    ...{ text, answers },
    imageUrl: 'url' in image ? image.url : null,
    ...(explanation !== undefined && { explanation }),
  };
  const dropped = parsed.dropped?.slice(0, MAX_LOSSES) ?? [];
  return { line, name, question, problem: null, dropped, ...('image' in image && { image: image.image }) };
}

/** An explanation that a quiz can have. A question is not rejected for another one: it only loses it. */
export function fitExplanation(text: string, line: number): { explanation?: string; dropped: Loss[] } {
  if (text.length > MAX_EXPLANATION_LENGTH && Array.from(text).length > MAX_EXPLANATION_LENGTH) {
    return { dropped: [{ what: 'explanation', line }] };
  }
  return { ...(text.trim() !== '' && { explanation: text }), dropped: [] };
}

function beyondLimit(lines: number[]): ParsedQuestion[] {
  const [line, ...others] = lines.slice(MAX_QUESTIONS);
  if (line === undefined) return [];
  const problem = `Only ${MAX_QUESTIONS} questions are read at once: this one and ${others.length} after it were left out`;
  return [{ line, problem }];
}
