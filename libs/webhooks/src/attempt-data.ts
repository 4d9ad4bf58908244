import type { CorrectedAttempt, RecordedAttempt } from '#libs/attempts';
import type { AttemptEventData } from './event-data.dto.js';
import type { Occurrence } from './events/webhook-event.event.js';

export function attemptOccurrence(attempt: RecordedAttempt & Partial<CorrectedAttempt>): Occurrence {
  const { attemptId, quizId, userId, correctCount, totalQuestions, basisPoints } = attempt;
  const { passed, totalTimeMs, timedOut, completedAt } = attempt;
  const { applicationId, reference, regradedAt = null, voidedAt = null } = attempt;
  const percentage = basisPoints / 100;
  const data: AttemptEventData & { voidedAt?: Date } = {
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
  };
  return { subject: attemptId, data };
}
