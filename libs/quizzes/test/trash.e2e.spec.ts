// Deleted quizzes that are restored, or deleted for good: at two instances.
import { CommandBus } from '@nestjs/cqrs';
import { vi } from 'vitest';
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
  type Quiz,
  quizBody,
  updateQuiz,
} from '../../../test/support/factories.js';
import { Follower } from '../../../test/support/feed.js';
import { readGlobalBoard, readQuizBoard, recomputeBoards } from '../../../test/support/leaderboards.js';
import { findDifferences, repair } from '../../../test/support/operations.js';
import { applyPending, listRegrades, regrade, untilRegraded } from '../../../test/support/regrades.js';
import { type Service, startTwoServices } from '../../../test/support/service.js';
import { attemptsOf, passTime, recordEnded, save, startAccepted } from '../../../test/support/starts.js';
import { comparable, readStatistics } from '../../../test/support/statistics.js';
import { purgeQuiz, restoreQuiz } from '../../../test/support/trash.js';
import { until } from '../../../test/support/until.js';

interface Trash {
  quizzes: { id: string; title: string; deletedAt: string; deletedByName: string | null; deleted: object }[];
  pagination: { total: number };
}

let service: Service;
let second: Service;
let admin: Player;
let players: Player[];

beforeAll(async () => {
  [service, second] = await startTwoServices();
  admin = await createPlayer(service, 'admin');
  players = await Promise.all(Array.from({ length: 4 }, () => createPlayer(service)));
});

afterAll(() => service.close());

const readTrash = () => service.backoffice.call<Trash>('GET', '/deleted-quizzes');
const suspend = ({ userId }: Player, suspended: boolean) =>
  service.backoffice.call('PATCH', `/users/${userId}`, { suspended });
const purgeExpired = ({ app }: Service) => app.get(Background).run('Deleting quizzes for good');
const actionsOf = async ({ id }: Quiz): Promise<unknown[]> => {
  const rows = await query<{ action: string; actor: string | null }>(
    service.databaseUrl,
    'SELECT action, actor_id AS actor FROM audit_entries WHERE subject_id = $1 ORDER BY at, id',
    [id],
  );
  return rows.map(({ action, actor }) => [action, actor]);
};

const purgeDetailsOf = async ({ id }: Quiz): Promise<unknown[]> => {
  const entries = `SELECT details FROM audit_entries WHERE subject_id = $1 AND action = 'quiz.purged'`;
  return (await query<{ details: unknown }>(service.databaseUrl, entries, [id])).map(({ details }) => details);
};

/** Attempts at a quiz: one to three of each player. */
async function createPlayed(title = 'Played'): Promise<Quiz> {
  const quiz = await createQuiz(admin, quizBody(3, { title, maxAttempts: 3 }));
  for (const [index, player] of players.entries()) {
    for (let attempt = 0; attempt <= index % 3; attempt++)
      await submitAccepted(player, quiz.id, attemptAt(quiz, (index + attempt) % 4, 1_000 + index));
  }
  return quiz;
}

async function expectRightBoards(...quizzes: Quiz[]): Promise<void> {
  const { quizzes: boards, global } = await recomputeBoards(service.databaseUrl);
  for (const { url } of [service, second]) {
    const api = apiWith(url, admin.key);
    expect(await readGlobalBoard(api)).toEqual(global);
    for (const { id } of quizzes) expect(await readQuizBoard(api, id)).toEqual(boards.get(id));
  }
  expect(await findDifferences(service)).toEqual([]);
}

const rowsOf = async ({ id }: Quiz): Promise<unknown[]> =>
  query(
    service.databaseUrl,
    ['attempts', 'attempt_counts', 'starts', 'regrades', 'quiz_versions', 'deleted_quiz_versions', 'quiz_standings']
      .map((table) => `SELECT '${table}' AS "table" FROM ${table} WHERE quiz_id = $1`)
      .concat(`SELECT 'deleted_quizzes' FROM deleted_quizzes WHERE id = $1`)
      .join(' UNION '),
    [id],
  );

describe('a deleted quiz', () => {
  it('is restored with its versions, attempts, leaderboards and statistics, at each instance with the response', async () => {
    const quiz = await createPlayed('Lakes');
    const kept = await createPlayed('Kept');
    const before = await updateQuiz(admin, quiz.id, {
      ...quizBody(4, { title: 'Lakes', maxAttempts: 3 }),
      tags: ['Maps'],
    });
    const voided = await submitAccepted(players[0] as Player, quiz.id, attemptAt(before, 4));
    await service.backoffice.call('PUT', `/quizzes/${quiz.id}/attempts/${voided.attemptId}/void`, {
      reason: 'A mistake',
    });
    const boards = [await readQuizBoard(admin.api, quiz.id), await readGlobalBoard(admin.api)];
    const statistics = comparable(await readStatistics(service, quiz.id));
    const list = async () =>
      (await admin.api.GET('/quizzes/{id}/attempts', { params: { path: { id: quiz.id } } })).data;
    const attempts = await list();

    await deleteQuiz(admin, quiz.id);
    expect((await readTrash()).quizzes[0]).toMatchObject({ id: quiz.id, title: 'Lakes', deleted: { attempts: 8 } });
    const { attempts: ofUser } = await service.backoffice.call<{ attempts: { quizId: string }[] }>(
      'GET',
      `/users/${players[0]?.userId}/attempts`,
    );
    expect(ofUser.map(({ quizId }) => quizId)).toEqual([kept.id]);
    await expectRightBoards(kept);
    await repair(service);
    expect((await service.backoffice.request('GET', `/quizzes/${quiz.id}`)).status).toBe(404);

    expect(await restoreQuiz(second, quiz.id)).toBe(200);
    const { data: after } = await admin.api.GET('/quizzes/{id}', { params: { path: { id: quiz.id } } });
    expect(after).toEqual({ ...before, updatedAt: expect.any(String) as unknown });
    expect(Date.parse(after?.updatedAt ?? '')).toBeGreaterThan(Date.parse(before.updatedAt));
    expect([await readQuizBoard(admin.api, quiz.id), await readGlobalBoard(admin.api)]).toEqual(boards);
    expect(comparable(await readStatistics(service, quiz.id))).toEqual(statistics);
    expect(await list()).toEqual(attempts);
    await expectRightBoards(quiz, kept);
    // Limits count the attempts of before.
    const last = players[2] as Player;
    expect((await submit(last, quiz.id, attemptAt(before, 1))).status).toBe(409);
    expect((await readTrash()).quizzes.map(({ id }) => id)).not.toContain(quiz.id);
    const { data: history } = await admin.api.GET('/quizzes', { params: { query: { search: 'lakes' } } });
    expect(history?.pagination.total).toBe(1);
    expect(await actionsOf(quiz)).toEqual(
      expect.arrayContaining([
        ['quiz.deleted', admin.userId],
        ['quiz.undeleted', second.backoffice.userId],
      ]),
    );
  });

  it('comes back without users who were suspended meanwhile, and with those whose suspension ended', async () => {
    const quiz = await createPlayed();
    const [first, other] = players as [Player, Player];
    await suspend(first, true);
    await deleteQuiz(admin, quiz.id);
    await suspend(first, false);
    await suspend(other, true);
    await restoreQuiz(service, quiz.id);
    await expectRightBoards(quiz);
    await suspend(other, false);
    await expectRightBoards(quiz);
  });

  it('is deleted and returned again by the feed, once each to all who follow it', async () => {
    const quiz = await createPlayed();
    const followers = [admin, players[1] as Player].map(
      (by) => new Follower(service, by, { quizId: quiz.id, limit: 3 }),
    );
    const counts = [7, 2];
    for (const [index, follower] of followers.entries())
      expect(await follower.readAll()).toHaveLength(counts[index] ?? 0);
    await deleteQuiz(admin, quiz.id);
    for (const [index, follower] of followers.entries()) {
      const changes = await follower.readAll();
      expect(changes).toEqual(Array(counts[index]).fill(expect.objectContaining({ quizId: quiz.id, deleted: true })));
      expect(follower.known.size).toBe(0);
    }
    await restoreQuiz(service, quiz.id);
    for (const [index, follower] of followers.entries()) {
      expect(await follower.readAll()).toHaveLength(counts[index] ?? 0);
      expect(follower.known.size).toBe(counts[index]);
    }
    const fromTheBeginning = await new Follower(service, admin, { quizId: quiz.id }).readAll();
    expect(fromTheBeginning.filter((change) => 'deleted' in change)).toEqual([]);
    expect(fromTheBeginning).toHaveLength(7);
  });

  it('continues a regrade that was pending, and its open starts', async () => {
    const quiz = await createPlayed();
    const timed = await createQuiz(admin, quizBody(2, { timeLimitSeconds: 600 }));
    const player = players[0] as Player;
    const started = await startAccepted(player, timed.id);
    const answer = { questionId: timed.questions[0]?.id ?? '', answerId: timed.questions[0]?.answers[0]?.id ?? '' };
    await save(player, started, [answer]);
    await regrade(service, { quiz, question: 0, counts: 'everyone' });
    await query(service.databaseUrl, 'UPDATE regrades SET pending = true, reached_user_id = NULL WHERE quiz_id = $1', [
      quiz.id,
    ]);
    for (const { id } of [quiz, timed]) await deleteQuiz(admin, id);
    await passTime(service, timed.id, 640);
    await recordEnded(service);
    const execute = vi.spyOn(service.app.get(CommandBus), 'execute');
    await applyPending(service);
    expect(execute).not.toHaveBeenCalledWith(expect.objectContaining({ quizId: quiz.id }));
    for (const { id } of [quiz, timed]) await restoreQuiz(service, id);
    await untilRegraded(service.databaseUrl);
    expect((await listRegrades(service, quiz.id)).regrades).toMatchObject([{ isPending: false }]);
    await recordEnded(service);
    expect(await attemptsOf(player, timed.id)).toMatchObject([{ attemptId: started.id, timedOut: true }]);
    await expectRightBoards(quiz, timed);
  });

  it('is restored once, if two administrators restore it at once and others submit elsewhere', async () => {
    const [quiz, other] = [await createPlayed(), await createQuiz(admin, quizBody(3, { maxAttempts: 100 }))];
    for (let round = 0; round < 2; round++) {
      await deleteQuiz(admin, quiz.id);
      const submissions = players.flatMap((player) => [1, 2].map((n) => submit(player, other.id, attemptAt(other, n))));
      const [statuses, answers] = await Promise.all([
        Promise.all([service, second].map((one) => restoreQuiz(one, quiz.id))),
        Promise.all(submissions),
      ]);
      expect([...statuses, ...answers.map(({ status }) => status)]).toEqual([200, 200, ...submissions.map(() => 201)]);
    }
    expect((await actionsOf(quiz)).filter((entry) => String(entry).startsWith('quiz.undeleted'))).toHaveLength(2);
    await expectRightBoards(quiz, other);
  });

  it('can be deleted for good, with all its rows, once', async () => {
    const quiz = await createPlayed();
    await deleteQuiz(admin, quiz.id);
    const follower = new Follower(service, admin, { quizId: quiz.id });
    const gone = Array(7).fill(expect.objectContaining({ deleted: true })) as unknown[];
    expect(await follower.readAll()).toEqual(gone);
    const statuses = await Promise.all([service, second].map((one) => purgeQuiz(one, quiz.id)));
    expect(statuses.toSorted()).toEqual([204, 404]);
    expect(await rowsOf(quiz)).toEqual([]);
    expect(await purgeDetailsOf(quiz)).toEqual([{ attempts: 7 }]);
    expect([await restoreQuiz(service, quiz.id), await purgeQuiz(service, quiz.id)]).toEqual([404, 404]);
    expect(await new Follower(service, admin, { quizId: quiz.id }).readAll()).toEqual(gone);
    await expectRightBoards();
  });

  it.each(['attempts', 'attempt_counts'])('is deleted for good with %s that change meanwhile', async (table) => {
    const quiz = await createPlayed('Changed');
    await deleteQuiz(admin, quiz.id);
    const status = await withClient(service.databaseUrl, async (client) => {
      await client.query('BEGIN');
      await client.query(`UPDATE ${table} SET user_id = user_id WHERE quiz_id = $1`, [quiz.id]);
      const purged = purgeQuiz(service, quiz.id);
      await until('the deletion waits for the rows', async () => {
        const { rowCount } = await client.query(`
          SELECT FROM pg_locks AS waiting JOIN pg_locks AS held USING (locktype, transactionid)
          WHERE held.pid = pg_backend_pid() AND NOT waiting.granted`);
        return rowCount === 1 || rowCount;
      });
      await client.query('COMMIT');
      return purged;
    });
    expect(status).toBe(204);
    expect(await rowsOf(quiz)).toEqual([]);
  });

  it('is deleted for good after 30 days, by one instance', async () => {
    const [old, recent] = [await createPlayed('Old'), await createPlayed('Recent')];
    for (const { id } of [old, recent]) await deleteQuiz(admin, id);
    const age = (quiz: Quiz, days: number) =>
      query(
        service.databaseUrl,
        `UPDATE deleted_quizzes SET deleted_at = now() - $2 * interval '1 day' WHERE id = $1`,
        [quiz.id, days],
      );
    await age(old, 30.01);
    await age(recent, 29.99);
    await Promise.all([service, second].map(purgeExpired));
    expect(await rowsOf(old)).toEqual([]);
    expect((await actionsOf(old)).filter((entry) => String(entry).startsWith('quiz.purged'))).toEqual([
      ['quiz.purged', null],
    ]);
    expect(await purgeDetailsOf(old)).toEqual([{ attempts: 7 }]);
    expect(await restoreQuiz(service, recent.id)).toBe(200);
    await expectRightBoards(recent);
  });

  it('is not found by other ids, nor if it exists', async () => {
    const quiz = await createQuiz(admin);
    for (const id of ['019b76da-a800-7000-8000-000000000001', 'x']) {
      expect([await restoreQuiz(service, id), await purgeQuiz(service, id)]).toEqual([404, 404]);
    }
    expect([await restoreQuiz(service, quiz.id), await purgeQuiz(service, quiz.id)]).toEqual([200, 404]);
    expect((await admin.api.GET('/quizzes/{id}', { params: { path: { id: quiz.id } } })).response.status).toBe(200);
  });
});
