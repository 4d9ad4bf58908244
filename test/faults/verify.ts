// Invariants of a site after any fault.
import { query, withClient } from '../support/database.js';
import { apiWith } from '../support/factories.js';
import { readGlobalBoard, readQuizBoard, recomputeBoards } from '../support/leaderboards.js';
import { comparable, readStatistics, recount, untilCounted } from '../support/statistics.js';
import type { Submission } from './load.js';
import type { Site } from './site.js';

export interface Figures {
  /** Attempts that the service acknowledged. */
  acknowledged: number;
  /** Acknowledged attempts that are not in the database. */
  lost: number;
  /** Attempts that are in the database more than once. */
  twice: number;
  /** Attempts with a key that were never acknowledged, although they were repeated. */
  unanswered: number;
  /** Attempts without a key that are in the database, although their response was lost or an error. */
  inDoubt: number;
  /** Attempts in the database that no client submitted. */
  unknown: number;
}

/** Compares the responses to the clients of a load with the attempts in the database since it began. */
export async function compareAttempts(databaseUrl: string, submissions: readonly Submission[]): Promise<Figures> {
  const rows = await query<{ id: string; mark: number }>(
    databaseUrl,
    'SELECT id, total_time_ms AS mark FROM attempts WHERE total_time_ms >= $1',
    [submissions[0]?.mark ?? 0],
  );
  const counts = new Map<number, number>();
  for (const { mark } of rows) counts.set(mark, (counts.get(mark) ?? 0) + 1);
  const ids = new Set(rows.map(({ id }) => id));
  const marks = new Set(submissions.map(({ mark }) => mark));
  const acknowledged = submissions.filter(({ attemptId }) => attemptId !== undefined);
  return {
    acknowledged: acknowledged.length,
    lost: acknowledged.filter(({ attemptId = '', mark }) => !ids.has(attemptId) || !counts.has(mark)).length,
    twice: [...counts.values()].filter((count) => count > 1).length,
    unanswered: submissions.filter(({ key, attemptId }) => key !== undefined && attemptId === undefined).length,
    inDoubt: submissions.filter(({ mark, attemptId }) => attemptId === undefined && counts.has(mark)).length,
    unknown: [...counts.keys()].filter((mark) => !marks.has(mark)).length,
  };
}

/**
 * Expects that leaderboards, totals and statistics of every instance follow from the attempts. The service still completes requests
 * whose clients have disconnected: a lock holds their attempts back until everything is compared.
 */
export async function expectConsistent(site: Site): Promise<void> {
  await withClient(site.databaseUrl, async (client) => {
    await client.query('BEGIN');
    await client.query('LOCK TABLE attempts IN SHARE MODE');
    await compareWithAttempts(site);
  });
}

async function compareWithAttempts({ cluster, databaseUrl, admin, backoffice, quizzes }: Site): Promise<void> {
  const boards = await recomputeBoards(databaseUrl);
  const counts = await query(
    databaseUrl,
    `SELECT quiz_id, user_id, count(*)::int AS count FROM attempts GROUP BY quiz_id, user_id
     EXCEPT SELECT quiz_id, user_id, count FROM attempt_counts`,
  );
  expect(counts).toEqual([]);
  for (const { url } of cluster.instances) {
    const api = apiWith(url, admin.key);
    expect(await readGlobalBoard(api)).toEqual(boards.global);
    for (const { id } of quizzes) {
      expect(await readQuizBoard(api, id)).toEqual(boards.quizzes.get(id) ?? { entries: [], total: 0 });
      const { data } = await api.GET('/quizzes/{id}/attempts', { params: { path: { id }, query: { limit: 1 } } });
      const [row] = await query<{ count: number }>(
        databaseUrl,
        'SELECT count(*)::int AS count FROM attempts WHERE quiz_id = $1',
        [id],
      );
      expect(data?.pagination.total).toBe(row?.count);
    }
    const { data } = await api.GET('/quizzes', { params: { query: { limit: 1 } } });
    expect(data?.pagination.total).toBe(quizzes.length);
  }
  await untilCounted(databaseUrl);
  for (const { id } of quizzes) {
    expect(comparable(await readStatistics({ backoffice }, id))).toEqual(await recount(databaseUrl, id));
  }
}
