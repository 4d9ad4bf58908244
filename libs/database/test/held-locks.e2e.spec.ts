import { Client } from 'pg';
import {
  attemptAt,
  createPlayer,
  createQuiz,
  type Player,
  type Quiz,
  quizBody,
} from '../../../test/support/factories.js';
import { type Service, startService } from '../../../test/support/service.js';

let service: Service;
let admin: Player;
let holder: Client;

beforeAll(async () => {
  service = await startService();
  admin = await createPlayer(service, 'admin');
});

beforeEach(async () => {
  holder = new Client({ connectionString: service.databaseUrl });
  await holder.connect();
  await holder.query('BEGIN');
});

afterEach(() => holder.end());
afterAll(() => service.close());

async function submit(player: Player, quiz: Quiz, key?: string): Promise<number> {
  const { response } = await player.api.POST('/quizzes/{id}/attempts', {
    params: { path: { id: quiz.id }, header: { 'Idempotency-Key': key } },
    body: attemptAt(quiz, 1),
  });
  return response.status;
}

/** The locks that these tests hold are those that another instance would hold. */
describe('a submission', () => {
  it('to a quiz that is being changed delays none to other quizzes', async () => {
    const [held, free] = [await createQuiz(admin), await createQuiz(admin)];
    const players = await Promise.all(Array.from({ length: 6 }, () => createPlayer(service)));
    await holder.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [`quiz:${held.id}`]);
    let isAnswered = false;
    const waiting = players.slice(0, 2).map((player) => submit(player, held).finally(() => (isAnswered = true)));
    const others = await Promise.all(players.map((player) => submit(player, free)));
    expect(others).toEqual(players.map(() => 201));
    expect(isAnswered).toBe(false);
    await holder.query('COMMIT');
    expect(await Promise.all(waiting)).toEqual([201, 201]);
  });

  it('whose Idempotency-Key is in progress elsewhere delays no other', async () => {
    const quiz = await createQuiz(admin);
    const [held, ...others] = await Promise.all(Array.from({ length: 4 }, () => createPlayer(service)));
    if (held === undefined) throw new Error('There is no player');
    await holder.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [
      `idempotency key:${held.userId} the-key`,
    ]);
    let isAnswered = false;
    const waiting = submit(held, quiz, 'the-key').finally(() => (isAnswered = true));
    expect(await Promise.all(others.map((player) => submit(player, quiz, 'the-key')))).toEqual([201, 201, 201]);
    expect(isAnswered).toBe(false);
    await holder.query('COMMIT');
    expect(await waiting).toBe(201);
  });

  it('gets 409 if its Idempotency-Key stays in progress, and 503 if the quiz stays locked', async () => {
    const withShortTimeouts = await startService({
      DATABASE_URL: service.databaseUrl,
      DATABASE_LOCK_TIMEOUT_MS: '200',
    });
    try {
      const quiz = await createQuiz(admin);
      const player = await createPlayer(withShortTimeouts);
      await holder.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [
        `idempotency key:${player.userId} the-key`,
      ]);
      expect(await submit(player, quiz, 'the-key')).toBe(409);
      await holder.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [`quiz:${quiz.id}`]);
      expect(await submit(player, quiz)).toBe(503);
      await holder.query('COMMIT');
      expect(await submit(player, quiz, 'the-key')).toBe(201);
    } finally {
      await withShortTimeouts.close();
    }
  });
});

describe('a quiz', () => {
  it('with more attempts than an integer can count can be deleted', async () => {
    const quiz = await createQuiz(admin, quizBody(1, { maxAttempts: 1_000_000 }));
    await holder.query('COMMIT');
    await holder.query(
      `INSERT INTO quiz_standings SELECT $1, gen_random_uuid(), 0, 1, now(), 1, 1, 1000000, 1000000, 1000000, 10000000000, 1
       FROM generate_series(1, 2200)`,
      [quiz.id],
    );
    const { response } = await admin.api.DELETE('/quizzes/{id}', { params: { path: { id: quiz.id } } });
    expect(response.status).toBe(200);
  });
});
