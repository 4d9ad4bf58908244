import { submit, submitAccepted } from '../../../test/support/attempts.js';
import { query } from '../../../test/support/database.js';
import { attemptAt, createPlayer, createQuiz, type Player, quizBody } from '../../../test/support/factories.js';
import { findDifferences, repair } from '../../../test/support/operations.js';
import { type Service, startService } from '../../../test/support/service.js';
import { purgeQuiz } from '../../../test/support/trash.js';

const NOTHING = { extraAttempts: 0, extraSeconds: 0 };

let service: Service;
let admin: Player;
let player: Player;

beforeAll(async () => {
  service = await startService();
  admin = await createPlayer(service, 'admin');
});

afterAll(() => service.close());

beforeEach(async () => {
  player = await createPlayer(service);
});

const pathOf = (quizId: string, userId = player.userId) => `/quizzes/${quizId}/grants/${userId}`;

const grant = (quizId: string, extra: Partial<typeof NOTHING> & { reason?: string }, userId?: string) =>
  service.backoffice.request('PUT', pathOf(quizId, userId), { ...NOTHING, ...extra });

const readGrant = (quizId: string) => service.backoffice.call('GET', pathOf(quizId));

describe('GET /admin/api/quizzes/:id/grants', () => {
  const list = (quizId: string, parameters = '') =>
    service.backoffice.call<{ grants: { userId: string }[] }>('GET', `/quizzes/${quizId}/grants?${parameters}`);

  it('lists who was granted something, in pages, without users whose grant was revoked', async () => {
    const quiz = await createQuiz(admin, quizBody(3, { maxAttempts: 1 }));
    const other = await createPlayer(service);
    const revoked = await createPlayer(service);
    await submitAccepted(await createPlayer(service), quiz.id, attemptAt(quiz, 3));
    await submitAccepted(player, quiz.id, attemptAt(quiz, 3));
    await grant(quiz.id, { extraAttempts: 2 });
    await grant(quiz.id, { extraSeconds: 600 }, other.userId);
    await grant(quiz.id, { extraAttempts: 1 }, revoked.userId);
    await grant(quiz.id, NOTHING, revoked.userId);
    const nameOf = ({ userId, displayName }: Player) => ({ userId, displayName });
    const expected = [
      { ...nameOf(player), attempts: 1, extraAttempts: 2, extraSeconds: 0 },
      { ...nameOf(other), attempts: 0, extraAttempts: 0, extraSeconds: 600 },
    ];
    expect(await list(quiz.id)).toEqual({
      grants: expected,
      pagination: { page: 1, limit: 30, total: 2, totalPages: 1 },
    });
    expect(await list(quiz.id, 'page=2&limit=1')).toEqual({
      grants: expected.slice(1),
      pagination: { page: 2, limit: 1, total: 2, totalPages: 2 },
    });
    expect((await list((await createQuiz(admin)).id)).grants).toEqual([]);
    const unknown = await service.backoffice.request('GET', `/quizzes/${player.userId}/grants`);
    expect([unknown.status, await unknown.json()]).toEqual([404, { error: 'Quiz not found' }]);
  });

  it('reads only grants, among any number of users without one', async () => {
    const run = (text: string) => query<{ 'QUERY PLAN': string }>(service.databaseUrl, text);
    await run(
      `INSERT INTO attempt_counts SELECT '${player.userId}', gen_random_uuid(), 1 FROM generate_series(1, 5000)`,
    );
    await run('ANALYZE attempt_counts');
    const plan = await run(`
      EXPLAIN (COSTS OFF) SELECT * FROM attempt_counts
      WHERE quiz_id = '${player.userId}' AND (extra_attempts, extra_seconds) <> (0, 0) ORDER BY user_id LIMIT 30`);
    expect(plan.map((line) => line['QUERY PLAN']).join('\n')).toContain('Index Scan using attempt_counts_granted');
    await run(`DELETE FROM attempt_counts WHERE quiz_id = '${player.userId}'`);
  });
});

describe('PUT /admin/api/quizzes/:id/grants/:userId', () => {
  it('allows one user more attempts until the grant is revoked', async () => {
    const quiz = await createQuiz(admin, quizBody(3, { maxAttempts: 1 }));
    const submitTwice = async (by: Player) => {
      const answers = [await submit(by, quiz.id, attemptAt(quiz, 3)), await submit(by, quiz.id, attemptAt(quiz, 3))];
      return answers.map(({ status }) => status);
    };
    expect(await submitTwice(player)).toEqual([201, 409]);
    expect((await grant(quiz.id, { extraAttempts: 1 })).status).toBe(204);
    expect(await readGrant(quiz.id)).toEqual({ attempts: 1, extraAttempts: 1, extraSeconds: 0 });
    expect(await submitTwice(player)).toEqual([201, 409]);
    await grant(quiz.id, { extraAttempts: 2 });
    await grant(quiz.id, NOTHING);
    expect(await submitTwice(player)).toEqual([409, 409]);
    expect(await submitTwice(await createPlayer(service))).toEqual([201, 409]);
  });

  it('allows no attempt beyond the grant to concurrent submissions', async () => {
    const quiz = await createQuiz(admin, quizBody(3, { maxAttempts: 2 }));
    await grant(quiz.id, { extraAttempts: 3 });
    const answers = await Promise.all(Array.from({ length: 20 }, () => submit(player, quiz.id, attemptAt(quiz, 3))));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(5);
    expect(await readGrant(quiz.id)).toMatchObject({ attempts: 5 });
  });

  it.each([
    [60, 70_000, false, false],
    [60, 70_001, false, true],
    [60, 1, true, true],
    [0, 2_147_483_647, false, false],
    [604_800, 2_147_483_647, false, true],
  ])('at a limit of %i s, 10 s more: %i ms, reported as timed out %j: %j', async (limit, ms, timedOut, expected) => {
    const quiz = await createQuiz(admin, quizBody(3, { timeLimitSeconds: limit }));
    await grant(quiz.id, { extraSeconds: 10 });
    const { attemptId } = await submitAccepted(player, quiz.id, { ...attemptAt(quiz, 3, ms), timedOut });
    const { data } = await player.api.GET('/quizzes/{id}/attempts/{attemptId}', {
      params: { path: { id: quiz.id, attemptId } },
    });
    expect(data?.timedOut).toBe(expected);
  });

  it('is audited once if it is repeated', async () => {
    const quiz = await createQuiz(admin);
    await grant(quiz.id, { extraAttempts: 1 });
    await grant(quiz.id, { extraAttempts: 1 });
    const entries = await query(
      service.databaseUrl,
      `SELECT details FROM audit_entries WHERE action = 'quiz.granted' AND subject_id = $1`,
      [quiz.id],
    );
    const { userId } = player;
    expect(entries).toEqual([{ details: { userId, extraAttempts: 1, extraSeconds: 0 } }]);
  });

  it('has a reason for the audit log, until the user is erased', async () => {
    const quiz = await createQuiz(admin);
    await grant(quiz.id, { extraAttempts: 1, reason: ' Was ill ' });
    const details = async () => {
      const { entries } = await service.backoffice.call<{ entries: { details: object }[] }>(
        'GET',
        `/audit?action=quiz.granted&subjectId=${quiz.id}`,
      );
      return entries.map((entry) => entry.details);
    };
    expect(await details()).toMatchObject([{ extraAttempts: 1, reason: 'Was ill' }]);
    await service.backoffice.request('POST', `/users/${player.userId}/erasure`, {
      way: 'anonymise',
      reason: 'Asked for it',
    });
    expect(await details()).toEqual([expect.not.objectContaining({ reason: expect.anything() as unknown })]);
  });

  it('survives checks and repairs, and is deleted for good with the quiz', async () => {
    const quiz = await createQuiz(admin, quizBody(3, { maxAttempts: 1 }));
    await grant(quiz.id, { extraAttempts: 1 });
    expect(await findDifferences(service)).toEqual([]);
    await submitAccepted(player, quiz.id, attemptAt(quiz, 3));
    await query(service.databaseUrl, 'UPDATE attempt_counts SET count = 7 WHERE quiz_id = $1', [quiz.id]);
    await repair(service);
    expect(await readGrant(quiz.id)).toEqual({ attempts: 1, extraAttempts: 1, extraSeconds: 0 });
    await admin.api.DELETE('/quizzes/{id}', { params: { path: { id: quiz.id } } });
    await purgeQuiz(service, quiz.id);
    expect(await query(service.databaseUrl, 'SELECT FROM attempt_counts WHERE quiz_id = $1', [quiz.id])).toEqual([]);
  });

  it('rejects an unknown user, an unknown quiz and values out of range', async () => {
    const quiz = await createQuiz(admin);
    const answers = await Promise.all([
      grant(quiz.id, {}, quiz.id),
      grant(player.userId, {}),
      grant(quiz.id, { extraAttempts: 1_001 }),
      grant(quiz.id, { extraSeconds: -1 }),
    ]);
    expect(await Promise.all(answers.map((answer) => answer.json()))).toEqual([
      { error: 'User not found' },
      { error: 'Quiz not found' },
      { error: 'extraAttempts: must be an integer from 0 to 1000' },
      { error: 'extraSeconds: must be an integer from 0 to 604800' },
    ]);
  });
});
