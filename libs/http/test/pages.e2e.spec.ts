import { withClient } from '../../../test/support/database.js';
import {
  attemptAt,
  createPlayer,
  createQuiz,
  type Player,
  type Quiz,
  quizBody,
} from '../../../test/support/factories.js';
import { type Service, startService } from '../../../test/support/service.js';

const LISTS = [
  '/api/quizzes',
  '/api/quizzes/:id/attempts',
  '/api/quizzes/:id/leaderboard',
  '/api/leaderboard',
  '/admin/api/users',
  '/admin/api/keys',
];
const LARGEST = 9_007_199_254_740_991;

let service: Service;
/** One without quizzes. */
let empty: Service;
let admin: Player;
/** Oldest first. */
const quizzes: Quiz[] = [];

beforeAll(async () => {
  service = await startService();
  empty = await startService();
  admin = await createPlayer(service, 'admin');
  for (let index = 0; index < 5; index++)
    quizzes.push(await createQuiz(admin, quizBody(1, { title: `Quiz ${index}` })));
});

afterAll(async () => {
  await empty.close();
  await service.close();
});

interface Page {
  pagination: { page: number; limit: number; total: number; totalPages: number };
  items: unknown[];
}

async function get(list: string, query: string): Promise<{ status: number; error: string | undefined; page: Page }> {
  const response = await fetch(service.url + list.replace(':id', quizzes[0]?.id ?? '') + query, {
    headers: { 'x-api-key': admin.key, cookie: service.backoffice.cookie },
  });
  const { error, pagination, ...rest } = (await response.json()) as { error?: string } & Pick<Page, 'pagination'>;
  const [items = []] = Object.values<unknown[]>(rest);
  return { status: response.status, error, page: { pagination, items } };
}

describe.each(LISTS)('the pages of %s', (list) => {
  it.each([
    ['?page=0', 'page'],
    ['?page=-1', 'page'],
    ['?page=1.0', 'page'],
    ['?page=1e3', 'page'],
    ['?page=0x1', 'page'],
    ['?page=%2B1', 'page'],
    ['?page=+1', 'page'],
    ['?page=1+', 'page'],
    ['?page=1%0A', 'page'],
    ['?page=1%00', 'page'],
    ['?page=1,2', 'page'],
    ['?page=', 'page'],
    ['?page', 'page'],
    ['?page=one', 'page'],
    ['?page=%D9%A1', 'page'],
    ['?page=null', 'page'],
    [`?page=${LARGEST + 1}`, 'page'],
    ['?page=9007199254740993', 'page'],
    [`?page=${'9'.repeat(400)}`, 'page'],
    ['?page=1&page=1', 'page'],
    ['?page=1&limit=2&page=2', 'page'],
    ['?page[]=1', 'page'],
    ['?page%5B%5D=1', 'page'],
    ['?page[0]=1', 'page'],
    ['?page[a]=1', 'page'],
    ['?page=1&page[]=2', 'page'],
    ['?limit=0', 'limit'],
    ['?limit=-5', 'limit'],
    ['?limit=1e2', 'limit'],
    ['?limit=NaN', 'limit'],
    ['?limit=Infinity', 'limit'],
    ['?limit=', 'limit'],
    [`?limit=${LARGEST + 1}`, 'limit'],
    ['?limit=5&limit=6', 'limit'],
    ['?limit[gt]=5', 'limit'],
    ['?limit=%zz', 'limit'],
  ])('are rejected for %s', async (query, name) => {
    const { status, error } = await get(list, query);
    expect(status).toBe(400);
    expect(error).toMatch(new RegExp(`^${name}: [^:;]+$`));
  });

  it('names both parameters if both are wrong', async () => {
    const { status, error } = await get(list, '?limit=none&page[]=1');
    expect([
      status,
      error
        ?.split('; ')
        .map((problem) => problem.split(': ')[0])
        .sort(),
    ]).toEqual([400, ['limit', 'page']]);
  });

  it.each([
    ['', 1, 30],
    ['?page=1&limit=30', 1, 30],
    ['?page=0001&limit=007', 1, 7],
    ['?limit=1', 1, 1],
    ['?limit=100', 1, 100],
    ['?limit=101', 1, 100],
    ['?limit=1000', 1, 100],
    [`?limit=${LARGEST}`, 1, 100],
    ['?Page=0&LIMIT=x&offset=-1&page.x=0&paged[]=1&=', 1, 30],
    ['?__proto__=1&constructor[page]=2', 1, 30],
    ['?page=%31&limit=%32', 1, 2],
  ])('with %j begin at %i, with %i items each', async (query, page, limit) => {
    const answer = await get(list, query);
    const { total } = answer.page.pagination;
    expect(answer.page.pagination).toEqual({ page, limit, total, totalPages: Math.ceil(total / limit) });
    expect(answer.page.items).toHaveLength(Math.min(total, limit));
  });

  it.each([7, LARGEST])('past the end are empty: page %i', async (number) => {
    const { page } = await get(list, '');
    const { pagination } = page;
    const [limit, totalPages] = [100, Math.ceil(pagination.total / 100)];
    const past = await get(list, `?page=${number}&limit=1000`);
    expect(past).toEqual({
      status: 200,
      error: undefined,
      page: { items: [], pagination: { page: number, limit, total: pagination.total, totalPages } },
    });
  });
});

describe('the list of quizzes', () => {
  const ids = async (query: string) => (await get('/api/quizzes', query)).page.items.map((item) => (item as Quiz).id);

  it('has its fields and no others', async () => {
    const { data } = await admin.api.GET('/quizzes', { params: { query: { page: 1, limit: 1 } } });
    const { author: _, questions: __, ...item } = quizzes[4] as Quiz;
    expect(data).toEqual({ quizzes: [item], pagination: { page: 1, limit: 1, total: 5, totalPages: 5 } });
  });

  it('is in order, newest first, over all pages', async () => {
    const newestFirst = quizzes.map(({ id }) => id).reverse();
    expect(await ids('')).toEqual(newestFirst);
    const pages = await Promise.all([1, 2, 3, 4].map((page) => ids(`?page=${page}&limit=2`)));
    expect(pages).toEqual([newestFirst.slice(0, 2), newestFirst.slice(2, 4), newestFirst.slice(4), []]);
  });

  it('is in the order of ids if quizzes were created at the same time', async () => {
    await withClient(service.databaseUrl, async (client) => {
      await client.query('CREATE TABLE kept AS SELECT id, created_at FROM quizzes');
      await client.query('UPDATE quizzes SET created_at = now()');
      expect(await ids('')).toEqual(
        quizzes
          .map(({ id }) => id)
          .sort()
          .reverse(),
      );
      await client.query('UPDATE quizzes SET created_at = kept.created_at FROM kept WHERE kept.id = quizzes.id');
    });
  });

  it('has no pages without quizzes', async () => {
    const { api } = await createPlayer(empty, 'viewer');
    const { data } = await api.GET('/quizzes');
    const nothing = { page: 1, limit: 30, total: 0, totalPages: 0 };
    expect(data).toEqual({ quizzes: [], pagination: nothing });
    expect((await api.GET('/leaderboard')).data).toEqual({ leaderboard: [], pagination: nothing });
  });
});

it('counts the quizzes of all pages, after every change', async () => {
  const quiz = await createQuiz(admin, quizBody(1, { maxAttempts: 9 }));
  const params = { path: { id: quiz.id } };
  const totals = async () => {
    const [list, attempts, board, boards] = await Promise.all([
      admin.api.GET('/quizzes'),
      admin.api.GET('/quizzes/{id}/attempts', { params }),
      admin.api.GET('/quizzes/{id}/leaderboard', { params }),
      admin.api.GET('/leaderboard'),
    ]);
    return [list, attempts, board, boards].map(({ data }) => data?.pagination.total);
  };
  expect(await totals()).toEqual([6, 0, 0, 0]);
  const player = await createPlayer(service);
  for (const { api } of [player, player, admin])
    await api.POST('/quizzes/{id}/attempts', { params, body: attemptAt(quiz, 1) });
  expect(await totals()).toEqual([6, 3, 2, 2]);
  await admin.api.DELETE('/quizzes/{id}', { params });
  expect(await totals()).toEqual([5, undefined, undefined, 0]);
});
