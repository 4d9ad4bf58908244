// Attacks on the log, on shared prototypes, on the processor, on connections, and on other hosts.
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { connect } from 'node:net';
import { vi } from 'vitest';
import { generateApiKey } from '#libs/auth';
import { ApiKeyResolver } from '../../libs/auth/src/api-key-resolver.js';
import { query, withClient } from '../support/database.js';
import { createPlayer, createQuiz, type Player, quizBody } from '../support/factories.js';
import { exchange, parseAnswer, send } from '../support/http.js';
import { captureLog } from '../support/log.js';
import { type Service, startService } from '../support/service.js';
import { until } from '../support/until.js';

const log = captureLog();

let service: Service;
let admin: Player;

beforeAll(async () => {
  service = await startService({ LOG_LEVEL: 'trace' });
  admin = await createPlayer(service, 'admin');
});

afterEach(() => vi.restoreAllMocks());
afterAll(() => service.close());

const json = () => ({ 'x-api-key': admin.key, 'content-type': 'application/json' });
const post = (path: string, body: string) => send(service.url, 'POST', path, { headers: json(), body });

describe('the log', () => {
  it('has one line per entry, for any path, headers and body', async () => {
    const before = log.length;
    const forged = '{"level":30,"msg":"forged"}';
    const encoded = `%0d%0a%0a${encodeURIComponent(forged)}%1b[31m%00`;
    for (const path of [`/api/${encoded}`, `/${encoded}`, `/api/quizzes/${encoded}`, `/admin/${encoded}`]) {
      await send(service.url, 'GET', path, { headers: { 'x-api-key': admin.key, 'user-agent': forged } });
    }
    const head = `GET /api/"},${forged} HTTP/1.1\r\nHost: ${forged}\r\nX-Request-Id: "},${forged}\r\nReferer: \u001b[2J\r\n`;
    await exchange(service.url, `${head}Connection: close\r\n\r\n`);
    await post('/api/quizzes', JSON.stringify({ [`\n${forged}`]: `\r\n${forged}` }));
    await post('/api/quizzes', `{"title":"\n${forged}"}`);
    await fetch(`${service.url}/admin/api/session`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: `a\n${forged}@example.com`, password: `\n${forged}` }),
    });
    const lines = log.slice(before);
    expect(lines.length).toBeGreaterThan(5);
    for (const line of lines) {
      expect(line).toMatch(/^\{[^\r\n]*\}\n$/);
      expect(line).not.toContain('\u001b');
      expect(JSON.parse(line)).not.toMatchObject({ msg: 'forged' });
    }
  });

  it('records who, where and when of each rejected sign-in and each missing right', async () => {
    const viewer = await createPlayer(service, 'viewer');
    const before = log.length;
    await fetch(`${service.url}/admin/api/session`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: 'nobody@example.com', password: 'wrong' }),
    });
    await send(service.url, 'POST', '/api/quizzes', { headers: { 'x-api-key': viewer.key } });
    await service.backoffice.request('GET', '/users');
    const entries = () => log.slice(before).map((line) => JSON.parse(line) as Record<string, unknown>);
    await until('three requests are logged', () => Promise.resolve(entries().length >= 3));
    const time = expect.any(Number) as unknown;
    expect(entries()).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ path: '/admin/api/session', status: 401, address: '127.0.0.1', time }),
        expect.objectContaining({ path: '/api/quizzes', status: 403, address: '127.0.0.1', key: viewer.keyId, time }),
        expect.objectContaining({ path: '/admin/api/users', status: 200, administrator: service.backoffice.userId }),
      ]) as unknown,
    );
  });
});

describe('a request whose client disconnects before the response', () => {
  const lineOf = (id: string) =>
    log.map((line) => JSON.parse(line) as Record<string, unknown>).filter(({ reqId }) => reqId === id);

  it('is logged without a status while the service works for it', async () => {
    await withClient(service.databaseUrl, async (client) => {
      await client.query('BEGIN');
      await client.query('LOCK TABLE quizzes IN ACCESS EXCLUSIVE MODE');
      const socket = await connectTo(service);
      socket.write(
        `GET /api/quizzes HTTP/1.1\r\nHost: x\r\nX-Api-Key: ${admin.key}\r\nX-Request-Id: left-early\r\n\r\n`,
      );
      const waiting = `SELECT 1 FROM pg_locks WHERE NOT granted AND relation = 'quizzes'::regclass`;
      await until('it waits', async () => (await query(service.databaseUrl, waiting)).length > 0);
      socket.destroy();
      await until('it is logged', () => Promise.resolve(lineOf('left-early').length > 0));
      await client.query('ROLLBACK');
    });
    const where = { path: '/api/quizzes', key: admin.keyId, address: '127.0.0.1', disconnected: true };
    await send(service.url, 'GET', '/api/quizzes', { headers: { 'x-api-key': admin.key } });
    expect(lineOf('left-early')).toEqual([expect.objectContaining(where)]);
    expect(lineOf('left-early')[0]).not.toHaveProperty('status');
  });

  async function connectTo({ url }: Service) {
    const socket = connect(Number(new URL(url).port), '127.0.0.1');
    await once(socket, 'connect');
    return socket;
  }
});

describe('inherited property names', () => {
  const polluted = () => ({}) as { polluted?: unknown };

  it.each(['__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty'])(
    '%s is an unknown field',
    async (name) => {
      const value = '{"polluted":true,"title":"T","prototype":{"polluted":true}}';
      const quiz = JSON.stringify(quizBody(1)).slice(0, -1);
      const question = `{"${name}":${value},"text":"Q","answers":[{"text":"A","isCorrect":true},{"text":"B","isCorrect":false}]}`;
      for (const [body, path] of [
        [`${quiz},"${name}":${value}}`, name],
        [`{"title":"T","questions":[${question}]}`, `questions[0].${name}`],
      ] as const) {
        const { status, text } = await post('/api/quizzes', body);
        expect([status, text]).toEqual([400, JSON.stringify({ error: `${path}: unknown field` })]);
        const answer = await service.backoffice.request(
          'PATCH',
          `/users/${admin.userId}`,
          JSON.parse(`{"${name}":${value}}`),
        );
        expect([answer.status, await answer.json()]).toEqual([400, { error: `${name}: unknown field` }]);
      }
      expect(polluted().polluted).toBeUndefined();
    },
  );

  it('have no effect in a query', async () => {
    for (const parameters of [
      '__proto__[polluted]=1',
      '__proto__.polluted=1',
      'constructor[prototype][polluted]=1',
      '__proto__=x',
    ]) {
      const { status } = await send(service.url, 'GET', `/api/quizzes?${parameters}&limit=1`, { headers: json() });
      expect([parameters, status]).toEqual([parameters, 200]);
    }
    expect(polluted().polluted).toBeUndefined();
  });
});

describe('a text against regular expressions', () => {
  const LONG = 500_000;

  it.each<[string, () => Promise<{ status: number }>]>([
    [
      'an email',
      () => service.backoffice.request('POST', '/users', { email: 'a@'.repeat(LONG / 2), displayName: 'A' }),
    ],
    [
      'a URL',
      () => post('/api/quizzes', JSON.stringify(quizBody(1, { heroImageUrl: `http://${'a.'.repeat(LONG / 2)} ` }))),
    ],
    ['a title of blanks', () => post('/api/quizzes', JSON.stringify(quizBody(1, { title: `${' '.repeat(LONG)}x` })))],
    [
      'a timestamp',
      () =>
        service.backoffice.request('POST', '/keys', {
          name: 'K',
          userId: admin.userId,
          expiresAt: `2036-01-01T00:00:00.${'0'.repeat(LONG)}`,
        }),
    ],
    ['words to search by', () => service.backoffice.request('GET', `/users?search=${'a-'.repeat(90)}`)],
    ['a file of questions: escapes', () => service.backoffice.upload('/quizzes/question-reading', '\\'.repeat(LONG))],
    ['a file of questions: braces', () => service.backoffice.upload('/quizzes/question-reading', '{'.repeat(LONG))],
    [
      'a file of questions: answers',
      () => service.backoffice.upload('/quizzes/question-reading', `Q {${'=~'.repeat(LONG / 2)}`),
    ],
    [
      'a file of questions: blanks',
      () => service.backoffice.upload('/quizzes/question-reading', `${' \n'.repeat(LONG / 2)}x`),
    ],
    [
      'a list of tags',
      () =>
        send(service.url, 'GET', '/api/quizzes', {
          headers: { ...json(), 'if-none-match': '"a", '.repeat(2_500) },
        }),
    ],
    [
      'a type of a body',
      () =>
        send(service.url, 'POST', '/api/quizzes', {
          headers: { ...json(), 'content-type': `application/json${' ;'.repeat(5_000)}` },
          body: '{}',
        }),
    ],
    ['cookies', () => send(service.url, 'GET', '/admin/api/session', { headers: { cookie: '=; '.repeat(4_000) } })],
    ['a path', () => send(service.url, 'GET', `/api/quizzes/${'%25'.repeat(4_000)}`, { headers: json() })],
    [
      'a forwarded address',
      () =>
        send(service.url, 'GET', '/api/quizzes', { headers: { ...json(), 'x-forwarded-for': '1, '.repeat(4_000) } }),
    ],
  ])('is answered in time: %s', async (_, ask) => {
    const begin = performance.now();
    expect((await ask()).status).toBeLessThan(500);
    // A pattern that backtracks would take hours for texts of this length.
    expect(performance.now() - begin).toBeLessThan(120_000);
  });
});

describe('a guessed key', () => {
  it('is looked up by the index of its SHA-256 and compared with nothing else', async () => {
    const columns = await query(
      service.databaseUrl,
      `SELECT column_name AS name FROM information_schema.columns WHERE table_name = 'api_keys' ORDER BY 1`,
    );
    const indexes = await query<{ indexdef: string }>(
      service.databaseUrl,
      "SELECT indexdef FROM pg_indexes WHERE tablename = 'api_keys'",
    );
    expect(columns.map(({ name }) => name as string)).not.toContain('key');
    expect(indexes.some(({ indexdef }) => /UNIQUE INDEX .*\(hash\)$/.test(indexdef))).toBe(true);
  });

  it('reaches the database only if it is well-formed', async () => {
    const resolve = vi.spyOn(service.app.get(ApiKeyResolver), 'resolve');
    const key = generateApiKey();
    const other = key.endsWith('0') ? '1' : '0';
    const malformed = [
      'x',
      `${key}0`,
      key.slice(1),
      key.slice(0, -1) + other,
      key.toLowerCase(),
      `qk_${'0'.repeat(49)}`,
      "' OR 1=1 --",
      key.replace('_', '-'),
    ];
    for (const guess of malformed) {
      const answer = await send(service.url, 'GET', '/api/quizzes', { headers: { 'x-api-key': guess } });
      expect([guess, answer.status]).toEqual([guess, 401]);
    }
    expect(resolve).not.toHaveBeenCalled();
    const answer = await send(service.url, 'GET', '/api/quizzes', { headers: { 'x-api-key': key } });
    expect([answer.status, answer.text]).toEqual([401, '{"error":"Invalid API key"}']);
    expect(resolve).toHaveBeenCalledTimes(1);
  });
});

describe('a slow client', () => {
  const open = async (bytes: string) => {
    const { hostname, port } = new URL(service.url);
    const socket = connect(Number(port), hostname);
    await once(socket, 'connect');
    let received = '';
    socket.on('data', (part: Buffer) => (received += part.toString('latin1')));
    socket.on('error', () => undefined);
    socket.write(bytes);
    return { socket, ended: once(socket, 'close').then(() => received) };
  };

  it('has time limits for its headers, for its request, and between requests', () => {
    const { headersTimeout, requestTimeout, timeout, keepAliveTimeout } = service.app.getHttpServer();
    expect({ headersTimeout, requestTimeout, timeout, keepAliveTimeout }).toEqual({
      headersTimeout: 15_000,
      requestTimeout: 30_000,
      timeout: 60_000,
      keepAliveTimeout: 72_000,
    });
  });

  it('gets 408 and is disconnected while others are served', async () => {
    const server = service.app.getHttpServer();
    const { headersTimeout, requestTimeout } = server;
    Object.assign(server, { headersTimeout: 1_000, requestTimeout: 2_000 });
    try {
      const head = `POST /api/quizzes HTTP/1.1\r\nHost: x\r\nX-API-Key: ${admin.key}\r\nContent-Type: application/json\r\n`;
      const slow = await Promise.all([
        open('GET /api/quizzes HTTP/1.1\r\nHost: x\r\nX-'),
        open(`${head}Content-Length: 100\r\n\r\n{"title":`),
        open(`${head}Transfer-Encoding: chunked\r\n\r\n5\r\n{"tit`),
      ]);
      expect((await send(service.url, 'GET', '/health/live')).status).toBe(200);
      for (const { ended } of slow) {
        const received = await ended;
        const { status, text, headers } = parseAnswer(received);
        expect([status, text]).toEqual([408, '{"error":"Request took too long"}']);
        expect(headers).toMatchObject({ 'x-ratelimit-limit': '1000000', connection: 'close' });
      }
    } finally {
      Object.assign(server, { headersTimeout, requestTimeout });
    }
  });

  it('is disconnected if it does not read its response', async () => {
    const server = service.app.getHttpServer();
    await createQuiz(admin, quizBody(200, { title: 'Long', description: 'd'.repeat(2_000) }));
    const { timeout } = server;
    server.setTimeout(1_000);
    try {
      const requests = `GET /docs/swagger-ui-bundle.js HTTP/1.1\r\nHost: x\r\n\r\n`.repeat(20);
      const { hostname, port } = new URL(service.url);
      const socket = connect(Number(port), hostname).pause();
      socket.on('error', () => undefined);
      const [connection] = (await once(server, 'connection')) as [NodeJS.EventEmitter];
      socket.write(requests);
      await once(connection, 'close');
      socket.destroy();
    } finally {
      server.setTimeout(timeout);
    }
  });
});

describe('an address in a request', () => {
  let target: Server;
  let requested: string[];
  let address: string;

  beforeAll(async () => {
    requested = [];
    target = createServer((request, response) => {
      requested.push(request.url ?? '');
      response.end('{}');
    }).listen(0, '127.0.0.1');
    await once(target, 'listening');
    address = `http://127.0.0.1:${(target.address() as { port: number }).port}`;
  });

  afterAll(() => target.close());

  it('is never requested by the service', async () => {
    const { data } = await admin.api.POST('/quizzes', {
      body: { ...quizBody(1), heroImageUrl: `${address}/hero.png` },
    });
    const id = data?.id ?? '';
    await admin.api.GET('/quizzes/{id}', { params: { path: { id } } });
    await service.backoffice.call('PATCH', `/users/${admin.userId}`, { image: `${address}/user.png` });
    await service.backoffice.request('GET', `/quizzes/${id}/export`);
    await service.backoffice.request('GET', '/users');
    const text = `::Q:: <img src="${address}/gift.png"> [html]Which? {=${address}/a ~b}`;
    await service.backoffice.upload('/quizzes/question-reading', text);
    for (const path of [
      `/admin/api/session/oidc?issuer=${address}&iss=${address}&returnTo=/admin/`,
      `/admin/api/session/oidc/callback?code=x&state=y&iss=${address}`,
      `/docs?url=${address}/openapi.json&configUrl=${address}/config.json`,
      `${address}/api/quizzes`,
    ]) {
      await send(service.url, 'GET', path, {
        headers: { 'x-api-key': admin.key, host: address.slice(7), referer: address },
      });
    }
    expect(requested).toEqual([]);
  });
});
