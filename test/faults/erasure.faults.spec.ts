import { submitAccepted } from '../support/attempts.js';
import { query } from '../support/database.js';
import { attemptAt, createPlayer, type Player, type Quiz } from '../support/factories.js';
import { verify } from '../support/operations.js';
import { until } from '../support/until.js';
import { extent } from './extent.js';
import { countFailed, Load } from './load.js';
import { startRandom } from './random.js';
import { record } from './results.js';
import { describeWithCluster, type Site, startSite } from './site.js';
import { compareAttempts, expectConsistent } from './verify.js';

const QUIZZES = extent({ short: 20, soak: 100 });
/** Of each of five attempts. */
const COPIES = extent({ short: 10, soak: 40 });
const ATTEMPTS = QUIZZES * COPIES * 5;
/** What else an integration of some years has. */
const AUDIT_ENTRIES = extent({ short: 5_000, soak: 500_000 });

/** Copies of the user's attempts, one for each number of correct answers, at all quizzes: these have equal questions. */
const COPY_ATTEMPTS = `
  INSERT INTO attempts (quiz_id, id, user_id, version, answers, correct_count, total_questions, basis_points, passed,
    total_time_ms, timed_out, completed_at, reference)
  SELECT quizzes.id, gen_random_uuid(), user_id, quizzes.version, answers, correct_count, total_questions, basis_points, passed,
    0, false, now(), 'homework'
  FROM attempts, quizzes, generate_series(1, ${COPIES}) WHERE user_id = $1`;

const INSERT_PERSONS = `
  INSERT INTO audit_persons (entry_id, user_id, name) SELECT gen_random_uuid(), $1, 'Ada' FROM generate_series(1, ${AUDIT_ENTRIES})`;

const INSERT_KEYS = `
  INSERT INTO idempotency_keys (user_id, key, request_hash)
  SELECT $1, number, '' FROM generate_series(1, ${AUDIT_ENTRIES / 5}) AS number`;

describeWithCluster('a user with attempts at many quizzes who is erased under load', () => {
  let site: Site;

  beforeAll(async () => {
    site = await startSite({ quizzes: QUIZZES });
  });

  afterAll(() => site.cluster.stop());

  async function createBusyUser(): Promise<Player> {
    const user = await createPlayer(site);
    const [quiz] = site.quizzes as [Quiz];
    for (const correct of quiz.questions.keys()) await submitAccepted(user, quiz.id, attemptAt(quiz, correct, 0));
    await submitAccepted(user, quiz.id, attemptAt(quiz, quiz.questions.length, 0));
    for (const statement of [COPY_ATTEMPTS, INSERT_PERSONS, INSERT_KEYS])
      await query(site.databaseUrl, statement, [user.userId]);
    await verify(site.databaseUrl, '--fix');
    expect((await verify(site.databaseUrl)).differences).toEqual([]);
    return user;
  }

  it.each(['anonymise', 'remove'] as const)(
    '%s: fails no request of others, and what is stored follows from the attempts',
    async (way) => {
      const { url, databaseUrl, backoffice, players, quizzes } = site;
      const user = await createBusyUser();
      const random = startRandom(`Erasure, ${way}`);
      const load = new Load({ url, players, quizzes, random, keyed: 3, unkeyed: 3, readers: 3 });
      await until('the load has begun', () => Promise.resolve(load.soFar.served.length > 100));
      const from = performance.now();
      const { status } = await backoffice.request('POST', `/users/${user.userId}/erasure`, { way, reason: 'Asked' });
      const erasedIn = performance.now() - from;
      await until('the steps are done', async () => {
        const left = await query(databaseUrl, 'SELECT FROM deferred_deletions WHERE created_at <= now()');
        return left.length === 0;
      });
      const doneIn = performance.now() - from;
      const report = await load.stop();
      const totals = await compareAttempts(databaseUrl, report.submissions);
      await expectConsistent(site);
      const { differences } = await verify(databaseUrl);
      record({
        name: `a user is erased under load (${way})`,
        done:
          `${ATTEMPTS} attempts at ${QUIZZES} quizzes, ${AUDIT_ENTRIES} entries of the audit log, ` +
          `${AUDIT_ENTRIES / 5} Idempotency-Keys (seed ${random.seed}); ${JSON.stringify(report.answers)}`,
        expected: '0 failed requests of others; leaderboards, totals, statistics and limits as recomputed',
        measured:
          `${countFailed(report)} failed; ${differences.length} differences; the request took ${Math.round(erasedIn)} ms and all steps ` +
          `${(doneIn / 1_000).toFixed(1)} s; the longest response to others took ${Math.round(Math.max(...report.times))} ms`,
      });
      expect(status).toBe(204);
      expect(report.unexpected).toEqual([]);
      expect(countFailed(report)).toBe(0);
      expect(totals).toMatchObject({ lost: 0, twice: 0, unanswered: 0, inDoubt: 0 });
      expect(differences).toEqual([]);
      const left = `SELECT FROM audit_persons WHERE user_id = $1 UNION ALL SELECT FROM idempotency_keys WHERE user_id = $1
        UNION ALL SELECT FROM attempts WHERE user_id = $1 AND (reference IS NOT NULL OR $2 = 'remove')`;
      expect(await query(databaseUrl, left, [user.userId, way])).toEqual([]);
    },
  );
});
