// What is filtered by a tag of users: attempts, statistics, the grid, leaderboards, and their exports.
import { parse } from 'csv-parse/sync';
import { submitAccepted } from '../support/attempts.js';
import { attemptAt, createPlayer, createQuiz, type Player, type Quiz, quizBody } from '../support/factories.js';
import { type Service, startService } from '../support/service.js';

let service: Service;
let admin: Player;
let quiz: Quiz;
/** Of class 7b, of classes 7b and 8b, of no class. */
let ada: Player;
let eve: Player;
let max: Player;

const tag = (player: Player, ...tags: string[]) =>
  service.backoffice.call('PATCH', `/users/${player.userId}`, { tags });

beforeAll(async () => {
  service = await startService();
  admin = await createPlayer(service, 'admin');
  quiz = await createQuiz(admin, quizBody(2, { title: 'Capitals' }));
  [ada, eve, max] = [await createPlayer(service), await createPlayer(service), await createPlayer(service)];
  await tag(ada, '7b');
  await tag(eve, '7b', 'Class 8b');
  for (const [player, correct] of [
    [ada, 0],
    [max, 2],
    [eve, 1],
    [ada, 2],
    [max, 0],
  ] as const) {
    await submitAccepted(player, quiz.id, attemptAt(quiz, correct, 4_200));
  }
});

afterAll(() => service.close());

const get = <Body>(path: string) => service.backoffice.call<Body>('GET', path);

async function exported(path: string): Promise<Record<string, string>[]> {
  const response = await service.backoffice.request('GET', path);
  expect(response.status).toBe(200);
  return parse(await response.text(), { bom: true, columns: true });
}

const usersIn = (rows: { userId: string }[]) => rows.map(({ userId }) => userId);

describe('attempts at a quiz', () => {
  const find = async (parameters: string) => {
    const { attempts } = await get<{ attempts: { userId: string; attemptId: string }[] }>(
      `/quizzes/${quiz.id}/attempts?${parameters}`,
    );
    return attempts;
  };

  it.each(['', '&sort=completedAt&order=desc', '&sort=completedAt&order=desc&limit=2'])(
    'are those of a class in any case: %j',
    async (order) => {
      const expected = [ada.userId, eve.userId, ada.userId];
      expect(usersIn(await find(`tag=7B${order}`))).toEqual(order.endsWith('2') ? expected.slice(0, 2) : expected);
    },
  );

  it('are filtered by more than the class, and sorted', async () => {
    expect(usersIn(await find('tag=7b&passed=true'))).toEqual([ada.userId]);
    expect(usersIn(await find(`tag=7b&userId=${max.userId}`))).toEqual([]);
    expect(usersIn(await find('tag=7b&sort=percentage&order=desc'))).toEqual([ada.userId, eve.userId, ada.userId]);
    expect(usersIn(await find('tag=Class+8b&sort=totalTimeMs'))).toEqual([eve.userId]);
    expect(await find('tag=unknown')).toEqual([]);
  });

  it.each([
    ['tag=7b', 3],
    ['tag=7b&passed=true', 1],
    ['tag=unknown', 0],
  ])('are counted: %s', async (parameters, total) => {
    expect(await get(`/quizzes/${quiz.id}/attempts?${parameters}`)).toMatchObject({ total });
  });

  it('lead to the next attempt of the class', async () => {
    const [newest, second] = await find('tag=7b');
    const path = `/quizzes/${quiz.id}/attempts/${newest?.attemptId}/adjacent?tag=7b`;
    expect(await get(path)).toEqual({ previous: null, next: second?.attemptId });
  });

  it('are exported', async () => {
    const rows = await exported(`/quizzes/${quiz.id}/attempts/export?tag=7b`);
    expect(rows.map(({ User }) => User)).toEqual([ada.userId, eve.userId, ada.userId]);
    expect(rows.map(({ Tags }) => Tags)).toEqual(['7b', '7b, Class 8b', '7b']);
  });
});

describe('statistics of a quiz', () => {
  it.each([
    ['all', 3],
    ['first', 2],
    ['best', 2],
  ])('are those of the attempts of a class: %s', async (attempts, count) => {
    const path = `/quizzes/${quiz.id}/statistics?attempts=${attempts}&tag=7b`;
    const statistics = await get<{ attempts: number; questions: { attempts: number }[] }>(path);
    expect([statistics.attempts, statistics.questions.map((one) => one.attempts)]).toEqual([count, [count, count]]);
  });

  it('are the same in the API', async () => {
    const { data } = await admin.api.GET('/quizzes/{id}/statistics', {
      params: { path: { id: quiz.id }, query: { tag: 'CLASS 8B' } },
    });
    expect(data?.attempts).toBe(1);
  });

  it('are exported, in a file that names the class', async () => {
    const path = `/quizzes/${quiz.id}/statistics/export?tag=Class+8b`;
    const [row] = await exported(path);
    expect(row?.Attempts).toBe('1');
    const { headers } = await service.backoffice.request('GET', path);
    expect(headers.get('content-disposition')).toMatch(/statistics-Capitals-Class.8b\.csv/);
  });
});

describe('the grid of answers', () => {
  it.each(['best', 'first', 'last'])('has the users of a class: %s', async (attempts) => {
    const query = `attempts=${attempts}&tag=7B`;
    const { rows } = await get<{ rows: { userId: string; percentage: number }[] }>(
      `/quizzes/${quiz.id}/answer-grid?${query}`,
    );
    const shown = new Map(rows.map(({ userId, percentage }) => [userId, percentage]));
    expect(shown).toEqual(
      new Map([
        [ada.userId, attempts === 'first' ? 0 : 100],
        [eve.userId, 50],
      ]),
    );
    const file = await exported(`/quizzes/${quiz.id}/answer-grid/export?${query}`);
    expect(file.map(({ User }) => User)).toEqual(usersIn(rows));
  });
});

describe('leaderboards', () => {
  interface Board {
    leaderboard: { rank: number; userId: string }[];
    pagination: { total: number; totalPages: number };
  }

  it.each(['/quizzes/:id/leaderboard', '/leaderboard'])(
    '%s ranks the users of a class among each other',
    async (route) => {
      const path = route.replace(':id', quiz.id);
      const { leaderboard, pagination } = await get<Board>(`${path}?tag=7b`);
      expect(leaderboard.map(({ rank, userId }) => [rank, userId])).toEqual([
        [1, ada.userId],
        [2, eve.userId],
      ]);
      expect(pagination.total).toBe(2);
      const second = await get<Board>(`${path}?tag=7b&limit=1&page=2`);
      expect(second).toMatchObject({ leaderboard: [leaderboard[1]], pagination: { total: 2, totalPages: 2 } });
      const file = await exported(`${path}/export?tag=7b`);
      expect(file.map(({ Rank, User }) => [Number(Rank), User])).toEqual([
        [1, ada.userId],
        [2, eve.userId],
      ]);
      expect((await get<Board>(path)).pagination.total).toBe(3);
    },
  );

  it('leave out suspended users of the class', async () => {
    await service.backoffice.call('PATCH', `/users/${eve.userId}`, { suspended: true });
    const { leaderboard } = await get<Board>(`/quizzes/${quiz.id}/leaderboard?tag=7b`);
    expect(usersIn(leaderboard)).toEqual([ada.userId]);
    await service.backoffice.call('PATCH', `/users/${eve.userId}`, { suspended: false });
  });

  it('of an unknown quiz: 404', async () => {
    const unknown = '/quizzes/019b76da-a800-7000-8000-000000000001/leaderboard?tag=7b';
    expect((await service.backoffice.request('GET', unknown)).status).toBe(404);
  });
});

it('a change of tags applies to the next request', async () => {
  await tag(max, '7B');
  const path = `/quizzes/${quiz.id}/leaderboard?tag=7b`;
  expect((await get<{ pagination: { total: number } }>(path)).pagination.total).toBe(3);
  await tag(max);
  expect((await get<{ pagination: { total: number } }>(path)).pagination.total).toBe(2);
});
