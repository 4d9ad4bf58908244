import { readFileSync } from 'node:fs';
import { Agent } from 'node:http';
import { EndpointRegistry } from '#libs/http';
import { createPlayer, createQuiz, type Player, quizBody } from '../support/factories.js';
import { type Answer, exchange, parseAnswer, type RequestOptions, send } from '../support/http.js';
import { type Service, startService } from '../support/service.js';

const KIB = 1024;
const MIB = 1024 * KIB;
const QUIZ = JSON.stringify(quizBody());

let service: Service;
let admin: Player;

beforeAll(async () => {
  service = await startService();
  admin = await createPlayer(service, 'admin');
});

afterAll(() => service.close());

function post(body: RequestOptions['body'], agent?: Agent): Promise<Answer> {
  return send(service.url, 'POST', '/api/quizzes', {
    headers: { 'x-api-key': admin.key, 'content-type': 'application/json' },
    ...(body !== undefined && { body }),
    ...(agent !== undefined && { agent }),
  });
}

const padded = (size: number) => Buffer.from(QUIZ.padEnd(size));
const inChunks = (size: number) => [padded(size).subarray(0, 70_000), padded(size).subarray(70_000)];

function expectTooLarge(answer: Answer): void {
  expect([answer.status, answer.text]).toEqual([413, '{"error":"Request body is too large"}']);
  expect(answer.headers['content-type']).toBe('application/json; charset=utf-8');
  expect(answer.headers['x-ratelimit-limit']).toBe('1000000');
}

describe('the limit of a body', () => {
  it('is lower than that of nginx for every route', () => {
    const [, kib = ''] = /client_max_body_size (\d+)k;/.exec(readFileSync('apps/api/nginx/nginx.conf', 'utf8')) ?? [];
    const limits = service.app.get(EndpointRegistry).endpoints.map(({ body }) => body.bounds.bytes);
    expect(Math.max(...limits)).toBeLessThan(Number(kib) * KIB);
  });

  it('is 1 MiB for quizzes', async () => {
    for (const body of [padded(MIB), inChunks(MIB)]) expect((await post(body)).status).toBe(201);
    for (const body of [padded(MIB + 1), inChunks(MIB + 1)]) expectTooLarge(await post(body));
  });

  it('is 64 KiB for attempts', async () => {
    const { id } = await createQuiz(admin);
    const submit = (size: number) =>
      send(service.url, 'POST', `/api/quizzes/${id}/attempts`, {
        headers: { 'x-api-key': admin.key, 'content-type': 'application/json' },
        body: JSON.stringify({ answers: [], totalTimeMs: 1 }).padEnd(size),
      });
    expect((await submit(64 * KIB)).status).toBe(201);
    expectTooLarge(await submit(64 * KIB + 1));
  });

  it('is 16 KiB for a sign-in', async () => {
    const signIn = (size: number) =>
      send(service.url, 'POST', '/admin/api/session', {
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ email: 'nobody@example.com', password: 'wrong' }).padEnd(size),
      });
    expect((await signIn(16 * KIB)).status).toBe(401);
    const { status, text } = await signIn(16 * KIB + 1);
    expect([status, text]).toEqual([413, '{"error":"Request body is too large"}']);
  });

  it.each(['GET', 'HEAD', 'DELETE'])('is 16 KiB for %s, whose body is ignored', async (method) => {
    const { id } = await createQuiz(admin);
    const sendRequest = (body: Buffer | Buffer[]) =>
      send(service.url, method, `/api/quizzes/${id}`, {
        headers: { 'x-api-key': admin.key, 'content-type': 'application/json' },
        body,
      });
    for (const body of [padded(16 * KIB + 1), inChunks(MIB)]) {
      const answer = await sendRequest(body);
      if (method === 'HEAD') expect([answer.status, answer.text]).toEqual([413, '']);
      else expectTooLarge(answer);
    }
    expect((await sendRequest(padded(16 * KIB))).status).toBe(200);
  });

  it('is checked before the limits of fields', async () => {
    const title = 'x'.repeat(MIB);
    expectTooLarge(await post(JSON.stringify(quizBody(1, { title }))));
    const { status, text } = await post(JSON.stringify(quizBody(1, { title: title.slice(1000) })));
    expect([status, text]).toEqual([400, expect.stringMatching(/^{"error":"title: [^;]*"}$/)]);
  });
});

describe('the response to a body that is rejected', () => {
  it.each<[string, Buffer | Buffer[]]>([
    ['1 MiB and a byte', padded(MIB + 1)],
    ['1 MiB and a byte in chunks', inChunks(MIB + 1)],
    ['5 MiB', padded(5 * MIB)],
    ['5 MiB in chunks', inChunks(5 * MIB)],
  ])('is received by the client, which continues to use its connection: %s', async (_, body) => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    for (let time = 0; time < 5; time++) expectTooLarge(await post(body, agent));
    expect((await post(QUIZ, agent)).status).toBe(201);
    agent.destroy();
  });

  const size = 5 * MIB;
  const chunked = Buffer.concat([Buffer.from(`${size.toString(16)}\r\n`), padded(size), Buffer.from('\r\n0\r\n\r\n')]);

  /** Sends a request with `Connection: close`, and reads the response after the whole request is sent. */
  async function sendAll(method: string, path: string, key: string, framing: string, body: Buffer): Promise<Answer> {
    const fields = ['Host: x', 'Connection: close', 'Content-Type: application/json', `X-API-Key: ${key}`, framing];
    return parseAnswer(
      await exchange(service.url, `${method} ${path} HTTP/1.1\r\n${fields.join('\r\n')}\r\n\r\n`, body),
    );
  }

  it.each([
    ['POST', '/api/quizzes', 'x', 401],
    ['POST', '/api/nothing', 'x', 401],
    ['POST', '/nothing', 'x', 404],
    ['GET', '/api/quizzes', 'x', 401],
    ['GET', '/api/quizzes', undefined, 413],
    ['POST', '/api/quizzes', undefined, 413],
    ['POST', '/api/nothing', undefined, 404],
  ])(
    'is received by a client that ends its connection: %s %s, key %s',
    async (method, path, key = admin.key, status) => {
      for (const [framing, body] of [
        [`Content-Length: ${size}`, padded(size)],
        ['Transfer-Encoding: chunked', chunked],
      ] as const) {
        const answer = await sendAll(method, path, key, framing, body);
        expect([answer.status, answer.headers.connection]).toEqual([status, 'close']);
      }
    },
  );

  it('does not wait forever for the rest of the body', async () => {
    expectTooLarge(await sendAll('POST', '/api/quizzes', admin.key, `Content-Length: ${size}`, padded(MIB)));
  });
});
