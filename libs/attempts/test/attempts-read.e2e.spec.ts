import { type AttemptResult, submit, submitAccepted } from '../../../test/support/attempts.js';
import {
  attemptAt,
  createPlayer,
  createQuiz,
  deleteQuiz,
  type Player,
  type Quiz,
  quizBody,
  updateQuiz,
} from '../../../test/support/factories.js';
import { sharedService, type SharedService } from '../../../test/support/service.js';

const TIMESTAMP = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;
const UNKNOWN_ID = '019b76da-a800-7000-8000-000000000001';

let service: SharedService;
let admin: Player;
let player: Player;
let other: Player;

beforeAll(async () => {
  service = await sharedService();
  admin = await createPlayer(service, 'admin');
  player = await createPlayer(service);
  other = await createPlayer(service);
});

interface Query {
  page?: number;
  limit?: number;
  userId?: string;
}

/** A page of attempts, as the ids in their order and the pagination, or the error. */
async function list({ api }: Player, quizId: string, query: Query = {}): Promise<unknown> {
  const { data, error, response } = await api.GET('/quizzes/{id}/attempts', {
    params: { path: { id: quizId }, query },
  });
  if (data === undefined) return [response.status, error.error];
  return { attempts: data.attempts.map(({ attemptId }) => attemptId), pagination: data.pagination };
}

/** One attempt, or the error. */
async function read({ api }: Player, quizId: string, attemptId: string): Promise<unknown> {
  const { data, error, response } = await api.GET('/quizzes/{id}/attempts/{attemptId}', {
    params: { path: { id: quizId, attemptId } },
  });
  return data ?? [response.status, error.error];
}

const onePage = (results: AttemptResult[]) => ({
  attempts: results.map(({ attemptId }) => attemptId).reverse(),
  pagination: { page: 1, limit: 30, total: results.length, totalPages: Math.min(1, results.length) },
});

/** Attempts of a user one after the other, the oldest first. */
async function takeAttempts(by: Player, quiz: Quiz, count: number): Promise<AttemptResult[]> {
  const results: AttemptResult[] = [];
  for (let taken = 0; taken < count; taken++) results.push(await submitAccepted(by, quiz.id, attemptAt(quiz, taken)));
  return results;
}

const changeUser = (id: string, changes: object) => service.backoffice.call('PATCH', `/users/${id}`, changes);

const ATTEMPT_NOT_FOUND = [404, 'Attempt not found'];
const QUIZ_NOT_FOUND = [404, 'Quiz not found'];

describe('GET /quizzes/:id/attempts', () => {
  let quiz: Quiz;
  let own: AttemptResult[];
  let foreign: AttemptResult[];

  beforeAll(async () => {
    quiz = await createQuiz(admin, quizBody(3, { maxAttempts: 5, timeLimitSeconds: 10 }));
    foreign = await takeAttempts(other, quiz, 2);
    own = await takeAttempts(player, quiz, 5);
  });

  it('returns these fields', async () => {
    const attempt = attemptAt(quiz, 2, 10_001);
    const result = await submitAccepted(other, quiz.id, attempt);
    foreign.push(result);
    const { data } = await other.api.GET('/quizzes/{id}/attempts', {
      params: { path: { id: quiz.id }, query: { limit: 1 } },
    });
    const item = {
      attemptId: result.attemptId,
      quizId: quiz.id,
      userId: other.userId,
      displayName: other.displayName,
      correctCount: 2,
      totalQuestions: 3,
      percentage: 66.67,
      passed: false,
      totalTimeMs: 10_001,
      timedOut: true,
      completedAt: expect.stringMatching(TIMESTAMP) as unknown,
    };
    expect(data?.attempts).toEqual([item]);
    expect(await read(other, quiz.id, result.attemptId)).toEqual({ ...item, answers: result.answers });
    const completedAt = Date.parse(data?.attempts[0]?.completedAt ?? '');
    expect(Math.abs(Date.now() - completedAt)).toBeLessThan(60_000);
  });

  it('lists all attempts to administrators, newest first', async () => {
    expect(await list(admin, quiz.id)).toMatchObject({ pagination: { total: 8 } });
    const { data } = await admin.api.GET('/quizzes/{id}/attempts', { params: { path: { id: quiz.id } } });
    const times = data?.attempts.map(({ completedAt }) => completedAt) ?? [];
    expect(times).toEqual([...times].sort().reverse());
    expect(new Set(data?.attempts.map(({ userId }) => userId))).toEqual(new Set([player.userId, other.userId]));
  });

  it('filters by user for administrators', async () => {
    expect(await list(admin, quiz.id, { userId: player.userId })).toEqual(onePage(own));
    expect(await list(admin, quiz.id, { userId: other.userId })).toEqual(onePage(foreign));
    expect(await list(admin, quiz.id, { userId: admin.userId })).toEqual(onePage([]));
    expect(await list(admin, quiz.id, { userId: UNKNOWN_ID })).toEqual(onePage([]));
  });

  it('returns pages', async () => {
    const ids = own.map(({ attemptId }) => attemptId).reverse();
    const pagination = { limit: 2, total: 5, totalPages: 3 };
    const pages = [1, 2, 3, 4].map((page) => list(player, quiz.id, { page, limit: 2 }));
    expect(await Promise.all(pages)).toEqual([
      { attempts: ids.slice(0, 2), pagination: { page: 1, ...pagination } },
      { attempts: ids.slice(2, 4), pagination: { page: 2, ...pagination } },
      { attempts: ids.slice(4), pagination: { page: 3, ...pagination } },
      { attempts: [], pagination: { page: 4, ...pagination } },
    ]);
    expect(await list(player, quiz.id, { limit: 101 })).toMatchObject({ pagination: { limit: 100, totalPages: 1 } });
  });

  it.each(['player', 'viewer'] as const)('lists only their own attempts to a %s', async (role) => {
    await changeUser(player.userId, { role });
    expect(await list(player, quiz.id)).toEqual(onePage(own));
    expect(await list(player, quiz.id, { userId: player.userId })).toEqual(onePage(own));
    expect(await list(player, quiz.id, { userId: other.userId })).toEqual(onePage([]));
    expect(await list(player, quiz.id, { userId: UNKNOWN_ID })).toEqual(onePage([]));
    const [mine, theirs] = [own[0]?.attemptId ?? '', foreign[0]?.attemptId ?? ''];
    expect(await read(player, quiz.id, mine)).toMatchObject({ attemptId: mine, userId: player.userId });
    expect(await read(player, quiz.id, theirs)).toEqual(ATTEMPT_NOT_FOUND);
    expect(await read(admin, quiz.id, theirs)).toMatchObject({ attemptId: theirs, userId: other.userId });
    await changeUser(player.userId, { role: 'player' });
  });

  it('lists attempts of others only while the caller has the admin role', async () => {
    await changeUser(player.userId, { role: 'admin' });
    expect(await list(player, quiz.id, { userId: other.userId })).toEqual(onePage(foreign));
    await changeUser(player.userId, { role: 'player' });
    expect(await list(player, quiz.id, { userId: other.userId })).toEqual(onePage([]));
  });

  it('counts attempts as they are accepted', async () => {
    const fresh = await createQuiz(admin, quizBody(1, { maxAttempts: 1 }));
    expect(await list(admin, fresh.id)).toEqual(onePage([]));
    const first = await submitAccepted(player, fresh.id, attemptAt(fresh, 1));
    await submit(player, fresh.id, attemptAt(fresh, 1));
    expect(await list(admin, fresh.id)).toEqual(onePage([first]));
    const second = await submitAccepted(other, fresh.id, attemptAt(fresh, 0));
    expect(await list(admin, fresh.id)).toEqual(onePage([first, second]));
    expect(await list(player, fresh.id)).toEqual(onePage([first]));
  });

  it('shows the current name of the user', async () => {
    await changeUser(other.userId, { displayName: 'Renamed' });
    const { data } = await admin.api.GET('/quizzes/{id}/attempts', {
      params: { path: { id: quiz.id }, query: { userId: other.userId } },
    });
    expect(new Set(data?.attempts.map(({ displayName }) => displayName))).toEqual(new Set(['Renamed']));
    expect(await read(admin, quiz.id, foreign[0]?.attemptId ?? '')).toMatchObject({ displayName: 'Renamed' });
  });

  it.each([
    ['page=0', ['page']],
    ['limit=two', ['limit']],
    ['page=1&page=2', ['page']],
    ['userId=nobody', ['userId']],
    [`userId=${UNKNOWN_ID}&userId=${UNKNOWN_ID}`, ['userId']],
    ['userId[]=nobody', ['userId']],
    ['limit=-1&userId=', ['limit', 'userId']],
  ])('rejects %s with 400 and the name of the parameter', async (query, names) => {
    const response = await fetch(`${service.url}/api/quizzes/${quiz.id}/attempts?${query}`, {
      headers: { 'x-api-key': player.key },
    });
    const { error } = (await response.json()) as { error: string };
    const named = error.split('; ').map((problem) => problem.split(':', 1)[0]);
    expect([response.status, named.sort()]).toEqual([400, names]);
  });
});

describe('GET /quizzes/:id/attempts/:attemptId', () => {
  it('returns the answers as they were scored, also after an update of the quiz', async () => {
    const quiz = await createQuiz(admin, quizBody(3));
    const result = await submitAccepted(player, quiz.id, attemptAt(quiz, 1));
    const before = await read(player, quiz.id, result.attemptId);
    expect(before).toMatchObject({ correctCount: 1, totalQuestions: 3, answers: result.answers });
    const [, second, third] = quizBody(3).questions;
    if (second === undefined || third === undefined) throw new Error('The body has three questions');
    const answers = second.answers.map(({ text, isCorrect }) => ({ text, isCorrect: !isCorrect }));
    const edited = await updateQuiz(
      admin,
      quiz.id,
      quizBody(0, { maxAttempts: 3, questions: [third, { ...second, answers }] }),
    );
    expect(await read(player, quiz.id, result.attemptId)).toEqual(before);
    const later = await submitAccepted(player, quiz.id, attemptAt(edited, 2));
    expect(await read(player, quiz.id, later.attemptId)).toMatchObject({ percentage: 100, answers: later.answers });
    expect(await read(player, quiz.id, result.attemptId)).toEqual(before);
  });

  it('finds an attempt only at its quiz', async () => {
    const [quiz, another] = [await createQuiz(admin), await createQuiz(admin)];
    const { attemptId } = await submitAccepted(player, quiz.id, attemptAt(quiz, 1));
    for (const reader of [player, admin]) expect(await read(reader, another.id, attemptId)).toEqual(ATTEMPT_NOT_FOUND);
  });

  it.each([UNKNOWN_ID, 'nonsense', '0', UNKNOWN_ID.toUpperCase()])('answers 404 for attempt %s', async (attemptId) => {
    const quiz = await createQuiz(admin);
    for (const reader of [player, admin]) expect(await read(reader, quiz.id, attemptId)).toEqual(ATTEMPT_NOT_FOUND);
  });

  it.each([UNKNOWN_ID, 'nonsense'])('answers 404 at quiz %s, as the list does', async (quizId) => {
    for (const reader of [player, admin]) {
      expect(await read(reader, quizId, UNKNOWN_ID)).toEqual(QUIZ_NOT_FOUND);
      expect(await list(reader, quizId)).toEqual(QUIZ_NOT_FOUND);
    }
  });

  it('answers 404 after the deletion of the quiz', async () => {
    const quiz = await createQuiz(admin);
    const { attemptId } = await submitAccepted(player, quiz.id, attemptAt(quiz, 1));
    await deleteQuiz(admin, quiz.id);
    for (const reader of [player, admin]) {
      expect(await read(reader, quiz.id, attemptId)).toEqual(QUIZ_NOT_FOUND);
      expect(await list(reader, quiz.id)).toEqual(QUIZ_NOT_FOUND);
    }
  });
});
