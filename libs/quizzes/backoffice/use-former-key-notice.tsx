import { type ReactNode, useState } from 'react';
import type { StoredQuiz } from '#libs/backoffice-ui/quiz-query.ts';
import { type CorrectedQuiz, FormerKeyNotice } from './former-key-notice';
import { correctionsOf } from './pair-questions';
import { toQuestionValues } from './quiz-values';

interface FormerKeyNoticeState {
  /** Below what was saved, from a save that changes which answers are correct until it is closed. */
  notice: ReactNode;
  /** Is called after each save. */
  noteSaved: (before: StoredQuiz, after: StoredQuiz) => void;
}

export function useFormerKeyNotice(quizId: string): FormerKeyNoticeState {
  const [corrected, setCorrected] = useState<CorrectedQuiz>();
  return {
    notice: corrected && (
      <FormerKeyNotice quizId={quizId} corrected={corrected} onClose={() => setCorrected(undefined)} />
    ),
    noteSaved: ({ quiz: before }, { quiz, etag }) => {
      const corrections = correctionsOf(before.questions.map(toQuestionValues), quiz.questions.map(toQuestionValues));
      const ids = corrections.flatMap(({ formerPosition, isReworded }) =>
        isReworded ? (before.questions[formerPosition - 1]?.id ?? []) : [],
      );
      setCorrected((known) =>
        known === undefined && corrections.length === 0
          ? undefined
          : { etag, rewordedIds: [...(known?.rewordedIds ?? []), ...ids] },
      );
    },
  };
}
