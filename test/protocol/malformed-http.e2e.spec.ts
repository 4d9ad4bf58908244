import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { createPlayer, createQuiz, type Player, quizBody } from '../support/factories.js';
import { type Answer, exchange, parseAnswer } from '../support/http.js';
import { type Service, startService } from '../support/service.js';

let service: Service;
let admin: Player;

beforeAll(async () => {
  service = await startService();
  admin = await createPlayer(service, 'admin');
});

afterAll(() => service.close());

const sendRaw = async (bytes: string | Buffer): Promise<Answer> => parseAnswer(await exchange(service.url, bytes));

function expectError(answer: Answer, status: number, error: string): void {
  expect([answer.status, answer.text]).toEqual([status, JSON.stringify({ error })]);
  expect(answer.headers['content-type']).toBe('application/json; charset=utf-8');
  expect(answer.headers.connection).toBe('close');
}

const HOST = 'Host: localhost\r\n';

describe('a malformed HTTP message', () => {
  it.each<[string, string | Buffer]>([
    ['a word', 'hello\r\n\r\n'],
    ['no method', ' /api/quizzes HTTP/1.1\r\n\r\n'],
    ['an unknown method', `FETCH /api/quizzes HTTP/1.1\r\n${HOST}\r\n`],
    ['a method in lower case', `get /api/quizzes HTTP/1.1\r\n${HOST}\r\n`],
    ['no target', `GET HTTP/1.1\r\n${HOST}\r\n`],
    ['a blank in the target', `GET /api/quiz zes HTTP/1.1\r\n${HOST}\r\n`],
    ['a control character in the target', `GET /api/\u0001 HTTP/1.1\r\n${HOST}\r\n`],
    ['an unknown protocol', `GET /api/quizzes HTTQ/1.1\r\n${HOST}\r\n`],
    ['an unknown version', `GET /api/quizzes HTTP/9.9\r\n${HOST}\r\n`],
    ['HTTP/2', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'],
    ['TLS', Buffer.from([0x16, 0x03, 0x01, 0x00, 0xa5, 0x01, 0x00, 0x00, 0xa1, 0x03, 0x03, 0x0d, 0x0a])],
    ['a header without a colon', `GET /api/quizzes HTTP/1.1\r\n${HOST}x\r\n\r\n`],
    ['a header without a name', `GET /api/quizzes HTTP/1.1\r\n${HOST}: x\r\n\r\n`],
    ['a blank before the colon', `GET /api/quizzes HTTP/1.1\r\n${HOST}x : y\r\n\r\n`],
    ['a header with U+0000', `GET /api/quizzes HTTP/1.1\r\n${HOST}x-api-key: a\u0000b\r\n\r\n`],
    ['a folded header', `GET /api/quizzes HTTP/1.1\r\n${HOST} folded\r\n\r\n`],
    ['a Content-Length that is no number', `POST /api/quizzes HTTP/1.1\r\n${HOST}Content-Length: x\r\n\r\n`],
    ['a negative Content-Length', `POST /api/quizzes HTTP/1.1\r\n${HOST}Content-Length: -1\r\n\r\n`],
    ['a Content-Length beyond all', `POST /api/quizzes HTTP/1.1\r\n${HOST}Content-Length: ${'9'.repeat(40)}\r\n\r\n`],
    ['two Content-Lengths', `POST /api/quizzes HTTP/1.1\r\n${HOST}Content-Length: 1\r\nContent-Length: 2\r\n\r\nxx`],
    [
      'two ways of framing',
      `POST /api/quizzes HTTP/1.1\r\n${HOST}Content-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
    ],
    [
      'an encoding behind the chunks',
      `POST /api/quizzes HTTP/1.1\r\n${HOST}Transfer-Encoding: chunked, gzip\r\n\r\n0\r\n\r\n`,
    ],
  ])('is rejected: %s', async (_, bytes) => {
    expectError(await sendRaw(bytes), 400, 'Malformed HTTP request');
  });

  it.each([
    ['no number', 'x\r\nab\r\n0\r\n\r\n'],
    ['too short', '1\r\nab\r\n0\r\n\r\n'],
    ['no end of a line', '2\r\nabc'],
    ['too large', `${'f'.repeat(20)}\r\n`],
  ])('is rejected with a key: a chunk with %s', async (_, chunks) => {
    const head = `POST /api/quizzes HTTP/1.1\r\n${HOST}X-API-Key: ${admin.key}\r\nContent-Type: application/json\r\n`;
    expectError(await sendRaw(`${head}Transfer-Encoding: chunked\r\n\r\n${chunks}`), 400, 'Malformed HTTP request');
  });
});

describe('headers', () => {
  it.each<[string, string]>([
    ['one long value', `X-Long: ${'x'.repeat(20_000)}\r\n`],
    ['one long name', `${'x'.repeat(20_000)}: x\r\n`],
    ['many values', 'X-Many: xxxxxxxxxxxxxxxxxxxx\r\n'.repeat(1_000)],
  ])('are rejected if they are too large: %s', async (_, lines) => {
    expectError(
      await sendRaw(`GET /api/quizzes HTTP/1.1\r\n${HOST}${lines}\r\n`),
      431,
      'Request headers are too large',
    );
  });

  it('are rejected if the target is too long', async () => {
    const line = `GET /api/quizzes?${'x'.repeat(20_000)} HTTP/1.1\r\n`;
    expectError(await sendRaw(`${line}${HOST}\r\n`), 431, 'Request headers are too large');
  });

  it('have an effect after any number of headers', async () => {
    const many = 'a:\r\n'.repeat(2_500);
    const head = `GET /api/quizzes HTTP/1.1\r\n${HOST}Connection: close\r\n${many}X-API-Key: ${admin.key}\r\n`;
    expect((await sendRaw(`${head}\r\n`)).status).toBe(200);
    expectError(await sendRaw(`${head}${HOST}\r\n`), 400, 'Malformed HTTP request');
  });

  it('need a Host in HTTP/1.1; the error is shown after the check of the key', async () => {
    const head = 'GET /api/quizzes HTTP/1.1\r\nConnection: close\r\n';
    expectError(await sendRaw(`${head}\r\n`), 401, 'API key is required');
    expectError(await sendRaw(`${head}X-API-Key: ${admin.key}\r\n\r\n`), 400, 'Malformed HTTP request');
    const old = await sendRaw(`GET /api/quizzes HTTP/1.0\r\nX-API-Key: ${admin.key}\r\n\r\n`);
    expect([old.status, old.headers.connection]).toEqual([200, 'close']);
  });

  it.each([
    'Host: a\r\nHost: b\r\n',
    'Host: a\r\nHost: a\r\n',
    'Host: a\r\nHost:\r\n',
    'Host: a, b\r\n',
    'Host: a b\r\n',
    'Host: a/b\r\n',
    'Host: user@a\r\n',
    'Host: a:b\r\n',
    'Host: a:1:2\r\n',
    'Host: [::1\r\n',
  ])('must have one Host, as the error after the check of the key says: %j', async (lines) => {
    for (const version of ['1.1', '1.0']) {
      const head = `GET /api/quizzes HTTP/${version}\r\nConnection: close\r\n${lines}`;
      expectError(await sendRaw(`${head}\r\n`), 401, 'API key is required');
      expectError(await sendRaw(`${head}X-API-Key: ${admin.key}\r\n\r\n`), 400, 'Malformed HTTP request');
    }
  });

  it.each(['', 'a', 'a.example:8080', 'a_b.example', '127.0.0.1:80', '[::1]:80', 'a:', '%C3%A4', 'xn--4ca'])(
    'may contain the Host %j',
    async (host) => {
      const head = `GET /api/quizzes HTTP/1.1\r\nConnection: close\r\nX-API-Key: ${admin.key}\r\n`;
      expect((await sendRaw(`${head}Host: ${host}\r\n\r\n`)).status).toBe(200);
    },
  );

  it.each([
    ['twice', (key: string) => `X-API-Key: ${key}\r\nX-API-Key: ${key}\r\n`, 401],
    ['in any case', (key: string) => `x-aPi-kEY: ${key}\r\n`, 200],
    ['with blanks around', (key: string) => `X-API-Key: \t ${key} \t\r\n`, 200],
  ])('may hold a key %s', async (_, lines, status) => {
    const answer = await sendRaw(`GET /api/quizzes HTTP/1.1\r\n${HOST}Connection: close\r\n${lines(admin.key)}\r\n`);
    expect(answer.status).toBe(status);
  });
});

const statusesOf = (received: string) =>
  [...received.matchAll(/HTTP\/1\.1 (\d{3})/g)].map(([, status]) => Number(status));

/** A connection that the client ends only by itself, seen from both sides. */
async function connectHalfOpen(): Promise<{ socket: Socket; connection: Socket }> {
  const { hostname, port } = new URL(service.url);
  const accepted = once(service.app.getHttpServer(), 'connection') as Promise<[Socket]>;
  const socket = connect({ port: Number(port), host: hostname, allowHalfOpen: true });
  const [connection] = await accepted;
  return { socket, connection };
}

describe('CONNECT', () => {
  const lines = (target: string, more = '') => `CONNECT ${target} HTTP/1.1\r\n${HOST}${more}\r\n`;

  it.each([
    ['example.com:443', 400, 'Malformed HTTP request'],
    ['*', 400, 'Malformed HTTP request'],
    ['/api/quizzes', 401, 'API key is required'],
    ['http://example.com/api/quizzes', 401, 'API key is required'],
    ['/docs', 404, 'Not found'],
  ])('is answered like other methods without a route: %s', async (target, status, error) => {
    expectError(await sendRaw(lines(target)), status, error);
  });

  it('gets 405 with a key, and later bytes are dropped', async () => {
    const answer = await sendRaw(`${lines('/api/quizzes', `X-API-Key: ${admin.key}\r\n`)}${'x'.repeat(100_000)}`);
    expectError(answer, 405, 'Method not allowed');
    expect(answer.headers.allow).toBe('GET, HEAD, POST');
  });

  it.each([
    ['CONNECT', () => lines('example.com:443')],
    ['a malformed message', () => 'nonsense\r\n\r\n'],
  ])('%s: a client that is still sending can read the response', async (_, message) => {
    const { socket, connection } = await connectHalfOpen();
    const answered = once(connection, 'finish');
    socket.write(message() + 'x'.repeat(100_000));
    await answered;
    await new Promise((resolve) => socket.write('x'.repeat(1_000_000), resolve));
    const closed = once(connection, 'close');
    expect(statusesOf(await text(socket))).toEqual([400]);
    socket.end();
    await closed;
  });

  it('closes the connection of a client that does not end it', async () => {
    const { socket, connection } = await connectHalfOpen();
    const closed = once(connection, 'close');
    socket.on('error', () => undefined).resume();
    socket.write(lines('example.com:443'));
    await closed;
    socket.destroy();
  });

  it('is answered after the requests before it, also if these are streamed', async () => {
    await createQuiz(admin, quizBody(200));
    const { cookie } = service.backoffice;
    const file = `GET /admin/api/quizzes/export HTTP/1.1\r\n${HOST}Cookie: ${cookie}\r\n\r\n`;
    const live = `GET /health/live HTTP/1.1\r\n${HOST}\r\n`;
    const received = await exchange(service.url, live + file + live + lines('example.com:443'));
    expect(statusesOf(received)).toEqual([200, 200, 200, 400]);
  });

  it('leaves no connection open for a client that does not read', async () => {
    const server = service.app.getHttpServer();
    const { timeout } = server;
    server.setTimeout(1_000);
    try {
      const { hostname, port } = new URL(service.url);
      const socket = connect(Number(port), hostname).pause();
      socket.on('error', () => undefined);
      const [connection] = (await once(server, 'connection')) as [NodeJS.EventEmitter];
      const script = `GET /docs/swagger-ui-bundle.js HTTP/1.1\r\n${HOST}\r\n`;
      socket.write(script.repeat(15) + lines('example.com:443'));
      await once(connection, 'close');
      socket.destroy();
    } finally {
      server.setTimeout(timeout);
    }
  });
});

describe('a connection', () => {
  const request = (path: string, more = '') => `GET ${path} HTTP/1.1\r\n${HOST}X-API-Key: ${admin.key}\r\n${more}\r\n`;

  it('answers pipelined requests in their order', async () => {
    const paths = ['/api/quizzes', '/api/nothing', '/health/live', '/api/leaderboard', '/api/quizzes/none'];
    const last = request('/nothing', 'Connection: close\r\n');
    const received = await exchange(service.url, paths.map((path) => request(path)).join('') + last);
    expect(statusesOf(received)).toEqual([200, 404, 200, 200, 404, 404]);
  });

  it('is closed after a malformed request, and later bytes are ignored', async () => {
    const received = await exchange(service.url, `nonsense\r\n\r\n${request('/health/live')}`);
    expect(statusesOf(received)).toEqual([400]);
  });

  it('that a client cuts off does not harm the service', async () => {
    const { hostname, port } = new URL(service.url);
    const starts = [
      '',
      'GET',
      request('/api/quizzes'),
      request('/api/quizzes').replace('GET', 'CONNECT'),
      `POST /api/quizzes HTTP/1.1\r\n${HOST}X-API-Key: ${admin.key}\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{`,
    ];
    for (const start of starts) {
      await new Promise<void>((resolve) => {
        const socket = connect(Number(port), hostname, () =>
          socket.write(start || 'G', () => socket.resetAndDestroy()),
        );
        socket.once('error', () => undefined);
        socket.once('close', () => resolve());
      });
    }
    expect((await fetch(`${service.url}/health/ready`)).status).toBe(200);
  });
});
