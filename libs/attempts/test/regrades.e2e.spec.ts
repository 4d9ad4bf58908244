import { randomUUID } from 'node:crypto';
import { submit, submitAccepted } from '../../../test/support/attempts.js';
import { query } from '../../../test/support/database.js';
import {
  attemptAt,
  createPlayer,
  createPlayers,
  createQuiz,
  type Player,
  quizBody,
  updateQuiz,
} from '../../../test/support/factories.js';
import { readQuizBoard } from '../../../test/support/leaderboards.js';
import { expectRegraded } from '../../../test/support/regraded-results.js';
import { effectsOf, readResults } from '../../../test/support/regrade-effects.js';
import {
  type Counting,
  errorOf,
  listRegrades,
  previewRegrade,
  readStored,
  regrade,
  requestRegrade,
  setStepSize,
  undoRegrade,
} from '../../../test/support/regrades.js';
import { type Service, startTwoServices } from '../../../test/support/service.js';

let service: Service;
let second: Service;
let admin: Player;
let player: Player;
let other: Player;

beforeAll(async () => {
  [service, second] = await startTwoServices();
  admin = await createPlayer(service, 'admin');
});

afterAll(() => service.close());

beforeEach(async () => {
  [player, other] = [await createPlayer(service), await createPlayer(service)];
  for (const one of [service, second]) setStepSize(one, 1_000);
});

const read = async (quizId: string, attemptId: string, by = player) => {
  const params = { path: { id: quizId, attemptId } };
  return (await by.api.GET('/quizzes/{id}/attempts/{attemptId}', { params })).data;
};

describe('PUT /admin/api/quizzes/:id/versions/:version/questions/:questionId/regrade', () => {
  it.each<[string, Counting, number, number]>([
    ['gives the point to other answers', [1], 2, 3],
    ['gives the point to several answers', [0, 1], 3, 3],
    ['gives the point to everybody', 'everyone', 3, 3],
    ['leaves the question out', 'omitted', 2, 2],
  ])('%s, in attempts made before and after it', async (_, counts, correct, questions) => {
    const quiz = await createQuiz(admin, quizBody(3, { maxAttempts: 5 }));
    // Wrong at the first question only.
    const body = attemptAt(quiz, 3);
    const wrong = quiz.questions[0]?.answers[1]?.id ?? '';
    const answers = body.answers.map((one, at) => (at === 0 ? { ...one, answerId: wrong } : one));
    const before = await submitAccepted(player, quiz.id, { ...body, answers });
    const all = await submitAccepted(player, quiz.id, body);
    const done = await regrade(service, { quiz, question: 0, counts });
    expect(done).toMatchObject({ isPending: false, handled: 2, questionId: quiz.questions[0]?.id, version: 1 });
    expect(await read(quiz.id, before.attemptId)).toMatchObject({
      correctCount: counts === 'omitted' ? 2 : 3,
      totalQuestions: questions,
      passed: true,
      regradedAt: expect.any(String) as unknown,
    });
    expect(await read(quiz.id, all.attemptId)).toMatchObject({ correctCount: correct, totalQuestions: questions });
    const after = await submitAccepted(other, quiz.id, { ...body, answers });
    expect(after).toMatchObject({ correctCount: counts === 'omitted' ? 2 : 3, totalQuestions: questions });
    const shown = await read(quiz.id, after.attemptId, other);
    expect(shown).toMatchObject({ answers: after.answers, correctCount: after.correctCount });
    expect(shown).not.toHaveProperty('regradedAt');
    await expectRegraded([service, second], admin, quiz.id);
  });

  it('gives the point of a question that was left out by the user, if everybody gets it', async () => {
    const quiz = await createQuiz(admin, quizBody(2));
    const { attemptId } = await submitAccepted(player, quiz.id, { answers: [], totalTimeMs: 1 });
    await regrade(service, { quiz, question: 1, counts: 'everyone' });
    expect(await read(quiz.id, attemptId)).toMatchObject({ correctCount: 1, totalQuestions: 2, answers: [] });
    const inspected = await service.backoffice.call('GET', `/quizzes/${quiz.id}/attempts/${attemptId}`);
    expect(inspected).toMatchObject({
      questions: [
        { regrade: null, isCorrect: false },
        { regrade: 'everyone', isCorrect: true, isAnswered: false },
      ],
    });
    await expectRegraded([service, second], admin, quiz.id);
  });

  it('marks the answer that was submitted, and names the first that counts', async () => {
    const quiz = await createQuiz(admin, quizBody(1));
    const { attemptId } = await submitAccepted(player, quiz.id, attemptAt(quiz, 1));
    await regrade(service, { quiz, question: 0, counts: [1] });
    const [right, wrong] = quiz.questions[0]?.answers ?? [];
    expect((await read(quiz.id, attemptId))?.answers).toEqual([
      { questionId: quiz.questions[0]?.id, answerId: right?.id, isCorrect: false, correctAnswerId: wrong?.id },
    ]);
  });

  it('changes attempts at all versions that have the question, and no content', async () => {
    const quiz = await createQuiz(admin, quizBody(2, { maxAttempts: 3 }));
    const first = await submitAccepted(player, quiz.id, attemptAt(quiz, 0));
    const newer = await updateQuiz(admin, quiz.id, quizBody(3, { maxAttempts: 3 }));
    const later = await submitAccepted(player, quiz.id, attemptAt(newer, 0));
    await regrade(service, { quiz, question: 0, counts: 'everyone' });
    expect(await read(quiz.id, first.attemptId)).toMatchObject({ correctCount: 1 });
    expect(await read(quiz.id, later.attemptId)).toMatchObject({ correctCount: 1 });
    const { data } = await admin.api.GET('/quizzes/{id}', { params: { path: { id: quiz.id } } });
    expect(data).toEqual(newer);
    await expectRegraded([service, second], admin, quiz.id);
  });

  it('shows regraded attempts in lists and in the CSV, and unchanged ones without regradedAt', async () => {
    const quiz = await createQuiz(admin, quizBody(3, { maxAttempts: 2 }));
    const right = await submitAccepted(player, quiz.id, attemptAt(quiz, 3));
    const wrong = await submitAccepted(player, quiz.id, attemptAt(quiz, 0));
    await regrade(service, { quiz, question: 0, counts: [0, 1] });
    const { data } = await player.api.GET('/quizzes/{id}/attempts', { params: { path: { id: quiz.id } } });
    expect(data?.attempts.map(({ attemptId, regradedAt }) => [attemptId, regradedAt])).toEqual([
      [wrong.attemptId, expect.any(String)],
      [right.attemptId, undefined],
    ]);
    const file = await service.backoffice.request('GET', `/quizzes/${quiz.id}/attempts/export`);
    const [head, changed, same] = (await file.text()).trim().split('\r\n');
    expect(head).toMatch(/,Regraded \(UTC\),Application,Reference,Tags,External id$/);
    expect(changed).toMatch(/,\d{4}-[-\dT:.]+Z,,,,$/);
    expect(same).toMatch(/,,,,,$/);
  });

  it('regrades voided attempts, which stay voided until they are restored', async () => {
    const quiz = await createQuiz(admin, quizBody(3));
    const { attemptId } = await submitAccepted(player, quiz.id, attemptAt(quiz, 0));
    const path = `/quizzes/${quiz.id}/attempts/${attemptId}/void`;
    await service.backoffice.request('PUT', path, { reason: 'A mistake' });
    await regrade(service, { quiz, question: 0, counts: 'everyone' });
    expect(await read(quiz.id, attemptId)).toMatchObject({ correctCount: 1, voidedAt: expect.any(String) as unknown });
    expect((await readQuizBoard(admin.api, quiz.id)).entries).toEqual([]);
    await service.backoffice.request('DELETE', path);
    expect((await readQuizBoard(admin.api, quiz.id)).entries).toMatchObject([{ correctCount: 1 }]);
    await expectRegraded([service, second], admin, quiz.id);
  });

  it('does not change what an Idempotency-Key replays', async () => {
    const quiz = await createQuiz(admin, quizBody(3));
    const key = randomUUID();
    const first = await submit(player, quiz.id, attemptAt(quiz, 0), key);
    await regrade(service, { quiz, question: 0, counts: 'everyone' });
    expect(await submit(player, quiz.id, attemptAt(quiz, 0), key)).toEqual({ ...first, replayed: true });
  });

  it('returns the first regrade to a repetition, and is audited once, as its undoing is', async () => {
    const quiz = await createQuiz(admin, quizBody(3));
    const wanted = { quiz, question: 0, counts: [1] };
    const answers = await Promise.all([requestRegrade(service, wanted, 0), requestRegrade(second, wanted, 0)]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    const [first, again] = (await Promise.all(answers.map((one) => one.json()))) as { id: string }[];
    expect(again).toEqual(first);
    for (let times = 0; times < 2; times++) await undoRegrade(service, quiz.id, first?.id ?? '');
    const entries = await query(
      service.databaseUrl,
      'SELECT action, subject_name AS name, details FROM audit_entries WHERE subject_id = $1 ORDER BY at',
      [first?.id],
    );
    const details = { quizId: quiz.id, versions: [1], question: 'Question 1', point: ['Wrong'], reason: 'A wrong key' };
    expect(entries).toEqual([
      { action: 'regrade.applied', name: quiz.title, details },
      { action: 'regrade.undone', name: quiz.title, details },
    ]);
  });

  it('accepts one of several concurrent regrades of a question', async () => {
    const quiz = await createQuiz(admin, quizBody(3));
    const counts: Counting[] = ['everyone', 'omitted', [1], [0, 1]];
    const answers = await Promise.all(
      counts.map((one, index) =>
        requestRegrade([service, second][index % 2] ?? service, { quiz, question: 0, counts: one }, 0),
      ),
    );
    const errors = await Promise.all(answers.map(errorOf));
    const accepted = errors.filter(([status]) => status === 200);
    const rejected = errors.filter(([status]) => status !== 200);
    expect(accepted).toHaveLength(1);
    expect(rejected).toEqual(Array(3).fill([409, 'The quiz was regraded in the meantime. See again what changes']));
    expect((await listRegrades(service, quiz.id)).grading).toBe(1);
  });

  it('rejects what is not of the question, the version or the quiz', async () => {
    const quiz = await createQuiz(admin, quizBody(2));
    const foreign = await createQuiz(admin, quizBody(2));
    const wanted = { quiz, question: 0, counts: 'everyone' as Counting };
    const path = (id: string, version: string, questionId: string) =>
      `/quizzes/${id}/versions/${version}/questions/${questionId}/regrade`;
    const [own = '', answer = ''] = [quiz.questions[0]?.id, quiz.questions[0]?.answers[0]?.id];
    const send = (url: string, body: object) =>
      service.backoffice.request('PUT', url, {
        kind: 'answers',
        answers: [],
        reason: 'A wrong key',
        grading: 0,
        ...body,
      });
    const given = (...ids: (string | undefined)[]) => ({ answers: ids.map((answerId) => ({ answerId })) });
    const answers = await Promise.all([
      send(path(randomUUID(), '1', own), given(answer)),
      send(path(quiz.id, '2', own), given(answer)),
      send(path(quiz.id, '99999999999', own), given(answer)),
      send(path(quiz.id, 'x', own), given(answer)),
      send(path(quiz.id, '1', foreign.questions[0]?.id ?? ''), given(answer)),
      send(path(quiz.id, '1', own), {}),
      send(path(quiz.id, '1', own), given(answer, foreign.questions[0]?.answers[0]?.id, answer)),
      send(path(quiz.id, '1', own), { ...given(answer), kind: 'omitted' }),
      send(path(quiz.id, '1', own), { ...given(answer), reason: ' ' }),
      send(path(quiz.id, '1', own), given(answer)),
      requestRegrade(service, wanted, 1),
      service.backoffice.request('DELETE', `/quizzes/${quiz.id}/regrades/none`),
      service.backoffice.request('DELETE', `/quizzes/${quiz.id}/regrades/${randomUUID()}`),
      service.backoffice.request('GET', `/quizzes/${randomUUID()}/regrades`),
    ]);
    expect(await Promise.all(answers.map(errorOf))).toEqual([
      [404, 'Quiz not found'],
      [404, 'Version not found'],
      [404, 'Version not found'],
      [404, 'Version not found'],
      [404, 'Question not found'],
      [400, 'answers: must name an answer'],
      [400, 'answers[1].answerId: no answer of this question; answers[2].answerId: this answer is named twice'],
      [400, 'answers: must be empty unless kind is answers'],
      [400, 'reason: must have 1 to 500 characters'],
      [400, 'answers: these answers count already'],
      [409, 'The quiz was regraded in the meantime. See again what changes'],
      [404, 'Regrade not found'],
      [404, 'Regrade not found'],
      [404, 'Quiz not found'],
    ]);
    expect(await listRegrades(service, quiz.id)).toMatchObject({ regrades: [], grading: 0 });
  });

  it('does not leave out the last question; where undoing another regrade would, the questions count as in the quiz', async () => {
    const quiz = await createQuiz(admin, quizBody(2));
    await regrade(service, { quiz, question: 0, counts: 'omitted' });
    const last = { quiz, question: 1, counts: 'omitted' as Counting };
    const error = [409, 'The last question that counts cannot be left out'];
    expect(await errorOf(await requestRegrade(service, last))).toEqual(error);
    const { id } = await regrade(service, { quiz, question: 0, counts: 'everyone' });
    await regrade(service, last);
    expect(await undoRegrade(service, quiz.id, id)).toMatchObject({ isPending: false });
    expect(await submitAccepted(player, quiz.id, attemptAt(quiz, 1))).toMatchObject({
      correctCount: 1,
      totalQuestions: 2,
    });
    await expectRegraded([service, second], admin, quiz.id);
  });
});

describe('DELETE /admin/api/quizzes/:id/regrades/:regradeId', () => {
  it('restores all scores and passes; of several regrades of a question the newest that is left applies', async () => {
    const quiz = await createQuiz(admin, quizBody(3, { maxAttempts: 5 }));
    for (const correct of [0, 1, 2, 3]) await submitAccepted(player, quiz.id, attemptAt(quiz, correct));
    const original = await readStored(service.databaseUrl, quiz.id);
    const first = await regrade(service, { quiz, question: 2, counts: [1] });
    const once = await readStored(service.databaseUrl, quiz.id);
    const later = await regrade(service, { quiz, question: 2, counts: 'omitted' });
    expect((await listRegrades(service, quiz.id)).regrades.map(({ id }) => id)).toEqual([later.id, first.id]);
    expect(await undoRegrade(service, quiz.id, later.id)).toMatchObject({ undoneAt: expect.any(String) as unknown });
    expect(await readStored(service.databaseUrl, quiz.id)).toEqual(once);
    await undoRegrade(service, quiz.id, first.id);
    expect(await readStored(service.databaseUrl, quiz.id)).toEqual(original);
    await expectRegraded([service, second], admin, quiz.id);
    expect(await submitAccepted(other, quiz.id, attemptAt(quiz, 3))).toMatchObject({ correctCount: 3 });
  });
});

describe('POST /admin/api/quizzes/:id/versions/:version/questions/:questionId/regrade-preview', () => {
  it.each<[Counting]>([[[1]], ['everyone'], ['omitted']])('says what a regrade then does: %s', async (counts) => {
    const quiz = await createQuiz(admin, quizBody(3, { maxAttempts: 5 }));
    const players = [player, other, ...(await createPlayers(service, 3))];
    for (const [index, by] of players.entries()) {
      for (let times = 0; times <= index % 3; times++) {
        const body = attemptAt(quiz, (index + times) % 4, 1_000 * (index + times + 1));
        await submitAccepted(by, quiz.id, index === 3 ? { ...body, answers: body.answers.slice(1) } : body);
      }
    }
    await regrade(service, { quiz, question: 2, counts: 'everyone' });
    const [voided] = await query<{ id: string }>(
      service.databaseUrl,
      'SELECT id FROM attempts WHERE quiz_id = $1 LIMIT 1',
      [quiz.id],
    );
    await service.backoffice.request('PUT', `/quizzes/${quiz.id}/attempts/${voided?.id}/void`, { reason: 'A mistake' });
    const before = await readResults(service.databaseUrl, admin, quiz.id);
    const preview = await previewRegrade(service, { quiz, question: 0, counts });
    expect(await readResults(service.databaseUrl, admin, quiz.id)).toEqual(before);
    await regrade(service, { quiz, question: 0, counts });
    const after = await readResults(service.databaseUrl, admin, quiz.id);
    expect(preview.attempts).toBeGreaterThan(0);
    expect(preview).toEqual({ grading: 1, ...effectsOf(before, after, [1]) });
    await expectRegraded([service, second], admin, quiz.id);
  });

  it('leaves suspended users out of users, passes and ranks, and counts their attempts', async () => {
    const quiz = await createQuiz(admin, quizBody(1));
    await submitAccepted(player, quiz.id, attemptAt(quiz, 1, 2_000));
    await submitAccepted(other, quiz.id, attemptAt(quiz, 0, 1_000));
    const preview = () => previewRegrade(service, { quiz, question: 0, counts: 'everyone' });
    const all = await preview();
    expect(all).toMatchObject({ attempts: 1, users: 1, passesGained: 1, passesLost: 0, ranksChanged: 2 });
    await service.backoffice.call('PATCH', `/users/${other.userId}`, { suspended: true });
    const others = { users: 0, passesGained: 0, ranksChanged: 0, changes: [] };
    expect(await preview()).toEqual({ ...all, ...others });
    await service.backoffice.call('PATCH', `/users/${other.userId}`, { suspended: false });
    expect(await preview()).toEqual(all);
  });

  it('is empty if no attempt changes', async () => {
    const quiz = await createQuiz(admin, quizBody(3));
    const nothing = {
      attempts: 0,
      users: 0,
      passesGained: 0,
      passesLost: 0,
      ranksChanged: 0,
      versions: [],
      changes: [],
    };
    const preview = await previewRegrade(service, { quiz, question: 0, counts: 'everyone' });
    expect(preview).toEqual({ grading: 0, limit: null, ...nothing });
  });
});
