import { type AnswerPosition, type GradedContent, isCorrectAt, isCounted } from '#libs/attempts';
import type { QuizContent } from '#libs/quizzes';
import { positionsOf } from './question-positions.js';

/** Which attempt of each user a grid shows. */
export const ONE_PER_USER = ['best', 'first', 'last'] as const;
export type OnePerUser = (typeof ONE_PER_USER)[number];

/** Cells of a file in memory. */
const BATCH = 10_000;

/** How many users are read at once for a file with columns of results. A user takes as much work as some twenty of them. */
export const usersPerBatch = (columns: number): number => Math.ceil(BATCH / (columns + 20));

/**
 * How a question was answered in an attempt. `absent`: the version of the attempt does not have it, its start did not draw it, or a
 * regrade leaves it out.
 */
export const OUTCOMES = ['correct', 'wrong', 'unanswered', 'absent'] as const;
export type Outcome = (typeof OUTCOMES)[number];

/**
 * How these questions were answered in an attempt.
 * @param content of the version that was answered
 * @param graded the same as the attempt is graded
 * @param drawn the positions of the questions that were asked; null for all
 */
export function outcomesOf(
  questions: QuizContent,
  content: QuizContent,
  graded: GradedContent,
  answers: readonly AnswerPosition[],
  drawn: readonly number[] | null = null,
): Outcome[] {
  const positions = positionsOf(content);
  const chosen = new Map(answers);
  return Array.from(positionsOf(questions).keys(), (key) => {
    const position = positions.get(key) ?? -1;
    const question = graded[position];
    if (question === undefined || !isCounted(question) || drawn?.includes(position) === false) return 'absent';
    const answer = chosen.get(position);
    if (isCorrectAt(question, answer)) return 'correct';
    return answer === undefined ? 'unanswered' : 'wrong';
  });
}
