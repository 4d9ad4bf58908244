import type { Quiz } from './quiz-values';

type Question = Quiz['questions'][number];

/** Ids of the chosen answers by ids of their questions. */
export type Choices = Readonly<Record<string, string>>;

export interface ScoredQuestion {
  question: Question;
  /** Undefined if the question was skipped, which counts as wrong. */
  chosen: Question['answers'][number] | undefined;
  isCorrect: boolean;
}

/** Scores answers as the service does: a question counts if the chosen answer is one of the correct ones. */
export function scorePreview(questions: Question[], choices: Choices): ScoredQuestion[] {
  return questions.map((question) => {
    const chosen = question.answers.find(({ id }) => id === choices[question.id]);
    return { question, chosen, isCorrect: chosen?.isCorrect === true };
  });
}

/** Whether the score passes, which the service decides by the unrounded percentage. */
export const isPassed = (scored: ScoredQuestion[], passPercentage: number): boolean =>
  100 * scored.filter(({ isCorrect }) => isCorrect).length >= passPercentage * scored.length;
