// The contribution of a set of attempts to the statistics.
import type { QuizContent } from '#libs/quizzes';
import type { AnswerPosition } from '#libs/attempts';
import { restScore } from './item-analysis.js';

/** An attempt to count. */
export interface CountedAttempt {
  userId: string;
  answers: AnswerPosition[];
  /** Basis points (1/100 %). */
  basisPoints: number;
  passed: boolean;
  timedOut: boolean;
  /** The day on which it was completed, in UTC, such as `2026-01-01`. */
  day: string;
}

/** Attempts that were taken from one version of a quiz. */
export interface AttemptsAtVersion {
  quizId: string;
  content: QuizContent;
  attempts: CountedAttempt[];
}

/** The additions to the rows of each table; each row occurs once. */
export interface Tally {
  scores: { quizId: string; range: number; attempts: number; passed: number; timedOut: number }[];
  days: { quizId: string; day: string; attempts: number; passed: number }[];
  questions: QuestionSums[];
  activity: { day: string; attempts: number }[];
  /** The users who made attempts on each day. */
  users: { day: string; userId: string }[];
}

/** Sums over attempts at versions that have a question; `rest` is the score in the other questions, if there are any. */
interface QuestionSums {
  quizId: string;
  questionId: string;
  attempts: number;
  correct: number;
  restAttempts: number;
  restCorrect: number;
  restSum: number;
  restSquares: number;
  restSumOfCorrect: number;
}

/** Number of ranges of equal width in which percentages are counted; 100 % belongs to the last. */
export const SCORE_RANGES = 20;

/** The range of a percentage, from 0. */
export function rangeOf(basisPoints: number): number {
  return Math.min(Math.floor((basisPoints * SCORE_RANGES) / 10_000), SCORE_RANGES - 1);
}

export function tallyOf(groups: readonly AttemptsAtVersion[]): Tally {
  const quizzes = new Rows(newQuiz);
  const activity = new Rows((day: string) => ({ day, attempts: 0, users: new Set<string>() }));
  for (const { quizId, content, attempts } of groups) {
    const { scores, days, questions } = quizzes.at(quizId);
    const sums = content.map(({ id }) => questions.at(id));
    for (const { userId, answers, basisPoints, passed, timedOut, day } of attempts) {
      const score = scores.at(rangeOf(basisPoints));
      score.attempts++;
      score.passed += Number(passed);
      score.timedOut += Number(timedOut);
      const ofDay = days.at(day);
      ofDay.attempts++;
      ofDay.passed += Number(passed);
      const active = activity.at(day);
      active.attempts++;
      active.users.add(userId);
      addAnswers(sums, content, answers);
    }
  }
  const all = [...quizzes.values()];
  return {
    scores: all.flatMap(({ scores }) => [...scores.values()]),
    days: all.flatMap(({ days }) => [...days.values()]),
    questions: all.flatMap(({ questions }) => [...questions.values()]),
    activity: [...activity.values()].map(({ day, attempts }) => ({ day, attempts })),
    users: [...activity.values()].flatMap(({ day, users }) => [...users].map((userId) => ({ day, userId }))),
  };
}

/** Adds the answers of one attempt to the sums of its questions, in their order. A question that was left out counts as wrong. */
function addAnswers(sums: QuestionSums[], content: QuizContent, answers: readonly AnswerPosition[]): void {
  const right = content.map(() => 0);
  for (const [at, chosen] of answers) right[at] = Number(content[at]?.answers[chosen]?.isCorrect === true);
  const correctCount = right.reduce((count, isRight) => count + isRight, 0);
  // The rest score of a question that was answered wrongly, and of one that was answered correctly.
  const rests = [false, true].map((isCorrect) => restScore(correctCount, content.length, isCorrect));
  sums.forEach((sum, at) => {
    const correct = right[at] ?? 0;
    sum.attempts++;
    sum.correct += correct;
    const rest = rests[correct];
    if (rest === undefined) return;
    sum.restAttempts++;
    sum.restCorrect += correct;
    sum.restSum += rest;
    sum.restSquares += rest * rest;
    sum.restSumOfCorrect += correct * rest;
  });
}

/** Rows by their keys, created when they are first read. */
class Rows<Key, Row> extends Map<Key, Row> {
  constructor(private readonly make: (key: Key) => Row) {
    super();
  }

  at(key: Key): Row {
    const known = this.get(key);
    if (known !== undefined) return known;
    const row = this.make(key);
    this.set(key, row);
    return row;
  }
}

const newQuiz = (quizId: string) => ({
  scores: new Rows((range: number) => ({ quizId, range, attempts: 0, passed: 0, timedOut: 0 })),
  days: new Rows((day: string) => ({ quizId, day, attempts: 0, passed: 0 })),
  questions: new Rows((questionId: string): QuestionSums => {
    const rest = { restAttempts: 0, restCorrect: 0, restSum: 0, restSquares: 0, restSumOfCorrect: 0 };
    return { quizId, questionId, attempts: 0, correct: 0, ...rest };
  }),
});
