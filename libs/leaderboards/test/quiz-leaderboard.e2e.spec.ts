import { submitAccepted } from '../../../test/support/attempts.js';
import { query } from '../../../test/support/database.js';
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
import { readQuizBoard, recomputeBoards } from '../../../test/support/leaderboards.js';
import { type Service, startTwoServices } from '../../../test/support/service.js';

const TIMESTAMP = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;
const UNKNOWN_ID = '019b76da-a800-7000-8000-000000000001';

let service: Service;
let second: Service;
let admin: Player;
/** Sorted by their ids. */
let players: [Player, Player, Player, Player, Player];

beforeAll(async () => {
  [service, second] = await startTwoServices();
  admin = await createPlayer(service, 'admin');
  const created = await Promise.all(Array.from({ length: 5 }, () => createPlayer(service)));
  players = created.sort((one, other) => (one.userId < other.userId ? -1 : 1)) as typeof players;
});

afterAll(() => service.close());

/** Attempts of a user at a quiz of ten questions, one after the other: so many correct, in so many milliseconds. */
async function take(by: Player, quiz: Quiz, ...attempts: [correct: number, totalTimeMs: number][]): Promise<void> {
  for (const [correct, time] of attempts) await submitAccepted(by, quiz.id, attemptAt(quiz, correct, time));
}

const createTen = () => createQuiz(admin, quizBody(10, { maxAttempts: 10 }));

/** The users of a leaderboard in their order. */
const usersOf = ({ entries }: { entries: { userId: string }[] }) => entries.map(({ userId }) => userId);
const idsOf = (...ranked: Player[]) => ranked.map(({ userId }) => userId);

async function readPage(quizId: string, page?: number, limit?: number) {
  const { data, error, response } = await admin.api.GET('/quizzes/{id}/leaderboard', {
    params: {
      path: { id: quizId },
      query: { ...(page !== undefined && { page }), ...(limit !== undefined && { limit }) },
    },
  });
  return data ?? [response.status, error];
}

describe('GET /quizzes/:id/leaderboard', () => {
  it('returns one entry per user with these fields', async () => {
    const [one, two] = players;
    const quiz = await createQuiz(admin);
    await take(one, quiz, [2, 5_000]);
    await take(two, quiz, [1, 700], [3, 900]);
    const entry = { image: null, totalQuestions: 3, completedAt: expect.stringMatching(TIMESTAMP) as unknown };
    expect(await readPage(quiz.id)).toEqual({
      leaderboard: [
        {
          ...entry,
          rank: 1,
          userId: two.userId,
          displayName: two.displayName,
          correctCount: 3,
          percentage: 100,
          totalTimeMs: 900,
        },
        {
          ...entry,
          rank: 2,
          userId: one.userId,
          displayName: one.displayName,
          correctCount: 2,
          percentage: 66.67,
          totalTimeMs: 5_000,
        },
      ],
      pagination: { page: 1, limit: 30, total: 2, totalPages: 1 },
    });
  });

  it('ranks the higher percentage first, then the lower time, then the earlier completion', async () => {
    const [a, b, c, d, e] = players;
    const quiz = await createTen();
    await take(a, quiz, [7, 1]);
    await take(b, quiz, [8, 900]);
    await take(e, quiz, [8, 800]);
    await take(c, quiz, [8, 800]);
    await take(d, quiz, [9, 9_000]);
    expect(usersOf(await readQuizBoard(admin.api, quiz.id))).toEqual(idsOf(d, e, c, b, a));
  });

  it('ranks by user id if all else is equal', async () => {
    const quiz = await createTen();
    for (const player of players.toReversed()) await take(player, quiz, [8, 800]);
    for (const table of ['attempts', 'quiz_standings']) {
      await query(service.databaseUrl, `UPDATE ${table} SET completed_at = '2026-01-01' WHERE quiz_id = $1`, [quiz.id]);
    }
    expect(usersOf(await readQuizBoard(admin.api, quiz.id))).toEqual(idsOf(...players));
  });

  it('ranks by the percentage and not by the number of correct answers', async () => {
    const [a, b, c] = players;
    const quiz = await createTen();
    await take(a, quiz, [5, 900]);
    const shorter = await updateQuiz(admin, quiz.id, quizBody(3, { maxAttempts: 10 }));
    await take(b, shorter, [2, 1_000]);
    const four = await updateQuiz(admin, quiz.id, quizBody(4, { maxAttempts: 10 }));
    await take(c, four, [2, 800]);
    expect(await readQuizBoard(admin.api, quiz.id)).toMatchObject({
      entries: [
        { userId: b.userId, correctCount: 2, totalQuestions: 3, percentage: 66.67 },
        { userId: c.userId, correctCount: 2, totalQuestions: 4, percentage: 50 },
        { userId: a.userId, correctCount: 5, totalQuestions: 10, percentage: 50 },
      ],
    });
  });

  it.each<[string, [number, number][], [number, number]]>([
    [
      'the higher percentage, though slower',
      [
        [5, 100],
        [6, 9_000],
      ],
      [6, 9_000],
    ],
    [
      'the higher percentage, though earlier',
      [
        [6, 9_000],
        [5, 100],
      ],
      [6, 9_000],
    ],
    [
      'the lower time',
      [
        [6, 300],
        [6, 200],
        [6, 250],
      ],
      [6, 200],
    ],
  ])("shows of a user's attempts %s", async (_, attempts, [correctCount, totalTimeMs]) => {
    const [player] = players;
    const quiz = await createTen();
    await take(player, quiz, ...attempts);
    const { entries, total } = await readQuizBoard(admin.api, quiz.id);
    expect([entries, total]).toEqual([[expect.objectContaining({ correctCount, totalTimeMs })], 1]);
  });

  it("shows the earlier of a user's attempts that are the same", async () => {
    const [a, b] = players;
    const quiz = await createTen();
    await take(a, quiz, [6, 300]);
    const before = await readQuizBoard(admin.api, quiz.id);
    await take(b, quiz, [6, 300]);
    await take(a, quiz, [6, 300]);
    const after = await readQuizBoard(admin.api, quiz.id);
    expect(after.entries.slice(0, 1)).toEqual(before.entries);
    expect(usersOf(after)).toEqual(idsOf(a, b));
  });

  it('returns pages, with ranks across them', async () => {
    const [a, b, c, d, e] = players;
    const quiz = await createTen();
    for (const [index, player] of [e, d, c, b, a].entries()) await take(player, quiz, [index, 1_000]);
    const pagination = { limit: 2, total: 5, totalPages: 3 };
    const entry = ({ userId }: Player, rank: number) => expect.objectContaining({ userId, rank }) as unknown;
    expect(await Promise.all([1, 2, 3, 4].map((page) => readPage(quiz.id, page, 2)))).toEqual([
      { leaderboard: [entry(a, 1), entry(b, 2)], pagination: { page: 1, ...pagination } },
      { leaderboard: [entry(c, 3), entry(d, 4)], pagination: { page: 2, ...pagination } },
      { leaderboard: [entry(e, 5)], pagination: { page: 3, ...pagination } },
      { leaderboard: [], pagination: { page: 4, ...pagination } },
    ]);
    expect(await readPage(quiz.id, 1, 1_000)).toMatchObject({ pagination: { limit: 100, totalPages: 1 } });
    expect(await readPage(quiz.id, Number.MAX_SAFE_INTEGER, 100)).toMatchObject({ leaderboard: [] });
  });

  it('is empty before the first attempt', async () => {
    const quiz = await createTen();
    const pagination = { page: 1, limit: 30, total: 0, totalPages: 0 };
    expect(await readPage(quiz.id)).toEqual({ leaderboard: [], pagination });
  });

  it('shows an attempt at every instance after the response to it', async () => {
    const quiz = await createTen();
    const readers = [admin.api, apiWith(second.url, admin.key)];
    for (let time = 10; time > 0; time--) {
      const player = players[time % players.length] ?? players[0];
      const writer = { api: apiWith(time % 2 === 0 ? second.url : service.url, player.key) };
      await submitAccepted(writer, quiz.id, attemptAt(quiz, 5, time));
      for (const board of await Promise.all(readers.map((api) => readQuizBoard(api, quiz.id)))) {
        expect(board.entries[0]).toMatchObject({ rank: 1, userId: player.userId, totalTimeMs: time });
        expect(board.total).toBe(Math.min(5, 11 - time));
      }
    }
    const { quizzes } = await recomputeBoards(service.databaseUrl);
    expect(await readQuizBoard(admin.api, quiz.id, 2)).toEqual(quizzes.get(quiz.id));
  });

  it('shows current names and images, at every instance', async () => {
    const [, player] = players;
    const quiz = await createTen();
    await take(player, quiz, [5, 1_000]);
    const readers = [admin.api, apiWith(second.url, admin.key)];
    for (const image of ['https://example.com/1.png', null]) {
      const displayName = image ?? 'No image';
      await service.backoffice.call('PATCH', `/users/${player.userId}`, { displayName, image });
      for (const api of readers) {
        expect((await readQuizBoard(api, quiz.id)).entries).toEqual([expect.objectContaining({ displayName, image })]);
      }
    }
  });

  it('lists users whatever their role is now', async () => {
    const [a, b, c] = players;
    const quiz = await createTen();
    for (const player of [a, b, c]) await take(player, quiz, [5, 1_000]);
    await service.backoffice.call('PATCH', `/users/${a.userId}`, { role: 'viewer' });
    expect(usersOf(await readQuizBoard(a.api, quiz.id))).toEqual(idsOf(a, b, c));
    await service.backoffice.call('PATCH', `/users/${a.userId}`, { role: 'player' });
  });

  it('shows attempts as they were scored, also after an update', async () => {
    const [a] = players;
    const quiz = await createTen();
    await take(a, quiz, [9, 1_000]);
    const before = await readQuizBoard(admin.api, quiz.id);
    await updateQuiz(admin, quiz.id, quizBody(2, { title: 'Other', timeLimitSeconds: 1, maxAttempts: 1 }));
    expect(await readQuizBoard(admin.api, quiz.id)).toEqual(before);
  });

  it('answers 404 after the deletion of the quiz, at every instance', async () => {
    const [a] = players;
    const quiz = await createTen();
    await take(a, quiz, [9, 1_000]);
    const elsewhere = { params: { path: { id: quiz.id } } };
    await apiWith(second.url, admin.key).GET('/quizzes/{id}/leaderboard', elsewhere);
    await deleteQuiz(admin, quiz.id);
    expect(await readPage(quiz.id)).toEqual([404, { error: 'Quiz not found' }]);
    const { response } = await apiWith(second.url, admin.key).GET('/quizzes/{id}/leaderboard', elsewhere);
    expect(response.status).toBe(404);
  });

  it.each([UNKNOWN_ID, 'nonsense', UNKNOWN_ID.toUpperCase()])('answers 404 for quiz %s', async (id) => {
    expect(await readPage(id)).toEqual([404, { error: 'Quiz not found' }]);
  });
});
