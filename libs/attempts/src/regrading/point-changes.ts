// What a regrade changes at one question, as numbers that SQL adds to the scores of attempts.
import { type GradedQuestion, isCorrectAt, isCounted } from './grading-history.js';

export interface PointChanges {
  /** Points that attempts with each answer gain, by the position of the answer. Negative if they lose it. */
  answers: number[];
  /** Points that attempts without an answer gain. */
  unanswered: number;
  /** By how many questions more each attempt is measured. */
  questions: number;
}

export function pointChanges(before: GradedQuestion, after: GradedQuestion): PointChanges {
  const pointsOf = (question: GradedQuestion, answer?: number) =>
    Number(isCounted(question) && isCorrectAt(question, answer));
  const change = (answer?: number) => pointsOf(after, answer) - pointsOf(before, answer);
  return {
    answers: before.answers.map((_, answer) => change(answer)),
    unanswered: change(),
    questions: Number(isCounted(after)) - Number(isCounted(before)),
  };
}
