// How attempts get into the statistics: each exactly once, whatever happens in the meantime.
import { DataSource } from 'typeorm';
import { AttemptCounter } from '../src/attempt-counter.js';
import { submit, submitAccepted } from '../../../test/support/attempts.js';
import { createDatabase, dropDatabase, query, withClient } from '../../../test/support/database.js';
import {
  apiWith,
  attemptAt,
  createPlayer,
  createQuiz,
  deleteQuiz,
  type Player,
  type Quiz,
  quizBody,
  updateQuiz,
} from '../../../test/support/factories.js';
import { type Service, startService } from '../../../test/support/service.js';
import { comparable, readActivity, readStatistics, recount, countAttempts } from '../../../test/support/statistics.js';
import { until } from '../../../test/support/until.js';
import { migrationOf } from '../../../test/support/migrations.js';

let databaseUrl: string;
let service: Service;
let admin: Player;
let player: Player;

beforeAll(async () => {
  service = await startService();
  ({ databaseUrl } = service);
  admin = await createPlayer(service, 'admin');
});

afterAll(() => service.close());

beforeEach(async () => {
  player = await createPlayer(service);
});

const create = (questions = 2) => createQuiz(admin, quizBody(questions, { maxAttempts: 1_000 }));

/** As instances of all versions lock the statistics. */
const HOLD_STATISTICS = `SELECT pg_advisory_xact_lock(hashtextextended('statistics of attempts', 2))`;

/** Works while a statement's locks are held: the statistics' own, or rows that they are added to. */
function whileHeld(statement: string, work: () => Promise<void>): Promise<void> {
  return withClient(databaseUrl, async (client) => {
    await client.query('BEGIN');
    await client.query(statement);
    await work();
    await client.query('ROLLBACK');
  });
}

/** Waits until a connection waits for a lock with a statement. @returns the process at its other end */
async function untilWaiting(statement: RegExp): Promise<number> {
  let found: number | undefined;
  await until(`${statement.source} waits`, async () => {
    const waiting = await query<{ pid: number; query: string }>(
      databaseUrl,
      `SELECT pid, query FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
    );
    found = waiting.find((one) => statement.test(one.query))?.pid;
    return found !== undefined || waiting;
  });
  return found as unknown as number;
}

/** The rows of a quiz in the statistics. */
const rowsOf = (quizId: string) =>
  query(
    databaseUrl,
    `SELECT quiz_id FROM quiz_scores WHERE quiz_id = $1
    UNION ALL SELECT quiz_id FROM quiz_days WHERE quiz_id = $1
    UNION ALL SELECT quiz_id FROM question_statistics WHERE quiz_id = $1`,
    [quizId],
  );

/** Counts now, in addition to the service, which counts every two seconds. */
const count = ({ app } = service) => app.get(AttemptCounter).count();

async function expectCounted({ id }: Pick<Quiz, 'id'>, of = service): Promise<void> {
  await countAttempts(of);
  expect(comparable(await readStatistics(of, id))).toEqual(await recount(of.databaseUrl, id));
}

/** Of all quizzes. */
async function readToday() {
  const { days } = await readActivity(service, 1);
  const [{ attempts, users } = { attempts: NaN, users: NaN }] = days;
  return { attempts, users };
}

/** The rows that a step changes last. */
const ACTIVITY = 'SELECT 1 FROM activity_days FOR UPDATE';

it('statistics: `upTo` is the time up to which they are complete', async () => {
  const quiz = await create();
  let answeredAt = 0;
  await whileHeld(HOLD_STATISTICS, async () => {
    for (let index = 0; index < 60; index++) await submitAccepted(player, quiz.id, attemptAt(quiz, index % 3));
    answeredAt = Date.now();
    const { attempts, upTo } = await readStatistics(service, quiz.id);
    expect(attempts).toBe(0);
    expect(Date.parse(upTo)).toBeLessThan(answeredAt);
  });
  await expectCounted(quiz);
  const { attempts, upTo } = await readStatistics(service, quiz.id);
  expect(attempts).toBe(60);
  expect(Date.parse(upTo)).toBeGreaterThanOrEqual(answeredAt);
});

it('counting: a step that fails has counted nothing', async () => {
  const quiz = await create();
  const { attempts, users } = await readToday();
  await submitAccepted(player, quiz.id, attemptAt(quiz, 1));
  await expectCounted(quiz);
  await whileHeld(ACTIVITY, async () => {
    for (const correct of [0, 1, 2]) await submitAccepted(player, quiz.id, attemptAt(quiz, correct));
    const counted = count().catch(() => undefined);
    const step = await untilWaiting(/INSERT INTO activity_days/);
    await query(databaseUrl, 'SELECT pg_terminate_backend($1)', [step]);
    await counted;
  });
  await expectCounted(quiz);
  expect(await readToday()).toEqual({ attempts: attempts + 4, users: users + 1 });
});

it('counting: a quiz that is deleted in the meantime leaves nothing behind', async () => {
  const [quiz, other] = [await create(), await create()];
  await submitAccepted(player, other.id, attemptAt(other, 1));
  await expectCounted(other);
  let counted = Promise.resolve();
  let deletion = Promise.resolve();
  await whileHeld(ACTIVITY, async () => {
    for (const one of [quiz, other]) await submitAccepted(player, one.id, attemptAt(one, 1));
    counted = count();
    await untilWaiting(/INSERT INTO activity_days/);
    deletion = deleteQuiz(admin, quiz.id);
    await untilWaiting(/pg_advisory_xact_lock/);
  });
  await Promise.all([counted, deletion]);
  await expectCounted(other);
  expect(await rowsOf(quiz.id)).toEqual([]);
});

it('statistics: a quiz that is deleted while they are read gets 404', async () => {
  const { id } = await create();
  await withClient(databaseUrl, async (client) => {
    await client.query('BEGIN');
    await client.query('LOCK TABLE quiz_scores');
    const response = service.backoffice.request('GET', `/quizzes/${id}/statistics`);
    await untilWaiting(/FROM quiz_scores/);
    await client.query('DELETE FROM quizzes WHERE id = $1', [id]);
    await client.query('COMMIT');
    expect((await response).status).toBe(404);
  });
});

it('counting: attempts at a deleted quiz are skipped', async () => {
  const [quiz, deleted] = [await create(), await create()];
  const { attempts } = await readToday();
  await submitAccepted(player, deleted.id, attemptAt(deleted, 1));
  await expectCounted(deleted);
  await deleteQuiz(admin, deleted.id);
  await whileHeld(HOLD_STATISTICS, async () => {
    await submitAccepted(player, quiz.id, attemptAt(quiz, 1));
    // One as a large deletion leaves it for a while, and one of which nothing is left.
    await query(
      databaseUrl,
      `INSERT INTO attempts SELECT $1, id, user_id, version, answers, correct_count, total_questions, hundredths, passed,
        total_time_ms, timed_out, completed_at FROM attempts WHERE quiz_id = $2`,
      [deleted.id, quiz.id],
    );
    await query(
      databaseUrl,
      `INSERT INTO attempts_to_count (id, quiz_ids, attempt_ids)
      SELECT gen_random_uuid(), ARRAY[quiz_id, quiz_id], ARRAY[id, gen_random_uuid()] FROM attempts WHERE quiz_id = $1`,
      [deleted.id],
    );
  });
  await expectCounted(quiz);
  expect(await rowsOf(deleted.id)).toEqual([]);
  expect((await readToday()).attempts).toBe(attempts + 2);
});

it('counting: attempts that are older than the statistics are counted', async () => {
  const url = await createDatabase();
  let own = await startService({ DATABASE_URL: url });
  const by = await createPlayer(own, 'admin');
  const quiz = await createQuiz(by, quizBody(3, { maxAttempts: 1_000 }));
  for (const correct of [0, 1, 2, 3]) await submitAccepted(by, quiz.id, attemptAt(quiz, correct));
  await own.close();
  await query(
    url,
    `INSERT INTO attempts SELECT quiz_id, gen_random_uuid(), gen_random_uuid(), version, answers, correct_count,
      total_questions, hundredths, passed, total_time_ms, timed_out, completed_at - number * interval '7 hours'
    FROM attempts, generate_series(1, 250) AS number`,
  );
  const source = await new DataSource({ type: 'postgres', url, installExtensions: false }).initialize();
  const runner = source.createQueryRunner();
  await migrationOf(service, 'CreateStatistics1760001410000').down(runner);
  await runner.startTransaction();
  await migrationOf(service, 'CreateStatistics1760001410000').up(runner);
  await runner.commitTransaction();
  const parts = await query<{ size: number }>(
    url,
    'SELECT cardinality(attempt_ids) AS size FROM attempts_to_count ORDER BY size',
  );
  expect(parts.map(({ size }) => size)).toEqual([4, ...Array<number>(10).fill(100)]);
  await runner.release();
  await source.destroy();
  own = await startService({ DATABASE_URL: url });
  await expectCounted(quiz, own);
  expect((await readStatistics(own, quiz.id)).attempts).toBe(1_004);
  const { days } = await readActivity(own, 90);
  expect(days.reduce((sum, { attempts }) => sum + attempts, 0)).toBe(1_004);
  for (const { attempts, users } of days.slice(0, -1)) expect(users).toBe(attempts);
  await own.close();
  await dropDatabase(url);
});

it('activity: users of a day are stored until all attempts of that day are counted', async () => {
  const ago = (days: number) => `(now() AT TIME ZONE 'UTC')::date - ${days}`;
  await whileHeld(HOLD_STATISTICS, async () => {
    await query(
      databaseUrl,
      `INSERT INTO attempts_to_count VALUES (now() - interval '3 days', gen_random_uuid(), '{}', '{}')`,
    );
    await query(
      databaseUrl,
      `INSERT INTO activity_users SELECT ${ago(0)} - number, gen_random_uuid() FROM generate_series(0, 9) AS number`,
    );
    await service.app.get(AttemptCounter).forgetUsers();
    const rows = await query<{ oldest: number }>(
      databaseUrl,
      `SELECT max(${ago(0)} - day)::integer AS oldest FROM activity_users`,
    );
    expect(rows).toEqual([{ oldest: 4 }]);
  });
});

describe('while two services count, fail and die', () => {
  const QUIZZES = 3;
  const ROUNDS = 24;

  /** Fails every other step or so, at its beginning or at its end. */
  const FAIL_AT_TIMES = `
    CREATE FUNCTION fail_at_times() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN IF random() < 0.25 THEN RAISE 'This fails at times'; END IF; RETURN NULL; END $$;
    CREATE TRIGGER fail_at_times AFTER INSERT OR UPDATE ON quiz_scores EXECUTE FUNCTION fail_at_times();
    CREATE TRIGGER fail_at_times AFTER INSERT OR UPDATE ON activity_days EXECUTE FUNCTION fail_at_times()`;

  const KILL_STEPS = `
    SELECT pg_terminate_backend(pid) FROM pg_stat_activity
    WHERE datname = current_database() AND state <> 'idle' AND pid <> pg_backend_pid()
      AND query ~ 'WITH taken|INSERT INTO (quiz_scores|quiz_days|question_statistics)|WITH arrived'`;

  let second: Service;
  beforeAll(async () => (second = await startService({ DATABASE_URL: databaseUrl })));
  afterAll(() => second.close());

  it('every attempt is counted exactly once, and `upTo` is never too late', async () => {
    await query(databaseUrl, FAIL_AT_TIMES);
    const players = await Promise.all(Array.from({ length: 4 }, () => createPlayer(service)));
    const quizzes = await Promise.all(Array.from({ length: QUIZZES }, () => create(3)));
    const answered = new Map<string, number[]>();
    const pick = <Item>(items: Item[]) => items[Math.floor(Math.random() * items.length)] as Item;

    const submitSome = async (quiz: Quiz) => {
      const by = { api: apiWith(pick([service, second]).url, pick(players).key) };
      const { status } = await submit(by, quiz.id, attemptAt(quiz, Math.floor(Math.random() * 4)));
      expect([201, 404]).toContain(status);
      if (status === 201) answered.set(quiz.id, [...(answered.get(quiz.id) ?? []), Date.now()]);
    };
    const change = async (index: number) => {
      const questions = 1 + Math.floor(Math.random() * 4);
      const { id } = quizzes[index] as Quiz;
      quizzes[index] = await updateQuiz(admin, id, quizBody(questions, { maxAttempts: 1_000 }));
    };
    const replace = async (index: number) => {
      await deleteQuiz(admin, (quizzes[index] as Quiz).id);
      quizzes[index] = await create(3);
    };
    const checkPromise = async ({ id }: Quiz) => {
      const before = [...(answered.get(id) ?? [])];
      const response = await pick([service, second]).backoffice.request('GET', `/quizzes/${id}/statistics`);
      if (response.status === 404) return;
      const { attempts, upTo } = (await response.json()) as { attempts: number; upTo: string };
      const promised = before.filter((at) => at < Date.parse(upTo)).length;
      expect(attempts).toBeGreaterThanOrEqual(promised);
    };

    for (let round = 0; round < ROUNDS; round++) {
      const index = Math.floor(Math.random() * QUIZZES);
      await Promise.all([
        ...Array.from({ length: 8 }, () => submitSome(pick(quizzes))),
        ...quizzes.map(checkPromise),
        ...(round % 4 === 1 ? [change(index)] : []),
        ...(round % 8 === 7 ? [replace(index)] : []),
        // Beside what they do on their own: so often that steps meet.
        ...[service, second].map((one) => count(one).catch(() => undefined)),
        query(databaseUrl, KILL_STEPS),
      ]);
    }
    await query(databaseUrl, 'DROP FUNCTION fail_at_times CASCADE');
    for (const quiz of quizzes) {
      await expectCounted(quiz);
      await expectCounted(quiz, second);
    }
    const ofNoQuiz = 'SELECT DISTINCT quiz_id FROM quiz_scores WHERE quiz_id NOT IN (SELECT id FROM quizzes)';
    expect(await query(databaseUrl, ofNoQuiz)).toEqual([]);
  });
});
