// The end of a request: bytes that a proxy could interpret differently must never become a second request.
import { createPlayer, type Player } from '../support/factories.js';
import { exchange } from '../support/http.js';
import { type Service, startService } from '../support/service.js';

let service: Service;
let admin: Player;

beforeAll(async () => {
  service = await startService();
  admin = await createPlayer(service, 'admin');
});

afterAll(() => service.close());

/** Bytes after the end of the body by its length, or by its chunks, that look like a request. */
const SMUGGLED = 'GET /health/live HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n';

const statusesOf = (received: string) =>
  [...received.matchAll(/HTTP\/1\.1 (\d{3})/g)].map(([, status]) => Number(status));

/** Sends a request with these body headers, and the bytes after it. @returns the statuses of all responses */
async function statusesFor(lines: string[], body: string): Promise<number[]> {
  const head = ['POST /api/quizzes HTTP/1.1', 'Host: x', `X-API-Key: ${admin.key}`, 'Content-Type: application/json'];
  return statusesOf(await exchange(service.url, [...head, ...lines, '', ''].join('\r\n'), body));
}

const CHUNKED = 'Transfer-Encoding: chunked';
const LENGTH = `Content-Length: ${SMUGGLED.length + 5}`;

it.each<[string, string[]]>([
  ['a length and chunks', [LENGTH, CHUNKED]],
  ['chunks and a length', [CHUNKED, LENGTH]],
  ['a length and chunks in another case', [LENGTH, 'transfer-ENCODING: Chunked']],
  ['a length and an unknown encoding', [LENGTH, 'Transfer-Encoding: xchunked']],
  ['a length and no encoding', [LENGTH, 'Transfer-Encoding: identity']],
  ['a length and an encoding behind a tab', [LENGTH, 'Transfer-Encoding:\tchunked']],
  ['a length and an encoding with a blank before the colon', [LENGTH, 'Transfer-Encoding : chunked']],
  ['a length and a folded encoding', [LENGTH, 'Transfer-Encoding:\r\n chunked']],
  ['chunks twice', [CHUNKED, CHUNKED]],
  ['chunks, and then something else', [CHUNKED, 'Transfer-Encoding: identity']],
  ['chunks before compression', ['Transfer-Encoding: chunked, gzip']],
  ['an encoding in quotes', ['Transfer-Encoding: "chunked"']],
  ['an unknown encoding', ['Transfer-Encoding: xchunked']],
  ['two lengths', ['Content-Length: 5', LENGTH]],
  ['two lengths in a list', [`Content-Length: 5, ${SMUGGLED.length}`]],
  ['a signed length', ['Content-Length: +5']],
  ['a length in hexadecimal digits', ['Content-Length: 0x5']],
  ['a length with a blank in it', ['Content-Length: 1 0']],
])('rejects %s, and does not execute the bytes after it', async (_, lines) => {
  expect(await statusesFor(lines, `0\r\n\r\n${SMUGGLED}`)).toEqual([400]);
});

it.each([
  ['a chunk that ends otherwise', `5\r\nhelloX\r\n0\r\n\r\n${SMUGGLED}`],
  ['a size with a sign', `+5\r\nhello\r\n0\r\n\r\n${SMUGGLED}`],
  ['a size of the other notation', `0x5\r\nhello\r\n0\r\n\r\n${SMUGGLED}`],
  ['a size that ends with a bare line feed', `5\nhello\n0\n\n${SMUGGLED}`],
  ['a line break in an extension', `5;a\n\r\nhello\r\n0\r\n\r\n${SMUGGLED}`],
])('rejects chunks with %s, and does not execute the bytes after them', async (_, body) => {
  expect(await statusesFor([CHUNKED], body)).toEqual([400]);
});

it.each([
  ['a bare line feed', `GET /api/quizzes HTTP/1.1\nHost: x\n\n${SMUGGLED}`],
  ['a bare carriage return', `GET /api/quizzes HTTP/1.1\r\nHost: x\rX: y\r\n\r\n${SMUGGLED}`],
  ['a header without a value break', `GET /api/quizzes HTTP/1.1\r\nHost: x\r\nX: a\u0000b\r\n\r\n${SMUGGLED}`],
])('rejects a head with %s', async (_, bytes) => {
  expect(statusesOf(await exchange(service.url, bytes))).toEqual([400]);
});

it('reads the body of a GET as a body, not as a request', async () => {
  const head = `GET /api/quizzes HTTP/1.1\r\nHost: x\r\nX-API-Key: ${admin.key}\r\n`;
  const last = 'GET /nothing HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n';
  const received = await exchange(service.url, `${head}Content-Length: ${SMUGGLED.length}\r\n\r\n${SMUGGLED}${last}`);
  expect(statusesOf(received)).toEqual([200, 404]);
});

it('does not let a path inject headers into a response', async () => {
  const received = await exchange(
    service.url,
    'GET /admin%0d%0aSet-Cookie:%20session=x HTTP/1.1\r\nHost: x%0d%0aX-Split: y\r\nConnection: close\r\n\r\n',
  );
  expect(statusesOf(received)).toEqual([404]);
  expect(received).not.toMatch(/\r\n(set-cookie|x-split):/i);
});
