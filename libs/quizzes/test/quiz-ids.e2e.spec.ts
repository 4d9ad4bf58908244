import { createPlayer, createQuiz, type Player, quizBody } from '../../../test/support/factories.js';
import { send } from '../../../test/support/http.js';
import { sharedService, type SharedService } from '../../../test/support/service.js';

let service: SharedService;
let admin: Player;

beforeAll(async () => {
  service = await sharedService();
  admin = await createPlayer(service, 'admin');
});

describe('an invalid quiz id', () => {
  const odd: [string, (id: string) => string][] = [
    ['another quiz', () => '019b76da-a800-7000-8000-000000000001'],
    ['upper case', (id) => id.toUpperCase()],
    ['a number', () => '1'],
    ['no hyphens', (id) => id.replaceAll('-', '')],
    ['braces', (id) => `%7B${id}%7D`],
    ['a blank behind it', (id) => `${id}%20`],
    ['a page behind it', (id) => `${id}%201%2030`],
    ['a word behind it', (id) => `${id}%20x`],
    ['a line break', (id) => `${id}%0A`],
    ['a slash', (id) => `${id}%2F`],
    ['a way up', () => '..%2Fquizzes'],
    ['U+0000', (id) => `${id}%00`],
    ['only U+0000', () => '%00'],
    ['bytes that are no UTF-8', () => '%C3%28'],
    ['a percent sign that encodes nothing', () => '%zz'],
    ['a lone percent sign', () => '%'],
    ['an encoded percent sign', () => '%25'],
    ['a quotation mark', () => "'%22"],
    ['a name that objects have', () => '__proto__'],
    ['odd letters', () => '%F0%9F%90%98'],
    ['great length', () => 'a'.repeat(8_000)],
    ['great encoded length', () => '%61'.repeat(4_000)],
  ];

  it.each(odd)('is not found: %s', async (_, make) => {
    const { id } = await createQuiz(admin);
    const path = `/api/quizzes/${make(id)}`;
    const attempt = { answers: [], totalTimeMs: 1 };
    const requests: [string, string, unknown?][] = [
      ['GET', path],
      ['PUT', path, quizBody()],
      ['DELETE', path],
      ['GET', `${path}/leaderboard`],
      ['GET', `${path}/attempts`],
      ['GET', `${path}/attempts/${id}`],
      ['POST', `${path}/attempts`, attempt],
    ];
    for (const [method, target, body] of requests) {
      const { status, text } = await send(service.url, method, target, {
        headers: { 'x-api-key': admin.key, ...(body !== undefined && { 'content-type': 'application/json' }) },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      });
      expect([method, target.slice(0, 80), status, text]).toEqual([
        method,
        target.slice(0, 80),
        404,
        '{"error":"Quiz not found"}',
      ]);
    }
    const { response } = await admin.api.GET('/quizzes/{id}', { params: { path: { id } } });
    expect(response.status).toBe(200);
  });

  it.each(['', 'a/b', 'a/b/c/d'])('must be exactly one path segment: "%s"', async (segment) => {
    const { status, text } = await send(service.url, 'GET', `/api/quizzes/${segment}`, {
      headers: { 'x-api-key': admin.key },
    });
    expect([status, text]).toEqual([404, '{"error":"Not found"}']);
  });
});
