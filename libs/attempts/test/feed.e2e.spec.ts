import { Client } from 'pg';
import { onTestFinished } from 'vitest';
import { submitAccepted } from '../../../test/support/attempts.js';
import { query } from '../../../test/support/database.js';
import {
  apiWith,
  attemptAt,
  createPlayer,
  createQuiz,
  deleteQuiz,
  type Player,
  type Quiz,
  quizBody,
} from '../../../test/support/factories.js';
import { type Change, Follower, readFeed, untilEnded } from '../../../test/support/feed.js';
import { createApplication, registerPlayer } from '../../../test/support/players.js';
import { regrade, undoRegrade } from '../../../test/support/regrades.js';
import { type Service, startTwoServices } from '../../../test/support/service.js';

let service: Service;
let second: Service;
let admin: Player;
let player: Player;
let other: Player;
let quiz: Quiz;

beforeAll(async () => {
  [service, second] = await startTwoServices();
  admin = await createPlayer(service, 'admin');
  player = await createPlayer(service);
  other = await createPlayer(service);
});

afterAll(() => service.close());

beforeEach(async () => {
  quiz = await createQuiz(admin, quizBody(2, { maxAttempts: 100 }));
});

const idOf = (change: Change) => ('deleted' in change ? change.id : change.attemptId);

const take = (by: Player, correct = 2) => submitAccepted(by, quiz.id, attemptAt(quiz, correct));

const voidAttempt = (attemptId: string) =>
  service.backoffice.call('PUT', `/quizzes/${quiz.id}/attempts/${attemptId}/void`, { reason: 'A test' });

const restore = (attemptId: string) =>
  service.backoffice.call('DELETE', `/quizzes/${quiz.id}/attempts/${attemptId}/void`);

/** A reader of the quiz's attempts that has read all that exist. */
async function followQuiz(by: Player): Promise<Follower> {
  const follower = new Follower(service, by, { quizId: quiz.id });
  await follower.readAll();
  return follower;
}

describe('GET /attempts', () => {
  it('returns each attempt once, as the list of its quiz has it, and afterwards nothing until something changes', async () => {
    const follower = new Follower(service, admin, { quizId: quiz.id, limit: 2 });
    for (const by of [player, other, player]) await take(by);
    const attempts = await follower.readAll();
    const { data } = await admin.api.GET('/quizzes/{id}/attempts', { params: { path: { id: quiz.id } } });
    expect(attempts).toEqual(data?.attempts.toReversed());
    expect(await follower.readAll()).toEqual([]);
    const { attemptId } = await take(player);
    expect(await follower.readAll()).toEqual([expect.objectContaining({ attemptId })]);
  });

  it('returns an attempt again that was voided, restored or regraded, and after the regrade was undone', async () => {
    const follower = await followQuiz(admin);
    const { attemptId } = await take(player, 0);
    expect(await follower.readAll()).toMatchObject([{ attemptId, correctCount: 0 }]);
    await voidAttempt(attemptId);
    expect(await follower.readAll()).toMatchObject([{ attemptId, voidedAt: expect.any(String) as unknown }]);
    await restore(attemptId);
    expect(await follower.readAll()).toEqual([expect.not.objectContaining({ voidedAt: expect.anything() as unknown })]);
    const { id } = await regrade(service, { quiz, question: 0, counts: [1] });
    expect(await follower.readAll()).toMatchObject([
      { attemptId, correctCount: 1, regradedAt: expect.any(String) as unknown },
    ]);
    await undoRegrade(service, quiz.id, id);
    expect(await follower.readAll()).toMatchObject([{ attemptId, correctCount: 0 }]);
    expect(await follower.readAll()).toEqual([]);
  });

  it('returns deleted attempts by their ids only, to their user and to administrators', async () => {
    const followers = await Promise.all([admin, player, other].map(followQuiz));
    const { attemptId } = await take(player);
    for (const follower of followers) await follower.readAll();
    await deleteQuiz(admin, quiz.id);
    const deleted = [{ id: attemptId, quizId: quiz.id, deleted: true }];
    expect(await Promise.all(followers.map((follower) => follower.readAll()))).toEqual([deleted, deleted, []]);
  });

  it('shows users without the admin role their own attempts only', async () => {
    const { attemptId } = await take(player);
    await take(other);
    const own = await new Follower(service, player, { quizId: quiz.id }).readAll();
    expect(own).toEqual([expect.objectContaining({ attemptId, userId: player.userId })]);
    expect(await new Follower(service, player, { quizId: quiz.id, userId: other.userId }).readAll()).toEqual([]);
    expect(await new Follower(service, admin, { quizId: quiz.id, userId: player.userId }).readAll()).toEqual(own);
  });

  it('shows an application the attempts that it submitted for its players, and those only', async () => {
    const [application, another] = await Promise.all([createApplication(service), createApplication(service)]);
    const [ada, bob] = [
      await registerPlayer(service, application, 'ada'),
      await registerPlayer(service, another, 'ada'),
    ];
    const followers = [application, another].map((by) => new Follower(service, by, { limit: 1 }));
    const { attemptId } = await take(ada);
    const { attemptId: foreign } = await take(bob);
    expect(await Promise.all(followers.map(async (one) => (await one.readAll()).map(idOf)))).toEqual([
      [attemptId],
      [foreign],
    ]);
    const named = (by: Player, externalId: string) =>
      new Follower(service, by, { quizId: quiz.id, externalId }).readAll();
    expect(await named(application, 'ada')).toEqual([
      expect.objectContaining({ attemptId, externalId: 'ada', applicationId: application.userId }),
    ]);
    expect(await named(application, 'bob')).toEqual([]);
    expect((await named(admin, 'ada')).map(idOf)).toEqual([attemptId, foreign]);
    expect(await named(player, 'ada')).toEqual([]);
    await deleteQuiz(admin, quiz.id);
    expect(await followers[0]?.readAll()).toEqual([{ id: attemptId, quizId: quiz.id, deleted: true }]);
    expect(await new Follower(service, ada, {}).readAll()).toEqual([{ id: attemptId, quizId: quiz.id, deleted: true }]);
  });

  it('shows a former application its own attempts only', async () => {
    const application = await createApplication(service);
    await take(await registerPlayer(service, application, 'ada'));
    const { attemptId } = await take(application);
    await service.backoffice.call('PATCH', `/users/${application.userId}`, { role: 'viewer' });
    expect((await new Follower(service, application, { quizId: quiz.id }).readAll()).map(idOf)).toEqual([attemptId]);
  });

  it('returns attempts of a range of time', async () => {
    const [first, last] = [await take(player), await take(player)];
    const [earlier] = await new Follower(service, admin, { quizId: quiz.id }).readAll();
    const at = earlier !== undefined && 'completedAt' in earlier ? earlier.completedAt : '';
    const until = new Date(Date.parse(at) + 1).toISOString();
    const read = async (range: object) =>
      (await new Follower(service, admin, { quizId: quiz.id, ...range }).readAll()).map(idOf);
    expect(await read({ since: at })).toEqual([first.attemptId, last.attemptId]);
    expect(await read({ until: at })).toEqual([]);
    expect(await read({ since: at, until })).toContain(first.attemptId);
  });

  it('returns an attempt as deleted that a regrade makes leave the filter `passed`', async () => {
    const passed = new Follower(service, admin, { quizId: quiz.id, passed: true });
    const failed = new Follower(service, admin, { quizId: quiz.id, passed: false });
    const [good, bad] = [await take(player, 2), await take(player, 0)];
    expect(await passed.readAll()).toMatchObject([{ attemptId: good.attemptId }]);
    expect(await failed.readAll()).toMatchObject([{ attemptId: bad.attemptId }]);
    await regrade(service, { quiz, question: 0, counts: [1] });
    const left = { id: good.attemptId, quizId: quiz.id, deleted: true };
    expect(await passed.readAll()).toEqual(expect.arrayContaining([left]));
    expect([...passed.known.keys()]).toEqual([]);
    expect(new Set(failed.known.keys())).toEqual(new Set([bad.attemptId]));
    await failed.readAll();
    expect(new Set(failed.known.keys())).toEqual(new Set([good.attemptId, bad.attemptId]));
  });

  it('returns at most 1,000 attempts, and with answers 100', async () => {
    const { attemptId } = await take(player, 1);
    await untilEnded(service.databaseUrl);
    const [page, withAnswers] = await Promise.all([
      readFeed(admin, { quizId: quiz.id, limit: 5_000 }),
      readFeed(admin, { quizId: quiz.id, limit: 5_000, include: 'answers' }),
    ]);
    const single = await admin.api.GET('/quizzes/{id}/attempts/{attemptId}', {
      params: { path: { id: quiz.id, attemptId } },
    });
    expect(page.attempts).toEqual([expect.not.objectContaining({ answers: expect.anything() as unknown })]);
    expect(withAnswers.attempts).toEqual([single.data]);
  });
});

describe('transactions that overlap', () => {
  /** A transaction of the test that has written an attempt like another one, at another service or program. */
  async function holdInsert(of: { attemptId: string }): Promise<Client> {
    const client = new Client({ connectionString: service.databaseUrl });
    await client.connect();
    onTestFinished(() => client.end());
    await client.query('BEGIN');
    await client.query(
      `INSERT INTO attempts (quiz_id, id, user_id, version, answers, correct_count, total_questions, basis_points, passed,
         total_time_ms, timed_out, completed_at)
       SELECT quiz_id, gen_random_uuid(), user_id, version, answers, correct_count, total_questions, basis_points, passed,
         total_time_ms, timed_out, now() FROM attempts WHERE id = $1`,
      [of.attemptId],
    );
    return client;
  }

  it.each(['COMMIT', 'ROLLBACK'])(
    'are read once the first of them ends with %s, without gaps or repetitions',
    async (end) => {
      const first = await take(player);
      const followers = [
        new Follower(service, admin, { quizId: quiz.id }),
        new Follower(service, player, { quizId: quiz.id, limit: 1 }),
      ];
      for (const follower of followers) expect(await follower.readAll()).toHaveLength(1);
      const held = await holdInsert(first);
      const later = await take({ ...player, api: apiWith(second.url, player.key) }, 1);
      for (const follower of followers) expect([await follower.read(), follower.hasMore]).toEqual([[], false]);
      await held.query(end);
      for (const follower of followers) {
        const read = await follower.readAll();
        expect(read).toHaveLength(end === 'COMMIT' ? 2 : 1);
        expect(read.at(-1)).toMatchObject({ attemptId: later.attemptId });
        expect(await follower.readAll()).toEqual([]);
      }
    },
  );
});

describe('cursors of the feed', () => {
  /** What the feed answers from a cursor on. */
  const answer = async (by: Player, cursor: string) => {
    const { data, error, response } = await by.api.GET('/attempts', { params: { query: { cursor } } });
    return [response.status, response.headers.get('x-error-code'), data?.attempts ?? error?.error];
  };

  /** The cursor after all changes. */
  const readCursor = async () => {
    const follower = new Follower(service, admin, { limit: 1_000 });
    await follower.readAll();
    return follower.cursor ?? '';
  };

  const OUTDATED = [
    400,
    'cursor_outdated',
    'cursor: is older than 30 days, or the database was restored. Start again without a cursor',
  ];

  it('are rejected if they are none', async () => {
    const [status, code] = await answer(admin, 'MjAyNi0wMS0wMQ');
    expect([status, code]).toEqual([400, 'validation_failed']);
  });

  it('are rejected after 30 days', async () => {
    await take(player);
    const nextCursor = await readCursor();
    const aged = (days: number) =>
      Buffer.from(
        Buffer.from(nextCursor, 'base64url')
          .toString()
          .replace(/(?<= )\d{10}(?= )/, (seconds) => String(Number(seconds) - days * 86_400)),
      ).toString('base64url');
    expect((await answer(admin, aged(29)))[0]).toBe(200);
    expect(await answer(admin, aged(31))).toEqual(OUTDATED);
  });

  it('are rejected by a database that lacks their last change', async () => {
    const { attemptId } = await take(player);
    const nextCursor = await readCursor();
    expect((await answer(admin, nextCursor))[0]).toBe(200);
    await voidAttempt(attemptId);
    expect((await answer(admin, nextCursor))[0]).toBe(200);
    const newer = await readCursor();
    // As a restore to the time before does it.
    await query(service.databaseUrl, 'UPDATE attempts SET change_position = change_position - 1 WHERE id = $1', [
      attemptId,
    ]);
    expect(await answer(admin, newer)).toEqual(OUTDATED);
  });

  it('are rejected by a restored database, whose changes continue after those of the other one', async () => {
    const { attemptId } = await take(player);
    const nextCursor = await readCursor();
    // The transaction ids of the other database were larger.
    const larger = 'UPDATE attempts SET change_position = change_position + 1000000 WHERE id = $1';
    await query(service.databaseUrl, larger, [attemptId]);
    await query(service.databaseUrl, `UPDATE change_positions SET database = 'the other one'`);
    const { attemptId: between } = await take(player);
    const other = Buffer.from(nextCursor, 'base64url')
      .toString()
      .replace(/^\w{32}/, '0'.repeat(32));
    expect(await answer(admin, Buffer.from(other).toString('base64url'))).toEqual(OUTDATED);
    const follower = new Follower(service, admin, { quizId: quiz.id });
    expect((await follower.readAll()).map(idOf)).toEqual([between, attemptId]);
    const { attemptId: later } = await take(player);
    expect((await follower.readAll()).map(idOf)).toEqual([later]);
  });
});
