import { randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { submit, submitAccepted } from '../../../test/support/attempts.js';
import { query } from '../../../test/support/database.js';
import {
  apiWith,
  attemptAt,
  createPlayer,
  createQuiz,
  deleteQuiz,
  type Player,
  quizBody,
} from '../../../test/support/factories.js';
import { readGlobalBoard, readQuizBoard, recomputeBoards } from '../../../test/support/leaderboards.js';
import { findDifferences, repair } from '../../../test/support/operations.js';
import { type Service, startTwoServices } from '../../../test/support/service.js';
import { comparable, readStatistics, recount } from '../../../test/support/statistics.js';
import { until } from '../../../test/support/until.js';
import { purgeQuiz } from '../../../test/support/trash.js';

let service: Service;
let second: Service;
let admin: Player;
let player: Player;

beforeAll(async () => {
  [service, second] = await startTwoServices();
  admin = await createPlayer(service, 'admin');
});

afterAll(() => service.close());

beforeEach(async () => {
  player = await createPlayer(service);
});

const pathOf = (quizId: string, attemptId: string) => `/quizzes/${quizId}/attempts/${attemptId}/void`;

const voidAttempt = async (quizId: string, attemptId: string, reason = 'A mistake', at = service) =>
  (await at.backoffice.request('PUT', pathOf(quizId, attemptId), { reason })).status;

const restore = async (quizId: string, attemptId: string, at = service) =>
  (await at.backoffice.request('DELETE', pathOf(quizId, attemptId))).status;

const list = async (quizId: string, by = player) => {
  const { data } = await by.api.GET('/quizzes/{id}/attempts', { params: { path: { id: quizId } } });
  return data;
};

const read = async (quizId: string, attemptId: string, by = player) => {
  const params = { path: { id: quizId, attemptId } };
  const { data, response } = await by.api.GET('/quizzes/{id}/attempts/{attemptId}', { params });
  return data ?? response.status;
};

/** Compares leaderboards and statistics with those that follow from the attempts that are not voided. */
async function expectRecomputed(quizId: string): Promise<void> {
  const { global, quizzes } = await recomputeBoards(service.databaseUrl);
  for (const { url } of [service, second]) {
    const api = apiWith(url, admin.key);
    expect(await readQuizBoard(api, quizId)).toEqual(quizzes.get(quizId) ?? { entries: [], total: 0 });
    expect(await readGlobalBoard(api)).toEqual(global);
  }
  expect(comparable(await readStatistics(service, quizId))).toEqual(await recount(service.databaseUrl, quizId));
}

describe('PUT /admin/api/quizzes/:id/attempts/:attemptId/void', () => {
  it('lowers the rank of the user to that of the next best attempt, until the attempt is restored', async () => {
    const quiz = await createQuiz(admin, quizBody(3, { maxAttempts: 2 }));
    const { attemptId } = await submitAccepted(player, quiz.id, attemptAt(quiz, 3));
    await submitAccepted(player, quiz.id, attemptAt(quiz, 1));
    const other = await createPlayer(service);
    await submitAccepted(other, quiz.id, attemptAt(quiz, 2));
    const ranks = async () => (await readQuizBoard(admin.api, quiz.id)).entries.map(({ userId }) => userId);
    expect(await ranks()).toEqual([player.userId, other.userId]);
    expect(await voidAttempt(quiz.id, attemptId)).toBe(204);
    expect(await ranks()).toEqual([other.userId, player.userId]);
    await expectRecomputed(quiz.id);
    expect(await restore(quiz.id, attemptId)).toBe(204);
    expect(await ranks()).toEqual([player.userId, other.userId]);
    await expectRecomputed(quiz.id);
  });

  it('removes a user without other attempts from the leaderboards', async () => {
    const quiz = await createQuiz(admin);
    const { attemptId } = await submitAccepted(player, quiz.id, attemptAt(quiz, 3));
    const isListed = async () => (await readGlobalBoard(admin.api)).entries.some((one) => one.userId === player.userId);
    await voidAttempt(quiz.id, attemptId);
    expect(await isListed()).toBe(false);
    await expectRecomputed(quiz.id);
    expect(await findDifferences(service)).toEqual([]);
    await restore(quiz.id, attemptId);
    expect(await isListed()).toBe(true);
    await expectRecomputed(quiz.id);
  });

  it('allows another attempt; after the restoration the user is above the limit and no further one is accepted', async () => {
    const quiz = await createQuiz(admin, quizBody(3, { maxAttempts: 1 }));
    const attempt = attemptAt(quiz, 3);
    const { attemptId } = await submitAccepted(player, quiz.id, attempt);
    const first = await submit(player, quiz.id, attempt);
    await voidAttempt(quiz.id, attemptId);
    const again = await submitAccepted(player, quiz.id, attempt);
    await restore(quiz.id, attemptId);
    const above = await submit(player, quiz.id, attempt);
    await voidAttempt(quiz.id, again.attemptId);
    const atLimit = await submit(player, quiz.id, attempt);
    expect([first, above, atLimit].map(({ error }) => error)).toEqual(Array(3).fill('Maximum attempts reached'));
  });

  it('marks the attempt for its user and for administrators, who also see the reason', async () => {
    const quiz = await createQuiz(admin, quizBody(3, { maxAttempts: 2 }));
    const { attemptId } = await submitAccepted(player, quiz.id, attemptAt(quiz, 3));
    await submitAccepted(player, quiz.id, attemptAt(quiz, 1));
    const before = await read(quiz.id, attemptId);
    const listed = await list(quiz.id);
    await voidAttempt(quiz.id, attemptId);
    const voidedAt = expect.any(String) as unknown;
    expect(before).not.toHaveProperty('voidedAt');
    expect(await read(quiz.id, attemptId)).toEqual({ ...(before as object), voidedAt });
    const [newest, oldest] = listed?.attempts ?? [];
    const marked = { pagination: listed?.pagination, attempts: [newest, { ...oldest, voidedAt }] };
    for (const by of [player, admin]) expect(await list(quiz.id, by)).toEqual(marked);
    const other = await createPlayer(service);
    expect(await read(quiz.id, attemptId, other)).toBe(404);
    const inspected = await service.backoffice.call('GET', `/quizzes/${quiz.id}/attempts/${attemptId}`);
    expect(inspected).toMatchObject({ voidedAt, voidReason: 'A mistake' });
    const file = await service.backoffice.request('GET', `/quizzes/${quiz.id}/attempts/export`);
    const [head, second, first] = (await file.text()).trim().split('\r\n');
    expect(head).toMatch(/,Voided \(UTC\),Regraded \(UTC\),Application,Reference,Tags,External id$/);
    expect(second).toMatch(/,,,,,,$/);
    expect(first).toMatch(/,\d{4}-[-\dT:.]+Z,,,,,$/);
  });

  it('replays the first response to a repeated submission, which changes nothing', async () => {
    const quiz = await createQuiz(admin, quizBody(3, { maxAttempts: 5 }));
    const key = randomUUID();
    const first = await submit(player, quiz.id, attemptAt(quiz, 3), key);
    await voidAttempt(quiz.id, first.result?.attemptId ?? '');
    expect(await submit(player, quiz.id, attemptAt(quiz, 3), key)).toEqual({ ...first, replayed: true });
    expect((await list(quiz.id))?.pagination.total).toBe(1);
    expect((await readQuizBoard(admin.api, quiz.id)).entries).toEqual([]);
  });

  it('leaves the statistics of the quiz at once, and returns to them', async () => {
    const quiz = await createQuiz(admin, quizBody(3, { maxAttempts: 5 }));
    const made = [];
    for (const correct of [0, 1, 1, 2, 3]) made.push(await submitAccepted(player, quiz.id, attemptAt(quiz, correct)));
    const best = made.at(-1)?.attemptId ?? '';
    const before = await readStatistics(service, quiz.id);
    expect(before).toMatchObject({ attempts: 5, passed: 1, summary: expect.anything() as object });
    await voidAttempt(quiz.id, best);
    expect(await readStatistics(service, quiz.id)).toMatchObject({ attempts: 4, passed: 0, summary: null });
    await expectRecomputed(quiz.id);
    await restore(quiz.id, best);
    expect(await readStatistics(service, quiz.id)).toEqual(before);
  });

  it('is audited once if it is repeated, and keeps the first reason', async () => {
    const quiz = await createQuiz(admin);
    const { attemptId } = await submitAccepted(player, quiz.id, attemptAt(quiz, 3));
    for (const reason of ['First', 'Second']) expect(await voidAttempt(quiz.id, attemptId, reason)).toBe(204);
    for (let times = 0; times < 2; times++) expect(await restore(quiz.id, attemptId)).toBe(204);
    const entries = await query(
      service.databaseUrl,
      'SELECT action, details FROM audit_entries WHERE subject_id = $1 ORDER BY at',
      [attemptId],
    );
    const details = { quiz: quiz.title, quizId: quiz.id, userId: player.userId };
    expect(entries).toEqual([
      { action: 'attempt.voided', details: { ...details, reason: 'First' } },
      { action: 'attempt.restored', details: { ...details, voidReason: 'First' } },
    ]);
  });

  it('leaves standings that no check changes, also after the user is renamed', async () => {
    const quiz = await createQuiz(admin, quizBody(3, { maxAttempts: 3 }));
    const { attemptId } = await submitAccepted(player, quiz.id, attemptAt(quiz, 3));
    await submitAccepted(player, quiz.id, attemptAt(quiz, 2));
    await voidAttempt(quiz.id, attemptId);
    await service.backoffice.call('PATCH', `/users/${player.userId}`, { displayName: 'Renamed' });
    await repair(service);
    await expectRecomputed(quiz.id);
    expect(await read(quiz.id, attemptId)).toMatchObject({ displayName: 'Renamed' });
    expect((await readQuizBoard(admin.api, quiz.id)).entries).toMatchObject([
      { displayName: 'Renamed', correctCount: 2 },
    ]);
    await query(service.databaseUrl, 'UPDATE attempt_counts SET count = 9 WHERE quiz_id = $1', [quiz.id]);
    await repair(service);
    const grant = await service.backoffice.call('GET', `/quizzes/${quiz.id}/grants/${player.userId}`);
    expect(grant).toMatchObject({ attempts: 1 });
  });

  it('does not keep the attempt when the quiz is deleted for good', async () => {
    const quiz = await createQuiz(admin);
    const { attemptId } = await submitAccepted(player, quiz.id, attemptAt(quiz, 3));
    await voidAttempt(quiz.id, attemptId);
    await deleteQuiz(admin, quiz.id);
    expect([await voidAttempt(quiz.id, attemptId), await restore(quiz.id, attemptId)]).toEqual([404, 404]);
    await purgeQuiz(service, quiz.id);
    expect(await query(service.databaseUrl, 'SELECT FROM attempts WHERE quiz_id = $1', [quiz.id])).toEqual([]);
    expect([await voidAttempt(quiz.id, attemptId), await restore(quiz.id, attemptId)]).toEqual([404, 404]);
  });

  it('and a grant that overlap the deletion of the quiz leave nothing', async () => {
    const ids: string[] = [];
    for (let round = 0; round < 4; round++) {
      const quiz = await createQuiz(admin);
      ids.push(quiz.id);
      const { attemptId } = await submitAccepted(player, quiz.id, attemptAt(quiz, 3));
      const extra = { extraAttempts: 1, extraSeconds: 0 };
      const [isVoided, granted] = await Promise.all([
        voidAttempt(quiz.id, attemptId, 'A mistake', round % 2 === 0 ? service : second),
        second.backoffice.request('PUT', `/quizzes/${quiz.id}/grants/${player.userId}`, extra),
        deleteQuiz(admin, quiz.id),
      ]);
      for (const status of [isVoided, granted.status]) expect([204, 404]).toContain(status);
      await purgeQuiz(service, quiz.id);
    }
    const left = await query(
      service.databaseUrl,
      `WITH left_over AS (
         SELECT quiz_id FROM attempts UNION ALL SELECT quiz_id FROM attempt_counts UNION ALL SELECT quiz_id FROM quiz_standings
       ) SELECT FROM left_over WHERE quiz_id = ANY($1)`,
      [ids],
    );
    expect(left).toEqual([]);
    expect((await readGlobalBoard(admin.api)).entries.some(({ userId }) => userId === player.userId)).toBe(false);
    expect(await findDifferences(service)).toEqual([]);
  });

  it('rejects an empty reason, an unknown attempt and an unknown quiz', async () => {
    const quiz = await createQuiz(admin);
    const { attemptId } = await submitAccepted(player, quiz.id, attemptAt(quiz, 3));
    const answers = await Promise.all([
      service.backoffice.request('PUT', pathOf(quiz.id, attemptId), { reason: ' ' }),
      service.backoffice.request('PUT', pathOf(quiz.id, quiz.id), { reason: 'A mistake' }),
      service.backoffice.request('DELETE', pathOf(quiz.id, 'none')),
      service.backoffice.request('DELETE', pathOf(attemptId, attemptId)),
    ]);
    expect(await Promise.all(answers.map((answer) => answer.json()))).toEqual([
      { error: 'reason: must have 1 to 500 characters' },
      { error: 'Attempt not found' },
      { error: 'Attempt not found' },
      { error: 'Quiz not found' },
    ]);
  });
});

it('attempts that are submitted, voided and restored at two instances: results equal their recomputation', async () => {
  const quiz = await createQuiz(admin, quizBody(3, { maxAttempts: 5 }));
  const players = await Promise.all(Array.from({ length: 4 }, () => createPlayer(service)));
  const made: string[] = [];
  let isDone = false;
  const submitting = players.flatMap((by) =>
    [service, second].map(async ({ url }, index) => {
      const api = apiWith(url, by.key);
      for (let count = index; !isDone; count++) {
        const { result } = await submit({ api }, quiz.id, attemptAt(quiz, count % 4));
        if (result === undefined) await setTimeout(250);
        else made.push(result.attemptId);
      }
    }),
  );
  await until('an attempt is made', () => Promise.resolve(made.length > 0));
  const statuses = new Set<number>();
  for (let count = 0; count < 16; count++) {
    const at = count % 2 === 0 ? service : second;
    const [one = '', other = ''] = [made[(count * 7) % made.length], made[(count * 5) % made.length]];
    const answers = await Promise.all([voidAttempt(quiz.id, one, 'A mistake', at), restore(quiz.id, other, at)]);
    for (const status of answers) statuses.add(status);
  }
  // The last voiding made room for one more than the limit of all players together.
  await until('the room is taken', () => Promise.resolve(made.length > 20));
  isDone = true;
  await Promise.all(submitting);
  expect([...statuses]).toEqual([204]);
  await expectRecomputed(quiz.id);
  expect(await findDifferences(service)).toEqual([]);
  expect((await list(quiz.id, admin))?.pagination.total).toBe(made.length);
  const limits = await query<{ count: number; stored: number }>(
    service.databaseUrl,
    `SELECT count(*) FILTER (WHERE voided_at IS NULL)::integer AS count, min(made.count) AS stored
     FROM attempts JOIN attempt_counts AS made USING (quiz_id, user_id) WHERE quiz_id = $1 GROUP BY user_id`,
    [quiz.id],
  );
  expect(limits).toHaveLength(players.length);
  for (const { count, stored } of limits) expect(stored).toBe(count);
});
