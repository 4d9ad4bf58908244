import { submitAccepted } from '../../../test/support/attempts.js';
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
import { type GlobalEntry, readGlobalBoard, recomputeBoards } from '../../../test/support/leaderboards.js';
import { type Service, startTwoServices } from '../../../test/support/service.js';

let service: Service;
let second: Service;
let admin: Player;
/** Quizzes by the number of their questions. */
let quizOf: Map<number, Quiz>;

beforeAll(async () => {
  [service, second] = await startTwoServices();
  admin = await createPlayer(service, 'admin');
  quizOf = new Map();
  for (const questions of [2, 3, 4, 6, 9, 10]) {
    quizOf.set(questions, await createQuiz(admin, quizBody(questions, { maxAttempts: 100 })));
  }
});

afterAll(() => service.close());

/** Attempts of a user: so many correct of so many questions, in so many milliseconds. */
async function take(
  by: Player,
  ...attempts: [correct: number, questions: number, totalTimeMs: number][]
): Promise<void> {
  for (const [correct, questions, time] of attempts) {
    const quiz = quizOf.get(questions);
    if (quiz === undefined) throw new Error(`There is no quiz of ${questions} questions`);
    await submitAccepted(by, quiz.id, attemptAt(quiz, correct, time));
  }
}

/** The entries of some users, in the order of the whole leaderboard. */
async function entriesOf(...users: Player[]): Promise<GlobalEntry[]> {
  const { entries } = await readGlobalBoard(admin.api);
  return entries.filter(({ userId }) => users.some((user) => user.userId === userId));
}

const inOrder = (...ranked: Player[]) => ranked.map(({ userId }) => expect.objectContaining({ userId }) as unknown);

/** New users, sorted by their ids. */
async function createUsers(count: number) {
  const users = await Promise.all(Array.from({ length: count }, () => createPlayer(service)));
  return users.sort((one, other) => (one.userId < other.userId ? -1 : 1)) as [
    Player,
    Player,
    Player,
    Player,
    Player,
    Player,
  ];
}

describe('GET /leaderboard', () => {
  it('is empty before the first attempt', async () => {
    const { data } = await admin.api.GET('/leaderboard');
    expect(data).toEqual({ leaderboard: [], pagination: { page: 1, limit: 30, total: 0, totalPages: 0 } });
  });

  it('returns the totals of all attempts with these fields', async () => {
    const [one, two] = await createUsers(2);
    await take(one, [2, 3, 1_000], [3, 3, 1_000], [1, 10, 1_000]);
    await take(two, [10, 10, 1_000]);
    const { data } = await admin.api.GET('/leaderboard');
    const fields = { image: null, totalAttempts: 1 };
    expect(data).toEqual({
      leaderboard: [
        {
          ...fields,
          rank: 1,
          userId: two.userId,
          displayName: two.displayName,
          averageScore: 100,
          totalCorrect: 10,
          totalQuestions: 10,
        },
        {
          ...fields,
          rank: 2,
          userId: one.userId,
          displayName: one.displayName,
          totalAttempts: 3,
          averageScore: 58.89,
          totalCorrect: 6,
          totalQuestions: 16,
        },
      ],
      pagination: { page: 1, limit: 30, total: 2, totalPages: 1 },
    });
  });

  it('ranks more correct answers first, then the higher average, then the lower sum of times, then the user', async () => {
    const [a, b, c, d, e, f] = await createUsers(6);
    await take(f, [2, 2, 90], [2, 2, 9]);
    await take(e, [2, 2, 50], [2, 2, 50]);
    await take(d, [2, 2, 50], [2, 2, 50]);
    await take(c, [4, 6, 9_000]);
    await take(b, [4, 9, 1], [0, 2, 1]);
    await take(a, [3, 3, 1]);
    expect(await entriesOf(a, b, c, d, e, f)).toEqual(inOrder(f, d, e, c, b, a));
  });

  it('ranks by rounded averages, as shown', async () => {
    const [higher, exact] = await createUsers(2);
    // 33.33 against a third of 50 + 16.67 + 33.33, which is a third of a hundredth more.
    await take(higher, [1, 2, 1_000], [1, 6, 1_000], [1, 3, 1_000]);
    await take(exact, [3, 9, 2_999]);
    expect(await entriesOf(exact, higher)).toEqual([
      expect.objectContaining({ userId: exact.userId, totalCorrect: 3, averageScore: 33.33 }),
      expect.objectContaining({ userId: higher.userId, totalCorrect: 3, averageScore: 33.33 }),
    ]);
  });

  it('rounds the average of rounded percentages half up', async () => {
    const [half, third] = await createUsers(2);
    await take(half, [1, 2, 1], [1, 6, 1]); // 50 and 16.67
    await take(third, [1, 3, 1], [1, 3, 1], [2, 3, 1]); // 33.33, 33.33 and 66.67
    expect((await entriesOf(half)).map(({ averageScore }) => averageScore)).toEqual([33.34]);
    expect((await entriesOf(third)).map(({ averageScore }) => averageScore)).toEqual([44.44]);
  });

  it('returns pages, with ranks across them', async () => {
    const whole = await readGlobalBoard(admin.api);
    expect(whole.entries.map(({ rank }) => rank)).toEqual(whole.entries.map((_, index) => index + 1));
    for (const limit of [1, 3, 4]) expect(await readGlobalBoard(admin.api, limit)).toEqual(whole);
    const { data } = await admin.api.GET('/leaderboard', { params: { query: { page: 1_000, limit: 1_000 } } });
    const { total } = whole;
    expect(data).toEqual({ leaderboard: [], pagination: { page: 1_000, limit: 100, total, totalPages: 1 } });
  });

  it('shows an attempt at every instance after the response to it', async () => {
    const [player, other] = await createUsers(2);
    const readers = [admin.api, apiWith(second.url, admin.key)];
    await take(other, [1, 10, 1]);
    const quiz = quizOf.get(4);
    if (quiz === undefined) throw new Error('There is no quiz of 4 questions');
    for (let attempts = 1; attempts <= 10; attempts++) {
      const writer = { api: apiWith(attempts % 2 === 0 ? second.url : service.url, player.key) };
      await submitAccepted(writer, quiz.id, attemptAt(quiz, 3));
      for (const { entries } of await Promise.all(readers.map((api) => readGlobalBoard(api)))) {
        const entry = entries.find(({ userId }) => userId === player.userId);
        expect(entry).toMatchObject({
          totalAttempts: attempts,
          averageScore: 75,
          totalCorrect: 3 * attempts,
          totalQuestions: 4 * attempts,
        });
      }
    }
    expect(await readGlobalBoard(admin.api)).toEqual((await recomputeBoards(service.databaseUrl)).global);
  });

  it('shows current names and images, at every instance', async () => {
    const [player] = await createUsers(2);
    await take(player, [1, 10, 1]);
    for (const image of ['https://example.com/1.png', null]) {
      const changes = { displayName: image ?? 'No image', image };
      await service.backoffice.call('PATCH', `/users/${player.userId}`, changes);
      for (const url of [service.url, second.url]) {
        const { entries } = await readGlobalBoard(apiWith(url, admin.key));
        expect(entries.find(({ userId }) => userId === player.userId)).toMatchObject(changes);
      }
    }
  });

  it('lists no user without an attempt', async () => {
    const [player] = await createUsers(2);
    expect(await entriesOf(player, admin)).toEqual([]);
  });

  it('drops the results of a deleted quiz, and users without other results', async () => {
    const [both, only] = await createUsers(2);
    const quiz = await createQuiz(admin, quizBody(5, { maxAttempts: 3 }));
    const before = await readGlobalBoard(admin.api);
    await take(both, [6, 9, 1_000]);
    const [entry] = await entriesOf(both);
    for (const player of [both, only, both]) await submitAccepted(player, quiz.id, attemptAt(quiz, 4));
    const [more] = await entriesOf(both);
    expect(more).toMatchObject({ totalAttempts: 3, averageScore: 75.56, totalCorrect: 14, totalQuestions: 19 });
    await deleteQuiz(admin, quiz.id);
    const after = await readGlobalBoard(apiWith(second.url, admin.key));
    expect(after.total).toBe(before.total + 1);
    expect(await entriesOf(both, only)).toEqual([entry]);
    expect(after).toEqual((await recomputeBoards(service.databaseUrl)).global);
  });
});

describe.each(['/quizzes/{id}/leaderboard', '/leaderboard'])('%s', (path) => {
  it.each(['page=0', 'page=-1', 'page=1.5', 'page=', 'limit=0', 'limit=all', 'limit=1&limit=2', 'limit[]=1'])(
    'rejects %s with 400 and the name of the parameter',
    async (parameters) => {
      const target = path.replace('{id}', quizOf.get(2)?.id ?? '');
      const response = await fetch(`${service.url}/api${target}?${parameters}`, {
        headers: { 'x-api-key': admin.key },
      });
      const { error } = (await response.json()) as { error: string };
      expect([response.status, error.split(':', 1)[0]]).toEqual([400, parameters.split(/[=[]/, 1)[0]]);
    },
  );
});
