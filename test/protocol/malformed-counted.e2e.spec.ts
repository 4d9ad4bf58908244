// Malformed messages get responses with the headers of every other response, and count for the client's address.
import { once } from 'node:events';
import type { Server } from 'node:http';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { createPlayer, type Player } from '../support/factories.js';
import { type Answer, exchange, parseAnswer, parseAnswers } from '../support/http.js';
import { type Service, startService } from '../support/service.js';

const LIMIT = 50;
const ORIGIN = 'https://app.example.com';

/** The tests act as its trusted proxy. */
let service: Service;
let player: Player;

beforeAll(async () => {
  service = await startService({ RATE_LIMIT_REQUESTS: String(LIMIT), TRUSTED_PROXIES: '127.0.0.1' });
  player = await createPlayer(service);
});

afterAll(() => service.close());

let addresses = 0;
const newAddress = () => `198.51.100.${++addresses}`;

const from = (address: string) => `Host: localhost\r\nX-Forwarded-For: ${address}\r\n`;
const LARGE = `X-Large: ${'x'.repeat(20_000)}\r\n`;

const sendRaw = async (bytes: string): Promise<Answer> => parseAnswer(await exchange(service.url, bytes));

/** The remaining requests of an address, by a request that does not count. */
async function remainingOf(address: string): Promise<number> {
  const response = await fetch(`${service.url}/api/quizzes`, {
    method: 'OPTIONS',
    headers: { origin: ORIGIN, 'access-control-request-method': 'GET', 'x-forwarded-for': address },
  });
  return Number(response.headers.get('x-ratelimit-remaining'));
}

function expectCounted(answer: Answer, status: number, remaining: number): void {
  expect([answer.status, Object.keys(JSON.parse(answer.text) as object)]).toEqual([status, ['error']]);
  expect(answer.headers).toMatchObject({
    'x-ratelimit-limit': String(LIMIT),
    'x-ratelimit-remaining': String(remaining),
    'x-request-id': expect.stringMatching(/^[\w.:-]+$/) as unknown,
    'x-content-type-options': 'nosniff',
    'cache-control': 'private, no-cache',
    connection: 'close',
  });
  expect(Number(answer.headers['x-ratelimit-reset'])).toBeGreaterThan(Date.now() / 1000);
}

describe('a malformed message', () => {
  it.each<[number, string, (address: string) => string]>([
    [400, 'an unknown method', (address) => `FETCH /api/quizzes HTTP/1.1\r\n${from(address)}\r\n`],
    [400, 'an unknown version', (address) => `GET /api/quizzes HTTP/9.9\r\n${from(address)}\r\n`],
    [400, 'a header without a colon', (address) => `GET /api/quizzes HTTP/1.1\r\n${from(address)}x\r\n\r\n`],
    [400, 'an encoded path', (address) => `FETCH /%61pi/quizzes HTTP/1.1\r\n${from(address)}\r\n`],
    [400, 'an absolute target', (address) => `FETCH http://other.example/api HTTP/1.1\r\n${from(address)}\r\n`],
    [400, 'a broken preflight', (address) => `OPTIONS /api HTTP/1.1\r\n${from(address)}Origin: ${ORIGIN}\r\nx\r\n\r\n`],
    [400, 'a tunnel', (address) => `CONNECT example.com:443 HTTP/1.1\r\n${from(address)}\r\n`],
    [431, 'a large header', (address) => `GET /api/quizzes HTTP/1.1\r\n${from(address)}${LARGE}\r\n`],
  ])('counts for its address: %i, %s', async (status, _, message) => {
    const address = newAddress();
    expectCounted(await sendRaw(message(address)), status, LIMIT - 1);
    expectCounted(await sendRaw(message(address)), status, LIMIT - 2);
    expect(await remainingOf(address)).toBe(LIMIT - 2);
  });

  it('gets the headers even if its target is unreadable', async () => {
    const remaining = await remainingOf('127.0.0.1');
    expectCounted(await sendRaw('hello\r\n\r\n'), 400, remaining - 1);
  });

  it.each(['/health/live', '/docs', '/admin/api/session'])('has no limit outside the API: %s', async (path) => {
    const address = newAddress();
    const { status, headers } = await sendRaw(`FETCH ${path} HTTP/1.1\r\n${from(address)}\r\n`);
    expect([status, headers['x-ratelimit-limit'], typeof headers['x-request-id']]).toEqual([400, undefined, 'string']);
    expect(await remainingOf(address)).toBe(LIMIT);
  });

  it('is rejected with 429 over the limit of its address', async () => {
    const address = newAddress();
    const message = `FETCH /api/quizzes HTTP/1.1\r\n${from(address)}\r\n`;
    for (let left = LIMIT; left > 0; left--) expectCounted(await sendRaw(message), 400, left - 1);
    const rejected = await sendRaw(message);
    expectCounted(rejected, 429, 0);
    expect(rejected.headers['retry-after']).toMatch(/^\d+$/);
  });

  it('gets CORS headers, and the request id of the client or proxy', async () => {
    const more = `Origin: ${ORIGIN}\r\nX-Request-Id: given-id\r\n`;
    const { headers } = await sendRaw(`FETCH /api/quizzes HTTP/1.1\r\n${from(newAddress())}${more}\r\n`);
    expect(headers).toMatchObject({ 'access-control-allow-origin': '*', 'x-request-id': 'given-id' });
    expect(headers['access-control-expose-headers']).toContain('X-RateLimit-Remaining');
  });

  it('is parsed separately from the requests before it', async () => {
    const address = newAddress();
    const live = 'GET /health/live HTTP/1.1\r\nHost: localhost\r\n\r\n';
    const [, answer] = parseAnswers(await exchange(service.url, `${live}FETCH /api HTTP/1.1\r\n${from(address)}\r\n`));
    expectCounted(answer as Answer, 400, LIMIT - 1);
  });

  it('is answered after the requests before it on its connection', async () => {
    const get = `GET /api/quizzes HTTP/1.1\r\n${from(newAddress())}X-API-Key: ${player.key}\r\n\r\n`;
    const answers = parseAnswers(await exchange(service.url, `${get}${get}nonsense\r\n\r\n${get}`));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 400]);
  });
});

describe('a request whose body is cut off', () => {
  const head = (more: string) =>
    `POST /api/quizzes HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nOrigin: ${ORIGIN}\r\n${more}\r\n`;

  it('counts once, for its key, if a chunk is malformed', async () => {
    const { key } = await createPlayer(service, 'admin');
    const answer = await sendRaw(`${head(`X-API-Key: ${key}\r\nTransfer-Encoding: chunked\r\n`)}x\r\nab\r\n0\r\n\r\n`);
    expectCounted(answer, 400, LIMIT - 1);
    expect(answer.headers['access-control-allow-origin']).toBe('*');
    const next = await fetch(`${service.url}/api/quizzes`, { headers: { 'x-api-key': key } });
    expect(next.headers.get('x-ratelimit-remaining')).toBe(String(LIMIT - 2));
  });

  it('gets one response if the error follows the response', async () => {
    const received = await exchange(service.url, head('Transfer-Encoding: chunked\r\n'), 'x\r\nab\r\n0\r\n\r\n');
    expect(parseAnswers(received).map(({ status }) => status)).toEqual([401]);
  });

  it('gets one response if the error follows the arrival of the response', async () => {
    const socket = connect(Number(new URL(service.url).port), '127.0.0.1');
    socket.write(head('Transfer-Encoding: chunked\r\n'));
    const [answer] = (await once(socket, 'data')) as [Buffer];
    socket.write('x\r\n');
    const rest = await text(socket);
    expect(parseAnswers(answer.toString('latin1') + rest).map(({ status }) => status)).toEqual([401]);
  });
});

describe('a client that takes too long', () => {
  let timeouts: { headersTimeout: number; requestTimeout: number };
  let server: Server;

  beforeAll(() => {
    server = service.app.getHttpServer();
    timeouts = { headersTimeout: server.headersTimeout, requestTimeout: server.requestTimeout };
    Object.assign(server, { headersTimeout: 50, requestTimeout: 100 });
  });

  afterAll(() => Object.assign(server, timeouts));

  it('counts for its address if it sends headers slowly', async () => {
    const remaining = await remainingOf('127.0.0.1');
    expectCounted(await sendRaw('GET /api/quizzes HTTP/1.1\r\nHost: local'), 408, remaining - 1);
    expect(await remainingOf('127.0.0.1')).toBe(remaining - 1);
  });

  it('counts for its key if it sends the body slowly, and gets the response of its target', async () => {
    const { key } = await createPlayer(service, 'admin');
    const api = `X-API-Key: ${key}\r\nContent-Length: 100\r\n`;
    const head = (path: string, more: string) =>
      `POST ${path} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n${more}\r\n{`;
    const [late, stranger, elsewhere] = await Promise.all([
      sendRaw(head('/api/quizzes', api)),
      sendRaw(head('/api/quizzes', 'Content-Length: 100\r\nConnection: close\r\n')),
      sendRaw(head('/admin/api/session', 'Content-Length: 100\r\n')),
    ]);
    expectCounted(late, 408, LIMIT - 1);
    expect([stranger.status, stranger.headers.connection]).toEqual([401, 'close']);
    expect([elsewhere.status, elsewhere.headers['x-ratelimit-limit']]).toEqual([408, undefined]);
  });
});
