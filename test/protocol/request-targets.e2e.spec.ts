import { METHODS as NODE_METHODS } from 'node:http';
import { createPlayer, createQuiz, type Player } from '../support/factories.js';
import { type Answer, exchange, parseAnswer, send } from '../support/http.js';
import { sharedService, type SharedService } from '../support/service.js';

let service: SharedService;
let admin: Player;
let quizId: string;

beforeAll(async () => {
  service = await sharedService();
  admin = await createPlayer(service, 'admin');
  ({ id: quizId } = await createQuiz(admin));
});

/** Sends an unchanged request line. */
async function sendLine(line: string, headers: Record<string, string> = {}): Promise<Answer> {
  const fields = Object.entries({ host: 'localhost', connection: 'close', ...headers }).map(
    ([name, value]) => `${name}: ${value}\r\n`,
  );
  return parseAnswer(await exchange(service.url, `${line}\r\n${fields.join('')}\r\n`));
}

/** Node itself closes the connection of a CONNECT. */
const METHODS = NODE_METHODS.filter((method) => method !== 'CONNECT');

const brief = ({ status, text }: Answer) => [status, JSON.parse(text) as unknown];

const KEY_REQUIRED = [401, { error: 'API key is required' }];
const NOT_FOUND = [404, { error: 'Not found' }];

describe('a target under the base URL', () => {
  it.each([
    'http://example.com/api/quizzes',
    'HTTP://EXAMPLE.COM:80/api/quizzes?page=0',
    'https://user@example.com/api/quizzes',
    'http:///api/quizzes',
    'http://example.com/%61pi/quizzes',
    '/%61pi/quizzes',
    '/%61%70%69/quizzes',
    '/api/%71uizzes',
    '/api/quizzes/%',
    '/api/%zz',
    '/api/%C3%28',
    '/api/%00',
    '/api/..',
    '/api/../metrics',
    '/api/%2e%2e/metrics',
    '/api//quizzes',
    '/api?x=/../metrics',
    '/api#x',
    '/api/quizzes#x',
    '/api#/x',
    `/api/${'a/'.repeat(3_000)}`,
  ])('requires a key in every form: %s', async (target) => {
    const answer = await sendLine(`GET ${target} HTTP/1.1`);
    expect(brief(answer)).toEqual(KEY_REQUIRED);
    expect(answer.headers['x-ratelimit-limit']).toBe('1000000');
  });

  it.each([
    ['http://example.com/api/quizzes', 200],
    ['HTTPS://example.com:8443/api/quizzes?page=1', 200],
    ['http://example.com/api/quizzes?page=0', 400],
    ['http://example.com/api/nothing', 404],
    ['/%61pi/quizzes', 200],
    ['/api/../api/quizzes', 404],
    ['/api//quizzes', 404],
    ['/api/quizzes?', 200],
    ['/api/quizzes?%zz&%=%&=&&', 200],
  ])('is served with a key: %s (%i)', async (target, status) => {
    const answer = await sendLine(`GET ${target} HTTP/1.1`, { 'x-api-key': admin.key });
    expect(answer.status).toBe(status);
  });

  it('reaches a quiz by its percent-encoded id', async () => {
    const encoded = [...quizId].map((character) => `%${character.charCodeAt(0).toString(16)}`).join('');
    const answer = await sendLine(`GET /api/quizzes/${encoded} HTTP/1.1`, { 'x-api-key': admin.key });
    expect([answer.status, (JSON.parse(answer.text) as { id: string }).id]).toEqual([200, quizId]);
  });
});

describe('a target outside the base URL', () => {
  it.each([
    '/API/quizzes',
    '/Api',
    '/apis/quizzes',
    '/api.json',
    '//api/quizzes',
    '/./api/quizzes',
    '/x/../api/quizzes',
    '/api%2Fquizzes',
    '/%2561pi/quizzes',
    '/api%00/quizzes',
    '/api%3Fx',
    '/api;x/quizzes',
    '/api\\quizzes',
    '*',
    'ftp://example.com/api/quizzes',
    'http://example.com/nothing?/api/quizzes',
    '/health',
    '/health/live/',
    '/Metrics',
    '/%zz',
  ])('is not found, with a key or without: %s', async (target) => {
    const callers: Record<string, string>[] = [{}, { 'x-api-key': admin.key }];
    for (const headers of callers) {
      for (const method of ['GET', 'POST', 'OPTIONS', 'TRACE']) {
        const answer = await sendLine(`${method} ${target} HTTP/1.1`, headers);
        expect([method, brief(answer)]).toEqual([method, NOT_FOUND]);
      }
    }
  });

  it.each(['http://example.com', 'http://example.com?/api/quizzes'])('may be the site itself: %s', async (target) => {
    const { status, headers } = await sendLine(`GET ${target} HTTP/1.1`);
    expect([status, headers.location]).toEqual([302, '/docs']);
  });
});

describe('the method', () => {
  it.each(METHODS)('%s needs a key', async (method) => {
    for (const target of [
      '/api',
      '/api/quizzes',
      `/api/quizzes/${quizId}`,
      '/%61pi/nothing',
      'http://example.com/api/x',
    ]) {
      const answer = await sendLine(`${method} ${target} HTTP/1.1`);
      expect(answer.status).toBe(401);
      if (method !== 'HEAD') expect(brief(answer)).toEqual(KEY_REQUIRED);
    }
  });

  it.each(METHODS.filter((method) => !['GET', 'HEAD', 'POST'].includes(method)))(
    '%s gets 405 with a key',
    async (method) => {
      const answer = await sendLine(`${method} /api/quizzes HTTP/1.1`, { 'x-api-key': admin.key });
      expect([...brief(answer), answer.headers.allow]).toEqual([
        405,
        { error: 'Method not allowed' },
        'GET, HEAD, POST',
      ]);
    },
  );

  it('is not taken from X-HTTP-Method-Override or the query', async () => {
    const headers = { 'x-api-key': admin.key, 'x-http-method-override': 'DELETE', 'x-method-override': 'DELETE' };
    const answer = await send(service.url, 'GET', `/api/quizzes/${quizId}?_method=DELETE`, { headers });
    expect([answer.status, (JSON.parse(answer.text) as { id: string }).id]).toEqual([200, quizId]);
  });
});

describe('no header bypasses the key', () => {
  it.each([
    { expect: '100-continue' },
    { connection: 'upgrade', upgrade: 'websocket' },
    { connection: 'upgrade, http2-settings', upgrade: 'h2c', 'http2-settings': 'AAMAAABkAAQAAP__' },
    { 'x-original-url': '/health/live', 'x-rewrite-url': '/health/live' },
    { 'x-forwarded-for': '127.0.0.1', 'x-forwarded-host': 'localhost' },
    { host: 'localhost/health/live?' },
    { 'accept-version': '1.x' },
    { origin: 'https://example.com' },
    { 'access-control-request-method': 'GET' },
  ])('%j', async (headers) => {
    for (const method of ['GET', 'POST', 'OPTIONS']) {
      const received = await exchange(
        service.url,
        `${method} /api/quizzes HTTP/1.1\r\n`,
        ...Object.entries({ host: 'localhost', connection: 'close', ...headers }).map(
          ([name, value]) => `${name}: ${value}\r\n`,
        ),
        ...('upgrade' in headers ? ['connection: close\r\n'] : []),
        '\r\n',
      );
      const answer = parseAnswer(received.replace(/^HTTP\/1\.1 100 Continue\r\n\r\n/, ''));
      expect([method, brief(answer)]).toEqual([method, KEY_REQUIRED]);
      expect(answer.headers['x-ratelimit-limit']).toBe('1000000');
    }
  });
});
