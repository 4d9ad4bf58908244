// The caller's entry equals the one in the pages of the leaderboard, whatever happened to the attempts before.
import { submitAccepted } from '../../../test/support/attempts.js';
import { query, withClient } from '../../../test/support/database.js';
import {
  type Api,
  apiWith,
  attemptAt,
  createPlayer,
  createPlayers,
  createQuiz,
  deleteQuiz,
  type Player,
  quizBody,
} from '../../../test/support/factories.js';
import { readQuizBoard } from '../../../test/support/leaderboards.js';
import { fill, globalStandings, indexState, quizStandings } from '../../../test/support/long-leaderboards.js';
import { regrade, untilRegraded } from '../../../test/support/regrades.js';
import { type Service, startTwoServices } from '../../../test/support/service.js';
import { until } from '../../../test/support/until.js';

const ENTRIES = 2_200;

let service: Service;
let second: Service;
let admin: Player;
let users: Player[];

beforeAll(async () => {
  [service, second] = await startTwoServices();
  admin = await createPlayer(service, 'admin');
  users = await createPlayers(service, 12);
});

afterAll(() => service.close());

const apiAt = ({ api, key }: Player, isElsewhere: boolean): Api => (isElsewhere ? apiWith(second.url, key) : api);

const ofQuiz = (api: Api, id: string, around?: number) =>
  api.GET('/quizzes/{id}/leaderboard/me', {
    params: { path: { id }, query: around === undefined ? {} : { around } },
  });
const ofAll = (api: Api, around?: number) =>
  api.GET('/leaderboard/me', { params: { query: around === undefined ? {} : { around } } });

type Page<Entry> = Promise<{ data?: { leaderboard: Entry[]; pagination: { total: number } } }>;

/** Reads the entry of a rank with its neighbours from the pages of a leaderboard, each page once. */
function pagesOf<Entry extends { rank: number }>(read: (page: number) => Page<Entry>) {
  const pages = new Map<number, Page<Entry>>();
  return async (rank: number, around: number) => {
    const [first, last] = [Math.max(1, rank - around), rank + around];
    let total: number | undefined;
    const leaderboard: Entry[] = [];
    for (let page = Math.ceil(first / 100); page <= Math.ceil(last / 100); page++) {
      if (!pages.has(page)) pages.set(page, read(page));
      const data = (await pages.get(page))?.data;
      total = data?.pagination.total;
      leaderboard.push(...(data?.leaderboard ?? []));
    }
    const near = leaderboard.filter((entry) => entry.rank >= first && entry.rank <= last);
    return { entry: near.find((entry) => entry.rank === rank), leaderboard: near, total };
  };
}

/** Compares what each of some users reads of both leaderboards with their pages. */
async function expectEntries(quizId: string, players: readonly Player[]): Promise<void> {
  const pageOf = (page: number) => ({ page, limit: 100 });
  const boardAround = pagesOf((page) =>
    admin.api.GET('/quizzes/{id}/leaderboard', { params: { path: { id: quizId }, query: pageOf(page) } }),
  );
  const allAround = pagesOf((page) => admin.api.GET('/leaderboard', { params: { query: pageOf(page) } }));
  for (const [index, player] of players.entries()) {
    const around = index % 11;
    const api = apiAt(player, index % 2 === 1);
    const [{ data: own }, { data: overall }] = await Promise.all([ofQuiz(api, quizId, around), ofAll(api, around)]);
    expect([own?.entry.userId, overall?.entry.userId]).toEqual([player.userId, player.userId]);
    expect(own).toEqual(await boardAround(own?.entry.rank ?? 0, around));
    expect(overall).toEqual(await allAround(overall?.entry.rank ?? 0, around));
  }
}

describe('the own entry', () => {
  it('is returned with its rank, its neighbours and the number of entries', async () => {
    const quiz = await createQuiz(admin, quizBody(2));
    const [one, two, three, four] = await createPlayers(service, 4);
    for (const [player, time] of [
      [one, 100],
      [two, 200],
      [three, 300],
      [four, 400],
    ] as [Player, number][])
      await submitAccepted(player, quiz.id, attemptAt(quiz, 2, time));
    const { data } = await ofQuiz((three as Player).api, quiz.id, 1);
    const board = await readQuizBoard(admin.api, quiz.id);
    expect(data).toEqual({ entry: board.entries[2], leaderboard: board.entries.slice(1), total: 4 });
    expect(data?.entry).toMatchObject({ rank: 3, userId: three?.userId, percentage: 100, totalTimeMs: 300 });
    const ranks = async (player: Player | undefined, around?: number) =>
      (await ofQuiz((player as Player).api, quiz.id, around)).data?.leaderboard.map(({ rank }) => rank);
    expect(await ranks(one)).toEqual([1, 2, 3]);
    expect(await ranks(three)).toEqual([1, 2, 3, 4]);
    expect(await ranks(four, 0)).toEqual([4]);
    expect(await ranks(two, 10)).toEqual([1, 2, 3, 4]);
  });

  it('shows an attempt that another instance answered before', async () => {
    const quiz = await createQuiz(admin, quizBody(2, { maxAttempts: 6 }));
    const [player, rival] = await createPlayers(service, 2);
    for (let time = 6; time > 0; time--) {
      const isElsewhere = time % 2 === 0;
      const api = apiAt(player as Player, isElsewhere);
      await submitAccepted(time % 3 === 0 ? (rival as Player) : { api }, quiz.id, attemptAt(quiz, 1, time));
      const shown = apiAt(time % 3 === 0 ? (rival as Player) : (player as Player), !isElsewhere);
      expect((await ofQuiz(shown, quiz.id)).data?.entry).toMatchObject({ rank: 1, totalTimeMs: time });
    }
  });

  it('is missing for a user without attempts, and for a quiz that does not exist', async () => {
    const player = await createPlayer(service);
    const quiz = await createQuiz(admin);
    const missing = await ofQuiz(player.api, quiz.id);
    expect([missing.response.status, missing.error]).toEqual([404, { error: 'No entry in this leaderboard' }]);
    const overall = await ofAll(player.api);
    expect([overall.response.status, overall.error]).toEqual([404, { error: 'No entry in this leaderboard' }]);
    await submitAccepted(player, quiz.id, attemptAt(quiz, 1));
    expect((await ofAll(player.api)).data?.entry).toMatchObject({ userId: player.userId, totalAttempts: 1 });
    await deleteQuiz(admin, quiz.id);
    for (const id of [quiz.id, 'none', '019b76da-a800-7000-8000-000000000009']) {
      const { response, error } = await ofQuiz(player.api, id);
      expect([response.status, error]).toEqual([404, { error: 'Quiz not found' }]);
    }
    expect((await ofAll(player.api)).response.status).toBe(404);
  });

  it.each(['-1', '11', '1.5', 'two', '', '1&around=2'])('rejects around=%s', async (around) => {
    const { id } = await createQuiz(admin);
    for (const path of [`/quizzes/${id}/leaderboard/me`, '/leaderboard/me']) {
      const response = await fetch(`${service.url}/api${path}?around=${around}`, {
        headers: { 'x-api-key': admin.key },
      });
      expect([response.status, ((await response.json()) as { error: string }).error]).toEqual([
        400,
        expect.stringMatching(/^around: /),
      ]);
    }
  });
});

it('the own entry in long leaderboards is at its position before and after they are indexed, and while changes are pending', async () => {
  const quiz = await createQuiz(admin, quizBody(4, { maxAttempts: 1_000 }));
  await fill(service.databaseUrl, ['quizStandings', 'globalStandings'], quiz.id, ENTRIES);
  await query(service.databaseUrl, 'ANALYZE');
  const lists = [quizStandings(quiz.id), globalStandings];
  const checkpointsOf = (index: number) =>
    withClient(service.databaseUrl, (client) => indexState(client, lists[index] as (typeof lists)[number]));
  // Their scores spread over the lists.
  const submitAll = (round: number) =>
    Promise.all(
      users.map((player, index) =>
        submitAccepted(player, quiz.id, attemptAt(quiz, Math.min(4, (index + round) % 6), 990 - index * 75 - round)),
      ),
    );
  await submitAll(0);
  expect((await checkpointsOf(0)).checkpoints).toBe(0);
  const worst = await submitAccepted(admin, quiz.id, attemptAt(quiz, 0, 2_000_000_000));
  expect(worst.correctCount).toBe(0);
  const last = await ofQuiz(admin.api, quiz.id);
  expect([last.data?.entry.rank, last.data?.leaderboard.length]).toEqual([last.data?.total, 3]);
  await ofAll(admin.api);
  await expectEntries(quiz.id, users);
  for (const index of [0, 1])
    await until('a far entry has the board indexed', async () => (await checkpointsOf(index)).checkpoints > 1);
  await expectEntries(quiz.id, [...users, admin]);
  for (const round of [1, 2]) {
    await submitAll(round);
    await expectEntries(quiz.id, users.slice(4 * round, 4 * round + 4));
  }
  await regrade(service, { quiz, question: 0, counts: 'everyone' });
  await untilRegraded(service.databaseUrl);
  await expectEntries(quiz.id, [...users.slice(0, 4), admin]);
});
