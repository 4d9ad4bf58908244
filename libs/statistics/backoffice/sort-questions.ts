import type { components } from '#libs/backoffice-ui/api.gen.ts';

type Question = components['schemas']['QuestionStatistics'];

/** A question with its number in the quiz, from 1. */
export type NumberedQuestion = Question & { number: number };

export const SORTS = ['number', 'attempts', 'difficulty', 'discrimination', 'unanswered'] as const;

export type Sort = (typeof SORTS)[number];

const VALUES: Record<Sort, (question: NumberedQuestion) => number | null> = {
  number: ({ number }) => number,
  attempts: ({ attempts }) => attempts,
  difficulty: ({ difficulty }) => difficulty,
  discrimination: ({ discrimination }) => discrimination,
  unanswered: ({ attempts, unanswered }) => (attempts === 0 ? null : unanswered.attempts / attempts),
};

/** Sorts questions; those without the value come last in both orders. */
export function sortQuestions(questions: readonly Question[], sort: Sort, order: 'asc' | 'desc'): NumberedQuestion[] {
  const sign = order === 'asc' ? 1 : -1;
  const valueOf = VALUES[sort];
  return questions
    .map((question, index) => ({ ...question, number: index + 1 }))
    .sort((one, other) => {
      const [value, otherValue] = [valueOf(one), valueOf(other)];
      if (value === null || otherValue === null) return Number(value === null) - Number(otherValue === null);
      return sign * (value - otherValue);
    });
}
