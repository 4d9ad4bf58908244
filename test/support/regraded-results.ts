// Leaderboards and statistics of a quiz that is regraded, compared with those that follow from the stored attempts.
import { apiWith, type Player } from './factories.js';
import { readGlobalBoard, readQuizBoard, recomputeBoards } from './leaderboards.js';
import { wrongScores } from './regrades.js';
import type { SharedService } from './service.js';
import { comparable, readStatistics, recount } from './statistics.js';

/** Compares the leaderboards and statistics of all instances with those that follow from the stored attempts. */
export async function expectRecomputed(
  instances: readonly SharedService[],
  admin: Player,
  quizId: string,
): Promise<void> {
  for (const { url, databaseUrl, backoffice } of instances) {
    expect(await wrongScores(databaseUrl, quizId, 'own')).toEqual([]);
    const { global, quizzes } = await recomputeBoards(databaseUrl);
    const api = apiWith(url, admin.key);
    expect(await readQuizBoard(api, quizId)).toEqual(quizzes.get(quizId) ?? { entries: [], total: 0 });
    expect(await readGlobalBoard(api)).toEqual(global);
    expect(comparable(await readStatistics({ backoffice }, quizId))).toEqual(await recount(databaseUrl, quizId));
  }
}

/** The same once a regrade has ended: all attempts have the scores of the latest grading. */
export async function expectRegraded(
  instances: readonly SharedService[],
  admin: Player,
  quizId: string,
): Promise<void> {
  for (const { databaseUrl } of instances) expect(await wrongScores(databaseUrl, quizId, 'latest')).toEqual([]);
  await expectRecomputed(instances, admin, quizId);
}
