// Bytes that are no HTTP, and requests whose ids, queries and bodies are malformed, to every route.
import { once } from 'node:events';
import { connect } from 'node:net';
import { createPlayer, type Player } from '../support/factories.js';
import { exchange, parseAnswer, parseAnswers, send } from '../support/http.js';
import type { OpenApiDocument } from '../support/openapi/document.js';
import { type ListedOperation, operationsOf } from '../support/openapi/operations.js';
import { type Service, startService } from '../support/service.js';

let service: Service;
let admin: Player;

beforeAll(async () => {
  service = await startService();
  admin = await createPlayer(service, 'admin');
});

afterAll(() => service.close());

/** A request that a proxy may believe to see in the bytes after the end of another one. */
const NEXT = 'GET /health/live HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n';

const GET = 'GET /api/quizzes HTTP/1.1\r\nHost: x\r\n';
const POST = () =>
  `POST /api/quizzes HTTP/1.1\r\nHost: x\r\nX-API-Key: ${admin.key}\r\nContent-Type: application/json\r\n`;
const CHUNKED = 'Transfer-Encoding: chunked\r\n';
const LENGTH = `Content-Length: ${NEXT.length + 5}\r\n`;

describe('bytes that are no HTTP', () => {
  it.each<[string, number, () => string | Buffer]>([
    ['a word', 400, () => 'hello\r\n\r\n'],
    ['TLS', 400, () => Buffer.from([0x16, 0x03, 0x01, 0x00, 0xa5, 0x01, 0x00, 0x00, 0xa1, 0x03, 0x03, 0x0d, 0x0a])],
    ['HTTP/2', 400, () => 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'],
    ['an unknown method', 400, () => `FETCH /api/quizzes HTTP/1.1\r\nHost: x\r\n\r\n`],
    ['no target', 400, () => 'GET HTTP/1.1\r\nHost: x\r\n\r\n'],
    ['a blank in the target', 400, () => 'GET /api/quiz zes HTTP/1.1\r\nHost: x\r\n\r\n'],
    ['a control character in the target', 400, () => 'GET /api/\u0001 HTTP/1.1\r\nHost: x\r\n\r\n'],
    ['an unknown version', 400, () => 'GET /api/quizzes HTTP/9.9\r\nHost: x\r\n\r\n'],
    ['a header without a colon', 400, () => `${GET}x\r\n\r\n`],
    ['a header without a name', 400, () => `${GET}: x\r\n\r\n`],
    ['a header with U+0000', 400, () => `${GET}X: a\u0000b\r\n\r\n`],
    ['a folded header', 400, () => `${GET} folded\r\n\r\n`],
    ['lines that end with a bare line feed', 400, () => 'GET /api/quizzes HTTP/1.1\nHost: x\n\n'],
    ['a bare carriage return', 400, () => `${GET}X: a\rY: b\r\n\r\n`],
    ['a long header', 431, () => `${GET}X: ${'x'.repeat(20_000)}\r\n\r\n`],
    ['many headers', 431, () => `${GET}${'X: xxxxxxxxxxxxxxxxxxxx\r\n'.repeat(1_000)}\r\n`],
    ['a long target', 431, () => `GET /api/quizzes?${'x'.repeat(20_000)} HTTP/1.1\r\nHost: x\r\n\r\n`],
    ['a length that is no number', 400, () => `${POST()}Content-Length: 0x5\r\n\r\n`],
    ['a signed length', 400, () => `${POST()}Content-Length: +5\r\n\r\n`],
    ['two lengths', 400, () => `${POST()}Content-Length: 5\r\n${LENGTH}\r\n`],
    ['two lengths in a list', 400, () => `${POST()}Content-Length: 5, 6\r\n\r\n`],
    ['a length and chunks', 400, () => `${POST()}${LENGTH}${CHUNKED}\r\n0\r\n\r\n`],
    ['chunks and a length', 400, () => `${POST()}${CHUNKED}${LENGTH}\r\n0\r\n\r\n`],
    ['a length and an unknown encoding', 400, () => `${POST()}${LENGTH}Transfer-Encoding: xchunked\r\n\r\n`],
    ['chunks twice', 400, () => `${POST()}${CHUNKED}${CHUNKED}\r\n0\r\n\r\n`],
    ['chunks before compression', 400, () => `${POST()}Transfer-Encoding: chunked, gzip\r\n\r\n0\r\n\r\n`],
    ['a chunk that ends otherwise', 400, () => `${POST()}${CHUNKED}\r\n5\r\nhelloX\r\n0\r\n\r\n`],
    ['a chunk whose size has a sign', 400, () => `${POST()}${CHUNKED}\r\n+5\r\nhello\r\n0\r\n\r\n`],
    ['a chunk whose size is too large', 400, () => `${POST()}${CHUNKED}\r\n${'f'.repeat(20)}\r\n`],
    ['a line break in the extension of a chunk', 400, () => `${POST()}${CHUNKED}\r\n5;a\n\r\nhello\r\n0\r\n\r\n`],
  ])('are rejected, and the bytes after them are not executed: %s (%i)', async (_, status, bytes) => {
    const [answer, ...others] = parseAnswers(await exchange(service.url, bytes(), NEXT));
    expect(others).toEqual([]);
    const error = status === 400 ? 'Malformed HTTP request' : 'Request headers are too large';
    expect([answer?.status, answer?.text]).toEqual([status, JSON.stringify({ error })]);
    expect(answer?.headers).toMatchObject({
      'content-type': 'application/json; charset=utf-8',
      'x-error-code': status === 400 ? 'malformed_request' : 'headers_too_large',
      'x-ratelimit-limit': '1000000',
      'x-ratelimit-remaining': '1000000',
      'x-ratelimit-reset': expect.stringMatching(/^\d+$/) as string,
      'x-request-id': expect.stringMatching(/^[\da-f-]{36}$/) as string,
      connection: 'close',
    });
  });

  it('are answered after the requests before them on their connection', async () => {
    const get = `${GET}X-API-Key: ${admin.key}\r\n\r\n`;
    const answers = parseAnswers(await exchange(service.url, `${get}${get}nonsense\r\n\r\n${get}`));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 400]);
  });

  it('harm nothing if the client cuts them off', async () => {
    for (const start of ['GET', `${POST()}Content-Length: 100\r\n\r\n{`, `${POST()}${CHUNKED}\r\nx\r\n`]) {
      const socket = connect(Number(new URL(service.url).port), '127.0.0.1').on('error', () => undefined);
      const closed = once(socket, 'close');
      socket.write(start, () => socket.resetAndDestroy());
      await closed;
    }
    expect((await fetch(`${service.url}/health/ready`)).status).toBe(200);
  });

  it('do not arrive as headers of a response, if a path contains them', async () => {
    const line = 'GET /admin%0d%0aSet-Cookie:%20session=x HTTP/1.1\r\n';
    const received = await exchange(service.url, `${line}Host: x%0d%0aX-Split: y\r\nConnection: close\r\n\r\n`);
    expect(parseAnswer(received).status).toBe(404);
    expect(received).not.toMatch(/\r\n(set-cookie|x-split):/i);
  });
});

describe('malformed requests', () => {
  let operations: (ListedOperation & { base: string })[];

  beforeAll(async () => {
    const documents: [base: string, document: OpenApiDocument][] = [
      ['/api', (await (await fetch(`${service.url}/docs/openapi.json`)).json()) as OpenApiDocument],
      ['/admin/api', await service.backoffice.call<OpenApiDocument>('GET', '/openapi.json')],
    ];
    operations = documents.flatMap(([base, document]) =>
      operationsOf(document).map((operation) => ({ ...operation, base })),
    );
    expect(operations.length).toBeGreaterThan(60);
  });

  /** Each response is also compared with its description. @returns what is no error of the client */
  async function accepted(
    { method, base, template }: ListedOperation & { base: string },
    id: string,
    query = '',
    body?: string,
  ): Promise<string[]> {
    const { cookie, csrfToken } = service.backoffice;
    const target = `${base}${template.replaceAll(/\{\w+\}/g, id)}${query}`;
    const headers = { 'x-api-key': admin.key, cookie, 'x-csrf-token': csrfToken, 'content-type': 'application/json' };
    const { status, text } = await send(service.url, method, target, { headers, ...(body !== undefined && { body }) });
    const isError = status >= 400 && status < 500 && Object.keys(JSON.parse(text) as object).join() === 'error';
    return isError ? [] : [`${method} ${target} ${body}: ${status} ${text}`];
  }

  it.each(['%00', '%zz', 'x'.repeat(100)])('are rejected by every route with ids: %s', async (id) => {
    const found: string[] = [];
    for (const operation of operations) {
      if (operation.template.includes('{')) found.push(...(await accepted(operation, id, '', bodyOf(operation))));
    }
    expect(found).toEqual([]);
  });

  it('are rejected by every route that knows the parameter', async () => {
    const found: string[] = [];
    // All are parsed alike, so that one of them suffices for a parameter.
    const values = ['%FF', 'a%ED%A0%80', '%zz'];
    for (const operation of operations) {
      for (const { name, in: place } of operation.parameters) {
        if (place !== 'query') continue;
        const value = values.shift() ?? '';
        values.push(value);
        found.push(...(await accepted(operation, admin.userId, `?${name}=${value}&unknown=${value}`)));
      }
    }
    expect(found).toEqual([]);
  });

  it.each(['', '{', 'null', '[{}]', '{"__proto__":{"admin":true}}'])(
    'are rejected by every route that takes a body: %s',
    async (body) => {
      const found: string[] = [];
      for (const operation of operations) {
        if (operation.body !== undefined) found.push(...(await accepted(operation, admin.userId, '', body)));
      }
      expect(found).toEqual([]);
    },
  );

  const bodyOf = ({ example }: ListedOperation) => (example === undefined ? undefined : JSON.stringify(example));
});
