import { attemptAt, createPlayer, createQuiz, type Player, quizBody } from '../support/factories.js';
import { type RequestOptions, send } from '../support/http.js';
import { sharedService, type SharedService } from '../support/service.js';

const LARGE = Buffer.alloc(1024 * 1024 + 1, ' ');
const NONE = '019b76da-a800-7000-8000-000000000001';

let service: SharedService;
let admin: Player;
let player: Player;
let quizId: string;

beforeAll(async () => {
  service = await sharedService();
  admin = await createPlayer(service, 'admin');
  player = await createPlayer(service);
  ({ id: quizId } = await createQuiz(admin));
});

describe('errors after rate limit, key and rights', () => {
  const as = ({ key }: Player, options: RequestOptions = {}) => ({
    ...options,
    headers: { 'x-api-key': key, 'content-type': 'application/json', ...options.headers },
  });
  const request = async (route: string, options: RequestOptions) => {
    const [method = '', target = ''] = route.replace(':id', quizId).split(' ');
    const { status, text } = await send(service.url, method, target, options);
    return [status, (JSON.parse(text) as { error?: string }).error];
  };
  const wrong = { questionId: NONE, answerId: NONE };

  it.each<[string, RequestOptions, number]>([
    [`PUT /api/quizzes/${NONE}`, { body: '{' }, 400],
    [`PUT /api/quizzes/${NONE}`, { body: '{"title":1}' }, 400],
    [`PUT /api/quizzes/${NONE}`, { body: LARGE }, 413],
    [`PUT /api/quizzes/${NONE}`, { body: '{}', headers: { 'content-type': 'text/plain' } }, 415],
    ['PUT /api/quizzes/:id', { body: '{}', headers: { 'if-match': '"other"' } }, 400],
    [`PUT /api/quizzes/${NONE}`, { body: JSON.stringify(quizBody()), headers: { 'if-match': '"other"' } }, 404],
    ['PUT /api/quizzes/:id', { body: JSON.stringify(quizBody()), headers: { 'if-match': '"other"' } }, 412],
    [`GET /api/quizzes/${NONE}/leaderboard?page=0`, {}, 400],
    [`GET /api/quizzes/${NONE}/attempts?userId=x`, {}, 400],
    [`GET /api/quizzes/${NONE}/attempts/none`, {}, 404],
    [`POST /api/quizzes/${NONE}/attempts`, { body: '{"answers":7}' }, 400],
    [
      `POST /api/quizzes/${NONE}/attempts`,
      { body: '{"answers":[],"totalTimeMs":1}', headers: { 'idempotency-key': 'a b' } },
      400,
    ],
    [`POST /api/quizzes/${NONE}/attempts`, { body: JSON.stringify({ answers: [wrong], totalTimeMs: 1 }) }, 404],
  ])('come for the body, then for existence, then for If-Match: %s', async (route, options, status) => {
    expect(await request(route, as(admin, options))).toEqual([status, expect.any(String)]);
  });

  it('come for unknown ids of answers, then for the attempt limit', async () => {
    const quiz = await createQuiz(admin, quizBody(1, { maxAttempts: 1 }));
    const submit = (body: object) =>
      request(`POST /api/quizzes/${quiz.id}/attempts`, as(player, { body: JSON.stringify(body) }));
    expect(await submit(attemptAt(quiz, 1))).toEqual([201, undefined]);
    expect(await submit({ answers: [wrong], totalTimeMs: 1 })).toEqual([
      400,
      expect.stringMatching(/^answers\[0\]\.questionId: /),
    ]);
    expect(await submit(attemptAt(quiz, 1))).toEqual([409, 'Maximum attempts reached']);
  });

  it.each([
    ['PATCH', '/api/quizzes', 'GET, HEAD, POST'],
    ['DELETE', '/api/quizzes', 'GET, HEAD, POST'],
    ['OPTIONS', '/api/quizzes', 'GET, HEAD, POST'],
    ['TRACE', '/api/quizzes', 'GET, HEAD, POST'],
    ['PROPFIND', '/api/quizzes', 'GET, HEAD, POST'],
    ['QUERY', '/api/quizzes', 'GET, HEAD, POST'],
    ['M-SEARCH', '/api/quizzes', 'GET, HEAD, POST'],
    ['POST', '/api/quizzes/:id', 'DELETE, GET, HEAD, PUT'],
    ['PATCH', '/api/quizzes/none', 'DELETE, GET, HEAD, PUT'],
    ['PUT', '/api/quizzes/:id/attempts', 'GET, HEAD, POST'],
    ['POST', '/api/quizzes/:id/attempts/none', 'GET, HEAD'],
    ['POST', '/api/quizzes/:id/leaderboard', 'GET, HEAD'],
    ['PUT', '/api/leaderboard', 'GET, HEAD'],
  ])('are 405 with the methods of the path, for any body: %s %s', async (method, path, allow) => {
    for (const body of [undefined, '{', 'x'.repeat(2 * 1024 * 1024)]) {
      const { status, headers, text } = await send(service.url, method, path.replace(':id', quizId), {
        headers: { 'x-api-key': player.key, 'content-type': 'text/plain' },
        ...(body !== undefined && { body }),
      });
      expect([status, text]).toEqual([405, '{"error":"Method not allowed"}']);
      expect(headers.allow?.split(', ').sort().join(', ')).toBe(allow);
    }
  });

  it.each([
    'GET /api',
    'GET /api/',
    'POST /api/nothing',
    'GET /api/quizzes/',
    'GET /api//quizzes',
    'GET /api/Quizzes',
    'PROPFIND /api/nothing',
    'GET /api/leaderboard/',
    'GET /api/quizzes/:id/',
    'GET /api/quizzes/:id/attempts/x/y',
    'GET /api/users',
  ])('are 404 for a path that is not exactly one of the API: %s', async (route) =>
    expect(await request(route, as(player))).toEqual([404, 'Not found']),
  );
});
