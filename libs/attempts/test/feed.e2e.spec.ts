import { Client } from 'pg';
import { NIL } from 'uuid';
import { onTestFinished, vi } from 'vitest';
import { Background, Database } from '#libs/database';
import { submitAccepted } from '../../../test/support/attempts.js';
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
} from '../../../test/support/factories.js';
import { type Change, type FeedQuery, Follower, readFeed, untilEnded } from '../../../test/support/feed.js';
import { readMetrics } from '../../../test/support/metrics.js';
import { createApplication, registerPlayer } from '../../../test/support/players.js';
import { regrade, undoRegrade } from '../../../test/support/regrades.js';
import { type Service, startTwoServices } from '../../../test/support/service.js';
import { until } from '../../../test/support/until.js';
import { purgeQuiz } from '../../../test/support/trash.js';

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

  it('returns the attempts of a quiz as deleted to those who read nothing between its deletion and its end', async () => {
    const followers = await Promise.all([admin, player].map(followQuiz));
    const { attemptId } = await take(player);
    for (const follower of followers) await follower.readAll();
    await deleteQuiz(admin, quiz.id);
    await purgeQuiz(service, quiz.id);
    const deleted = [{ id: attemptId, quizId: quiz.id, deleted: true }];
    expect(await Promise.all(followers.map((follower) => follower.readAll()))).toEqual([deleted, deleted]);
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
    await copies({ attemptId }, quiz.id, other.userId, 1_000);
    await untilEnded(service.databaseUrl);
    const [page, withAnswers] = await Promise.all([
      readFeed(admin, { quizId: quiz.id, limit: 5_000 }),
      readFeed(admin, { quizId: quiz.id, limit: 5_000, include: 'answers' }),
    ]);
    const single = await admin.api.GET('/quizzes/{id}/attempts/{attemptId}', {
      params: { path: { id: quiz.id, attemptId } },
    });
    expect([page, withAnswers].map(({ attempts, hasMore }) => [attempts.length, hasMore])).toEqual([
      [1_000, true],
      [100, true],
    ]);
    expect(page.attempts[0]).not.toHaveProperty('answers');
    expect(withAnswers.attempts[0]).toEqual(single.data);
  });

  it('rejects limit=0, with the numbers that are returned', async () => {
    const { response, error } = await admin.api.GET('/attempts', { params: { query: { limit: 0 } } });
    expect([response.status, error?.error]).toEqual([
      400,
      expect.stringMatching(/^limit: .+at most 1000 are returned, with answers 100/),
    ]);
  });
});

/** Attempts of a user like another one, which the database makes. Their ids come after those of the service. */
const copies = (of: { attemptId: string }, quizId: string, userId: string, count: number) =>
  query(
    service.databaseUrl,
    `INSERT INTO attempts (quiz_id, id, user_id, version, answers, correct_count, total_questions, basis_points, passed,
       total_time_ms, timed_out, completed_at)
     SELECT $2, ('ffffffff' || substr(gen_random_uuid()::text, 9))::uuid, $3, version, answers, correct_count, total_questions,
       basis_points, passed, total_time_ms, timed_out, now()
     FROM attempts CROSS JOIN generate_series(1, $4) WHERE id = $1`,
    [of.attemptId, quizId, userId, count],
  );

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

describe('transactions that overlap', () => {
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

  it('are measured while they hold up the feed', async () => {
    const held = await holdInsert(await take(player));
    const stalled = async () => {
      await service.app.get(Background).run('Continuing the positions of changes');
      return (await readMetrics(service.url)).get('quiz_feed_stalled_seconds') ?? -1;
    };
    await until('the delay grows', async () => (await stalled()) > 0);
    await held.query('ROLLBACK');
    await until('the delay ends', async () => (await stalled()) === 0);
  });
});

it('attempts of a deleted quiz get new positions in the background, also one that another transaction holds and leaves as it is', async () => {
  await query(
    service.databaseUrl,
    `INSERT INTO attempts (quiz_id, id, user_id, version, answers, correct_count, total_questions, basis_points, passed,
      total_time_ms, timed_out, completed_at)
    SELECT $1, ('019b0001-0000-7000-8000-' || lpad(number::text, 12, '0'))::uuid, $2, version, '[]', 1, 2, 5000, false, number, false, now()
    FROM quizzes, generate_series(1, 4500) AS number WHERE id = $1`,
    [quiz.id, player.userId],
  );
  const follower = new Follower(service, admin, { quizId: quiz.id, limit: 1_000 });
  await follower.readAll();
  await withClient(service.databaseUrl, async (client) => {
    await client.query('BEGIN');
    const held = '019b0001-0000-7000-8000-000000004200';
    await client.query('SELECT FROM attempts WHERE quiz_id = $1 AND id = $2 FOR UPDATE', [quiz.id, held]);
    await deleteQuiz(admin, quiz.id);
    await until('the third step waits for a second, where the second one has ended', async () => {
      const rows = await query(
        service.databaseUrl,
        `SELECT FROM deferred_deletions WHERE subject = $1 AND created_at > now() AND reached = '019b0001-0000-7000-8000-000000004000'`,
        [quiz.id],
      );
      return rows.length === 1;
    });
    await client.query('ROLLBACK');
  });
  await until('all steps are done', async () => {
    const left = await query(service.databaseUrl, 'SELECT FROM deferred_deletions WHERE subject = $1', [quiz.id]);
    return left.length === 0;
  });
  await follower.readAll();
  expect(follower.known.size).toBe(0);
});

describe('cursors of the feed', () => {
  /** What the feed answers from a cursor on. */
  const answer = async (by: Player, cursor?: string, filter: FeedQuery = {}) => {
    const { data, error, response } = await by.api.GET('/attempts', { params: { query: { ...filter, cursor } } });
    return [response.status, response.headers.get('x-error-code'), data?.attempts ?? error?.error];
  };

  /** The cursor after all changes. */
  const readCursor = async (filter: FeedQuery = {}, by = admin) => {
    const follower = new Follower(service, by, { limit: 1_000, ...filter });
    await follower.readAll();
    return follower.cursor ?? '';
  };

  const OUTDATED = [
    400,
    'cursor_outdated',
    'cursor: is older than 30 days, belongs to other filters or rights, or the database was restored. Start again without a cursor',
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

  it('see deletions of the last 30 days', async () => {
    const { attemptId } = await take(player);
    const follower = await followQuiz(admin);
    await deleteQuiz(admin, quiz.id);
    await purgeQuiz(service, quiz.id);
    await query(
      service.databaseUrl,
      `UPDATE deleted_attempts SET deleted_at = now() - interval '30 days' WHERE id = $1`,
      [attemptId],
    );
    await service.app.get(Background).run('Deleting expired rows of deleted_attempts');
    expect((await follower.readAll()).map(idOf)).toEqual([attemptId]);
  });

  it('work after the deletion that they have seen last is forgotten', async () => {
    await take(player);
    await deleteQuiz(admin, quiz.id);
    await purgeQuiz(service, quiz.id);
    const nextCursor = await readCursor();
    await query(service.databaseUrl, `UPDATE deleted_attempts SET deleted_at = now() - interval '32 days'`);
    await service.app.get(Background).run('Deleting expired rows of deleted_attempts');
    expect(await query(service.databaseUrl, 'SELECT FROM deleted_attempts')).toEqual([]);
    expect(await answer(admin, nextCursor)).toEqual([200, null, []]);
  });

  it('continue with the same filters only, at any size and with or without answers', async () => {
    await take(player);
    const [all, ofQuiz] = [await readCursor(), await readCursor({ quizId: quiz.id, passed: true })];
    expect((await answer(admin, all, { limit: 1, include: 'answers' }))[0]).toBe(200);
    expect((await answer(admin, ofQuiz, { quizId: quiz.id, passed: true }))[0]).toBe(200);
    const others: FeedQuery[] = [
      ...[{}, { quizId: quiz.id }, { quizId: quiz.id, passed: false }, { quizId: player.userId, passed: true }],
      ...[{ since: '2026-01-01T00:00:00Z' }, { until: '2026-01-01T00:00:00Z' }],
      ...[{ userId: player.userId }, { externalId: 'ada' }],
    ];
    for (const filter of others) expect(await answer(admin, ofQuiz, filter)).toEqual(OUTDATED);
  });

  it('continue with the same rights only', async () => {
    const user = await createPlayer(service);
    const own = await readCursor({}, user);
    expect(await answer(player, own)).toEqual(OUTDATED);
    await take(player);
    await service.backoffice.call('PATCH', `/users/${user.userId}`, { role: 'admin' });
    expect(await answer(user, own)).toEqual(OUTDATED);
    const all = await readCursor({}, user);
    await service.backoffice.call('PATCH', `/users/${user.userId}`, { role: 'viewer' });
    expect(await answer(user, all)).toEqual(OUTDATED);
    expect((await answer(user, own))[0]).toBe(200);
  });

  it('are rejected by a restored database that lacks what was read', async () => {
    const { attemptId } = await take(player);
    const before = await readCursor();
    const horizons = await query<{ horizon: string }>(service.databaseUrl, 'SELECT horizon FROM change_horizons');
    await voidAttempt(attemptId);
    const after = await readCursor();
    // The cursors are of another start of the server, which the database knows as it was at the time of the backup.
    const [start, former] = [/^\w{32}/, '0'.repeat(32)];
    await query(service.databaseUrl, 'UPDATE change_horizons SET server = $1, horizon = $2', [
      former,
      horizons[0]?.horizon,
    ]);
    const ofFormer = (cursor: string) =>
      Buffer.from(Buffer.from(cursor, 'base64url').toString().replace(start, former)).toString('base64url');
    expect(await answer(admin, ofFormer(before))).toMatchObject([200, null, [{ attemptId }]]);
    expect(await answer(admin, ofFormer(after))).toEqual(OUTDATED);
  });

  describe('in a database that was restored in another PostgreSQL cluster', () => {
    const CONTINUING = 'Continuing the positions of changes';

    const restoreElsewhere = () => query(service.databaseUrl, `UPDATE change_positions SET cluster = 'the other one'`);

    /** @returns the first response after the positions continue. The tasks of the services may be about it at the same time */
    async function firstAnswer(cursor?: string) {
      let first: Awaited<ReturnType<typeof answer>> = [];
      await until('the positions continue', async () => {
        await service.app.get(Background).run(CONTINUING);
        first = await answer(admin, cursor);
        return first[0] !== 503;
      });
      return first;
    }

    it('are rejected, and its changes continue after those of the other one', async () => {
      const { attemptId } = await take(player);
      const nextCursor = await readCursor();
      // The transaction ids of the other cluster were larger.
      const larger = 'UPDATE attempts SET change_position = change_position + 1000000 WHERE id = $1';
      await query(service.databaseUrl, larger, [attemptId]);
      // The task waits for it.
      const held = await holdInsert({ attemptId });
      await restoreElsewhere();
      const { attemptId: between } = await take(player);
      expect((await answer(admin, nextCursor))[0]).toBe(503);
      await held.query('ROLLBACK');
      expect(await firstAnswer(nextCursor)).toEqual(OUTDATED);
      const follower = new Follower(service, admin, { quizId: quiz.id });
      expect((await follower.readAll()).map(idOf)).toEqual([between, attemptId]);
      const { attemptId: later } = await take(player);
      expect((await follower.readAll()).map(idOf)).toEqual([later]);
    });

    it('wait for transactions that write attempts, without holding up submissions', async () => {
      const held = await holdInsert(await take(player));
      await restoreElsewhere();
      const running = service.app.get(Background).run(CONTINUING);
      await Promise.all([running, take(player)]);
      const { error } = await admin.api.GET('/attempts');
      expect(error?.error).toBe('Service temporarily unavailable');
      await held.query('ROLLBACK');
      expect((await firstAnswer())[0]).toBe(200);
      expect((await readFeed(admin, {})).attempts.length).toBeGreaterThan(0);
    });
  });
});

describe('what GET /attempts reads', () => {
  /** Rows of attempts that the database returns from now on. */
  function observe() {
    const rows: { attemptId?: string | null; answers: unknown[] }[] = [];
    const database = service.app.get(Database);
    const read = database.query.bind(database);
    vi.spyOn(database, 'query').mockImplementation(async (statement, values) => {
      const found = await read<(typeof rows)[number]>(statement, values);
      rows.push(...found.filter(({ attemptId }) => typeof attemptId === 'string'));
      return found;
    });
    return rows;
  }

  it('is no answers unless they are included', async () => {
    const { attemptId } = await take(player);
    await untilEnded(service.databaseUrl);
    const rows = observe();
    const path = { path: { id: quiz.id } };
    await readFeed(admin, { quizId: quiz.id });
    await admin.api.GET('/quizzes/{id}/attempts', { params: path });
    await service.backoffice.call('GET', `/quizzes/${quiz.id}/attempts`);
    expect(rows).toMatchObject(Array.from({ length: 3 }, () => ({ attemptId, answers: [] })));
    rows.length = 0;
    await readFeed(admin, { quizId: quiz.id, include: 'answers' });
    await admin.api.GET('/quizzes/{id}/attempts', { params: { ...path, query: { include: 'answers' } } });
    expect(rows.map(({ answers }) => answers.length)).toEqual([2, 2]);
  });

  it('is 10,000 changes at most, and the response says that there are more', async () => {
    const [first, another] = [await take(player), await createQuiz(admin)];
    await copies(first, another.id, other.userId, 20_500);
    const { attemptId } = await take(player);
    const follower = new Follower(service, admin, { quizId: quiz.id, limit: 1 });
    const pages: [string[], boolean][] = [];
    await untilEnded(service.databaseUrl);
    do pages.push([(await follower.read()).map(idOf), follower.hasMore]);
    while (follower.hasMore);
    // Attempts of other tests come first.
    const from = pages.findIndex(([ids]) => ids.length > 0);
    expect(pages.slice(from).filter(([, hasMore]) => !hasMore)).toHaveLength(1);
    expect(pages.slice(from).flatMap(([ids]) => ids)).toEqual([first.attemptId, attemptId]);
    expect(pages.slice(from + 1).filter(([ids]) => ids.length === 0).length).toBeGreaterThanOrEqual(2);
  });

  it('is all attempts of a user at once, or a part of the changes if there are too many of them', async () => {
    const [few, many] = [await createPlayer(service), await createPlayer(service)];
    const first = await take(player);
    await copies(first, quiz.id, player.userId, 10_500);
    await copies(first, quiz.id, many.userId, 10_100);
    const { attemptId } = await take(few);
    await untilEnded(service.databaseUrl);
    for (const [by, filter] of [[few, {}] as const, [admin, { userId: few.userId }] as const]) {
      const page = await readFeed(by, filter);
      expect([page.attempts.map(idOf), page.hasMore]).toEqual([[attemptId], false]);
    }
    for (const [by, filter] of [[many, {}] as const, [admin, { userId: many.userId }] as const]) {
      const page = await readFeed(by, filter);
      expect([page.attempts, page.hasMore]).toEqual([[], true]);
    }
    const follower = new Follower(service, many, { limit: 1_000 });
    expect(new Set((await follower.readAll()).map(idOf)).size).toBe(10_100);
  });

  it('is nothing, at once, if a user asks for another one who has that many', async () => {
    const first = await take(player);
    const many = await createPlayer(service);
    await copies(first, quiz.id, many.userId, 10_100);
    await untilEnded(service.databaseUrl);
    const application = await createApplication(service);
    for (const by of [player, application]) {
      const { attempts, hasMore, nextCursor } = await readFeed(by, { userId: many.userId });
      expect([attempts, hasMore]).toEqual([[], false]);
      // It begins before all changes, and has no id.
      expect(Buffer.from(nextCursor, 'base64url').toString()).toContain(` -1 ${NIL} `);
    }
  });
});
