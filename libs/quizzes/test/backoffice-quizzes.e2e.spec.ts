import { createPlayer, createQuiz, type Player, type Quiz, quizBody } from '../../../test/support/factories.js';
import { type Service, startService } from '../../../test/support/service.js';

type Listed = Omit<Quiz, 'questions' | 'author'> & { questionCount: number; authorName: string };

interface Page {
  quizzes: Listed[];
  pagination: { page: number; limit: number; total: number; totalPages: number };
}

let service: Service;
let admin: Player;

beforeAll(async () => {
  service = await startService();
  admin = await createPlayer(service, 'admin');
});

afterAll(() => service.close());

/** Sends a request, with If-Match where that is given. */
async function send(method: string, path: string, body?: unknown, ifMatch?: string) {
  const { cookie, csrfToken } = service.backoffice;
  const response = await fetch(`${service.url}/admin/api${path}`, {
    method,
    headers: {
      cookie,
      'x-csrf-token': csrfToken,
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...(ifMatch !== undefined && { 'if-match': ifMatch }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  const { headers, status } = response;
  return { status, etag: headers.get('etag') ?? '', headers, body: JSON.parse(text) as Record<string, unknown> };
}

const list = (query: string) => service.backoffice.call<Page>('GET', `/quizzes?${query}`);

const titles = async (query: string) => (await list(query)).quizzes.map(({ title }) => title);

const NOT_FOUND = { status: 404, body: { error: 'Quiz not found' } };
const CHANGED = { status: 412, body: { error: 'Quiz has been changed since it was read' } };
const UNKNOWN = ['019b76da-a800-7000-8000-000000000001', 'none', '%00', '%27'];

describe('a quiz', () => {
  it('is created as by the public API, with the signed-in administrator as author', async () => {
    const { status, etag, headers, body } = await send('POST', '/quizzes', quizBody(2, { title: ' Created ' }));
    expect([status, body.title, body.authorId]).toEqual([201, 'Created', service.backoffice.userId]);
    expect(headers.get('location')).toBe(`/admin/api/quizzes/${String(body.id)}`);
    const read = await send('GET', `/quizzes/${String(body.id)}`);
    expect(read).toMatchObject({ status: 200, etag, body });
    const { data } = await admin.api.GET('/quizzes/{id}', { params: { path: { id: String(body.id) } } });
    expect(data).toEqual(body);
  });

  it('is replaced and deleted with its ETag, or without If-Match', async () => {
    const { id } = await createQuiz(admin);
    const { etag } = await send('GET', `/quizzes/${id}`);
    const updated = await send('PUT', `/quizzes/${id}`, quizBody(1, { title: 'Changed' }), etag);
    expect(updated).toMatchObject({ status: 200, body: { title: 'Changed' } });
    expect(await send('GET', `/quizzes/${id}`)).toMatchObject({ etag: updated.etag, body: updated.body });
    expect((await send('PUT', `/quizzes/${id}`, quizBody())).status).toBe(200);
    const { etag: current } = await send('GET', `/quizzes/${id}`);
    const deleted = await send('DELETE', `/quizzes/${id}`, undefined, current);
    expect(deleted).toMatchObject({ status: 200, body: { message: 'Quiz deleted successfully' } });
    expect(await send('GET', `/quizzes/${id}`)).toMatchObject(NOT_FOUND);
  });

  it('is not overwritten or deleted with an outdated ETag', async () => {
    const { id } = await createQuiz(admin);
    const { etag } = await send('GET', `/quizzes/${id}`);
    const first = await send('PUT', `/quizzes/${id}`, quizBody(1, { title: 'First' }), etag);
    expect(await send('PUT', `/quizzes/${id}`, quizBody(1, { title: 'Second' }), etag)).toMatchObject(CHANGED);
    expect(await send('DELETE', `/quizzes/${id}`, undefined, etag)).toMatchObject(CHANGED);
    const current = await send('GET', `/quizzes/${id}`);
    expect(current).toMatchObject({ etag: first.etag, body: { title: 'First' } });
    expect((await send('PUT', `/quizzes/${id}`, quizBody(1, { title: 'Second' }), current.etag)).status).toBe(200);
  });

  it.each(UNKNOWN)('that does not exist is not found: %s', async (id) => {
    expect(await send('GET', `/quizzes/${id}`)).toMatchObject(NOT_FOUND);
    expect(await send('PUT', `/quizzes/${id}`, quizBody())).toMatchObject(NOT_FOUND);
    expect(await send('DELETE', `/quizzes/${id}`)).toMatchObject(NOT_FOUND);
    expect(await send('GET', `/quizzes/${id}/export`)).toMatchObject(NOT_FOUND);
    expect(await send('GET', `/quizzes/${id}/export?format=gift`)).toMatchObject(NOT_FOUND);
    expect(await send('GET', `/quizzes/${id}/leaderboard`)).toMatchObject(NOT_FOUND);
  });

  it('is rejected with the path of each wrong field', async () => {
    const { id } = await createQuiz(admin);
    const wrong = quizBody(2, { title: ' ', maxAttempts: 0 });
    wrong.questions[1]?.answers.splice(0, 1);
    const error =
      'title: must have 1 to 200 characters; maxAttempts: must be an integer from 1 to 1000000; ' +
      'questions[1].answers: must have 2 to 10 items';
    const split = (text: unknown) => String(text).split('; ').sort();
    for (const [method, path] of [
      ['POST', '/quizzes'],
      ['PUT', `/quizzes/${id}`],
    ] as const) {
      const answer = await send(method, path, wrong);
      expect([answer.status, split(answer.body.error)]).toEqual([400, split(error)]);
    }
    expect((await send('POST', '/quizzes', [])).body).toEqual({ error: 'body: must be an object' });
    expect((await send('POST', '/quizzes', { ...quizBody(), color: 1 })).body).toEqual({
      error: 'color: unknown field',
    });
  });

  it('returns hostile texts unchanged, in JSON that browsers do not interpret as HTML', async () => {
    const text = '<script>alert(1)</script>"\'><img src=x onerror=alert(1)>';
    const questions = [
      {
        text,
        imageUrl: 'https://example.com/"onerror="alert(1)',
        answers: [
          { text: `${text}1`, isCorrect: true },
          { text: '</script>{{7*7}}', isCorrect: false },
        ],
      },
    ];
    const hostile = { ...quizBody(), title: text, description: text, questions };
    const { body, headers } = await send('POST', '/quizzes', hostile);
    const [question] = questions;
    const imageUrl = 'https://example.com/%22onerror=%22alert(1)';
    expect(body).toMatchObject({ ...hostile, questions: [{ ...question, imageUrl }] });
    const { quizzes } = await list('search=alert');
    expect(quizzes[0]).toMatchObject({ title: text, description: text });
    const read = await send('GET', `/quizzes/${String(body.id)}`);
    for (const sent of [headers, read.headers]) {
      expect(sent.get('content-type')).toBe('application/json; charset=utf-8');
      expect(sent.get('x-content-type-options')).toBe('nosniff');
    }
  });
});

describe('the list of quizzes', () => {
  it('shows the current number of questions and the current name of the author', async () => {
    const author = await createPlayer(service, 'admin');
    const quiz = await createQuiz(author, quizBody(2, { title: 'Counted' }));
    await service.backoffice.call('PUT', `/quizzes/${quiz.id}`, quizBody(5, { title: 'Counted' }));
    await service.backoffice.call('PATCH', `/users/${author.userId}`, { displayName: 'Renamed' });
    const { questions: _questions, author: _author, updatedAt: _updatedAt, ...shown } = quiz;
    const { quizzes, pagination } = await list('search=counted');
    expect(quizzes).toMatchObject([{ ...shown, questionCount: 5, authorName: 'Renamed' }]);
    expect(pagination).toEqual({ page: 1, limit: 30, total: 1, totalPages: 1 });
  });

  it('finds quizzes by the beginnings of words of their titles', async () => {
    for (const title of [
      'Rivers of Europe',
      'RIVERS & lakes',
      'ÖSTERREICHS Flüsse',
      'e-mail@rivers.example',
      'Drivers',
    ]) {
      await createQuiz(admin, quizBody(1, { title }));
    }
    const found = async (search: string) =>
      (await titles(`sort=title&order=asc&search=${encodeURIComponent(search)}`)).join();
    expect(await found('river')).toBe('e-mail@rivers.example,RIVERS & lakes,Rivers of Europe');
    expect(await found('EURO riv')).toBe('Rivers of Europe');
    expect(await found('lakes & rivers')).toBe('RIVERS & lakes');
    for (const search of ['österr', 'osterr', 'ÖSTERR FLUSSE', 'österr'.normalize('NFD')]) {
      expect([search, await found(search)]).toEqual([search, 'ÖSTERREICHS Flüsse']);
    }
    expect(await found('mail@rivers.ex')).toBe('e-mail@rivers.example');
    for (const none of ['ivers', 'rivers asia', '&', '!*', "'", ':*', '\\', '<->', 'rivers | ']) {
      if (none !== 'rivers | ') expect([none, await found(none)]).toEqual([none, '']);
    }
    expect(await found("rivers | 'x")).toBe('');
    expect((await list('search=river&page=2&limit=2')).pagination).toEqual({
      page: 2,
      limit: 2,
      total: 3,
      totalPages: 2,
    });
    expect((await list('search=river&page=9')).quizzes).toEqual([]);
  });

  it('sorts by creation, change or title, in both directions', async () => {
    for (const title of ['Order b', 'order C', 'Order A']) await createQuiz(admin, quizBody(1, { title }));
    const [second] = (await list('search=order&sort=title&order=asc')).quizzes.slice(1);
    await service.backoffice.call('PUT', `/quizzes/${second?.id ?? ''}`, quizBody(1, { title: 'Order b' }));
    const orders: Record<string, string[]> = {
      '': ['Order A', 'order C', 'Order b'],
      'sort=createdAt&order=asc': ['Order b', 'order C', 'Order A'],
      'sort=updatedAt': ['Order b', 'Order A', 'order C'],
      'sort=updatedAt&order=asc': ['order C', 'Order A', 'Order b'],
      'sort=title&order=asc': ['Order A', 'Order b', 'order C'],
      'sort=title&order=desc': ['order C', 'Order b', 'Order A'],
    };
    for (const [query, expected] of Object.entries(orders)) {
      expect([query, await titles(`search=order&${query}`)]).toEqual([query, expected]);
      // The whole list, found otherwise, has the same order.
      const all = (await titles(`limit=100&${query}`)).filter((title) => expected.includes(title));
      expect([query, all]).toEqual([query, expected]);
    }
  });

  it('counts all quizzes, and returns pages without gaps', async () => {
    const { pagination, quizzes } = await list('search=&limit=100');
    const { data } = await admin.api.GET('/quizzes', { params: { query: { limit: 100 } } });
    expect(pagination).toEqual(data?.pagination);
    for (const sort of ['createdAt', 'updatedAt', 'title']) {
      const ids: string[] = [];
      for (let page = 1; page <= Math.ceil(pagination.total / 4); page++) {
        ids.push(...(await list(`sort=${sort}&limit=4&page=${page}`)).quizzes.map(({ id }) => id));
      }
      expect(ids.toSorted()).toEqual(quizzes.map(({ id }) => id).toSorted());
    }
  });

  it.each([
    ['sort=color', 'sort: must be one of createdAt, updatedAt, title'],
    ['sort=constructor', 'sort: must be one of createdAt, updatedAt, title'],
    ['order=DESC', 'order: must be one of asc, desc'],
    ['page=0', 'page: must be a whole number from 1 to 9007199254740991'],
    ['limit=x', 'limit: must be a whole number from 1 to 9007199254740991, and at most 100 are returned'],
    ['search=a&search=b', 'search: must be a string'],
    ['search[]=a', 'search: must not be given in brackets'],
    ['search=%00', 'search: must be well-formed Unicode without U+0000'],
    [`search=${'x'.repeat(201)}`, 'search: must have 0 to 200 characters'],
  ])('rejects ?%s', async (query, error) => {
    expect(await send('GET', `/quizzes?${query}`)).toMatchObject({ status: 400, body: { error } });
  });
});

it('titles of the maximum length are stored and found', async () => {
  for (const letter of ['𐐀', 'İ', 'ß', 'x']) {
    const title = `long ${letter.repeat(195)}`;
    const { id } = await createQuiz(admin, quizBody(1, { title }));
    expect((await list(`search=long&limit=1`)).quizzes).toMatchObject([{ id, title }]);
  }
});

describe('the leaderboards', () => {
  it('are those of the public API', async () => {
    const quiz = await createQuiz(admin);
    for (let player = 0; player < 3; player++) {
      const { api } = await createPlayer(service);
      const body = { answers: [], totalTimeMs: 1_000 + player };
      await api.POST('/quizzes/{id}/attempts', { params: { path: { id: quiz.id } }, body });
    }
    const query = { page: 2, limit: 2 };
    const { data: ofQuiz } = await admin.api.GET('/quizzes/{id}/leaderboard', {
      params: { path: { id: quiz.id }, query },
    });
    expect(ofQuiz?.leaderboard).toHaveLength(1);
    expect((await send('GET', `/quizzes/${quiz.id}/leaderboard?page=2&limit=2`)).body).toEqual(ofQuiz);
    const { data: overall } = await admin.api.GET('/leaderboard', { params: { query } });
    expect(overall?.pagination.total).toBe(3);
    expect((await send('GET', '/leaderboard?page=2&limit=2')).body).toEqual(overall);
    expect(await send('GET', '/leaderboard?page=0')).toMatchObject({ status: 400 });
    expect(await send('GET', `/quizzes/${quiz.id}/leaderboard?limit=-1`)).toMatchObject({ status: 400 });
  });
});
