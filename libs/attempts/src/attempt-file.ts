// What files of attempts have in common.
import { inBatches } from '#libs/database';
import type { QueryBus } from '@nestjs/cqrs';
import type { Column } from '#libs/file-transfer';
import type { Cursor } from '#libs/http';
import { GetProfiles } from '#libs/profiles';
import { cursorOf } from './attempt-reader.js';
import type { AttemptListItem } from './attempts.dto.js';

/** Number of attempts in memory. */
const BATCH = 500;

/** Reads attempts in batches. @param read returns at most `limit` attempts after the cursor, newest first */
export const attemptsInBatches = (
  read: (cursor: Cursor | undefined, limit: number) => Promise<AttemptListItem[]>,
  size = BATCH,
): AsyncGenerator<AttemptListItem[]> => inBatches<AttemptListItem>(size, (last) => read(last && cursorOf(last), size));

export type AttemptOfFile = AttemptListItem & { applicationName: string };

export const RESULT_COLUMNS: Column<AttemptOfFile>[] = [
  ['Completed (UTC)', 'completedAt'],
  ['Correct', 'correctCount'],
  ['Questions', 'totalQuestions'],
  ['Percentage', 'percentage'],
  ['Passed', 'passed'],
  ['Time (ms)', 'totalTimeMs'],
  ['Timed out', 'timedOut'],
];

export const ORIGIN_COLUMNS: Column<AttemptOfFile>[] = [
  ['Voided (UTC)', 'voidedAt'],
  ['Regraded (UTC)', 'regradedAt'],
  ['Application', 'applicationName'],
  ['Reference', 'reference'],
];

/** Adds the names of the applications that submitted attempts; empty for other attempts. */
export async function withApplications<Attempt extends AttemptListItem>(queries: QueryBus, attempts: Attempt[]) {
  const ids = [...new Set(attempts.flatMap(({ applicationId = [] }) => applicationId))];
  const applications = await queries.execute(new GetProfiles(ids));
  return attempts.map((attempt) => ({
    ...attempt,
    applicationName: applications.get(attempt.applicationId ?? '')?.displayName ?? '',
  }));
}
