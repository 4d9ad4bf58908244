// The client against the service.
import {
  AuthenticationError,
  ConflictError,
  InvalidRequestError,
  NotFoundError,
  PermissionError,
  PreconditionFailedError,
  QuizServiceClient,
  UnexpectedResponseError,
  etagOf,
} from '../src/index.js';
import { attemptAt, createPlayer, createPlayers, type Player, quizBody } from '../../../test/support/factories.js';
import { type Service, startService } from '../../../test/support/service.js';
import { startTcpProxy } from '../../../test/support/tcp-proxy.js';
import { until } from '../../../test/support/until.js';

let service: Service;
let admin: Player;
let player: Player;

beforeAll(async () => {
  service = await startService();
  admin = await createPlayer(service, 'admin');
  player = await createPlayer(service);
});

afterAll(() => service.close());

type Options = Partial<ConstructorParameters<typeof QuizServiceClient>[0]>;

const clientOf = ({ key }: Player, options: Options = {}) =>
  new QuizServiceClient({ baseUrl: `${service.url}/api`, apiKey: key, ...options });

async function itemsOf<Item>(items: AsyncIterable<Item>): Promise<Item[]> {
  const all: Item[] = [];
  for await (const item of items) all.push(item);
  return all;
}

it('does the main job', async () => {
  const players = await createPlayers(service, 3);
  const author = clientOf(admin);
  const quiz = await author.createQuiz(quizBody(4));
  const results = [];
  for (const [index, one] of players.entries()) {
    results.push(await clientOf(one).submitAttempt(quiz.id, attemptAt(quiz, index + 1)));
  }
  expect(results.map(({ percentage }) => percentage)).toEqual([25, 50, 75]);
  const ranks = await itemsOf(author.getQuizLeaderboard(quiz.id));
  expect(ranks.map(({ rank, userId }) => [rank, userId])).toEqual(
    players.toReversed().map(({ userId }, index) => [index + 1, userId]),
  );
  const overall = await itemsOf(author.getGlobalLeaderboard());
  expect(overall.map(({ userId }) => userId)).toEqual(players.toReversed().map(({ userId }) => userId));
  const [first] = players.map((one) => clientOf(one));
  const own = await Promise.all([first?.getOwnQuizEntry(quiz.id, { around: 1 }), first?.getOwnGlobalEntry()]);
  expect(own.map((one) => one?.entry.rank)).toEqual([3, 3]);
  expect(own.map((one) => one?.leaderboard.map(({ rank }) => rank))).toEqual([
    [2, 3],
    [1, 2, 3],
  ]);
  const attempts = await itemsOf(author.listAttempts(quiz.id));
  expect(attempts.map(({ attemptId }) => attemptId)).toEqual(results.toReversed().map(({ attemptId }) => attemptId));
  const [{ attemptId } = { attemptId: '' }] = results;
  expect(await author.getAttempt(quiz.id, attemptId)).toMatchObject({ userId: players[0]?.userId, percentage: 25 });
  await author.deleteQuiz(quiz.id);
  await expect(author.getQuiz(quiz.id)).rejects.toBeInstanceOf(NotFoundError);
});

it('reads the rights of the key, and a quiz for players', async () => {
  const me = await clientOf(player).getMe();
  expect(me).toMatchObject({ user: { id: player.userId }, role: 'player', key: { id: player.keyId } });
  const quiz = await clientOf(admin).createQuiz(quizBody(2));
  const hidden = await clientOf(player).getQuizForPlayers(quiz.id);
  expect(hidden.questions.map(({ id }) => id)).toEqual(quiz.questions.map(({ id }) => id));
  expect(JSON.stringify(hidden)).not.toContain('isCorrect');
});

it('finds quizzes', async () => {
  const client = clientOf(admin);
  const quiz = await client.createQuiz(quizBody(1, { title: 'Rivers of Europe' }));
  const idsOf = async (options: Parameters<typeof client.listQuizzes>[0]) =>
    (await itemsOf(client.listQuizzes(options))).map(({ id }) => id);
  expect(await idsOf({ search: 'euro riv' })).toEqual([quiz.id]);
  expect(await idsOf({ search: 'euro', authorId: player.userId })).toEqual([]);
  expect(await idsOf({ updatedSince: quiz.updatedAt, limit: 1 })).toEqual([quiz.id]);
});

it('goes through all pages of a list, or returns one', async () => {
  const client = clientOf(admin);
  const before = await itemsOf(client.listQuizzes());
  const created = [];
  for (let index = 0; index < 5; index++) created.push(await client.createQuiz(quizBody(1)));
  const expected = [...created.reverse(), ...before].map(({ id }) => id);
  expect((await itemsOf(client.listQuizzes({ limit: 2 }))).map(({ id }) => id)).toEqual(expected);
  const { quizzes, pagination } = await client.listQuizzes({ limit: 2 }).page(2);
  expect(quizzes.map(({ id }) => id)).toEqual(expected.slice(2, 4));
  expect(pagination.total).toBe(expected.length);
});

it('throws an error of a class for each reason', async () => {
  const client = clientOf(player);
  const quiz = await clientOf(admin).createQuiz(quizBody(1, { maxAttempts: 1 }));
  await client.submitAttempt(quiz.id, attemptAt(quiz, 1));
  const conflict = client.submitAttempt(quiz.id, attemptAt(quiz, 1));
  await expect(conflict).rejects.toThrow(ConflictError);
  await expect(conflict).rejects.toThrow('Maximum attempts reached');
  await expect(client.createQuiz(quizBody(1))).rejects.toBeInstanceOf(PermissionError);
  await expect(clientOf({ ...player, key: 'qk_none' }).getQuiz(quiz.id)).rejects.toBeInstanceOf(AuthenticationError);
  const invalid = await clientOf(admin)
    .createQuiz(quizBody(1, { title: '', maxAttempts: 0 }))
    .catch((error: unknown) => error as InvalidRequestError);
  expect(invalid).toBeInstanceOf(InvalidRequestError);
  expect((invalid as InvalidRequestError).fields.map(({ path }) => path)).toEqual(['title', 'maxAttempts']);
  const wrong = clientOf(player, { baseUrl: `${service.url}/admin` });
  await expect(wrong.getQuiz(quiz.id)).rejects.toBeInstanceOf(UnexpectedResponseError);
});

it('waits until the end of the window of the rate limit', async () => {
  const limited = await startService({ RATE_LIMIT_REQUESTS: '1', RATE_LIMIT_WINDOW_SECONDS: '8' });
  const { key } = await createPlayer(limited);
  const waits: number[] = [];
  const client = clientOf(
    { ...player, key },
    { baseUrl: `${limited.url}/api`, onRetry: ({ waitMs }) => waits.push(waitMs) },
  );
  for (let request = 0; request < 2; request++) await client.listQuizzes().page();
  expect(waits.length).toBeGreaterThan(0);
  await limited.close();
});

it('submits an attempt once if the connection is lost before the response', async () => {
  const quiz = await clientOf(admin).createQuiz(quizBody(1, { maxAttempts: 5 }));
  const proxy = await startTcpProxy(service.url);
  const client = clientOf(player, { baseUrl: new URL('/api', proxy.url).href, onRetry: () => proxy.mend() });
  proxy.slow(60_000);
  const submission = client.submitAttempt(quiz.id, attemptAt(quiz, 1));
  const stored = async () => (await itemsOf(clientOf(admin).listAttempts(quiz.id))).map(({ attemptId }) => attemptId);
  await until('it is stored', async () => (await stored()).length === 1);
  proxy.slow(0);
  proxy.cut();
  const { attemptId } = await submission;
  expect(await stored()).toEqual([attemptId]);
  await proxy.close();
});

describe('concurrent changes of a quiz', () => {
  it('are all kept by editQuiz', async () => {
    const [one, other] = [clientOf(admin), clientOf(admin)];
    const { id } = await one.createQuiz(quizBody(1, { description: '' }));
    await Promise.all(
      [one, other, one, other].map((client, index) =>
        client.editQuiz(id, (quiz) => ({ ...quiz, description: `${quiz.description}${index}` })),
      ),
    );
    const { description } = await one.getQuiz(id);
    expect([...(description ?? '')].sort()).toEqual(['0', '1', '2', '3']);
  });

  it('are rejected if the ETag is that of an earlier state', async () => {
    const client = clientOf(admin);
    const quiz = await client.createQuiz(quizBody(1));
    const read = await client.getQuiz(quiz.id);
    await client.updateQuiz(quiz.id, quizBody(2));
    const outdated = { ifMatch: etagOf(read) };
    await expect(client.updateQuiz(quiz.id, quizBody(3), outdated)).rejects.toBeInstanceOf(PreconditionFailedError);
    await expect(client.deleteQuiz(quiz.id, outdated)).rejects.toBeInstanceOf(PreconditionFailedError);
    expect((await client.getQuiz(quiz.id)).questions).toHaveLength(2);
  });
});

it('reads an unchanged quiz without its body', async () => {
  const statuses: number[] = [];
  const client = clientOf(admin, {
    fetch: async (request, init) => {
      const response = await fetch(request, init);
      statuses.push(response.status);
      return response;
    },
  });
  const { id } = await client.createQuiz(quizBody(2));
  const first = await client.getQuiz(id);
  first.title = 'Changed by the caller';
  expect((await client.getQuiz(id)).title).toBe('Capitals');
  await client.updateQuiz(id, quizBody(1));
  expect((await client.getQuiz(id)).questions).toHaveLength(1);
  expect(statuses).toEqual([201, 200, 304, 200, 200]);
});
