// A quiz that is started on the server: at two instances, which share nothing but the database.
import { untilLocked } from '../../../test/support/activity.js';
import { countStatuses, submit, submitAccepted } from '../../../test/support/attempts.js';
import { query, withClient } from '../../../test/support/database.js';
import {
  apiWith,
  attemptAt,
  createPlayer,
  createQuiz,
  deleteQuiz,
  type Player,
  type Quiz,
  type QuizBody,
  quizBody,
  updateQuiz,
} from '../../../test/support/factories.js';
import { type Service, startTwoServices } from '../../../test/support/service.js';
import {
  answersTo,
  attemptsOf,
  getStart,
  PASS_TIME,
  passTime,
  recordEnded,
  save,
  type Start,
  start,
  startAccepted,
  submitStart,
} from '../../../test/support/starts.js';
import { until } from '../../../test/support/until.js';
import { purgeQuiz } from '../../../test/support/trash.js';

const NOBODY = '019b76da-a800-7000-8000-0000000000ff';

let service: Service;
let other: Service;
let admin: Player;

/** The time limit of quizzes, and how long after it answers count, in seconds: no machine is so slow that a test takes as long. */
const LIMIT = 3_600;
const GRACE = 300;
/** When a start is recorded that was not submitted. */
const OVER = LIMIT + GRACE + 60;

beforeAll(async () => {
  [service, other] = await startTwoServices({ START_GRACE_SECONDS: String(GRACE) });
  admin = await createPlayer(service, 'admin');
});

afterAll(() => service.close());

/** The same player at the other instance. */
const elsewhere = ({ key }: Player) => ({ api: apiWith(other.url, key) });

const createTimedQuiz = (settings: Partial<QuizBody> = {}, questions = 4): Promise<Quiz> =>
  createQuiz(admin, quizBody(questions, { timeLimitSeconds: LIMIT, ...settings }));

describe('POST /quizzes/:id/starts', () => {
  it('returns the questions without solutions, and until when answers count', async () => {
    const quiz = await createTimedQuiz();
    const player = await createPlayer(service);
    const { status, start: started } = await start(player, quiz.id);
    expect(status).toBe(201);
    expect(started).toEqual({
      id: expect.any(String) as unknown,
      quizId: quiz.id,
      startedAt: expect.any(String) as unknown,
      endsAt: expect.any(String) as unknown,
      questions: expect.any(Array) as unknown,
    });
    const { startedAt = '', endsAt, questions = [] } = started ?? {};
    expect(Date.parse(endsAt ?? '') - Date.parse(startedAt)).toBe(LIMIT * 1_000);
    expect(questions.map(({ order }) => order)).toEqual([0, 1, 2, 3]);
    expect(JSON.stringify(questions)).not.toContain('isCorrect');
    const sorted = questions.toSorted((one, two) => (one.text < two.text ? -1 : 1));
    expect(sorted.map(({ id }) => id)).toEqual(quiz.questions.map(({ id }) => id));
  });

  it('shuffles questions and answers if the quiz says so', async () => {
    const orders = async (randomizeQuestions: boolean) => {
      const quiz = await createTimedQuiz({ randomizeQuestions }, 20);
      const { questions } = await startAccepted(await createPlayer(service), quiz.id);
      return {
        questions: questions.map(({ text }) => text),
        expected: quiz.questions.map(({ text }) => text),
        answers: new Set(questions.map(({ answers }) => answers[0]?.text)),
      };
    };
    const kept = await orders(false);
    expect([kept.questions, kept.answers]).toEqual([kept.expected, new Set(['Right'])]);
    const shuffled = await orders(true);
    expect(shuffled.questions).not.toEqual(shuffled.expected);
    expect(shuffled.questions.toSorted()).toEqual(shuffled.expected.toSorted());
    expect(shuffled.answers).toEqual(new Set(['Right', 'Wrong']));
  });

  it('returns the open start again, with the same order and the same end, at whichever instance', async () => {
    const quiz = await createTimedQuiz();
    const player = await createPlayer(service);
    const first = await start(player, quiz.id);
    const again = await start(elsewhere(player), quiz.id);
    expect([first.status, again.status]).toEqual([201, 200]);
    expect(again.start).toEqual(first.start);
    expect(await getStart(elsewhere(player), again.start as Start)).toMatchObject({ status: 200, start: first.start });
  });

  it('ends when the quiz closes, if that is before its time limit', async () => {
    const closesAt = new Date(Date.now() + 600_000).toISOString();
    const quizzes = [
      await createTimedQuiz({ closesAt, timeLimitSeconds: 3_600 }),
      await createTimedQuiz({ closesAt, timeLimitSeconds: 0 }),
      await createTimedQuiz({ closesAt, timeLimitSeconds: 60 }),
    ];
    const player = await createPlayer(service);
    const ends: boolean[] = [];
    for (const quiz of quizzes) ends.push((await startAccepted(player, quiz.id)).endsAt === closesAt);
    expect(ends).toEqual([true, true, false]);
  });

  it('is 409 once the quiz is closed, and 404 before it opens, except for administrators', async () => {
    const [quiz, player] = [await createTimedQuiz({ maxAttempts: 2 }), await createPlayer(service)];
    const set = (column: string, time: string) =>
      query(service.databaseUrl, `UPDATE quizzes SET ${column} = now() + interval '${time}' WHERE id = $1`, [quiz.id]);
    await set('opens_at', '1 hour');
    expect(await start(player, quiz.id)).toMatchObject({ status: 404, error: 'Quiz not found' });
    expect((await start(admin, quiz.id)).status).toBe(201);
    await set('opens_at', '-2 hours');
    await set('closes_at', '-1 hour');
    expect(await start(player, quiz.id)).toMatchObject({ status: 409, error: 'Quiz is closed' });
    expect(await attemptsOf(player, quiz.id)).toEqual([]);
  });

  it('returns the open start, also in the grace after the quiz was closed', async () => {
    const closesAt = new Date(Date.now() + 600_000).toISOString();
    const quiz = await createTimedQuiz({ closesAt, timeLimitSeconds: 0 });
    const player = await createPlayer(service);
    const started = await startAccepted(player, quiz.id);
    await query(service.databaseUrl, 'UPDATE quizzes SET closes_at = now() WHERE id = $1', [quiz.id]);
    await query(service.databaseUrl, 'UPDATE starts SET ends_at = now() WHERE quiz_id = $1', [quiz.id]);
    const again = await start(elsewhere(player), quiz.id);
    expect(again).toMatchObject({ status: 200, start: { id: started.id, questions: started.questions } });
    const stranger = await createPlayer(service);
    expect(await start(stranger, quiz.id)).toMatchObject({ status: 409, error: 'Quiz is closed' });
    expect((await submitStart(player, started, answersTo(started, quiz, 4))).status).toBe(201);
    expect(await start(player, quiz.id)).toMatchObject({ status: 409, error: 'Quiz is closed' });
  });

  it('has no end without a time limit', async () => {
    const quiz = await createTimedQuiz({ timeLimitSeconds: 0 });
    const player = await createPlayer(service);
    const started = await startAccepted(player, quiz.id);
    expect(started.endsAt).toBeNull();
    await passTime(service, quiz.id, 100 * 86_400);
    await recordEnded(service);
    expect(await getStart(player, started)).toMatchObject({ status: 200, start: { remainingMs: null } });
    const submitted = await submitStart(player, started, []);
    expect(submitted).toMatchObject({ status: 201, result: { totalTimeMs: 2_147_483_647 } });
  });

  it('never exceeds maxAttempts, and starts once, for a hundred parallel requests at two instances', async () => {
    const quiz = await createTimedQuiz({ maxAttempts: 3 });
    const player = await createPlayer(service);
    const hundred = () =>
      Promise.all(
        Array.from({ length: 100 }, (_, index) => start(index % 2 === 0 ? player : elsewhere(player), quiz.id)),
      );
    const ids = new Set<string>();
    for (let round = 0; round < 3; round++) {
      const responses = await hundred();
      expect(countStatuses(responses)).toEqual({ 200: 99, 201: 1 });
      const [opened] = responses;
      expect(new Set(responses.map(({ start: each }) => each?.id)).size).toBe(1);
      ids.add(opened?.start?.id ?? '');
      expect((await submitStart(player, opened?.start as Start, [])).status).toBe(201);
    }
    expect(ids.size).toBe(3);
    expect(countStatuses(await hundred())).toEqual({ 409: 100 });
  });

  it('accepts no more starts and attempts together than maxAttempts, for parallel requests at two instances', async () => {
    const quiz = await createTimedQuiz({ maxAttempts: 3 });
    const player = await createPlayer(service);
    const requests = Array.from({ length: 60 }, (_, index) => {
      const by = index % 2 === 0 ? player : elsewhere(player);
      return index % 3 === 0 ? start(by, quiz.id) : submit(by, quiz.id, attemptAt(quiz, 1));
    });
    const statuses = countStatuses(await Promise.all(requests));
    expect(statuses[201]).toBe(3);
    const [{ count } = { count: 0 }] = await query<{ count: number }>(
      service.databaseUrl,
      `SELECT ((SELECT count(*) FROM attempts WHERE quiz_id = $1) + (SELECT count(*) FROM starts WHERE quiz_id = $1))::integer
       AS count`,
      [quiz.id],
    );
    expect(count).toBe(3);
  });

  it('costs an attempt, also if the player leaves', async () => {
    const quiz = await createTimedQuiz({ maxAttempts: 1 });
    const player = await createPlayer(service);
    const started = await startAccepted(player, quiz.id);
    const plain = await submit(player, quiz.id, attemptAt(quiz, 4));
    expect([plain.status, plain.error]).toEqual([409, 'Maximum attempts reached']);
    await passTime(service, quiz.id, OVER);
    await recordEnded(other);
    expect(await start(player, quiz.id)).toMatchObject({ status: 409, error: 'Maximum attempts reached' });
    expect(await attemptsOf(player, quiz.id)).toMatchObject([
      { attemptId: started.id, correctCount: 0, totalTimeMs: LIMIT * 1_000, timedOut: true },
    ]);
  });

  it('begins another start if the time of the former one is up, even if that is not recorded yet', async () => {
    const quiz = await createTimedQuiz({ maxAttempts: 2 });
    const player = await createPlayer(service);
    const first = await startAccepted(player, quiz.id);
    await passTime(service, quiz.id, LIMIT + GRACE + 1);
    const second = await start(player, quiz.id);
    expect(second.status).toBe(201);
    expect(await attemptsOf(player, quiz.id)).toMatchObject([{ attemptId: first.id, timedOut: true }]);
    await passTime(service, quiz.id, LIMIT + GRACE + 1);
    expect((await start(player, quiz.id)).status).toBe(409);
  });

  it('is not counted in the list of attempts while it is open', async () => {
    const quiz = await createTimedQuiz();
    const player = await createPlayer(service);
    await submitAccepted(player, quiz.id, attemptAt(quiz, 1));
    await startAccepted(player, quiz.id);
    const { data } = await player.api.GET('/quizzes/{id}/attempts', { params: { path: { id: quiz.id } } });
    expect([data?.pagination.total, data?.attempts.length]).toEqual([1, 1]);
  });

  it('answers 404 for an unknown quiz and for a deleted one', async () => {
    const quiz = await createTimedQuiz();
    const player = await createPlayer(service);
    const started = await startAccepted(player, quiz.id);
    await deleteQuiz(admin, quiz.id);
    for (const { status, error } of [
      await start(player, NOBODY),
      await start(player, quiz.id),
      await getStart(player, started),
      await save(player, started, []),
      await submitStart(player, started, []),
    ]) {
      expect([status, error]).toEqual([404, 'Quiz not found']);
    }
  });
});

describe('the answers to a start', () => {
  it('are saved as a whole, and returned with the time that is left', async () => {
    const quiz = await createTimedQuiz();
    const player = await createPlayer(service);
    const started = await startAccepted(player, quiz.id);
    const [first, second] = answersTo(started, quiz, 4);
    expect((await save(player, started, [first as never, second as never])).status).toBe(200);
    expect((await save(elsewhere(player), started, [second as never])).status).toBe(200);
    await passTime(service, quiz.id, 1_200);
    const { start: read } = await getStart(player, started);
    expect(read?.answers).toEqual([second]);
    expect(read?.remainingMs).toBeGreaterThan(0);
    expect(read?.remainingMs).toBeLessThanOrEqual((LIMIT - 1_200) * 1_000);
    expect(read?.questions).toEqual(started.questions);
  });

  it('are of its own questions', async () => {
    const quiz = await createTimedQuiz();
    const player = await createPlayer(service);
    const started = await startAccepted(player, quiz.id);
    const foreign = [{ questionId: NOBODY, answerId: NOBODY }];
    const problem = 'answers[0].questionId: no question of this quiz';
    expect(await save(player, started, foreign)).toEqual({ status: 400, error: problem });
    expect(await submitStart(player, started, foreign)).toMatchObject({ status: 400, error: problem });
  });

  it('are those of the player alone', async () => {
    const quiz = await createTimedQuiz();
    const [player, stranger] = [await createPlayer(service), await createPlayer(service)];
    const started = await startAccepted(player, quiz.id);
    const notFound = [404, 'Start not found'];
    for (const by of [stranger, admin]) {
      const responses = [await getStart(by, started), await save(by, started, []), await submitStart(by, started, [])];
      expect(responses.map(({ status, error }) => [status, error])).toEqual([notFound, notFound, notFound]);
    }
    expect((await submitStart(player, started, [])).status).toBe(201);
    for (const { status, error } of [await getStart(stranger, started), await submitStart(stranger, started, [])]) {
      expect([status, error]).toEqual(notFound);
    }
  });
});

describe('POST /quizzes/:id/attempts with startId', () => {
  it('takes time and timedOut from the server', async () => {
    const quiz = await createTimedQuiz();
    const player = await createPlayer(service);
    const started = await startAccepted(player, quiz.id);
    await passTime(service, quiz.id, 1_200);
    const { status, result } = await submitStart(player, started, answersTo(started, quiz, 3));
    expect(status).toBe(201);
    expect(result).toMatchObject({ attemptId: started.id, correctCount: 3, totalQuestions: 4, percentage: 75 });
    expect(result?.totalTimeMs).toBeGreaterThanOrEqual(1_200_000);
    expect(result?.totalTimeMs).toBeLessThan(LIMIT * 1_000);
    expect(await attemptsOf(player, quiz.id)).toMatchObject([
      { attemptId: started.id, totalTimeMs: result?.totalTimeMs, timedOut: false },
    ]);
  });

  it('needs no totalTimeMs, which other attempts do', async () => {
    const quiz = await createTimedQuiz();
    const player = await createPlayer(service);
    const { id } = await startAccepted(player, quiz.id);
    const params = { path: { id: quiz.id } };
    const without = await player.api.POST('/quizzes/{id}/attempts', { params, body: { answers: [] } });
    expect([without.response.status, without.error?.error]).toEqual([
      400,
      'totalTimeMs: must be an integer from 0 to 2147483647',
    ]);
    const submitted = await player.api.POST('/quizzes/{id}/attempts', { params, body: { startId: id, answers: [] } });
    expect(submitted.response.status).toBe(201);
  });

  it.each([
    ['before the end', LIMIT - 300, 201, undefined, { timedOut: false, correctCount: 4 }],
    ['in the grace', LIMIT + 60, 201, undefined, { timedOut: true, totalTimeMs: LIMIT * 1_000, correctCount: 4 }],
    [
      'after the grace',
      LIMIT + GRACE + 1,
      409,
      'Time is up',
      { timedOut: true, totalTimeMs: LIMIT * 1_000, correctCount: 2 },
    ],
  ])('counts until the end and its grace: %s', async (_, seconds, expected, error, recorded) => {
    const quiz = await createTimedQuiz();
    const player = await createPlayer(service);
    const started = await startAccepted(player, quiz.id);
    const [first, second] = answersTo(started, quiz, 4);
    expect((await save(player, started, [first as never, second as never])).status).toBe(200);
    await passTime(service, quiz.id, seconds);
    const submitted = await submitStart(player, started, answersTo(started, quiz, 4));
    expect([submitted.status, submitted.error]).toEqual([expected, error]);
    await passTime(service, quiz.id, 6);
    await Promise.all([recordEnded(service), recordEnded(other)]);
    expect(await attemptsOf(player, quiz.id)).toMatchObject([{ attemptId: started.id, ...recorded }]);
    const late = [await submitStart(player, started, []), await save(player, started, [])];
    const afterwards = recorded.timedOut ? 'Time is up' : 'This start was submitted already';
    expect(late.map((response) => [response.status, response.error])).toEqual([
      [409, afterwards],
      [409, afterwards],
    ]);
  });

  it('loses nothing if the clock of the database steps back, which gives the start more time', async () => {
    const quiz = await createTimedQuiz();
    const player = await createPlayer(service);
    const started = await startAccepted(player, quiz.id);
    const answers = answersTo(started, quiz, 2);
    expect((await save(player, started, answers)).status).toBe(200);
    // The clock of the database cannot be set for one test.
    await passTime(service, quiz.id, -LIMIT);
    await recordEnded(service);
    const { start: read } = await getStart(elsewhere(player), started);
    expect(read?.answers).toHaveLength(4);
    expect(read?.remainingMs).toBeGreaterThan(LIMIT * 1_000);
    expect((await start(player, quiz.id)).start?.id).toBe(started.id);
    expect((await submitStart(player, started, answers)).result).toMatchObject({ correctCount: 2, totalTimeMs: 0 });
    expect(await attemptsOf(player, quiz.id)).toMatchObject([{ attemptId: started.id, timedOut: false }]);
  });

  it('saves nothing after the grace', async () => {
    const quiz = await createTimedQuiz();
    const player = await createPlayer(service);
    const started = await startAccepted(player, quiz.id);
    await passTime(service, quiz.id, LIMIT + GRACE + 1);
    expect(await save(player, started, answersTo(started, quiz, 4))).toEqual({ status: 409, error: 'Time is up' });
    await passTime(service, quiz.id, 6);
    await recordEnded(service);
    expect(await attemptsOf(player, quiz.id)).toMatchObject([{ correctCount: 0 }]);
  });

  it('records a start once, for parallel requests at two instances', async () => {
    const quiz = await createTimedQuiz();
    const player = await createPlayer(service);
    const started = await startAccepted(player, quiz.id);
    const requests = Array.from({ length: 20 }, (_, index) =>
      submitStart(index % 2 === 0 ? player : elsewhere(player), started, answersTo(started, quiz, index % 5)),
    );
    const responses = await Promise.all(requests);
    expect(countStatuses(responses)).toEqual({ 201: 1, 409: 19 });
    expect(await attemptsOf(player, quiz.id)).toHaveLength(1);
    const { data } = await player.api.GET('/quizzes/{id}/leaderboard', { params: { path: { id: quiz.id } } });
    expect(data?.leaderboard).toMatchObject([{ userId: player.userId }]);
  });

  it('returns the first result to a repetition with the same Idempotency-Key', async () => {
    const quiz = await createTimedQuiz();
    const player = await createPlayer(service);
    const started = await startAccepted(player, quiz.id);
    const answers = answersTo(started, quiz, 2);
    const first = await submitStart(player, started, answers, 'once');
    const again = await submitStart(elsewhere(player), started, answers, 'once');
    expect([first.status, again.status, again.replayed]).toEqual([201, 201, true]);
    expect(again.result).toEqual(first.result);
    expect(await submitStart(player, started, answers, 'another')).toMatchObject({ status: 409 });
    expect(await submitStart(player, started, [], 'once')).toMatchObject({ status: 422 });
  });

  it('is the only way to submit an attempt at a quiz that must be started', async () => {
    const quiz = await createTimedQuiz({ requireStart: true });
    const player = await createPlayer(service);
    const plain = await submit(player, quiz.id, attemptAt(quiz, 4));
    expect([plain.status, plain.error]).toEqual([409, 'This quiz must be started']);
    expect((await submitStart(player, await startAccepted(player, quiz.id), [])).status).toBe(201);
  });

  it('passes at the pass mark of the quiz when it was started', async () => {
    const quiz = await createTimedQuiz({ passPercentage: 25 });
    const player = await createPlayer(service);
    const started = await startAccepted(player, quiz.id);
    await updateQuiz(admin, quiz.id, quizBody(4, { passPercentage: 100 }));
    const { result } = await submitStart(player, started, answersTo(started, quiz, 1));
    expect(result?.passed).toBe(true);
  });

  it('scores by the version that was started, whatever was edited since', async () => {
    const quiz = await createTimedQuiz({ maxAttempts: 2 });
    const player = await createPlayer(service);
    const started = await startAccepted(player, quiz.id);
    await updateQuiz(admin, quiz.id, quizBody(9, { timeLimitSeconds: 5, maxAttempts: 1 }));
    await query(service.databaseUrl, `UPDATE quiz_versions SET created_at = now() - interval '30 days'`);
    await passTime(service, quiz.id, 20);
    const [answer] = answersTo(started, quiz, 4);
    const { status, result } = await submitStart(elsewhere(player), started, [answer as never]);
    expect([status, result?.correctCount, result?.totalQuestions]).toEqual([201, 1, 4]);
    expect(await attemptsOf(player, quiz.id)).toMatchObject([{ timedOut: false }]);
  });
});

describe('administrators', () => {
  it('grant an attempt and time, also while a start is open', async () => {
    const quiz = await createTimedQuiz({ maxAttempts: 1 });
    const player = await createPlayer(service);
    const grant = (extraAttempts: number, extraSeconds: number) =>
      service.backoffice.call('PUT', `/quizzes/${quiz.id}/grants/${player.userId}`, { extraAttempts, extraSeconds });
    const endOf = ({ startedAt, endsAt }: Start) => Date.parse(endsAt ?? '') - Date.parse(startedAt);
    const first = await startAccepted(player, quiz.id);
    await grant(1, 30);
    expect(endOf(await startAccepted(player, quiz.id))).toBe((LIMIT + 30) * 1_000);
    await grant(1, 10);
    expect(endOf(await startAccepted(player, quiz.id))).toBe((LIMIT + 10) * 1_000);
    expect((await submitStart(player, first, [])).status).toBe(201);
    expect(endOf(await startAccepted(player, quiz.id))).toBe((LIMIT + 10) * 1_000);
  });

  it('grant time up to when the quiz closes, and take back what they granted', async () => {
    const closesAt = new Date(Date.now() + (LIMIT + 300) * 1_000).toISOString();
    const quiz = await createTimedQuiz({ closesAt });
    const player = await createPlayer(service);
    const started = await startAccepted(player, quiz.id);
    const grant = async (extraSeconds: number) => {
      const path = `/quizzes/${quiz.id}/grants/${player.userId}`;
      await service.backoffice.call('PUT', path, { extraAttempts: 0, extraSeconds });
      return (await startAccepted(player, quiz.id)).endsAt;
    };
    expect(await grant(600)).toBe(closesAt);
    expect(Date.parse((await grant(10)) ?? '')).toBe(Date.parse(started.startedAt) + (LIMIT + 10) * 1_000);
    expect(await grant(0)).toBe(started.endsAt);
    await passTime(service, quiz.id, LIMIT + 60);
    const { endsAt } = await startAccepted(player, quiz.id);
    expect(await grant(600)).toBe(endsAt);
  });

  it('let a quiz open later, while its open starts go on', async () => {
    const quiz = await createTimedQuiz();
    const player = await createPlayer(service);
    const started = await startAccepted(player, quiz.id);
    const opensAt = new Date(Date.now() + 3_600_000).toISOString();
    await updateQuiz(admin, quiz.id, quizBody(4, { timeLimitSeconds: LIMIT, opensAt }));
    expect(await save(player, started, [])).toMatchObject({ status: 200 });
    expect((await submitStart(player, started, answersTo(started, quiz, 4))).status).toBe(201);
  });

  it('change when a quiz closes, which moves the ends of its open starts', async () => {
    const quiz = await createTimedQuiz();
    const player = await createPlayer(service);
    const started = await startAccepted(player, quiz.id);
    const endIfClosing = async (closesAt: string | null) => {
      await updateQuiz(admin, quiz.id, quizBody(4, { timeLimitSeconds: LIMIT, closesAt }));
      return (await getStart(player, started)).start?.endsAt ?? '';
    };
    const soon = new Date(Date.now() + 600_000).toISOString();
    expect(await endIfClosing(soon)).toBe(soon);
    expect(await endIfClosing(null)).toBe(started.endsAt);
    const past = new Date(Date.now() - 3_600_000).toISOString();
    expect(Date.parse(await endIfClosing(past))).toBeGreaterThanOrEqual(Date.parse(started.startedAt));
    expect((await submitStart(player, started, [])).status).toBe(201);
  });

  it('void an attempt that was started, so that its user may start again', async () => {
    const quiz = await createTimedQuiz({ maxAttempts: 1 });
    const player = await createPlayer(service);
    const started = await startAccepted(player, quiz.id);
    expect((await submitStart(player, started, [])).status).toBe(201);
    expect((await start(player, quiz.id)).status).toBe(409);
    await service.backoffice.call('PUT', `/quizzes/${quiz.id}/attempts/${started.id}/void`, { reason: 'Fire alarm' });
    expect((await start(player, quiz.id)).status).toBe(201);
  });

  it('regrade a question under an open start, which is scored by the new grading', async () => {
    const quiz = await createTimedQuiz();
    const player = await createPlayer(service);
    const started = await startAccepted(player, quiz.id);
    const question = quiz.questions[0];
    await service.backoffice.call('PUT', `/quizzes/${quiz.id}/versions/1/questions/${question?.id ?? ''}/regrade`, {
      kind: 'everyone',
      answers: [],
      reason: 'Two answers are correct',
      grading: 0,
    });
    const { result } = await submitStart(player, started, []);
    expect(result?.correctCount).toBe(1);
  });
});

describe('a start whose time is up', () => {
  it('is not recorded with answers that were saved meanwhile, nor if it was given more time meanwhile', async () => {
    const quiz = await createTimedQuiz();
    const player = await createPlayer(service);
    const started = await startAccepted(player, quiz.id);
    const granted = await createPlayer(service);
    await startAccepted(granted, quiz.id);
    await withClient(service.databaseUrl, async (client) => {
      await client.query('BEGIN');
      // The task finds them once this transaction ends. Then their locks go to the client, which waits for them already.
      const locked = await withClient(service.databaseUrl, async (passing) => {
        await passing.query('BEGIN');
        await passing.query(PASS_TIME, [quiz.id, OVER]);
        const waiting = client.query('SELECT FROM starts WHERE quiz_id = $1 FOR UPDATE', [quiz.id]);
        await untilLocked(service.databaseUrl, 'SELECT FROM starts WHERE quiz_id');
        await passing.query('COMMIT');
        return waiting;
      });
      expect(locked.rowCount).toBe(2);
      await until('the task waits for a row', async () => {
        const waiting = await query(
          service.databaseUrl,
          `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock' AND query ~ 'is_started'`,
        );
        return waiting.length > 0;
      });
      await client.query(`UPDATE starts SET answers = '[[0, 0]]' WHERE user_id = $1`, [player.userId]);
      await client.query(`UPDATE starts SET ends_at = now() + interval '1 hour' WHERE user_id = $1`, [granted.userId]);
      await client.query('COMMIT');
    });
    await until('the start is recorded', async () => (await attemptsOf(player, quiz.id)).length === 1);
    expect(await attemptsOf(player, quiz.id)).toMatchObject([{ attemptId: started.id, correctCount: 1 }]);
    expect(await attemptsOf(granted, quiz.id)).toEqual([]);
  });

  it('is recorded, also if many others cannot be', async () => {
    const quiz = await createTimedQuiz();
    const player = await createPlayer(service);
    const started = await startAccepted(player, quiz.id);
    await passTime(service, quiz.id, OVER);
    await query(
      service.databaseUrl,
      `INSERT INTO starts (quiz_id, user_id, id, version, questions, ends_at)
       SELECT $1, gen_random_uuid(), gen_random_uuid(), 99, '[]', now() - interval '1 hour' FROM generate_series(1, 200)`,
      [quiz.id],
    );
    await recordEnded(service);
    expect(await attemptsOf(player, quiz.id)).toMatchObject([{ attemptId: started.id }]);
    await deleteQuiz(admin, quiz.id);
  });

  it('is recorded once, also if many end at the same time and two instances record them', async () => {
    const quizzes = [await createTimedQuiz(), await createTimedQuiz()];
    const player = await createPlayer(service);
    for (const { id } of quizzes) await startAccepted(player, id);
    const ids = quizzes.map(({ id }) => id);
    await query(
      service.databaseUrl,
      `INSERT INTO starts (quiz_id, user_id, id, version, questions, ends_at)
       SELECT quiz_id, gen_random_uuid(), gen_random_uuid(), version, questions, now() - interval '1 hour'
       FROM starts, generate_series(1, 350) WHERE quiz_id = ANY ($1::uuid[])`,
      [ids],
    );
    await Promise.all([recordEnded(service), recordEnded(other)]);
    const count = 'SELECT count(*)::integer FROM starts WHERE quiz_id = ANY ($1::uuid[])';
    expect(await query(service.databaseUrl, count, [ids])).toEqual([{ count: quizzes.length }]);
    for (const { id } of quizzes) {
      const { data } = await admin.api.GET('/quizzes/{id}/attempts', { params: { path: { id } } });
      expect(data?.pagination.total).toBe(350);
    }
  });
});

describe('the starts of a deleted quiz', () => {
  it('cannot be read or saved before they are deleted', async () => {
    const quiz = await createTimedQuiz();
    const player = await createPlayer(service);
    const started = await startAccepted(player, quiz.id);
    await query(service.databaseUrl, 'DELETE FROM quizzes WHERE id = $1', [quiz.id]);
    expect(await getStart(player, started)).toMatchObject({ status: 404, error: 'Quiz not found' });
    expect(await save(player, started, [])).toEqual({ status: 404, error: 'Quiz not found' });
    await query(service.databaseUrl, 'DELETE FROM starts WHERE quiz_id = $1', [quiz.id]);
  });

  it('are deleted for good with it, also if answers are saved at the same time', async () => {
    const quiz = await createTimedQuiz();
    await startAccepted(await createPlayer(service), quiz.id);
    await withClient(service.databaseUrl, async (client) => {
      await client.query('BEGIN');
      await client.query(`UPDATE starts SET answers = '[[0, 0]]' WHERE quiz_id = $1`, [quiz.id]);
      await deleteQuiz(admin, quiz.id);
      const deletion = purgeQuiz(service, quiz.id);
      await until('the deletion waits for the row', async () => {
        const waiting = await query(
          service.databaseUrl,
          `SELECT FROM pg_stat_activity
           WHERE datname = current_database() AND wait_event_type = 'Lock' AND query ~ 'DELETE FROM starts'`,
          [],
        );
        return waiting.length > 0;
      });
      await client.query('COMMIT');
      await deletion;
    });
    expect(await query(service.databaseUrl, 'SELECT FROM starts WHERE quiz_id = $1', [quiz.id])).toEqual([]);
  });
});
