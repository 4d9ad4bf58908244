import { countStatuses, submit, submitAccepted } from '../../../test/support/attempts.js';
import { query, withClient } from '../../../test/support/database.js';
import {
  type Api,
  apiWith,
  attemptAt,
  createPlayer,
  createQuiz,
  deleteQuiz,
  type Player,
  type Quiz,
  quizBody,
} from '../../../test/support/factories.js';
import { Follower } from '../../../test/support/feed.js';
import { readGlobalBoard, readQuizBoard, recomputeBoards } from '../../../test/support/leaderboards.js';
import { findDifferences } from '../../../test/support/operations.js';
import { createServiceDatabase, type Service, startService } from '../../../test/support/service.js';
import { isRestoring, purgeQuiz, restoreQuiz } from '../../../test/support/trash.js';
import { until } from '../../../test/support/until.js';

const USERS = 1_300;
const ATTEMPTS_EACH = 8;

/** A user of the second step, of deletions as of restorations. */
const OF_SECOND_STEP = 1_100;

let databaseUrl: string;
let service: Service;

beforeEach(async () => {
  databaseUrl = await createServiceDatabase();
  service = await start();
});

afterEach(() => service.close());

const start = () => startService({ DATABASE_URL: databaseUrl, DATABASE_LOCK_TIMEOUT_MS: '500' });

/** Id of a member of the crowd, from 1: the ids sort like the numbers. */
const memberId = (number: number) => `019b0000-0000-7000-8000-${number.toString(16).padStart(12, '0')}`;

/** Users with attempts at a quiz of two questions, and all that the service keeps of them. */
const CROWD = [
  `INSERT INTO users (id, email, display_name, role)
  SELECT ('019b0000-0000-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid, n || '@crowd.example', 'Member ' || n, 'player'
  FROM generate_series(1, ${USERS}) AS n`,
  `INSERT INTO attempts (quiz_id, id, user_id, version, answers, correct_count, total_questions, basis_points, passed,
    total_time_ms, timed_out, completed_at)
  SELECT quizzes.id, ('019b0001-0000-7000-8000-' || lpad(to_hex(${ATTEMPTS_EACH} * n + attempt), 12, '0'))::uuid,
    ('019b0000-0000-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid, 1, '[[0, 0], [1, 1]]', 1, 2, 5000, false,
    n * 100 + attempt, false, timestamptz '2026-01-01' + n * interval '1 second'
  FROM quizzes, generate_series(1, ${USERS}) AS n, generate_series(0, ${ATTEMPTS_EACH - 1}) AS attempt
  WHERE title = 'Large'`,
  'INSERT INTO attempt_counts SELECT quiz_id, user_id, count(*) FROM attempts GROUP BY quiz_id, user_id ORDER BY user_id',
  `INSERT INTO quiz_standings (quiz_id, user_id, missed_basis_points, total_time_ms, completed_at, correct_count, total_questions, attempts,
    sum_correct, sum_questions, sum_basis_points, sum_time_ms)
  SELECT quiz_id, user_id, 5000, min(total_time_ms), min(completed_at), 1, 2, count(*),
    sum(correct_count), sum(total_questions), sum(basis_points), sum(total_time_ms)
  FROM attempts GROUP BY quiz_id, user_id ORDER BY user_id`,
  `INSERT INTO global_standings (user_id, attempts, correct, questions, basis_points, time_ms)
  SELECT user_id, attempts, sum_correct, sum_questions, sum_basis_points, sum_time_ms FROM quiz_standings ORDER BY user_id`,
  `INSERT INTO sharded_counters (subject, name, shard, value)
  SELECT id, name, 0, value
  FROM quizzes, (VALUES ('attempts', ${USERS * ATTEMPTS_EACH}), ('standings', ${USERS})) AS counted (name, value)
  WHERE title = 'Large'`,
  `INSERT INTO sharded_counters (subject, name, shard, value)
  VALUES ('00000000-0000-0000-0000-000000000000', 'ranked-users', 0, ${USERS})`,
  'ANALYZE',
];

/** A quiz with 10,400 attempts of 1,300 users. The database must be fresh. */
async function createLargeQuiz(admin: Player): Promise<Quiz> {
  const quiz = await createQuiz(admin, quizBody(2, { title: 'Large', maxAttempts: 10 }));
  await withClient(databaseUrl, async (client) => {
    for (const statement of CROWD) await client.query(statement);
  });
  return quiz;
}

/** A client of a member of the crowd. */
async function memberOf(number: number): Promise<Pick<Player, 'api'>> {
  const { key } = await service.backoffice.call<{ key: string }>('POST', '/keys', {
    name: 'Key',
    userId: memberId(number),
  });
  return { api: apiWith(service.url, key) };
}

interface Rows extends Record<string, number> {
  attempts: number;
  standings: number;
}

/** How many rows of a quiz are left, and how many deletions are left to do. */
async function rowsOf({ id }: Quiz): Promise<Rows> {
  const [rows] = await query<Rows>(
    databaseUrl,
    `SELECT (SELECT count(*) FROM attempts WHERE quiz_id = $1)::integer AS attempts,
      (SELECT count(*) FROM attempt_counts WHERE quiz_id = $1)::integer AS counts,
      (SELECT count(*) FROM quiz_standings WHERE quiz_id = $1)::integer AS standings,
      (SELECT count(*) FROM quiz_versions WHERE quiz_id = $1)::integer AS versions,
      (SELECT count(*) FROM sharded_counters WHERE subject = $1)::integer AS counters,
      (SELECT count(*) FROM deferred_deletions)::integer AS deferred`,
    [id],
  );
  if (rows === undefined) throw new Error('There is no answer');
  return rows;
}

const untilNothingIsLeft = (quiz: Quiz) =>
  until('nothing is left of the quiz', async () => {
    const rows = await rowsOf(quiz);
    return Object.values(rows).every((count) => count === 0) || rows;
  });

/** Runs work while rows are locked, so that no transaction changes them. */
async function whileLocked(rows: [select: string, values: unknown[]][], work: () => Promise<void>): Promise<void> {
  await withClient(databaseUrl, async (client) => {
    await client.query('BEGIN');
    for (const [select, values] of rows) await client.query(`${select} FOR UPDATE`, values);
    await work();
  });
}

/** The number of users whose attempts are to be removed now. */
async function erasuresDue(): Promise<number> {
  const due = `SELECT FROM deferred_deletions WHERE name = 'attempts of removed users' AND created_at <= now()`;
  return (await query(databaseUrl, due)).length;
}

/** Deletes the quiz for good as soon as the deletion itself is complete. */
async function purge(quiz: Quiz): Promise<void> {
  await until('the deletion is complete', async () => (await rowsOf(quiz)).deferred === 0);
  expect(await purgeQuiz(service, quiz.id)).toBe(204);
}

describe('the deletion of a quiz with 10,400 attempts', () => {
  it('continues in the background while others submit, and after a restart', async () => {
    const admin = await createPlayer(service, 'admin');
    const quiz = await createLargeQuiz(admin);
    const other = await createQuiz(admin, quizBody(3, { maxAttempts: 100 }));
    const members = await Promise.all([1, OF_SECOND_STEP + 1, USERS].map(memberOf));
    const player = await createPlayer(service);
    for (const by of members) await submitAccepted(by, other.id, attemptAt(other, 2));

    // Steps take rows in their order: these in the middle let the first steps pass and hold the next ones.
    const inTheMiddle: [string, unknown[]][] = [
      ['SELECT 1 FROM global_standings WHERE user_id = $1', [memberId(OF_SECOND_STEP)]],
      ['SELECT 1 FROM attempts WHERE quiz_id = $1 AND user_id = $2', [quiz.id, memberId(OF_SECOND_STEP)]],
    ];

    await whileLocked(inTheMiddle, async () => {
      await deleteQuiz(admin, quiz.id);
      await until('some steps are done', async () => {
        const rows = await rowsOf(quiz);
        return rows.standings < USERS || rows;
      });
      expect([await restoreQuiz(service, quiz.id), await purgeQuiz(service, quiz.id)]).toEqual([409, 409]);
      const submissions = [...members, player].flatMap((by) =>
        Array.from({ length: 5 }, (_, index) => submit(by, other.id, attemptAt(other, index % 4))),
      );
      expect(countStatuses(await Promise.all(submissions))).toEqual({ 201: 20 });
      await service.close();
    });
    const halfway = await rowsOf(quiz);
    expect(halfway).toMatchObject({ versions: 0, counters: 0, deferred: 2, attempts: USERS * ATTEMPTS_EACH });
    expect(halfway.standings).toBeGreaterThan(0);

    service = await start();
    const api = apiWith(service.url, admin.key);
    await submitAccepted({ api }, other.id, attemptAt(other, 3));
    await purge(quiz);
    await untilNothingIsLeft(quiz);
    const { quizzes, global } = await recomputeBoards(databaseUrl);
    expect(global.total).toBe(5);
    expect(await readGlobalBoard(api)).toEqual(global);
    expect(await readQuizBoard(api, other.id)).toEqual(quizzes.get(other.id));
  });

  it('is visible to every reader immediately, and is undone: leaderboards, counts and the feed have all attempts again', async () => {
    const admin = await createPlayer(service, 'admin');
    const quiz = await createLargeQuiz(admin);
    const member = await memberOf(7);
    const { attemptId } = await submitAccepted(member, quiz.id, attemptAt(quiz, 1));
    const second = await start();
    const elsewhere = apiWith(second.url, admin.key);
    const { quizzes, global } = await recomputeBoards(databaseUrl);
    const expectBoards = async (api: Api) => {
      expect(await readGlobalBoard(api)).toEqual(global);
      expect(await readQuizBoard(api, quiz.id)).toEqual(quizzes.get(quiz.id));
    };
    await expectBoards(admin.api);
    const follower = new Follower(service, admin, { limit: 1_000 });
    await follower.readAll();
    await deleteQuiz(admin, quiz.id);
    const path = { id: quiz.id };
    for (const api of [admin.api, member.api, elsewhere]) {
      const answers = await Promise.all([
        api.GET('/quizzes/{id}', { params: { path } }),
        api.GET('/quizzes/{id}/leaderboard', { params: { path } }),
        api.GET('/quizzes/{id}/attempts', { params: { path } }),
        api.GET('/quizzes/{id}/attempts/{attemptId}', { params: { path: { id: quiz.id, attemptId } } }),
        api.POST('/quizzes/{id}/attempts', { params: { path }, body: attemptAt(quiz, 1) }),
      ]);
      expect(answers.map(({ response, error }) => [response.status, error])).toEqual(
        Array(5).fill([404, { error: 'Quiz not found' }]),
      );
      const { data } = await api.GET('/quizzes');
      expect(data).toMatchObject({ quizzes: [], pagination: { total: 0 } });
    }
    await until('the feed has announced the deletion', async () => {
      await follower.readAll();
      return follower.known.size === 0 || follower.known.size;
    });
    await until('it can be restored', async () => (await restoreQuiz(service, quiz.id)) === 200);
    await until('it is restored', async () => !(await isRestoring(service, quiz.id)));
    for (const api of [admin.api, elsewhere]) await expectBoards(api);
    expect(await findDifferences(service)).toEqual([]);
    await until('the feed has returned all attempts', async () => {
      await follower.readAll();
      return follower.known.size === USERS * ATTEMPTS_EACH + 1 || follower.known.size;
    });
    expect((await rowsOf(quiz)).deferred).toBe(0);
    await second.close();
  });

  it('is undone in the background while others submit, and after a restart; until then the quiz does not exist', async () => {
    const admin = await createPlayer(service, 'admin');
    const quiz = await createLargeQuiz(admin);
    const other = await createQuiz(admin, quizBody(3, { maxAttempts: 100 }));
    const members = await Promise.all([1, OF_SECOND_STEP, USERS].map(memberOf));
    for (const by of members) await submitAccepted(by, other.id, attemptAt(other, 2));
    await deleteQuiz(admin, quiz.id);
    await until('the deletion is complete', async () => (await rowsOf(quiz)).deferred === 0);

    // The first step passes, and the next one waits.
    const inTheMiddle = 'SELECT 1 FROM global_standings WHERE user_id = $1';
    await whileLocked([[inTheMiddle, [memberId(OF_SECOND_STEP)]]], async () => {
      expect(await isRestoring(service, quiz.id)).toBe(true);
      const submissions = [1, 2, 3].flatMap((correct) =>
        [members[0], members[2]].map((by) => submit(by as Player, other.id, attemptAt(other, correct))),
      );
      expect(countStatuses(await Promise.all(submissions))).toEqual({ 201: 6 });
      await whileLocked([['SELECT 1 FROM deferred_deletions WHERE subject = $1', [quiz.id]]], async () => {
        expect(await isRestoring(service, quiz.id)).toBe(true);
        expect(await purgeQuiz(service, quiz.id)).toBe(409);
        const { quizzes } = await service.backoffice.call<{ quizzes: object[] }>('GET', '/deleted-quizzes');
        expect(quizzes).toMatchObject([{ id: quiz.id, isRestoring: true }]);
        const path = { id: quiz.id };
        expect((await admin.api.GET('/quizzes/{id}/leaderboard', { params: { path } })).response.status).toBe(404);
        expect((await rowsOf(quiz)).standings).toBe(5_000 / ATTEMPTS_EACH);
        expect(await findDifferences(service)).toEqual([]);

        await service.backoffice.call('PATCH', `/users/${memberId(3)}`, { suspended: true });
        await service.backoffice.call('POST', `/users/${memberId(4)}/erasure`, {
          way: 'remove',
          reason: 'Asked for it',
        });
        await until('the erasure was tried', async () => (await erasuresDue()) === 0);
        await service.close();
      });
    });

    service = await start();
    await until('it is restored', async () => !(await isRestoring(service, quiz.id)));
    await until('the erasure is complete', async () => {
      const { attempts } = await rowsOf(quiz);
      return attempts === (USERS - 1) * ATTEMPTS_EACH || attempts;
    });
    const { quizzes, global } = await recomputeBoards(databaseUrl);
    expect([quizzes.get(quiz.id)?.total, global.total]).toEqual([USERS - 2, USERS - 2]);
    const api = apiWith(service.url, admin.key);
    expect(await readGlobalBoard(api)).toEqual(global);
    for (const { id } of [quiz, other]) expect(await readQuizBoard(api, id)).toEqual(quizzes.get(id));
    expect(await findDifferences(service)).toEqual([]);
  });
});
