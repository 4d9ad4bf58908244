// The service answers the requests that nginx rejects, with the shipped configuration.
import { describeWithPrograms } from '../support/describe-with-programs.js';
import { createPlayer, createQuiz, type Player, quizBody } from '../support/factories.js';
import { type Answer, exchange, parseAnswer, type RequestOptions, send } from '../support/http.js';
import { captureLog } from '../support/log.js';
import { startNginx, type TestNginx } from '../support/nginx.js';
import { type Service, startService } from '../support/service.js';

const ORIGIN = 'https://app.example.com';
const LIMIT = 30;
const TOO_LARGE = Buffer.alloc(6_000_000, ' ');
const IN_CHUNKS = Array.from({ length: 12 }, () => Buffer.alloc(500_000, ' '));

const log = captureLog();

describeWithPrograms('requests that nginx rejects', ['nginx'], () => {
  let running: TestNginx;
  let service: Service;
  let admin: Player;

  beforeAll(async () => {
    service = await startService({
      RATE_LIMIT_REQUESTS: String(LIMIT),
      // No window ends during the tests.
      RATE_LIMIT_WINDOW_SECONDS: '3600',
      TRUSTED_PROXIES: '127.0.0.1',
      PROXY_REJECTIONS: 'accepted',
      LOG_LEVEL: 'info',
      NODE_ENV: 'production',
      CORS_ORIGINS: ORIGIN,
    });
    running = await startNginx(service.url);
  });

  afterAll(async () => {
    await running.close();
    await service.close();
  });

  beforeEach(async () => {
    admin = await createPlayer(service, 'admin');
  });

  const sendRequest = (route: string, { headers, ...options }: RequestOptions = {}) => {
    const [method = '', target = ''] = route.split(' ');
    return send(running.nginx.url, method, target, { headers: { origin: ORIGIN, ...headers }, ...options });
  };
  const sendRaw = async (bytes: string) => parseAnswer(await exchange(running.nginx.url, bytes));

  /** The remaining requests of a window; with a key the request itself counts. */
  async function remaining(key?: string): Promise<number> {
    const preflight = { 'access-control-request-method': 'GET' };
    const { headers } = await sendRequest(key === undefined ? 'OPTIONS /api/quizzes' : 'GET /api/quizzes', {
      headers: key === undefined ? preflight : { 'x-api-key': key },
    });
    return Number(headers['x-ratelimit-remaining']);
  }

  /** Expects the service's response, like any other of the API. */
  function expectAnswer(answer: Answer, status: number, error: string, left: number): void {
    expect([answer.status, answer.text]).toEqual([status, JSON.stringify({ error })]);
    expect(answer.headers).toMatchObject({
      'access-control-allow-origin': ORIGIN,
      'access-control-expose-headers': expect.stringContaining('X-RateLimit-Remaining') as unknown,
      'x-ratelimit-limit': String(LIMIT),
      'x-ratelimit-remaining': String(left),
      'x-ratelimit-reset': expect.stringMatching(/^\d+$/) as unknown,
      'x-request-id': expect.stringMatching(/^[\w.:-]+$/) as unknown,
      'x-content-type-options': 'nosniff',
    });
  }

  describe('a body beyond its limit', () => {
    const json = { 'content-type': 'application/json' };

    it.each([
      ['with its length', TOO_LARGE],
      ['in chunks', IN_CHUNKS],
    ])('gets 413 and is counted once for its key: %s', async (_, body) => {
      const headers = { ...json, 'x-api-key': admin.key };
      expectAnswer(
        await sendRequest('POST /api/quizzes', { headers, body }),
        413,
        'Request body is too large',
        LIMIT - 1,
      );
      expectAnswer(
        await sendRequest('PUT /api/quizzes/none', { headers, body }),
        413,
        'Request body is too large',
        LIMIT - 2,
      );
      expect(await remaining(admin.key)).toBe(LIMIT - 3);
    });

    it('is rejected after the checks of limit, key, rights and path', async () => {
      const left = await remaining();
      const body = TOO_LARGE;
      expectAnswer(
        await sendRequest('POST /api/quizzes', { headers: json, body }),
        401,
        'API key is required',
        left - 1,
      );
      const unknown = { ...json, 'x-api-key': 'unknown' };
      expectAnswer(
        await sendRequest('POST /api/quizzes', { headers: unknown, body }),
        401,
        'Invalid API key',
        left - 2,
      );
      const { key } = await createPlayer(service);
      const headers = { ...json, 'x-api-key': key };
      expectAnswer(
        await sendRequest('POST /api/quizzes', { headers, body }),
        403,
        'Insufficient permissions',
        LIMIT - 1,
      );
      expectAnswer(await sendRequest('POST /api/nothing', { headers, body }), 404, 'Not found', LIMIT - 2);
      expectAnswer(
        await sendRequest('PATCH /api/quizzes?x=%2F', { headers, body }),
        405,
        'Method not allowed',
        LIMIT - 3,
      );
      for (let count = 3; count < LIMIT; count++) await sendRequest('GET /api/quizzes', { headers });
      const rejected = await sendRequest('POST /api/quizzes', { headers, body });
      expectAnswer(rejected, 429, 'Rate limit exceeded. Please try again later.', 0);
      expect(rejected.headers['retry-after']).toMatch(/^\d+$/);
    });

    it.each([
      ['GET', '127.0.2.1'],
      ['HEAD', '127.0.2.2'],
      ['OPTIONS', '127.0.2.3'],
      ['POST', '127.0.2.4'],
      ['DELETE', '127.0.2.5'],
      ['TRACE', '127.0.2.6'],
    ])('gets for %s the same response as without nginx', async (method, localAddress) => {
      const { id } = await createQuiz(admin);
      const suspended = await createPlayer(service);
      await service.backoffice.call('PATCH', `/users/${suspended.userId}`, { suspended: true });
      const spent = await createPlayer(service);
      for (let count = 0; count < LIMIT; count++) await remaining(spent.key);
      const keys = { spent: spent.key, suspended: suspended.key, admin: admin.key, none: '' };
      for (const [name, key] of Object.entries(keys)) {
        for (const target of ['/api/quizzes', `/api/quizzes/${id}`, '/api/nothing', '/docs']) {
          for (const body of [TOO_LARGE, IN_CHUNKS]) {
            const options = { headers: { 'x-api-key': key }, body, localAddress };
            const direct = await send(service.url, method, target, options);
            const passed = await send(running.nginx.url, method, target, options);
            expect([name, target, passed.status, passed.text]).toEqual([name, target, direct.status, direct.text]);
          }
        }
      }
      expect((await sendRequest(`GET /api/quizzes/${id}`, { headers: { 'x-api-key': admin.key } })).status).toBe(200);
    });

    it.each([
      ['without requests left', 429],
      ['without rights', 403],
      ['with a valid key', 413],
    ])('of a GET is judged after limit, key and rights: %s', async (who, status) => {
      const { key, userId } = await createPlayer(service);
      if (status === 429) for (let count = 0; count < LIMIT; count++) await remaining(key);
      if (status === 403) await service.backoffice.call('PATCH', `/users/${userId}`, { suspended: true });
      const answer = await sendRequest('GET /api/quizzes', { headers: { 'x-api-key': key }, body: TOO_LARGE });
      expect([who, answer.status]).toEqual([who, status]);
    });

    it('does not change the response to a preflight', async () => {
      const left = await remaining();
      const headers = { 'access-control-request-method': 'GET' };
      const { status, headers: sent } = await sendRequest('OPTIONS /api/quizzes', { headers, body: TOO_LARGE });
      expect([status, sent['access-control-allow-origin']]).toEqual([204, ORIGIN]);
      expect(await remaining()).toBe(left);
    });

    it('gets 413 from the backoffice only with a session', async () => {
      const answer = await sendRequest('POST /admin/api/users', { headers: json, body: TOO_LARGE });
      expect([answer.status, answer.text]).toEqual([401, '{"error":"Not signed in"}']);
      expect(answer.headers['x-ratelimit-limit']).toBeUndefined();
    });

    it('is logged with its own method and path', async () => {
      const headers = { ...json, 'x-api-key': admin.key, 'x-request-id': 'large-body' };
      await sendRequest('POST /api/quizzes?x=1', { headers, body: TOO_LARGE });
      const lines = log.map((line) => JSON.parse(line) as Record<string, unknown>);
      expect(lines.filter(({ reqId, msg }) => reqId === 'large-body' && msg === 'request')).toEqual([
        expect.objectContaining({ method: 'POST', path: '/api/quizzes', status: 413, key: admin.keyId }),
      ]);
    });
  });

  it.each(['TRACE', 'CONNECT'])('%s is answered by the service', async (method) => {
    const head = `${method} /api/quizzes HTTP/1.1\r\nHost: x\r\nOrigin: ${ORIGIN}\r\nConnection: close\r\n`;
    const left = await remaining();
    expectAnswer(await sendRaw(`${head}\r\n`), 401, 'API key is required', left - 1);
    const answer = await sendRaw(`${head}X-API-Key: ${admin.key}\r\n\r\n`);
    expectAnswer(answer, 405, 'Method not allowed', LIMIT - 1);
    expect(answer.headers.allow).toBe('GET, HEAD, POST');
  });

  const HEAD = `Host: x\r\nOrigin: ${ORIGIN}\r\n`;
  const LARGE = `X-Large: ${'x'.repeat(20_000)}\r\n`;

  it.each<[number, string, string]>([
    [400, 'a header without a name', `GET /api/quizzes HTTP/1.1\r\n${HEAD}: x\r\n\r\n`],
    [400, 'two hosts', `GET /api/quizzes HTTP/1.1\r\n${HEAD}Host: y\r\n\r\n`],
    [400, 'two lengths', `POST /api/quizzes HTTP/1.1\r\n${HEAD}Content-Length: 1\r\nContent-Length: 2\r\n\r\nxx`],
    [400, 'an unknown framing', `POST /api/quizzes HTTP/1.1\r\n${HEAD}Transfer-Encoding: gzip\r\n\r\nx`],
    [400, 'a broken preflight', `OPTIONS /api HTTP/1.1\r\n${HEAD}Access-Control-Request-Method: GET\r\n: x\r\n\r\n`],
    [400, 'a method that Node does not know', `FETCH /api/quizzes HTTP/1.1\r\n${HEAD}Connection: close\r\n\r\n`],
    [431, 'a large header', `GET /api/quizzes HTTP/1.1\r\n${HEAD}${LARGE}\r\n`],
    [431, 'many headers', `GET /api/quizzes HTTP/1.1\r\n${HEAD}${`X-Many: ${'x'.repeat(5_000)}\r\n`.repeat(15)}\r\n`],
  ])('a message that cannot be read counts for its address: %i, %s', async (status, _, message) => {
    const left = await remaining();
    const error = status === 400 ? 'Malformed HTTP request' : 'Request headers are too large';
    expectAnswer(await sendRaw(message), status, error, left - 1);
    expect(await remaining()).toBe(left - 1);
  });

  it.each<[number, string, string]>([
    [400, 'no request line', 'G ET / HTTP/1.1\r\n\r\n'],
    [400, 'an unknown version', `GET /api/quizzes HTTP/9.9\r\n${HEAD}\r\n`],
    [431, 'a long target', `GET /api/quizzes?${'x'.repeat(20_000)} HTTP/1.1\r\n${HEAD}\r\n`],
  ])('a message whose headers were not read has the headers of the limit: %i, %s', async (status, _, message) => {
    const left = await remaining();
    const answer = await sendRaw(message);
    expect([answer.status, answer.headers['x-ratelimit-remaining']]).toEqual([status, String(left - 1)]);
  });

  it('a message with a valid key counts for the key', async () => {
    const answer = await sendRaw(`GET /api/quizzes HTTP/1.1\r\n${HEAD}X-API-Key: ${admin.key}\r\n${LARGE}\r\n`);
    expectAnswer(answer, 431, 'Request headers are too large', LIMIT - 1);
  });

  it('a message outside the API has no limit', async () => {
    const answer = await sendRaw(`GET /docs HTTP/1.1\r\n${HEAD}${LARGE}\r\n`);
    expect([answer.status, answer.headers['x-ratelimit-limit']]).toEqual([431, undefined]);
  });

  describe('the path to which nginx forwards', () => {
    const PATHS = ['/rejected-by-proxy/413/api/quizzes', '/%72ejected-by-proxy/431', '//rejected-by-proxy/400/api'];

    it.each(PATHS)('is not found for clients: %s', async (path) => {
      for (const method of ['GET', 'POST']) {
        const { status, text } = await sendRequest(`${method} ${path}`, { headers: { 'x-api-key': admin.key } });
        expect([status, text]).toEqual([404, '{"error":"Not found"}']);
      }
    });

    it.each<[string, string, string]>([
      ['trusts another one', '192.0.2.1', 'accepted'],
      ['is not told to accept it', '127.0.0.1', ''],
    ])('does not exist if the service %s', async (_, TRUSTED_PROXIES, PROXY_REJECTIONS) => {
      const { databaseUrl: DATABASE_URL } = service;
      const other = await startService({ DATABASE_URL, TRUSTED_PROXIES, PROXY_REJECTIONS });
      for (const method of ['GET', 'POST', 'TRACE']) {
        for (const path of PATHS) {
          const { status, text, headers } = await send(other.url, method, path, {
            headers: { 'x-forwarded-for': '::1' },
          });
          expect([status, text, headers['x-ratelimit-limit']]).toEqual([404, '{"error":"Not found"}', undefined]);
        }
      }
      await other.close();
    });

    describe('if the proxy lets clients reach the path, it', () => {
      const METHODS = ['GET', 'HEAD', 'OPTIONS', 'POST', 'PUT', 'PATCH', 'DELETE', 'TRACE'];
      const STATUSES = [400, 405, 413, 431];

      it.each(['/api/quizzes', '/admin/', '/admin/api/session', '/admin/api/users', '/docs', '/metrics', '/x', ''])(
        '%s',
        async (target) => {
          const { cookie, csrfToken } = service.backoffice;
          const sent = { cookie, 'x-csrf-token': csrfToken, origin: ORIGIN, 'access-control-request-method': 'GET' };
          for (const status of STATUSES) {
            const { key } = await createPlayer(service, 'admin');
            for (const method of METHODS) {
              const path = `/rejected-by-proxy/${status}${target}`;
              const answer = await send(service.url, method, path, { headers: { ...sent, 'x-api-key': key } });
              const isPreflight = status === 413 && method === 'OPTIONS' && ['/api/quizzes', ''].includes(target);
              const statuses = isPreflight ? [204] : [status, 404, 405];
              expect(statuses.map((one) => `${one} ${method} ${path}`)).toContain(`${answer.status} ${method} ${path}`);
            }
          }
        },
      );

      it('deletes nothing', async () => {
        const { id } = await createQuiz(admin);
        const headers = { 'x-api-key': admin.key };
        for (const status of STATUSES) {
          const path = `/rejected-by-proxy/${status}/api/quizzes/${id}`;
          const answer = await send(service.url, 'DELETE', path, { headers });
          expect([status, answer.status]).toEqual([status, status === 405 ? 404 : status]);
        }
        expect((await send(service.url, 'GET', `/api/quizzes/${id}`, { headers })).status).toBe(200);
      });
    });

    it.each([200, 401, 403, 404, 429, 500, 503])(
      'does not respond with a status that the client chooses: %i',
      async (status) => {
        const answer = await send(service.url, 'GET', `/rejected-by-proxy/${status}/api/quizzes`);
        expect([answer.status, answer.text]).toEqual([404, '{"error":"Not found"}']);
      },
    );

    it('is in no OpenAPI document', async () => {
      const cookie = { cookie: service.backoffice.cookie };
      for (const path of ['/docs/openapi.json', '/admin/api/openapi.json']) {
        expect((await send(service.url, 'GET', path, { headers: cookie })).text).not.toContain('rejected-by-proxy');
      }
    });
  });

  it('the service checks a body that nginx passes on', async () => {
    const text = JSON.stringify(quizBody());
    const headers = { 'content-type': 'application/json', 'x-api-key': admin.key };
    expect((await sendRequest('POST /api/quizzes', { headers, body: text.padEnd(1024 * 1024) })).status).toBe(201);
    const answer = await sendRequest('POST /api/quizzes', { headers, body: text.padEnd(1024 * 1024 + 1) });
    expectAnswer(answer, 413, 'Request body is too large', LIMIT - 2);
  });
});
