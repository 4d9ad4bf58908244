import { randomUUID } from 'node:crypto';
import { countStatuses, submit, type Submission } from '../../../test/support/attempts.js';
import { query, withClient } from '../../../test/support/database.js';
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
import { exchange, parseAnswer } from '../../../test/support/http.js';
import { readQuizBoard } from '../../../test/support/leaderboards.js';
import { type Service, startService, startTwoServices } from '../../../test/support/service.js';

let service: Service;
let second: Service;
let admin: Player;
let player: Player;
let quiz: Quiz;

beforeAll(async () => {
  [service, second] = await startTwoServices();
  admin = await createPlayer(service, 'admin');
});

beforeEach(async () => {
  player = await createPlayer(service);
  quiz = await createQuiz(admin, quizBody(3, { maxAttempts: 100 }));
});

afterAll(() => service.close());

const REUSED = { status: 422, error: 'Idempotency-Key was used with a different request' };

async function totalOf({ id }: Quiz): Promise<number | undefined> {
  const { data } = await admin.api.GET('/quizzes/{id}/attempts', { params: { path: { id } } });
  return data?.pagination.total;
}

/** The replay of an accepted submission. */
const replayOf = (first: Submission) => ({ ...first, replayed: true });

/** Makes a key of a user older. */
const age = (key: string, interval: string) =>
  query(service.databaseUrl, 'UPDATE idempotency_keys SET created_at = now() - $2::interval WHERE key = $1', [
    key,
    interval,
  ]);

describe('POST /quizzes/:id/attempts with an Idempotency-Key', () => {
  it.each(['one instance', 'two instances'])('accepts concurrent repetitions at %s once', async (where) => {
    const clients = where === 'one instance' ? [player] : [player, { api: apiWith(second.url, player.key) }];
    const key = randomUUID();
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        submit(clients[index % clients.length] ?? player, quiz.id, attemptAt(quiz, 2), key),
      ),
    );
    expect(countStatuses(answers)).toEqual({ 201: 20 });
    expect(answers.filter(({ replayed }) => replayed)).toHaveLength(19);
    for (const { result } of answers) expect(result).toEqual(answers[0]?.result);
    expect(await totalOf(quiz)).toBe(1);
    const { entries } = await readQuizBoard(player.api, quiz.id);
    expect(entries).toMatchObject([{ userId: player.userId, correctCount: 2 }]);
  });

  it('replays a later repetition, even beyond the limit and after an update', async () => {
    const key = randomUUID();
    const first = await submit(player, quiz.id, attemptAt(quiz, 1), key);
    expect(first).toMatchObject({ status: 201, replayed: false });
    await updateQuiz(admin, quiz.id, quizBody(1, { maxAttempts: 1 }));
    expect(await submit(player, quiz.id, attemptAt(quiz, 1), key)).toEqual(replayOf(first));
    expect(await submit(player, quiz.id, attemptAt(quiz, 1))).toMatchObject({ status: 409 });
    expect(await totalOf(quiz)).toBe(1);
  });

  it('accepts another attempt with another key', async () => {
    const first = await submit(player, quiz.id, attemptAt(quiz, 1), randomUUID());
    const other = await submit(player, quiz.id, attemptAt(quiz, 1), randomUUID());
    expect(other).toMatchObject({ status: 201, replayed: false });
    expect(other.result?.attemptId).not.toBe(first.result?.attemptId);
  });

  it('answers 422 if the key was used for another body, another quiz or another operation', async () => {
    const key = randomUUID();
    const other = await createQuiz(admin);
    const body = { answers: [], totalTimeMs: 1_000 };
    await submit(admin, quiz.id, body, key);
    expect(await submit(admin, quiz.id, { ...body, totalTimeMs: 1_001 }, key)).toMatchObject(REUSED);
    expect(await submit(admin, quiz.id, { ...body, timedOut: false }, key)).toMatchObject(REUSED);
    expect(await submit(admin, other.id, body, key)).toMatchObject(REUSED);
    const created = await admin.api.POST('/quizzes', {
      params: { header: { 'Idempotency-Key': key } },
      body: quizBody(),
    });
    expect([created.response.status, created.error]).toEqual([422, { error: REUSED.error }]);
    expect([await totalOf(quiz), await totalOf(other)]).toEqual([1, 0]);
  });

  it('ignores the order of properties', async () => {
    const key = randomUUID();
    const { answers, totalTimeMs } = attemptAt(quiz, 2);
    const first = await submit(player, quiz.id, { answers, totalTimeMs, timedOut: true }, key);
    const turned = answers.map(({ questionId, answerId }) => ({ answerId, questionId }));
    const again = await submit(player, quiz.id, { timedOut: true, totalTimeMs, answers: turned }, key);
    expect(again).toEqual(replayOf(first));
    const reversed = { answers: answers.toReversed(), totalTimeMs, timedOut: true };
    expect(await submit(player, quiz.id, reversed, key)).toMatchObject(REUSED);
  });

  it('does not use up the key of a rejected attempt', async () => {
    const full = await createQuiz(admin, quizBody(3, { maxAttempts: 1 }));
    await submit(player, full.id, attemptAt(full, 1));
    const key = randomUUID();
    const body = attemptAt(full, 3);
    expect(await submit(player, full.id, body, key)).toMatchObject({ status: 409, error: 'Maximum attempts reached' });
    await updateQuiz(admin, full.id, quizBody(3, { maxAttempts: 2 }));
    const accepted = await submit(player, full.id, body, key);
    expect(accepted).toMatchObject({ status: 201, replayed: false });
    expect(await submit(player, full.id, body, key)).toEqual(replayOf(accepted));
  });

  it.each([
    ['the wrong shape', 400, { totalTimeMs: -1, answers: [] }],
    ['ids of another quiz', 400, undefined],
  ])('does not use up the key of an attempt with %s', async (_, status, body) => {
    const key = randomUUID();
    const wrong = body ?? attemptAt(await createQuiz(admin), 1);
    expect(await submit(player, quiz.id, wrong, key)).toMatchObject({ status });
    expect(await submit(player, quiz.id, attemptAt(quiz, 1), key)).toMatchObject({ status: 201, replayed: false });
  });

  it('stores keys per user: other users may use the same key, and all API keys of a user share them', async () => {
    const key = randomUUID();
    const other = await createPlayer(service);
    const first = await submit(player, quiz.id, attemptAt(quiz, 1), key);
    expect(await submit(other, quiz.id, attemptAt(quiz, 1), key)).toMatchObject({ status: 201, replayed: false });
    const extra = await service.backoffice.call<{ key: string }>('POST', '/keys', {
      name: 'Another key',
      userId: player.userId,
    });
    const replay = await submit({ api: apiWith(service.url, extra.key) }, quiz.id, attemptAt(quiz, 1), key);
    expect(replay).toEqual(replayOf(first));
  });

  it('answers 409 while the first request is in progress for long, without delaying others', async () => {
    const withShortTimeout = await startService({ DATABASE_URL: service.databaseUrl, DATABASE_LOCK_TIMEOUT_MS: '300' });
    const key = randomUUID();
    const submitAs = ({ key: apiKey }: Player) =>
      submit({ api: apiWith(withShortTimeout.url, apiKey) }, quiz.id, attemptAt(quiz, 1), key);
    const users = [player, await createPlayer(service), await createPlayer(service)];
    try {
      await withClient(service.databaseUrl, async (first) => {
        await first.query('BEGIN');
        await first.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [
          `idempotency key:${player.userId} ${key}`,
        ]);
        expect(await Promise.all(users.map(submitAs))).toMatchObject([
          { status: 409, error: 'A request with this Idempotency-Key is in progress' },
          { status: 201 },
          { status: 201 },
        ]);
        await first.query('ROLLBACK');
      });
      expect(await submitAs(player)).toMatchObject({ status: 201, replayed: false });
    } finally {
      await withShortTimeout.close();
    }
  });

  it('accepts any attempt as a new one after 24 hours', async () => {
    const key = randomUUID();
    const first = await submit(player, quiz.id, attemptAt(quiz, 1), key);
    await age(key, '23 hours 59 minutes');
    expect(await submit(player, quiz.id, attemptAt(quiz, 1), key)).toEqual(replayOf(first));
    await age(key, '24 hours 1 second');
    const fresh = await submit(player, quiz.id, attemptAt(quiz, 2), key);
    expect(fresh).toMatchObject({ status: 201, replayed: false, result: { correctCount: 2 } });
    expect(await submit(player, quiz.id, attemptAt(quiz, 2), key)).toEqual(replayOf(fresh));
    expect(await totalOf(quiz)).toBe(2);
  });

  it('replays nothing without a valid API key, without the scope, or without the quiz', async () => {
    const key = randomUUID();
    const repeat = () => submit(player, quiz.id, attemptAt(quiz, 1), key);
    const first = await repeat();
    await service.backoffice.call('PATCH', `/users/${player.userId}`, { role: 'viewer' });
    expect(await repeat()).toMatchObject({ status: 403, error: 'Insufficient permissions' });
    await service.backoffice.call('PATCH', `/users/${player.userId}`, { role: 'player', suspended: true });
    expect(await repeat()).toMatchObject({ status: 403, error: 'Insufficient permissions' });
    await service.backoffice.call('PATCH', `/users/${player.userId}`, { suspended: false });
    expect(await repeat()).toEqual(replayOf(first));
    await deleteQuiz(admin, quiz.id);
    expect(await repeat()).toMatchObject({ status: 404, error: 'Quiz not found' });
    await service.backoffice.call('DELETE', `/keys/${player.keyId}`);
    expect(await repeat()).toMatchObject({ status: 401, error: 'Invalid API key' });
  });
});

describe('an Idempotency-Key', () => {
  /** Submits an attempt with raw header lines. */
  async function submitWith(...lines: string[]): Promise<unknown[]> {
    const body = JSON.stringify(attemptAt(quiz, 1));
    const head = [
      `POST /api/quizzes/${quiz.id}/attempts HTTP/1.1`,
      'Host: localhost',
      'Connection: close',
      'Content-Type: application/json',
      `Content-Length: ${Buffer.byteLength(body)}`,
      `x-api-key: ${player.key}`,
      ...lines,
    ];
    const { status, text } = parseAnswer(
      await exchange(service.url, Buffer.from(`${head.join('\r\n')}\r\n\r\n${body}`, 'latin1')),
    );
    return status === 201 ? [status] : [status, (JSON.parse(text) as { error: string }).error.split(':', 1)[0]];
  }

  it.each([
    ['empty', ['Idempotency-Key:']],
    ['blank', ['Idempotency-Key:   ']],
    ['256 characters long', [`Idempotency-Key: ${'k'.repeat(256)}`]],
    ['with a space', ['Idempotency-Key: two words']],
    ['with a tab', ['Idempotency-Key: two\twords']],
    ['not ASCII', ['Idempotency-Key: schl\u00fcssel']],
    ['given twice', ['Idempotency-Key: one', 'Idempotency-Key: two']],
    ['given twice the same', ['Idempotency-Key: one', 'Idempotency-Key: one']],
  ])('is rejected with 400 if it is %s', async (_, lines) => {
    expect(await submitWith(...lines)).toEqual([400, 'Idempotency-Key']);
    expect(await totalOf(quiz)).toBe(0);
  });

  it.each([
    ['one character', 'k'],
    ['255 characters', 'k'.repeat(255)],
    ['signs', `!"#$%&'()*+,-./:;<=>?@[\\]^_\`{|}~`],
  ])('may be %s', async (_, key) => {
    const line = `Idempotency-Key: ${key}`;
    expect([await submitWith(line), await submitWith(line)]).toEqual([[201], [201]]);
    expect(await totalOf(quiz)).toBe(1);
  });

  it('is ignored by other routes', async () => {
    const headers = { 'Idempotency-Key': 'two words' };
    const at = { params: { path: { id: quiz.id } }, headers };
    const answers = [
      await admin.api.PUT('/quizzes/{id}', { ...at, body: quizBody(1) }),
      await admin.api.PUT('/quizzes/{id}', { ...at, body: quizBody(2) }),
      await admin.api.GET('/quizzes/{id}', at),
      await admin.api.GET('/quizzes', { headers }),
      await admin.api.GET('/leaderboard', { headers }),
      await admin.api.DELETE('/quizzes/{id}', at),
    ];
    expect(answers.map(({ response }) => response.status)).toEqual([200, 200, 200, 200, 200, 200]);
    expect(answers[2]?.data).toMatchObject({ questions: [{ order: 0 }, { order: 1 }] });
    const again = await admin.api.DELETE('/quizzes/{id}', at);
    expect(again.response.status).toBe(404);
    for (const { response } of answers) expect(response.headers.get('idempotency-replayed')).toBeNull();
  });
});
