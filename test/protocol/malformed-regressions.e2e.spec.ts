// Malformed requests that once got a wrong response.
import { createPlayer, type Player, quizBody } from '../support/factories.js';
import { send } from '../support/http.js';
import { type Service, startService } from '../support/service.js';

let service: Service;
let admin: Player;

beforeAll(async () => {
  service = await startService();
  admin = await createPlayer(service, 'admin');
});

afterAll(() => service.close());

const key = () => ({ 'x-api-key': admin.key });
const json = () => ({ ...key(), 'content-type': 'application/json' });

it.each(['"\\ud800"', `"${'x'.repeat(99)}😀"`])('an error never contains half a character: field %s', async (name) => {
  const { status, text } = await send(service.url, 'POST', '/api/quizzes', { headers: json(), body: `{${name}:1}` });
  const { error } = JSON.parse(text) as { error: string };
  expect([status, error.isWellFormed()]).toEqual([400, true]);
  expect(error).toContain('\ufffd: unknown field');
});

it.each([{ origin: '' }, { 'access-control-request-method': '' }])(
  'a preflight without its values is an ordinary request: %j',
  async (empty) => {
    const headers = { origin: 'http://example.com', 'access-control-request-method': 'GET', ...empty };
    const answer = await send(service.url, 'OPTIONS', '/api/quizzes', { headers });
    expect([answer.status, answer.text]).toEqual([401, '{"error":"API key is required"}']);
    expect(answer.headers['x-ratelimit-limit']).toBe('1000000');
  },
);

it.each([
  ['/api/quizzes', 401],
  ['/api/unknown', 401],
  ['/admin/api/users', 401],
  ['/health/live', 405],
  ['/docs', 404],
  ['/unknown', 404],
])('OPTIONS %s is rejected in the form of every error, with any body', async (path, status) => {
  const headers = { 'content-type': 'text/plain' };
  const answer = await send(service.url, 'OPTIONS', path, { headers, body: 'x' });
  expect([answer.status, Object.keys(JSON.parse(answer.text) as object)]).toEqual([status, ['error']]);
});

it('an unknown Expect header is ignored', async () => {
  const answer = await send(service.url, 'GET', '/api/quizzes', { headers: { ...key(), expect: 'nonsense' } });
  expect(answer.status).toBe(200);
  expect(answer.headers['x-ratelimit-limit']).toBe('1000000');
});

it('a request with a body and an Upgrade header is answered, and so is the next request', async () => {
  const body = JSON.stringify(quizBody()).padEnd(200_000);
  const offer = { ...json(), connection: 'Upgrade, HTTP2-Settings', upgrade: 'h2c', 'http2-settings': 'AAMAAABk' };
  const answer = await send(service.url, 'POST', '/api/quizzes', { headers: offer, body });
  expect([answer.status, answer.headers.connection]).toEqual([201, 'close']);
  const read = await send(service.url, 'GET', '/api/quizzes', { headers: offer });
  expect([read.status, read.headers.connection]).toEqual([200, 'keep-alive']);
});

it('a fragment is not part of a path: the API requires a key', async () => {
  for (const target of ['/api#x', '/api/quizzes#x', '/api/unknown#/x']) {
    expect([target, (await send(service.url, 'GET', target)).status]).toEqual([target, 401]);
  }
  expect((await send(service.url, 'PUT', '/api/quizzes#x', { headers: key() })).status).toBe(405);
});

it.each(['/admin/apix', '/admin/api-docs?x=1'])(
  "%s is not found, with the backoffice's pages built or not",
  async (path) => {
    const answer = await send(service.url, 'GET', path);
    expect([answer.status, answer.text]).toEqual([404, '{"error":"Not found"}']);
  },
);

describe('files', () => {
  it.each([
    ['/docs/%00', {}, 404],
    ['/docs/swagger-ui.css', { 'if-match': '"x"' }, 412],
  ])('%s with %j gets an error in the form of every error', async (path, headers, status) => {
    const answer = await send(service.url, 'GET', path, { headers });
    const body = { error: expect.any(String) as string };
    expect([answer.status, JSON.parse(answer.text)]).toEqual([status, body]);
    expect(answer.headers['content-type']).toBe('application/json; charset=utf-8');
  });
});
