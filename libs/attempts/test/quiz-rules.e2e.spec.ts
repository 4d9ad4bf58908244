import { query } from '../../../test/support/database.js';
import {
  attemptAt,
  createPlayer,
  createQuiz,
  type Player,
  type Quiz,
  type QuizBody,
  quizBody,
  updateQuiz,
} from '../../../test/support/factories.js';
import { type Service, startService } from '../../../test/support/service.js';
import { answersTo, startAccepted, submitStart } from '../../../test/support/starts.js';
import { until } from '../../../test/support/until.js';

let service: Service;
let admin: Player;
let player: Player;

beforeAll(async () => {
  service = await startService({ PASS_PERCENTAGE: '70' });
  admin = await createPlayer(service, 'admin');
});

afterAll(() => service.close());

beforeEach(async () => {
  player = await createPlayer(service);
});

const at = (id: string) => ({ params: { path: { id } } });

/** Submits an attempt with so many correct answers. */
async function submit(quiz: Quiz, correct: number, by: Player = player, key?: string) {
  const params = { path: { id: quiz.id }, header: { 'Idempotency-Key': key } };
  const { data, error, response } = await by.api.POST('/quizzes/{id}/attempts', {
    params,
    body: attemptAt(quiz, correct),
  });
  return {
    status: response.status,
    error: error?.error,
    result: data,
    replayed: response.headers.get('idempotency-replayed'),
  };
}

const explained = (overrides: Partial<QuizBody>): QuizBody => {
  const body = quizBody(2, overrides);
  return { ...body, questions: body.questions.map((question) => ({ ...question, explanation: 'Because' })) };
};

const IN_AN_HOUR = new Date(Date.now() + 3_600_000).toISOString();

/** Makes a time of a quiz pass. */
const pass = (column: 'opens_at' | 'closes_at', { id }: Quiz) =>
  query(service.databaseUrl, `UPDATE quizzes SET ${column} = now() - interval '1 second' WHERE id = $1`, [id]);

describe('passPercentage', () => {
  it('decides whether new attempts pass, in place of the pass mark of the service', async () => {
    const quiz = await createQuiz(admin, quizBody(4, { passPercentage: 50 }));
    expect((await submit(quiz, 2)).result?.passed).toBe(true);
    await updateQuiz(admin, quiz.id, quizBody(4, { passPercentage: 51 }));
    expect((await submit(quiz, 2)).result?.passed).toBe(false);
    await updateQuiz(admin, quiz.id, quizBody(4));
    expect((await submit(quiz, 3)).result?.passed).toBe(true);
    const { data } = await admin.api.GET('/quizzes/{id}/attempts', at(quiz.id));
    expect(data?.attempts.map(({ passed }) => passed)).toEqual([true, false, true]);
  });

  it('decides at 0 and 100', async () => {
    expect((await submit(await createQuiz(admin, quizBody(3, { passPercentage: 0 })), 0)).result?.passed).toBe(true);
    expect((await submit(await createQuiz(admin, quizBody(3, { passPercentage: 100 })), 2)).result?.passed).toBe(false);
  });

  it('decides whether a regraded attempt passes, and is that of the statistics', async () => {
    const quiz = await createQuiz(admin, quizBody(4, { passPercentage: 100 }));
    expect((await submit(quiz, 3)).result?.passed).toBe(false);
    const [question] = quiz.questions.slice(-1);
    const regrade = { kind: 'everyone', answers: [] };
    const path = `/quizzes/${quiz.id}/versions/1/questions/${question?.id}/regrade`;
    const preview = await service.backoffice.call<{ passesGained: number; grading: number }>(
      'POST',
      `${path}-preview`,
      regrade,
    );
    expect(preview.passesGained).toBe(1);
    await service.backoffice.call('PUT', path, { ...regrade, reason: 'Test', grading: preview.grading });
    const { data } = await player.api.GET('/quizzes/{id}/attempts', at(quiz.id));
    expect(data?.attempts).toMatchObject([{ correctCount: 4, passed: true }]);
    const statistics = await service.backoffice.call('GET', `/quizzes/${quiz.id}/statistics`);
    expect(statistics).toMatchObject({ passPercentage: 100 });
  });

  it('stays that by which an attempt was judged, in regrades and when they are undone', async () => {
    const quiz = await createQuiz(admin, quizBody(4, { passPercentage: 25, randomizeQuestions: false }));
    expect((await submit(quiz, 1)).result?.passed).toBe(true);
    const starter = await createPlayer(service);
    const started = await startAccepted(starter, quiz.id);
    await updateQuiz(admin, quiz.id, quizBody(4, { passPercentage: 100 }));
    expect((await submitStart(starter, started, answersTo(started, quiz, 1))).result?.passed).toBe(true);
    const read = async () => (await admin.api.GET('/quizzes/{id}/attempts', at(quiz.id))).data?.attempts;
    const before = await read();
    const regrade = { kind: 'everyone', answers: [] };
    const path = `/quizzes/${quiz.id}/versions/1/questions/${quiz.questions[3]?.id}/regrade`;
    const preview = await service.backoffice.call<object>('POST', `${path}-preview`, regrade);
    expect(preview).toMatchObject({ attempts: 2, passesLost: 0 });
    const { id } = await service.backoffice.call<{ id: string }>('PUT', path, { ...regrade, reason: 'T', grading: 0 });
    expect(await read()).toMatchObject([
      { correctCount: 2, passed: true },
      { correctCount: 2, passed: true },
    ]);
    await service.backoffice.call('DELETE', `/quizzes/${quiz.id}/regrades/${id}`);
    expect(await read()).toEqual(before);
  });
});

describe('revealAnswers', () => {
  /** Whether a response shows which answers are correct; undefined where it is not clear. */
  function isRevealed(attempt: { answers?: object[] | undefined } | undefined): boolean | undefined {
    const answers = attempt?.answers ?? [];
    const hidden = answers.filter((answer) => Object.keys(answer).join() === 'questionId,answerId').length;
    const shown = answers.filter(
      (answer) => 'isCorrect' in answer && 'correctAnswerId' in answer && 'explanation' in answer,
    );
    if (answers.length === 0 || (hidden > 0 && shown.length > 0)) return undefined;
    return hidden === 0;
  }

  /** Whether each read of the player's attempts shows it, the newest attempt first. */
  async function reads({ id }: Quiz, by: Player = player) {
    const query = { include: 'answers' as const };
    const list = await by.api.GET('/quizzes/{id}/attempts', { params: { path: { id }, query } });
    const attempts = list.data?.attempts ?? [];
    const changes: (boolean | undefined)[] = [];
    // The feed waits for older transactions.
    await until('the feed has the attempts', async () => {
      const { data } = await by.api.GET('/attempts', { params: { query: { ...query, quizId: id } } });
      const shown = (data?.attempts ?? []).map((one) => isRevealed('deleted' in one ? undefined : one));
      changes.splice(0, changes.length, ...shown);
      return changes.length === attempts.length || changes;
    });
    const single = await Promise.all(
      attempts.map(async ({ attemptId }) => {
        const params = { path: { id, attemptId } };
        return isRevealed((await by.api.GET('/quizzes/{id}/attempts/{attemptId}', { params })).data);
      }),
    );
    return { list: attempts.map(isRevealed), single, feed: changes.toReversed() };
  }

  it('always: every result and read tells which answers are correct, with the explanations', async () => {
    const quiz = await createQuiz(admin, explained({}));
    expect(isRevealed((await submit(quiz, 1)).result)).toBe(true);
    expect(await reads(quiz)).toEqual({ list: [true], single: [true], feed: [true] });
  });

  it('never: none does, also the last one, except to administrators', async () => {
    const quiz = await createQuiz(admin, explained({ revealAnswers: 'never', maxAttempts: 1 }));
    const { result } = await submit(quiz, 1);
    expect(result).toMatchObject({ correctCount: 1, percentage: 50, passed: false });
    expect(isRevealed(result)).toBe(false);
    expect(await reads(quiz)).toEqual({ list: [false], single: [false], feed: [false] });
    expect(await reads(quiz, admin)).toEqual({ list: [true], single: [true], feed: [true] });
    expect(isRevealed((await submit(quiz, 1, admin)).result)).toBe(true);
  });

  it('afterLastAttempt: all do once the user has no attempts left', async () => {
    const quiz = await createQuiz(admin, explained({ revealAnswers: 'afterLastAttempt', maxAttempts: 2 }));
    expect(isRevealed((await submit(quiz, 1)).result)).toBe(false);
    expect(await reads(quiz)).toEqual({ list: [false], single: [false], feed: [false] });
    expect(isRevealed((await submit(quiz, 1)).result)).toBe(true);
    const all = [true, true];
    expect(await reads(quiz)).toEqual({ list: all, single: all, feed: all });
    await service.backoffice.call('PUT', `/quizzes/${quiz.id}/grants/${player.userId}`, {
      extraAttempts: 1,
      extraSeconds: 0,
    });
    const none = [false, false];
    expect(await reads(quiz)).toEqual({ list: none, single: none, feed: none });
  });

  it('afterLastAttempt: all do once the quiz is closed and nobody has an open start', async () => {
    const quiz = await createQuiz(admin, explained({ revealAnswers: 'afterLastAttempt', maxAttempts: 3 }));
    const starter = await createPlayer(service);
    for (const by of [player, starter]) expect(isRevealed((await submit(quiz, 1, by)).result)).toBe(false);
    const started = await startAccepted(starter, quiz.id);
    await pass('closes_at', quiz);
    for (const by of [player, starter]) {
      expect(await reads(quiz, by)).toEqual({ list: [false], single: [false], feed: [false] });
    }
    expect(isRevealed((await submitStart(starter, started, answersTo(started, quiz, 1))).result)).toBe(true);
    expect((await reads(quiz, starter)).list).toEqual([true, true]);
    expect(await reads(quiz)).toEqual({ list: [true], single: [true], feed: [true] });
    await updateQuiz(admin, quiz.id, explained({ revealAnswers: 'afterLastAttempt', maxAttempts: 3 }));
    expect(await reads(quiz)).toEqual({ list: [false], single: [false], feed: [false] });
  });

  it('hides the answers in a repeated response too', async () => {
    const quiz = await createQuiz(admin, explained({ revealAnswers: 'afterLastAttempt', maxAttempts: 2 }));
    const first = await submit(quiz, 1, player, 'first');
    await submit(quiz, 1);
    const repeated = await submit(quiz, 1, player, 'first');
    expect(repeated.replayed).toBe('true');
    expect(repeated.result).toEqual(first.result);
    expect(isRevealed(repeated.result)).toBe(false);
  });

  it('afterLastAttempt: the open start of the last attempt keeps them hidden', async () => {
    const quiz = await createQuiz(admin, explained({ revealAnswers: 'afterLastAttempt', maxAttempts: 2 }));
    await submit(quiz, 1);
    const { data: start } = await player.api.POST('/quizzes/{id}/starts', at(quiz.id));
    expect((await reads(quiz)).list).toEqual([false]);
    const body = { ...attemptAt(quiz, 1), startId: start?.id ?? '' };
    const { data } = await player.api.POST('/quizzes/{id}/attempts', { ...at(quiz.id), body });
    expect(isRevealed(data)).toBe(true);
    expect((await reads(quiz)).list).toEqual([true, true]);
  });

  it('decides separately for the users of one commit', async () => {
    const quiz = await createQuiz(admin, explained({ revealAnswers: 'afterLastAttempt', maxAttempts: 2 }));
    const others = await Promise.all(Array.from({ length: 8 }, () => createPlayer(service)));
    await Promise.all(others.slice(0, 4).map((other) => submit(quiz, 1, other)));
    const results = await Promise.all(others.map((other) => submit(quiz, 1, other)));
    expect(results.map(({ result }) => isRevealed(result))).toEqual(others.map((_, index) => index < 4));
  });
});

describe('closesAt', () => {
  it('rejects attempts from then on, while the quiz and its leaderboard are read', async () => {
    const quiz = await createQuiz(admin, quizBody(2, { closesAt: IN_AN_HOUR }));
    expect((await submit(quiz, 2, player, 'before')).status).toBe(201);
    await pass('closes_at', quiz);
    expect(await submit(quiz, 2)).toMatchObject({ status: 409, error: 'Quiz is closed' });
    expect(await submit(quiz, 2, admin)).toMatchObject({ status: 409, error: 'Quiz is closed' });
    const start = await player.api.POST('/quizzes/{id}/starts', at(quiz.id));
    expect([start.response.status, start.error?.error]).toEqual([409, 'Quiz is closed']);
    expect(await submit(quiz, 2, player, 'before')).toMatchObject({ status: 201, replayed: 'true' });
    expect((await player.api.GET('/quizzes/{id}', at(quiz.id))).response.status).toBe(200);
    expect((await player.api.GET('/quizzes/{id}/leaderboard', at(quiz.id))).data?.leaderboard).toHaveLength(1);
  });
});

describe('opensAt', () => {
  const statuses = async ({ id }: Quiz, { api }: Player, etag: string) => {
    const header = { 'If-None-Match': etag };
    const answers = await Promise.all([
      api.GET('/quizzes/{id}', { params: { path: { id }, header } }),
      api.GET('/quizzes/{id}/questions', at(id)),
      api.GET('/quizzes/{id}/leaderboard', at(id)),
      api.GET('/quizzes/{id}/leaderboard/me', at(id)),
      api.GET('/quizzes/{id}/attempts', at(id)),
    ]);
    return answers.map(({ response }) => response.status);
  };

  const listed = async ({ title }: Quiz, { api }: Player) => {
    const all = await api.GET('/quizzes', { params: { query: { limit: 100 } } });
    const found = await api.GET('/quizzes', { params: { query: { search: title } } });
    return [all.data, found.data].map((list) => [
      list?.quizzes.filter((quiz) => quiz.title === title).length,
      list?.pagination.total === list?.quizzes.length,
    ]);
  };

  it('hides the quiz from everybody but administrators before, everywhere', async () => {
    const quiz = await createQuiz(admin, quizBody(2, { title: 'Soon', opensAt: IN_AN_HOUR }));
    await submit(quiz, 1, admin);
    const { response } = await admin.api.GET('/quizzes/{id}', at(quiz.id));
    const etag = response.headers.get('etag') ?? '';
    expect(await statuses(quiz, admin, etag)).toEqual([304, 200, 200, 200, 200]);
    expect(await statuses(quiz, player, etag)).toEqual([404, 404, 404, 404, 404]);
    expect(await submit(quiz, 2)).toMatchObject({ status: 404, error: 'Quiz not found' });
    expect((await player.api.POST('/quizzes/{id}/starts', at(quiz.id))).response.status).toBe(404);
    expect(await listed(quiz, admin)).toEqual([
      [1, true],
      [1, true],
    ]);
    expect(await listed(quiz, player)).toEqual([
      [0, true],
      [0, true],
    ]);
    await pass('opens_at', quiz);
    expect(await statuses(quiz, player, etag)).toEqual([304, 200, 200, 404, 200]);
    expect(await listed(quiz, player)).toEqual([
      [1, true],
      [1, true],
    ]);
    expect((await submit(quiz, 2)).status).toBe(201);
  });

  it('hides a quiz again that had attempts', async () => {
    const quiz = await createQuiz(admin, quizBody(2));
    const { attemptId = '' } = (await submit(quiz, 2)).result ?? {};
    await updateQuiz(admin, quiz.id, quizBody(2, { opensAt: IN_AN_HOUR }));
    expect(await statuses(quiz, player, '"x"')).toEqual([404, 404, 404, 404, 404]);
    const params = { path: { id: quiz.id, attemptId } };
    expect((await player.api.GET('/quizzes/{id}/attempts/{attemptId}', { params })).response.status).toBe(404);
  });
});

describe('requireStart', () => {
  it('hides which answers are correct from everybody but administrators', async () => {
    const quiz = await createQuiz(admin, explained({ requireStart: true }));
    const [full, forPlayers, questions] = await Promise.all([
      admin.api.GET('/quizzes/{id}', at(quiz.id)),
      player.api.GET('/quizzes/{id}', at(quiz.id)),
      player.api.GET('/quizzes/{id}/questions', at(quiz.id)),
    ]);
    expect(full.data).toEqual(quiz);
    expect(forPlayers.data).toEqual(questions.data);
    expect(JSON.stringify(forPlayers.data)).not.toMatch(/isCorrect|explanation/);
    expect(forPlayers.response.headers.get('etag')).toBe(questions.response.headers.get('etag'));
    expect(forPlayers.response.headers.get('etag')).not.toBe(full.response.headers.get('etag'));
    await updateQuiz(admin, quiz.id, explained({}));
    expect((await player.api.GET('/quizzes/{id}', at(quiz.id))).data?.questions[0]).toHaveProperty('explanation');
  });
});
