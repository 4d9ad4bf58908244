// The check of all e2e tests compares the codes of responses with the documents. These are the codes themselves.
import { createPlayer, createQuiz, type Player } from '../support/factories.js';
import { exchange, parseAnswer, send } from '../support/http.js';
import { sharedService, type SharedService } from '../support/service.js';

const JSON_TYPE = { 'content-type': 'application/json' };

let service: SharedService;
let admin: Player;
let quizId: string;

beforeAll(async () => {
  service = await sharedService();
  admin = await createPlayer(service, 'admin');
  ({ id: quizId } = await createQuiz(admin));
});

it.each<[number, string, string, Record<string, string>, string]>([
  [400, 'validation_failed', 'GET /api/quizzes?page=0', {}, ''],
  [400, 'validation_failed', 'POST /api/quizzes', JSON_TYPE, '{}'],
  [400, 'invalid_json', 'POST /api/quizzes', JSON_TYPE, '{'],
  [400, 'invalid_json', 'POST /api/quizzes', JSON_TYPE, ''],
  [401, 'api_key_required', 'GET /api/quizzes', { 'x-api-key': '' }, ''],
  [401, 'invalid_api_key', 'GET /api/quizzes', { 'x-api-key': 'x' }, ''],
  [401, 'invalid_api_key', 'GET /api/nothing', { 'x-api-key': 'x' }, ''],
  [404, 'not_found', 'GET /api/nothing', {}, ''],
  [404, 'quiz_not_found', 'GET /api/quizzes/none', {}, ''],
  [404, 'quiz_not_found', 'HEAD /api/quizzes/none', {}, ''],
  [404, 'attempt_not_found', 'GET /api/quizzes/:id/attempts/none', {}, ''],
  [405, 'method_not_allowed', 'PATCH /api/quizzes', {}, ''],
  [412, 'quiz_changed', 'DELETE /api/quizzes/:id', { 'if-match': '"other"' }, ''],
  [413, 'body_too_large', 'POST /api/quizzes', JSON_TYPE, ' '.repeat(1024 * 1024 + 1)],
  [415, 'content_type_not_json', 'POST /api/quizzes', { 'content-type': 'text/plain' }, '{}'],
  [415, 'charset_not_supported', 'POST /api/quizzes', { 'content-type': 'application/json; charset=latin1' }, '{}'],
  [415, 'content_encoding_not_supported', 'POST /api/quizzes', { ...JSON_TYPE, 'content-encoding': 'gzip' }, '{}'],
  [401, 'not_signed_in', 'GET /admin/api/users', {}, ''],
  [404, 'not_found', 'GET /nothing', {}, ''],
])('X-Error-Code: %d %s for %s', async (status, code, route, headers, body) => {
  const [method = '', path = ''] = route.split(' ');
  const answer = await send(service.url, method, path.replace(':id', quizId), {
    headers: { 'x-api-key': admin.key, ...headers },
    body,
  });
  expect([answer.status, answer.headers['x-error-code']]).toEqual([status, code]);
});

it.each([
  [400, 'malformed_request', 'x\r\n'],
  [431, 'headers_too_large', `X-Large: ${'x'.repeat(20_000)}\r\n`],
])('X-Error-Code: %d %s for a message that cannot be parsed', async (status, code, header) => {
  const message = `GET /api/quizzes HTTP/1.1\r\nHost: localhost\r\n${header}\r\n`;
  const answer = parseAnswer(await exchange(service.url, message));
  expect([answer.status, answer.headers['x-error-code']]).toEqual([status, code]);
});

it('X-Error-Code is in no other response', async () => {
  for (const path of ['/api/quizzes', `/api/quizzes/${quizId}`]) {
    const { headers } = await send(service.url, 'GET', path, { headers: { 'x-api-key': admin.key } });
    expect(headers).not.toHaveProperty('x-error-code');
  }
});
