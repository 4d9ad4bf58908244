// Starts and submissions at the same time, at two instances that wait for locks as long as a test holds them.
import type { Client } from 'pg';
import { submit } from '../../../test/support/attempts.js';
import { query, withClient } from '../../../test/support/database.js';
import {
  apiWith,
  attemptAt,
  createPlayers,
  createQuiz,
  createPlayer,
  type Player,
  type Quiz,
  quizBody,
} from '../../../test/support/factories.js';
import { readMetrics } from '../../../test/support/metrics.js';
import { type Service, startTwoServices } from '../../../test/support/service.js';
import {
  answersTo,
  passTime,
  recordEnded,
  save,
  start,
  startAccepted,
  submitStart,
} from '../../../test/support/starts.js';
import { until } from '../../../test/support/until.js';

let service: Service;
let other: Service;

beforeAll(async () => {
  const limits = { DATABASE_LOCK_TIMEOUT_MS: '60000', DATABASE_STATEMENT_TIMEOUT_MS: '60000' };
  [service, other] = await startTwoServices({ ...limits, START_GRACE_SECONDS: '300' });
});

afterAll(() => service.close());

/** Waits until so many statements wait for a lock. @param statement matches them */
const untilWaiting = (statement: string, count = 1) =>
  until(`${count} statements wait for a lock`, async () => {
    const waiting = await query(
      service.databaseUrl,
      `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock' AND query ~ $1`,
      [statement],
    );
    return waiting.length === count || waiting.length;
  });

it('a submission that arrived in the grace counts, also if it is recorded after the grace', async () => {
  const quiz = await createQuiz(await createPlayer(service, 'admin'), quizBody(4, { timeLimitSeconds: 60 }));
  const player = await createPlayer(service);
  const started = await startAccepted(player, quiz.id);
  await save(player, started, answersTo(started, quiz, 1));
  await passTime(service, quiz.id, 61);
  await withClient(service.databaseUrl, async (client) => {
    await client.query('BEGIN; LOCK TABLE idempotency_keys IN ACCESS EXCLUSIVE MODE');
    const submitted = submitStart(player, started, answersTo(started, quiz, 4), 'in-the-grace');
    await untilWaiting('INSERT INTO idempotency_keys');
    // The grace has just passed.
    await query(service.databaseUrl, `UPDATE starts SET ends_at = now() - interval '300.1 s' WHERE id = $1`, [
      started.id,
    ]);
    await recordEnded(other);
    await client.query('COMMIT');
    expect(await submitted).toMatchObject({ status: 201, result: { correctCount: 4, totalTimeMs: 60_000 } });
  });
});

type At = { api: Player['api'] };

const sendStart = (player: At, quiz: Quiz) => start(player, quiz.id);
const sendAttempt = (player: At, quiz: Quiz) => submit(player, quiz.id, attemptAt(quiz, 1));

it.each([
  ['starts', 'attempts', sendStart, sendAttempt],
  ['attempts', 'starts', sendAttempt, sendStart],
])('%s that arrive while %s are committed wait: a process commits them in turn', async (group, _, send, sendOther) => {
  const quiz = await createQuiz(await createPlayer(service, 'admin'), quizBody(2, { maxAttempts: 9 }));
  const [player, busy] = await createPlayers(service, 2);
  if (player === undefined || busy === undefined) throw new Error('There are no players');
  const as = ({ key }: { key: string }) => ({ api: apiWith(service.url, key) });
  await submit(as(busy), quiz.id, attemptAt(quiz, 1));
  const waited = async () =>
    (await readMetrics(service.url)).get(`quiz_group_commit_wait_seconds_sum{group="${group}"}`) ?? 0;
  await withClient(service.databaseUrl, async (client) => {
    await client.query('BEGIN');
    await client.query('SELECT FROM attempt_counts WHERE user_id = $1 FOR UPDATE', [busy.userId]);
    const blocked = sendOther(as(busy), quiz);
    await untilWaiting('attempt_counts');
    const before = await waited();
    expect((await send(as(player), quiz)).status).toBe(201);
    expect((await waited()) - before).toBeGreaterThan(0.05);
    await client.query('COMMIT');
    expect((await blocked).status).toBe(201);
  });
});

it.each([
  ['starts', 'users', 1, sendStart],
  ['starts', 'new users', 1, sendStart],
  ['attempts', 'users', 2, sendAttempt],
  ['attempts', 'new users', 2, sendAttempt],
])('a batch of %s locks the counts of %s in one order', async (group, who, transactions, send) => {
  const quiz = await createQuiz(await createPlayer(service, 'admin'), quizBody(2, { maxAttempts: 9 }));
  const players = await createPlayers(service, 2 + transactions);
  const [first, last, ...busy] = players.toSorted((one, two) => (one.userId < two.userId ? -1 : 1));
  if (first === undefined || last === undefined) throw new Error('There are no players');
  const counted = who === 'users' ? [first, last, ...busy] : [last, ...busy];
  for (const player of counted) await submit(player, quiz.id, attemptAt(quiz, 1));
  const lock = (client: Pick<Client, 'query'>, userIds: string[], how = '') =>
    client.query(`SELECT FROM attempt_counts WHERE user_id = ANY ($1::uuid[]) FOR UPDATE ${how}`, [userIds]);
  const sendAs = (player: { key: string }) => send({ api: apiWith(service.url, player.key) }, quiz);
  await withClient(service.databaseUrl, async (client) => {
    await client.query('BEGIN');
    // What the statement that records attempts does first. No other transaction sees the count of a new user, but waits for it.
    await client.query(
      `INSERT INTO attempt_counts VALUES ($1, $2, 1)
       ON CONFLICT (quiz_id, user_id) DO UPDATE SET count = attempt_counts.count + 1`,
      [quiz.id, first.userId],
    );
    await client.query('SAVEPOINT others');
    await lock(
      client,
      busy.map(({ userId }) => userId),
    );
    // As many transactions as possible are in flight, so that the next ones wait, and are committed together.
    const blocking: Promise<{ status: number }>[] = [];
    for (const player of busy) {
      blocking.push(sendAs(player));
      await untilWaiting('attempt_counts', blocking.length);
    }
    const together = [sendAs(last), sendAs(first)];
    await until('both wait for a transaction', async () => {
      const waiting = (await readMetrics(service.url)).get(`quiz_group_commit_waiting_items{group="${group}"}`);
      return waiting === 2 || waiting;
    });
    await client.query('ROLLBACK TO others');
    await Promise.all(blocking);
    await untilWaiting('attempt_counts');
    await withClient(service.databaseUrl, (another) => lock(another, [last.userId], 'NOWAIT'));
    await client.query('COMMIT');
    expect((await Promise.all(together)).map(({ status }) => status)).toEqual([201, 201]);
  });
});
