// How attempts get into the activity: each exactly once, whatever happens in the meantime.
import { Background } from '#libs/database';
import { submit, submitAccepted } from '../../../test/support/attempts.js';
import { query, withClient } from '../../../test/support/database.js';
import {
  apiWith,
  attemptAt,
  createPlayer,
  createQuiz,
  deleteQuiz,
  type Player,
  quizBody,
} from '../../../test/support/factories.js';
import { type Service, startService } from '../../../test/support/service.js';
import { countAttempts, readActivity } from '../../../test/support/statistics.js';
import { until } from '../../../test/support/until.js';

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

/** As another instance locks the statistics. */
const HOLD_STATISTICS = `SELECT pg_advisory_xact_lock(hashtextextended('statistics:', 0))`;

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

/** Counts now, in addition to the service, which counts every two seconds. */
const count = ({ app } = service) => app.get(Background).run('Counting attempts');

/** Of all quizzes. */
async function readToday() {
  const { days } = await readActivity(service, 1);
  const [{ attempts, users } = { attempts: NaN, users: NaN }] = days;
  return { attempts, users };
}

/** The rows that a step changes last. */
const ACTIVITY = 'SELECT 1 FROM activity_days FOR UPDATE';

it('counting: a step that fails has counted nothing', async () => {
  const quiz = await create();
  const { attempts, users } = await readToday();
  await submitAccepted(player, quiz.id, attemptAt(quiz, 1));
  await countAttempts(service);
  await whileHeld(ACTIVITY, async () => {
    for (const correct of [0, 1, 2]) await submitAccepted(player, quiz.id, attemptAt(quiz, correct));
    const counted = count().catch(() => undefined);
    const step = await untilWaiting(/WITH taken/);
    await query(databaseUrl, 'SELECT pg_terminate_backend($1)', [step]);
    await counted;
  });
  await countAttempts(service);
  expect(await readToday()).toEqual({ attempts: attempts + 4, users: users + 1 });
});

it('counting: attempts at a deleted quiz are skipped', async () => {
  const [quiz, deleted] = [await create(), await create()];
  const { attempts } = await readToday();
  await submitAccepted(player, deleted.id, attemptAt(deleted, 1));
  await countAttempts(service);
  await deleteQuiz(admin, deleted.id);
  await whileHeld(HOLD_STATISTICS, async () => {
    await submitAccepted(player, quiz.id, attemptAt(quiz, 1));
    // One as a large deletion leaves it for a while, and one of which nothing is left.
    await query(
      databaseUrl,
      `INSERT INTO attempts SELECT $1, id, user_id, version, answers, correct_count, total_questions, basis_points, passed,
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
  await countAttempts(service);
  expect((await readToday()).attempts).toBe(attempts + 2);
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
    await service.app.get(Background).run('Deleting expired rows of activity_users');
    const rows = await query<{ oldest: number }>(
      databaseUrl,
      `SELECT max(${ago(0)} - day)::integer AS oldest FROM activity_users`,
    );
    expect(rows).toEqual([{ oldest: 4 }]);
  });
});

describe('while two services count, fail and die', () => {
  const QUIZZES = 3;
  const ROUNDS = 12;

  /** Fails every other step or so. */
  const FAIL_AT_TIMES = `
    CREATE FUNCTION fail_at_times() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN IF random() < 0.25 THEN RAISE 'This fails at times'; END IF; RETURN NULL; END $$;
    CREATE TRIGGER fail_at_times AFTER INSERT OR UPDATE ON activity_users EXECUTE FUNCTION fail_at_times();
    CREATE TRIGGER fail_at_times AFTER INSERT OR UPDATE ON activity_days EXECUTE FUNCTION fail_at_times()`;

  const KILL_STEPS = `
    SELECT pg_terminate_backend(pid) FROM pg_stat_activity
    WHERE datname = current_database() AND state <> 'idle' AND pid <> pg_backend_pid()
      AND query ~ 'WITH taken'`;

  let second: Service;
  beforeAll(async () => (second = await startService({ DATABASE_URL: databaseUrl })));
  afterAll(() => second.close());

  it('every attempt is counted exactly once', async () => {
    await countAttempts(service);
    const before = await readToday();
    await query(databaseUrl, FAIL_AT_TIMES);
    const players = await Promise.all(Array.from({ length: 4 }, () => createPlayer(service)));
    const quizzes = await Promise.all(Array.from({ length: QUIZZES }, () => create(3)));
    const pick = <Item>(items: Item[]) => items[Math.floor(Math.random() * items.length)] as Item;

    const submitSome = async ({ key }: Player) => {
      const [by, quiz] = [{ api: apiWith(pick([service, second]).url, key) }, pick(quizzes)];
      const { status } = await submit(by, quiz.id, attemptAt(quiz, Math.floor(Math.random() * 4)));
      expect(status).toBe(201);
    };
    for (let round = 0; round < ROUNDS; round++) {
      await Promise.all([
        ...players.map(submitSome),
        // Beside what they do on their own: so often that steps meet.
        ...[service, second].map((one) => count(one).catch(() => undefined)),
        query(databaseUrl, KILL_STEPS),
      ]);
    }
    // Locks of both tables at once could deadlock with a step.
    for (const table of ['activity_users', 'activity_days']) {
      await query(databaseUrl, `DROP TRIGGER fail_at_times ON ${table}`);
    }
    await query(databaseUrl, 'DROP FUNCTION fail_at_times');
    await countAttempts(service);
    const after = await readToday();
    expect(after).toEqual({
      attempts: before.attempts + ROUNDS * players.length,
      users: before.users + players.length,
    });
  });
});
