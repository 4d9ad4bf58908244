import type { QueryBus } from '@nestjs/cqrs';
import type { CorrectedAttempt, RecordedAttempt } from '#libs/attempts';
import type { Transaction } from '#libs/database';
import { GetExternalIds } from '#libs/profiles';
import type { AttemptEventData } from './event-data.dto.js';
import type { Occurrence } from './events/webhook-event.event.js';

type ChangedAttempt = RecordedAttempt & Partial<CorrectedAttempt>;
type AttemptOccurrence = Occurrence & { data: AttemptEventData };

/** What receivers get of attempts, in their order. */
export async function attemptOccurrences(
  attempts: readonly ChangedAttempt[],
  transaction: Transaction,
  queries: QueryBus,
): Promise<AttemptOccurrence[]> {
  const players = attempts.flatMap(({ userId, applicationId }) => (applicationId === null ? [] : [userId]));
  const externalIds =
    players.length === 0 ? new Map<string, string>() : await queries.execute(new GetExternalIds(players, transaction));
  return attempts.map((attempt) => attemptOccurrence(attempt, externalIds.get(attempt.userId)));
}

function attemptOccurrence(attempt: ChangedAttempt, externalId: string | undefined): AttemptOccurrence {
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
    ...(externalId !== undefined && { externalId }),
    ...(reference !== null && { reference }),
    ...(regradedAt !== null && { regradedAt }),
    ...(voidedAt !== null && { voidedAt }),
  };
  return { subject: attemptId, data };
}
