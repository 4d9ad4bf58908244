import { CommandBus } from '@nestjs/cqrs';
import { vi } from 'vitest';
import { DeferredDeletions } from '#libs/database';
import { untilLocked } from '../../../test/support/activity.js';
import { submit, submitAccepted } from '../../../test/support/attempts.js';
import { Backoffice } from '../../../test/support/backoffice.js';
import { query, withClient } from '../../../test/support/database.js';
import {
  apiWith,
  attemptAt,
  createPlayer,
  createPlayers,
  createQuiz,
  deleteQuiz,
  type Player,
  type Quiz,
  quizBody,
} from '../../../test/support/factories.js';
import { Follower } from '../../../test/support/feed.js';
import { readGlobalBoard, readQuizBoard, recomputeBoards } from '../../../test/support/leaderboards.js';
import { findDifferences, repair, verify } from '../../../test/support/operations.js';
import { createApplication, registerPlayer } from '../../../test/support/players.js';
import { type Service, startService, startTwoServices } from '../../../test/support/service.js';
import { startAccepted } from '../../../test/support/starts.js';
import { comparable, readStatistics } from '../../../test/support/statistics.js';
import { purgeQuiz } from '../../../test/support/trash.js';
import { until } from '../../../test/support/until.js';

type Way = 'anonymise' | 'remove';

const PASSWORD = 'correct horse battery';

let service: Service;
let second: Service;
let admin: Player;

beforeAll(async () => {
  [service, second] = await startTwoServices();
  admin = await createPlayer(service, 'admin');
});

afterAll(() => service.close());

async function erase({ userId }: { userId: string }, way: Way, { backoffice } = service): Promise<[number, unknown]> {
  const response = await backoffice.request('POST', `/users/${userId}/erasure`, { way, reason: 'Asked for it' });
  const text = await response.text();
  return [response.status, text === '' ? undefined : JSON.parse(text)];
}

/** Begins the steps in the background and waits for them, except those that come later. */
const untilErased = () =>
  until('the steps are done', async () => {
    const due = 'SELECT DISTINCT subject FROM deferred_deletions WHERE created_at <= now()';
    const left = await query<{ subject: string }>(service.databaseUrl, due);
    for (const { subject } of left) await service.app.get(DeferredDeletions).hasten(subject, 60_000);
    return left.length === 0 || left;
  });

/** Lets the time pass after which users are erased once more. */
async function eraseLate(): Promise<void> {
  await query(service.databaseUrl, 'UPDATE deferred_deletions SET created_at = now()');
  await untilErased();
}

const differences = () => findDifferences(service);

/** Leaderboards are those that follow from the attempts, at both instances, and nothing differs. */
async function expectConsistent(...quizzes: Quiz[]): Promise<void> {
  const expected = await recomputeBoards(service.databaseUrl);
  for (const { url } of [service, second]) {
    const api = apiWith(url, admin.key);
    expect(await readGlobalBoard(api)).toEqual(expected.global);
    for (const { id } of quizzes)
      expect(await readQuizBoard(api, id)).toEqual(expected.quizzes.get(id) ?? { entries: [], total: 0 });
  }
  expect(await differences()).toEqual([]);
}

/** The tables that have a text anywhere. */
async function tablesWith(text: string): Promise<string[]> {
  const tables = await query<{ name: string }>(
    service.databaseUrl,
    `SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public' ORDER BY 1`,
  );
  const parts = tables.map(
    ({ name }) =>
      `SELECT '${name}' AS name WHERE EXISTS (SELECT FROM "${name}" AS stored WHERE strpos(stored::text, $1) > 0)`,
  );
  const found = await query<{ name: string }>(service.databaseUrl, parts.join(' UNION ALL '), [text]);
  return found.map(({ name }) => name);
}

const attemptsAt = async (quiz: Quiz) =>
  (
    await service.backoffice.call<{ attempts: { userId: string; displayName: string; userErased?: boolean }[] }>(
      'GET',
      `/quizzes/${quiz.id}/attempts`,
    )
  ).attempts;

/** How many attempts the list of a quiz says it has. */
const countAt = async (quiz: Quiz) => {
  const { data } = await admin.api.GET('/quizzes/{id}/attempts', { params: { path: { id: quiz.id } } });
  return data?.pagination.total;
};

describe.each<Way>(['anonymise', 'remove'])('POST /users/:id/erasure, %s', (way) => {
  it('ends keys and sessions at once, frees the email, and is audited without a name', async () => {
    const player = await createPlayer(service);
    const email = `${way}@example.com`;
    const user = { email, displayName: `Ada ${way}`, role: 'admin', password: PASSWORD };
    const { id } = await service.backoffice.call<{ id: string }>('POST', '/users', user);
    const session = await Backoffice.signIn(second.url, { email, password: PASSWORD });
    expect(await erase({ userId: id }, way)).toEqual([204, undefined]);
    expect((await session.request('GET', '/session')).status).toBe(401);
    expect((await service.backoffice.request('GET', `/users/${id}`)).status).toBe(404);
    expect((await service.backoffice.request('PATCH', `/users/${id}`, { suspended: false })).status).toBe(404);
    expect(await erase({ userId: id }, way)).toEqual([404, { error: 'User not found' }]);
    await expect(Backoffice.signIn(service.url, { email, password: PASSWORD })).rejects.toThrow('401');
    expect(await tablesWith(email)).toEqual([]);
    await service.backoffice.call('POST', '/users', user);

    expect((await player.api.GET('/me')).response.status).toBe(200);
    await erase(player, way);
    for (const { url } of [service, second])
      expect((await apiWith(url, player.key).GET('/me')).response.status).toBe(401);
    const { entries } = await service.backoffice.call<{ entries: object[] }>(
      'GET',
      `/audit?subjectId=${player.userId}&action=user.erased`,
    );
    expect(entries).toMatchObject([
      {
        subject: { kind: 'user', name: 'Deleted user' },
        erasedIds: [player.userId],
        details: { way, reason: 'Asked for it' },
      },
    ]);
    const ofKey = `/audit?affectedUserId=${player.userId}&action=key.created`;
    const { entries: ofKeys } = await service.backoffice.call<{ entries: object[] }>('GET', ofKey);
    expect(ofKeys).toMatchObject([{ erasedIds: [player.userId], details: { ownerId: player.userId } }]);
    const byErased = await service.backoffice.call<{ entries: object[] }>('GET', `/audit?actorId=${id}`);
    expect(byErased.entries).toMatchObject([{ action: 'session.began', actorName: 'Deleted user', erasedIds: [id] }]);
  });

  it('leaves no text of the user in any table', async () => {
    const application = await createApplication(service);
    const player = await registerPlayer(service, application, `learner-of-${way}`, `Learner of ${way}`);
    const [quiz, started] = [await createQuiz(admin), await createQuiz(admin, quizBody(2, { requireStart: true }))];
    await submitAccepted(player, quiz.id, { ...attemptAt(quiz, 2), reference: `homework of ${way}` });
    await startAccepted(player, started.id);
    await erase(player, way);
    await untilErased();
    expect(await tablesWith(`learner-of-${way}`)).toEqual([]);
    expect(await tablesWith(`homework of ${way}`)).toEqual([]);
    expect(await tablesWith(`Learner of ${way}`)).toEqual([]);
    const isKept = way === 'anonymise';
    const left = await tablesWith(player.userId);
    expect(left.filter((table) => ['attempts', 'attempt_counts', 'quiz_standings', 'starts'].includes(table))).toEqual(
      isKept ? ['attempt_counts', 'attempts', 'quiz_standings'] : [],
    );
    expect(await differences()).toEqual([]);
    // The application can register the same person again, who is another user.
    const again = await registerPlayer(service, application, `learner-of-${way}`);
    expect(again.userId).not.toBe(player.userId);
  });

  it('takes the user from both leaderboards at commit, with the right ranks of others', async () => {
    const quiz = await createQuiz(admin);
    const [best, next] = (await createPlayers(service, 2)) as [Player, Player];
    for (const [time, player] of [best, next].entries())
      await submitAccepted(player, quiz.id, attemptAt(quiz, 3, time + 1));
    expect((await readQuizBoard(admin.api, quiz.id)).total).toBe(2);
    await erase(best, way, second);
    const { entries, total } = await readQuizBoard(admin.api, quiz.id);
    expect([entries.map(({ rank, userId }) => [rank, userId]), total]).toEqual([[[1, next.userId]], 1]);
    await untilErased();
    await expectConsistent(quiz);
  });

  it('lets nobody read names that the audit log still has', async () => {
    const player = await createPlayer(service);
    await service.backoffice.call('PATCH', `/users/${player.userId}`, { displayName: 'Ada the erased' });
    const stored = await query<{ row: object }>(
      service.databaseUrl,
      'SELECT to_jsonb(audit_persons) AS row FROM audit_persons WHERE user_id = $1',
      [player.userId],
    );
    const key = await service.backoffice.call<{ id: string }>('POST', '/keys', {
      name: 'Key of Ada the erased',
      userId: player.userId,
    });
    await erase(player, way);
    await untilErased();
    // As if there had been too many for one transaction.
    await query(
      service.databaseUrl,
      `INSERT INTO audit_persons
         SELECT (jsonb_populate_record(NULL::audit_persons, "row")).* FROM jsonb_array_elements($1::jsonb) AS "row"
       UNION ALL SELECT id, $2, 'Ada the erased', 'Key of Ada the erased', '127.0.0.1' , NULL FROM audit_entries
         WHERE subject_id = $3`,
      [JSON.stringify(stored.map(({ row }) => row)), player.userId, key.id],
    );
    for (const filter of [`affectedUserId=${player.userId}`, `subjectId=${key.id}`]) {
      const list = await (await service.backoffice.request('GET', `/audit?${filter}`)).text();
      const file = await (await service.backoffice.request('GET', `/audit/export?${filter}`)).text();
      for (const text of [list, file]) {
        expect(text).toContain('Deleted user');
        expect(text).not.toContain('Ada the erased');
      }
    }
    await eraseLate();
    expect(await tablesWith('Ada the erased')).toEqual([]);
  });

  it('erases what requests in flight wrote', async () => {
    const quiz = await createQuiz(admin);
    const player = await createPlayer(service);
    const execute = vi.spyOn(service.app.get(CommandBus), 'execute').mockClear();
    const isRecording = () =>
      Promise.resolve(execute.mock.calls.some(([command]) => command.constructor.name === 'TryLockQuizzesShared'));
    const late = await withClient(service.databaseUrl, async (client) => {
      // The submission waits for a quiz that another transaction changes.
      await client.query('BEGIN');
      await client.query(`SELECT pg_advisory_xact_lock(hashtextextended($1, 0))`, [`quiz:${quiz.id}`]);
      const submitted = submit(player, quiz.id, attemptAt(quiz, 3), 'key-of-a-late-request');
      await until('the submission is past the guard', isRecording);
      expect((await erase(player, way, second))[0]).toBe(204);
      await untilErased();
      await client.query('ROLLBACK');
      return submitted;
    });
    expect(late.status).toBe(201);
    expect((await readQuizBoard(admin.api, quiz.id)).total).toBe(0);
    await expectConsistent(quiz);
    expect(await tablesWith('key-of-a-late-request')).toEqual(['idempotency_keys']);
    await eraseLate();
    expect(await tablesWith('key-of-a-late-request')).toEqual([]);
    expect(await countAt(quiz)).toBe(way === 'anonymise' ? 1 : 0);
    await expectConsistent(quiz);
  });
});

describe('an anonymised user', () => {
  it('is no person of later entries of the audit log, and gets no grants', async () => {
    const quiz = await createQuiz(admin);
    const player = await createPlayer(service);
    const { attemptId } = await submitAccepted(player, quiz.id, attemptAt(quiz, 1));
    await erase(player, 'anonymise');
    await untilErased();
    const reason = { reason: 'Copied' };
    await service.backoffice.call('PUT', `/quizzes/${quiz.id}/attempts/${attemptId}/void`, reason);
    expect(await tablesWith(player.userId)).not.toContain('audit_persons');
    const grant = { extraAttempts: 1, extraSeconds: 0 };
    const granted = await service.backoffice.request('PUT', `/quizzes/${quiz.id}/grants/${player.userId}`, grant);
    expect([granted.status, await granted.json()]).toEqual([404, { error: 'User not found' }]);
  });

  it('stays in lists, statistics and limits as "Deleted user"', async () => {
    const quiz = await createQuiz(admin);
    const [player, other] = (await createPlayers(service, 2)) as [Player, Player];
    await submitAccepted(player, quiz.id, attemptAt(quiz, 1));
    await submitAccepted(other, quiz.id, attemptAt(quiz, 3));
    const before = await readStatistics(service, quiz.id);
    await erase(player, 'anonymise');
    expect(comparable(await readStatistics(service, quiz.id))).toEqual(comparable(before));
    const grid = await service.backoffice.call<{ users: { displayName: string }[] }>(
      'GET',
      `/quizzes/${quiz.id}/answer-grid`,
    );
    expect(JSON.stringify(grid)).toContain('Deleted user');
    const named = (await attemptsAt(quiz)).map(({ displayName, userErased }) => [displayName, userErased]);
    expect(named).toEqual([
      [other.displayName, undefined],
      ['Deleted user', true],
    ]);
    await untilErased();
    await expectConsistent(quiz);
  });

  it('is marked as erased in attempts, open starts and grants', async () => {
    const quiz = await createQuiz(admin, quizBody(2, { maxAttempts: 3 }));
    const player = await createPlayer(service);
    await submitAccepted(player, quiz.id, attemptAt(quiz, 1));
    await startAccepted(player, quiz.id);
    const grant = { extraAttempts: 1, extraSeconds: 0 };
    await service.backoffice.call('PUT', `/quizzes/${quiz.id}/grants/${player.userId}`, grant);
    await withClient(service.databaseUrl, async (client) => {
      await client.query('BEGIN');
      // The start stays until the erasure has the lock of the quiz.
      await client.query(`SELECT pg_advisory_xact_lock(hashtextextended($1, 0))`, [`quiz:${quiz.id}`]);
      await erase(player, 'anonymise');
      for (const list of ['attempts', 'starts', 'grants']) {
        const found = await service.backoffice.call<Record<string, unknown>>('GET', `/quizzes/${quiz.id}/${list}`);
        expect(found[list]).toMatchObject([{ displayName: 'Deleted user', userErased: true }]);
      }
      await client.query('ROLLBACK');
    });
    await untilErased();
  });

  it('loses the names that clients gave attempts, under the lock of each quiz and also in the trash', async () => {
    const player = await createPlayer(service);
    const [quiz, deleted] = [await createQuiz(admin), await createQuiz(admin)];
    for (const of of [quiz, deleted])
      await submitAccepted(player, of.id, { ...attemptAt(of, 2), reference: 'name of an attempt' });
    await deleteQuiz(admin, deleted.id);
    await withClient(service.databaseUrl, async (client) => {
      await client.query('BEGIN');
      await client.query(`SELECT pg_advisory_xact_lock(hashtextextended($1, 0))`, [`quiz:${quiz.id}`]);
      await erase(player, 'anonymise');
      await until('the erasure waits for the quiz', async () => {
        const { rowCount } = await client.query(`
          SELECT FROM pg_locks AS waiting JOIN pg_locks AS held USING (locktype, database, classid, objid)
          WHERE held.locktype = 'advisory' AND held.pid = pg_backend_pid() AND NOT waiting.granted`);
        return rowCount === 1 || rowCount;
      });
      // What a regrade does. It waits for no other transaction.
      await client.query(`SET LOCAL lock_timeout = '1ms'`);
      await client.query('UPDATE attempts SET version = version WHERE quiz_id = $1', [quiz.id]);
      await client.query('COMMIT');
    });
    await untilErased();
    expect(await tablesWith('name of an attempt')).toEqual([]);
    expect(await countAt(quiz)).toBe(1);
    await expectConsistent(quiz);
  });

  it('loses the names in copies that follow the feed: each attempt comes again', async () => {
    const application = await createApplication(service);
    const player = await registerPlayer(service, application, 'learner-in-a-copy');
    const quiz = await createQuiz(admin);
    const { attemptId } = await submitAccepted(player, quiz.id, attemptAt(quiz, 1));
    await submitAccepted(player, quiz.id, attemptAt(quiz, 2));
    await submitAccepted(await createPlayer(service), quiz.id, attemptAt(quiz, 3));
    await service.backoffice.call('PUT', `/quizzes/${quiz.id}/attempts/${attemptId}/void`, { reason: 'A mistake' });
    const followers = [admin, application].map((by) => new Follower(service, by, { quizId: quiz.id }));
    for (const follower of followers) await follower.readAll();
    await erase(player, 'anonymise');
    await untilErased();
    for (const follower of followers) {
      const again = await follower.readAll();
      expect(again).toHaveLength(2);
      expect(again).toEqual(
        Array(2).fill(expect.objectContaining({ userId: player.userId, displayName: 'Deleted user' })),
      );
      expect(JSON.stringify([...follower.known.values()])).not.toContain('learner-in-a-copy');
    }
  });

  it('with more attempts than a step has comes again in steps, which wait for no transaction that changes some', async () => {
    const quiz = await createQuiz(admin, quizBody(2, { maxAttempts: 10_000 }));
    const player = await createPlayer(service);
    await query(
      service.databaseUrl,
      `INSERT INTO attempts (quiz_id, id, user_id, version, answers, correct_count, total_questions, basis_points, passed,
        total_time_ms, timed_out, completed_at)
      SELECT $1, gen_random_uuid(), $2, version, '[]', 1, 2, 5000, false, number, false, now()
      FROM quizzes, generate_series(1, 2100) AS number WHERE id = $1`,
      [quiz.id, player.userId],
    );
    await repair(service);
    const follower = new Follower(service, admin, { userId: player.userId, limit: 1_000 });
    await follower.readAll();
    await withClient(service.databaseUrl, async (client) => {
      await client.query('BEGIN');
      const held = `SELECT id FROM attempts WHERE user_id = $1 ORDER BY id LIMIT 1 FOR UPDATE`;
      const { rows } = await client.query<{ id: string }>(held, [player.userId]);
      await erase(player, 'anonymise');
      await untilErased();
      await client.query('ROLLBACK');
      const again = new Set((await follower.readAll()).map((one) => ('attemptId' in one ? one.attemptId : one.id)));
      expect([again.size, again.has(rows[0]?.id ?? '')]).toEqual([2_099, false]);
    });
    // The erasure is repeated after two minutes.
    await eraseLate();
    expect((await follower.readAll()).length).toBe(2_100);
    await expectConsistent(quiz);
  });

  it('is the author of their quizzes and versions as "Deleted user", with another ETag', async () => {
    const author = await createPlayer(service, 'admin');
    const quiz = await createQuiz(author);
    const read = () => admin.api.GET('/quizzes/{id}', { params: { path: { id: quiz.id } } });
    const before = await read();
    await erase(author, 'anonymise');
    const after = await read();
    expect(after.data?.author).toEqual({ id: author.userId, displayName: 'Deleted user', image: null });
    expect(after.response.headers.get('etag')).not.toBe(before.response.headers.get('etag'));
    const { versions } = await service.backoffice.call<{ versions: object[] }>('GET', `/quizzes/${quiz.id}/versions`);
    expect(versions).toMatchObject([{ authorName: 'Deleted user', userErased: true }]);
  });
});

describe('a removed user', () => {
  it('has left statistics, lists, counters and the feed when the request is answered', async () => {
    const quiz = await createQuiz(admin);
    const [player, other] = (await createPlayers(service, 2)) as [Player, Player];
    const { attemptId } = await submitAccepted(player, quiz.id, attemptAt(quiz, 1));
    await submitAccepted(player, quiz.id, attemptAt(quiz, 2));
    await submitAccepted(other, quiz.id, attemptAt(quiz, 3));
    await service.backoffice.call('PUT', `/quizzes/${quiz.id}/attempts/${attemptId}/void`, { reason: 'A mistake' });
    const follower = new Follower(service, admin, { quizId: quiz.id });
    await follower.readAll();
    expect(follower.known.size).toBe(3);
    await erase(player, 'remove');
    expect((await readStatistics(service, quiz.id)).attempts).toBe(1);
    expect((await attemptsAt(quiz)).map(({ userId }) => userId)).toEqual([other.userId]);
    expect(await countAt(quiz)).toBe(1);
    await follower.readAll();
    expect([...follower.known.values()].map(({ userId }) => userId)).toEqual([other.userId]);
    await expectConsistent(quiz);
  });

  it('is left out of the number of attempts that a deleted quiz has', async () => {
    const quiz = await createQuiz(admin);
    const [player, other] = (await createPlayers(service, 2)) as [Player, Player];
    for (const by of [player, player, other]) await submitAccepted(by, quiz.id, attemptAt(quiz, 1));
    await deleteQuiz(admin, quiz.id);
    await erase(player, 'remove');
    await untilErased();
    const { quizzes } = await service.backoffice.call<{ quizzes: { id: string }[] }>('GET', '/deleted-quizzes');
    expect(quizzes.find(({ id }) => id === quiz.id)).toMatchObject({ deleted: { attempts: 1 } });
  });

  it('is not waited for beyond half of the time that a request has', async () => {
    const hasty = await startService({ DATABASE_URL: service.databaseUrl, REQUEST_DEADLINE_MS: '3900' });
    const hasten = vi.spyOn(hasty.app.get(DeferredDeletions), 'hasten');
    const player = await createPlayer(service);
    await erase(player, 'remove', hasty);
    expect(hasten).toHaveBeenCalledWith(player.userId, 1_950);
    await untilErased();
    await hasty.close();
  });

  it('goes from a quiz that is deleted for good in the background, and the attempts of others go too', async () => {
    const quiz = await createQuiz(admin, quizBody(2, { maxAttempts: 10_000 }));
    const [player, other] = (await createPlayers(service, 2)) as [Player, Player];
    await query(
      service.databaseUrl,
      `INSERT INTO attempts (quiz_id, id, user_id, version, answers, correct_count, total_questions, basis_points, passed,
        total_time_ms, timed_out, completed_at)
      SELECT $1, ('019b0001-0000-7000-8000-' || lpad(number::text, 12, '0'))::uuid, CASE number WHEN 2050 THEN $2::uuid ELSE $3 END,
        version, '[]', 1, 2, 5000, false, number, false, now()
      FROM quizzes, generate_series(1, 2100) AS number WHERE id = $1`,
      [quiz.id, player.userId, other.userId],
    );
    await repair(service);
    await deleteQuiz(admin, quiz.id);
    await untilErased();
    await withClient(service.databaseUrl, async (client) => {
      await client.query('BEGIN');
      // The first step passes, and the next one waits.
      const held = `SELECT FROM attempts WHERE user_id = $1 AND id > '019b0001-0000-7000-8000-000000002000' FOR UPDATE`;
      await client.query(held, [other.userId]);
      expect(await purgeQuiz(service, quiz.id)).toBe(204);
      await untilLocked(service.databaseUrl, 'DELETE FROM attempts');
      await erase(player, 'remove');
      await client.query('ROLLBACK');
    });
    await untilErased();
    const count = 'SELECT count(*)::integer AS left FROM attempts WHERE quiz_id = $1';
    expect(await query(service.databaseUrl, count, [quiz.id])).toEqual([{ left: 0 }]);
    expect(await differences()).toEqual([]);
  });

  it.each(['administrator', 'application'])(
    'ends the feed of their external id: the %s has to begin again, without the attempts',
    async (reader) => {
      const application = await createApplication(service);
      const by = reader === 'administrator' ? admin : application;
      const player = await registerPlayer(service, application, `learner-of-${reader}`);
      const quiz = await createQuiz(admin, quizBody(2, { maxAttempts: 2 }));
      await submitAccepted(player, quiz.id, attemptAt(quiz, 1));
      const filter = { externalId: `learner-of-${reader}` };
      const follower = new Follower(service, by, filter);
      expect(await follower.readAll()).toHaveLength(1);
      const next = async () => {
        const query = { ...filter, cursor: follower.cursor ?? '' };
        const { response } = await by.api.GET('/attempts', { params: { query } });
        return [response.status, response.headers.get('x-error-code')];
      };
      await erase(player, 'remove');
      expect(await next()).toEqual([400, 'cursor_outdated']);
      // Another user, whose attempts would follow those of the first one.
      await registerPlayer(service, application, filter.externalId);
      expect(await next()).toEqual([400, 'cursor_outdated']);
      await untilErased();
      expect(await new Follower(service, by, filter).readAll()).toEqual([]);
    },
  );

  it('with more attempts than a step has goes in steps, while others submit at two instances', async () => {
    const quizzes = await Promise.all([1, 2].map(() => createQuiz(admin, quizBody(2, { maxAttempts: 10_000 }))));
    const [player, ...others] = await createPlayers(service, 5);
    for (const { id } of quizzes) {
      await query(
        service.databaseUrl,
        `INSERT INTO attempts (quiz_id, id, user_id, version, answers, correct_count, total_questions, basis_points, passed,
          total_time_ms, timed_out, completed_at)
        SELECT $1, gen_random_uuid(), $2, version, '[]', number % 3, 2, 5000 * (number % 3), number % 3 = 2, number, false, now()
        FROM quizzes, generate_series(1, 1100) AS number WHERE id = $1`,
        [id, player?.userId],
      );
    }
    await repair(service);
    expect(await differences()).toEqual([]);
    let isErased = false;
    const submissions = others.map(async ({ key }, index) => {
      const api = apiWith([service, second][index % 2]?.url ?? '', key);
      let accepted = 0;
      while (!isErased) {
        const quiz = quizzes[accepted % 2] as Quiz;
        await submitAccepted({ api }, quiz.id, attemptAt(quiz, accepted++ % 3, 10_000 + index));
      }
      return accepted;
    });
    await erase(player as Player, 'remove', second);
    const { entries } = await readGlobalBoard(admin.api);
    expect(entries.some(({ userId }) => userId === player?.userId)).toBe(false);
    await untilErased();
    isErased = true;
    const accepted = (await Promise.all(submissions)).reduce((total, count) => total + count, 0);
    expect((await Promise.all(quizzes.map(countAt))).reduce<number>((total, count = 0) => total + count, 0)).toBe(
      accepted,
    );
    expect(await query(service.databaseUrl, 'SELECT FROM attempts WHERE user_id = $1', [player?.userId])).toEqual([]);
    await expectConsistent(...quizzes);
  });
});

describe('GET /users/:id/erasure', () => {
  it('counts what each way deletes', async () => {
    const player = await createPlayer(service, 'admin');
    const quiz = await createQuiz(player);
    await submitAccepted(player, quiz.id, attemptAt(quiz, 1));
    const { held } = await service.backoffice.call<{ held: object[] }>('GET', `/users/${player.userId}/erasure`);
    expect(held).toEqual([
      { title: 'API keys', rows: 1, deleted: 'always' },
      { title: 'Accounts at a provider', rows: 0, deleted: 'always' },
      { title: 'Attempts', rows: 1, deleted: 'if-removed' },
      { title: 'Open starts', rows: 0, deleted: 'always' },
      { title: 'Quizzes', rows: 1, deleted: 'never' },
      { title: 'Sessions', rows: 0, deleted: 'always' },
    ]);
    await erase(player, 'remove');
    expect((await service.backoffice.request('GET', `/users/${player.userId}/erasure`)).status).toBe(404);
  });
});

describe('a user who is being erased', () => {
  /** Sends a request while the erasure holds the locks of the user. */
  async function whileErased(user: Player, send: () => Promise<Response>): Promise<[number, unknown]> {
    return withClient(service.databaseUrl, async (client) => {
      await client.query('BEGIN');
      await client.query('LOCK TABLE erased_users IN SHARE MODE');
      const waiting = (count: number) =>
        until(`${count} wait`, async () => {
          const { rowCount } = await client.query('SELECT FROM pg_locks WHERE NOT granted');
          return Number(rowCount) >= count || rowCount;
        });
      const erased = erase(user, 'remove');
      await waiting(1);
      const sent = send();
      await waiting(2);
      await client.query('COMMIT');
      expect((await erased)[0]).toBe(204);
      const response = await sent;
      return [response.status, await response.json()];
    });
  }

  it('gets no key', async () => {
    const user = await createPlayer(service);
    const body = { name: 'Late', userId: user.userId };
    expect(await whileErased(user, () => second.backoffice.request('POST', '/keys', body))).toEqual([
      400,
      { error: 'userId: no such user' },
    ]);
  });

  it('gets no key together with others', async () => {
    const user = await createPlayer(service);
    const body = { name: 'Late', users: [{ id: admin.userId }, { id: user.userId }] };
    expect(await whileErased(user, () => second.backoffice.request('POST', '/users/keys', body))).toEqual([
      400,
      { error: `users[1].id: no such user: ${user.userId}` },
    ]);
  });

  it('gets no other key in place of one', async () => {
    const user = await createPlayer(service);
    const path = `/keys/${user.keyId}/rotation`;
    expect(await whileErased(user, () => second.backoffice.request('POST', path, {}))).toEqual([
      404,
      { error: 'API key not found' },
    ]);
  });

  it('registers no players', async () => {
    const application = await createApplication(service);
    const register = () =>
      fetch(`${second.url}/api/players/late`, {
        method: 'PUT',
        headers: { 'x-api-key': application.key, 'content-type': 'application/json' },
        body: JSON.stringify({ displayName: 'Late' }),
      });
    expect(await whileErased(application, register)).toEqual([401, { error: 'Invalid API key' }]);
  });
});

describe('users who cannot be erased', () => {
  it('are applications that have players', async () => {
    const application = await createApplication(service);
    const player = await registerPlayer(service, application, 'of-an-application');
    expect(await erase(application, 'remove')).toEqual([
      409,
      { error: 'The application has players: erase them first' },
    ]);
    await erase(player, 'remove');
    expect(await erase(application, 'remove')).toEqual([204, undefined]);
  });

  it('are the last administrators: of two who erase each other, one remains', async () => {
    const created = [1, 2].map(async (number) => {
      const email = `last${number}@example.com`;
      const user = { email, displayName: 'Last', role: 'admin', password: PASSWORD };
      await service.backoffice.call('POST', '/users', user);
      return Backoffice.signIn([service, second][number - 1]?.url ?? '', { email, password: PASSWORD });
    });
    const [one, two] = (await Promise.all(created)) as [Backoffice, Backoffice];
    const others = `UPDATE users SET role = 'player' WHERE role = 'admin' AND id <> ALL ($1) RETURNING id`;
    const former = await query<{ id: string }>(service.databaseUrl, others, [[one.userId, two.userId]]);
    const results = await Promise.all([
      erase(two, 'remove', { ...service, backoffice: one }),
      erase(one, 'remove', { ...second, backoffice: two }),
    ]);
    expect(results.map(([status]) => status).filter((status) => status === 204)).toHaveLength(1);
    const left = await query<{ id: string }>(service.databaseUrl, `SELECT id FROM users WHERE role = 'admin'`);
    expect(left).toHaveLength(1);
    const last = left[0]?.id === one.userId ? one : two;
    expect(await erase(last, 'remove', { ...service, backoffice: last })).toEqual([
      409,
      { error: 'The last administrator cannot be removed' },
    ]);
    await query(service.databaseUrl, `UPDATE users SET role = 'admin' WHERE id = ANY ($1)`, [
      former.map(({ id }) => id),
    ]);
  });
});

it.each([
  ['attempt_counts', '(quiz_id, user_id, count) SELECT gen_random_uuid(), gen_random_uuid(), 0'],
  [
    'starts',
    `(quiz_id, user_id, id, version, questions) SELECT gen_random_uuid(), gen_random_uuid(), gen_random_uuid(), 1, '[]'`,
  ],
])('finds the rows of a user in %s among any number of others', async (table, row) => {
  const plan = await withClient(service.databaseUrl, async (client) => {
    await client.query('BEGIN');
    await client.query(`INSERT INTO ${table} ${row} FROM generate_series(1, 5000)`);
    await client.query(`ANALYZE ${table}`);
    const explain = `EXPLAIN (FORMAT JSON) SELECT quiz_id FROM ${table} WHERE user_id = '${admin.userId}'`;
    const { rows } = await client.query(explain);
    await client.query('ROLLBACK');
    return JSON.stringify(rows);
  });
  expect(plan).toContain(`${table}_of_user`);
});

it('npm run verify finds what is left of erased users, and deletes it', async () => {
  const [removed, anonymised] = (await createPlayers(service, 2)) as [Player, Player];
  await erase(removed, 'remove');
  await erase(anonymised, 'anonymise');
  await eraseLate();
  await Promise.all(
    [removed, anonymised].map(({ userId }) =>
      query(
        service.databaseUrl,
        `WITH session AS (
          INSERT INTO sessions (token_hash, user_id, method, address, last_used_at, confirmed_at, expires_at)
          VALUES (sha256($1::text::bytea), $1::uuid, 'password', '', now(), now(), now() + interval '1 day')
        )
        INSERT INTO attempt_counts (quiz_id, user_id, count, extra_attempts) VALUES (gen_random_uuid(), $1::uuid, 0, 1)`,
        [userId],
      ),
    ),
  );
  const found = [
    ['attempt_counts', removed],
    ['sessions', anonymised],
    ['sessions', removed],
  ] as const;
  const lines = found.map(
    ([table, { userId }]) => `data of erased users: ${table} of user ${userId}: expected 0 rows; found 1 rows`,
  );
  expect((await verify(service.databaseUrl)).differences).toEqual(expect.arrayContaining(lines));
  await repair(service);
  await untilErased();
  expect(await differences()).toEqual([]);
});
