// ETags of lists and leaderboards, which the edge computes from their texts.
import { attemptAt, createPlayer, createQuiz, type Player, type Quiz, quizBody } from '../support/factories.js';
import { type Answer, send } from '../support/http.js';
import { sharedService, type SharedService } from '../support/service.js';

let service: SharedService;
let admin: Player;
let player: Player;
let quiz: Quiz;

beforeAll(async () => {
  service = await sharedService();
  admin = await createPlayer(service, 'admin');
  player = await createPlayer(service);
  quiz = await createQuiz(admin, quizBody(1, { maxAttempts: 100 }));
  await submit();
});

let totalTimeMs = 1_000;

/** Submits an attempt that is better than all before it: only such a one changes the leaderboard of the quiz. */
async function submit(): Promise<void> {
  const body = attemptAt(quiz, 1, --totalTimeMs);
  const { response } = await player.api.POST('/quizzes/{id}/attempts', { params: { path: { id: quiz.id } }, body });
  expect(response.status).toBe(201);
}

const read = (path: string, headers: Record<string, string> = {}, method = 'GET', { key } = player): Promise<Answer> =>
  send(service.url, method, path.replace(':id', quiz.id), { headers: { 'x-api-key': key, ...headers } });

const PATHS = [
  '/api/quizzes',
  '/api/quizzes?page=7',
  '/api/quizzes/:id/attempts',
  '/api/quizzes/:id/leaderboard',
  '/api/leaderboard?limit=2',
  '/api/me',
];

describe.each(PATHS)('GET %s', (path) => {
  it('answers 304 to a client that has the body, with the headers of the 200', async () => {
    const { headers, status } = await read(path);
    expect([status, headers.etag]).toEqual([200, expect.stringMatching(/^"[\w-]{22}"$/)]);
    const { etag = '' } = headers;
    for (const header of [etag, `W/${etag}`, `"x", ${etag}`, '*']) {
      for (const method of ['GET', 'HEAD']) {
        const same = await read(path, { 'if-none-match': header }, method);
        const known = header.startsWith('W/') ? header : etag;
        expect([same.status, same.text, same.headers.etag]).toEqual([304, '', known]);
        const names = ['cache-control', 'date', 'etag', 'ratelimit', 'ratelimit-policy', 'vary', 'x-request-id'];
        expect(Object.keys(same.headers)).toEqual(expect.arrayContaining([...names, 'x-ratelimit-remaining']));
        expect([same.headers.vary, same.headers['cache-control']]).toEqual([headers.vary, headers['cache-control']]);
        expect(same.headers).not.toHaveProperty('content-type');
        expect(same.headers).not.toHaveProperty('content-length');
      }
    }
    expect((await read(path, { 'if-none-match': '"x"' })).status).toBe(200);
  });
});

it.each(['/api/quizzes/:id/attempts', '/api/quizzes/:id/leaderboard', '/api/leaderboard'])(
  'GET %s answers 200 to a client that has the body of before an attempt',
  async (path) => {
    for (let attempt = 0; attempt < 3; attempt++) {
      const { etag = '' } = (await read(path)).headers;
      await submit();
      const changed = await read(path, { 'if-none-match': etag });
      expect(changed.status).toBe(200);
      expect(changed.headers.etag).not.toBe(etag);
    }
  },
);

it('GET /api/quizzes answers 200 to a client that has the body of before a new quiz', async () => {
  const { etag = '' } = (await read('/api/quizzes')).headers;
  await createQuiz(admin);
  expect((await read('/api/quizzes', { 'if-none-match': etag })).status).toBe(200);
});

it('GET /api/quizzes/:id/attempts does not answer 304 for the attempts that another user sees', async () => {
  const other = await createPlayer(service);
  const { etag = '' } = (await read('/api/quizzes/:id/attempts')).headers;
  expect((await read('/api/quizzes/:id/attempts', { 'if-none-match': etag }, 'GET', other)).status).toBe(200);
});

it('GET /api/quizzes has a weak tag if it is compressed, in 200 and 304', async () => {
  for (let count = 0; count < 5; count++) await createQuiz(admin);
  const accepting = { 'accept-encoding': 'gzip' };
  const { headers } = await read('/api/quizzes', accepting);
  expect([headers['content-encoding'], headers.etag]).toEqual(['gzip', expect.stringMatching(/^W\/"[\w-]{22}"$/)]);
  const same = await read('/api/quizzes', { ...accepting, 'if-none-match': headers.etag ?? '' });
  expect([same.status, same.headers.etag, same.headers.vary]).toEqual([304, headers.etag, headers.vary]);
});

it('errors have no tag', async () => {
  const { status, headers } = await read('/api/quizzes?page=0', { 'if-none-match': '*' });
  expect(status).toBe(400);
  expect(headers).not.toHaveProperty('etag');
});
