import type { CorrectedAttempt, RecordedAttempt } from '#libs/attempts';
import type { Occurrence } from './events/webhook-event.event.js';

/** An attempt as the API lists it. Its answers are left out: they would tell which ones are correct. */
export function attemptOccurrence(attempt: RecordedAttempt & Partial<CorrectedAttempt>): Occurrence {
  const { attemptId, quizId, userId, correctCount, totalQuestions, basisPoints } = attempt;
  const { passed, totalTimeMs, timedOut, completedAt } = attempt;
  const { applicationId, reference, regradedAt = null, voidedAt = null } = attempt;
  const percentage = basisPoints / 100;
  return {
    subject: attemptId,
    data: {
      attemptId,
      quizId,
      userId,
      correctCount,
      totalQuestions,
      percentage,
      passed,
      totalTimeMs,
      timedOut,
      completedAt,
      ...(applicationId !== null && { applicationId }),
      ...(reference !== null && { reference }),
      ...(regradedAt !== null && { regradedAt }),
      ...(voidedAt !== null && { voidedAt }),
    },
  };
}
