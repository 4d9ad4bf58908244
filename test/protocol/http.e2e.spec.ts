import { gzipSync } from 'node:zlib';
import { createPlayer, type Player, quizBody } from '../support/factories.js';
import { type Answer, exchange, parseAnswer, parseAnswers, type RequestOptions, send } from '../support/http.js';
import { sharedService, type SharedService } from '../support/service.js';

let service: SharedService;
let admin: Player;
let quizId: string;

beforeAll(async () => {
  service = await sharedService();
  admin = await createPlayer(service, 'admin');
  ({ id: quizId } = JSON.parse((await post(QUIZ)).text) as { id: string });
});

const QUIZ = JSON.stringify(quizBody());

/** Posts a quiz. */
function post(body: RequestOptions['body'], headers: Record<string, string> = {}): Promise<Answer> {
  return send(service.url, 'POST', '/api/quizzes', {
    headers: { 'x-api-key': admin.key, 'content-type': 'application/json', ...headers },
    ...(body !== undefined && { body }),
  });
}

/** Posts to the quizzes over a socket with these header lines. */
async function postRaw(lines: string[], body: string | Buffer = ''): Promise<Answer> {
  const head = [
    'POST /api/quizzes HTTP/1.1',
    'Host: localhost',
    'Connection: close',
    `X-API-Key: ${admin.key}`,
    ...lines,
    '',
    '',
  ];
  return parseAnswer(await exchange(service.url, head.join('\r\n'), body));
}

function expectError(answer: Answer, status: number, error: string): void {
  expect([answer.status, answer.text]).toEqual([status, JSON.stringify({ error })]);
  expect(answer.headers['content-type']).toBe('application/json; charset=utf-8');
  expect(answer.headers['x-ratelimit-limit']).toBe('1000000');
}

const NOT_JSON = 'Request body is not valid JSON';
const NOT_JSON_TYPE = 'Content-Type must be application/json';

describe('the Content-Type of a body', () => {
  it.each([
    'application/json',
    'APPLICATION/JSON',
    'Application/Json; Charset=UTF-8',
    'application/json;charset=utf-8',
    'application/json; charset="utf-8"',
    'application/json ; charset=utf-8',
    'application/json;',
    'application/json; version=1; charset=utf-8',
    ' application/json ',
  ])('may be %j', async (type) => {
    expect((await post(QUIZ, { 'content-type': type })).status).toBe(201);
  });

  it.each([
    'text/plain',
    'text/json',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'application/xml',
    'application/vnd.api+json',
    'application/problem+json',
    'application/json-patch+json',
    'application/jsonp',
    'application/jso',
    'application',
    'application/',
    '/json',
    'json',
    '*/*',
    'application/*',
    'application/json, text/plain',
    'text/plain; application/json',
    'application json',
    ';',
    ';application/json',
    '"application/json"',
    'undefined',
  ])('must not be %j', async (type) => {
    expectError(await post(QUIZ, { 'content-type': type }), 415, NOT_JSON_TYPE);
    expectError(await post('{', { 'content-type': type }), 415, NOT_JSON_TYPE);
  });

  it.each(['latin1', 'utf-16le', 'iso-8859-1', '"windows-1252"', 'utf-88'])(
    'must not have the charset %s',
    async (charset) => {
      const type = `application/json; charset=${charset}`;
      for (const body of [QUIZ, Buffer.from(QUIZ, 'utf16le'), '{'])
        expectError(await post(body, { 'content-type': type }), 415, 'The charset of Content-Type must be utf-8');
    },
  );

  it('must not be missing or empty', async () => {
    expectError(await postRaw([`Content-Length: ${QUIZ.length}`], QUIZ), 415, NOT_JSON_TYPE);
    expectError(await postRaw(['Content-Type:', `Content-Length: ${QUIZ.length}`], QUIZ), 415, NOT_JSON_TYPE);
    const chunked = `${QUIZ.length.toString(16)}\r\n${QUIZ}\r\n0\r\n\r\n`;
    expectError(await postRaw(['Transfer-Encoding: chunked'], chunked), 415, NOT_JSON_TYPE);
  });

  it('must not be given twice', async () => {
    const twice = ['Content-Type: application/json', 'Content-Type: text/plain', `Content-Length: ${QUIZ.length}`];
    expectError(await postRaw(twice, QUIZ), 415, NOT_JSON_TYPE);
  });
});

describe('the Content-Encoding of a body', () => {
  const NOT_ENCODED = 'Content-Encoding must be identity';

  it.each(['gzip', 'GZIP', 'br', 'deflate', 'zstd', 'x-gzip', 'identity, gzip', 'gzip, identity', 'unknown', '*'])(
    'must not be %j, whatever the body contains',
    async (encoding) => {
      for (const body of [QUIZ, gzipSync(QUIZ), '{', '']) {
        const answer = await post(body, { 'content-encoding': encoding });
        expectError(answer, 415, NOT_ENCODED);
        expect(answer.headers['accept-encoding']).toBe('identity');
      }
      expectError(await post('{', { 'content-encoding': encoding, 'content-type': 'text/plain' }), 415, NOT_JSON_TYPE);
    },
  );

  it('must not be given twice', async () => {
    const lines = ['Content-Type: application/json', 'Content-Encoding: identity', 'Content-Encoding: gzip'];
    expectError(await postRaw([...lines, `Content-Length: ${QUIZ.length}`], QUIZ), 415, NOT_ENCODED);
  });

  it.each(['', 'identity', 'Identity', ' identity , ', 'identity,identity'])('may be %j', async (encoding) => {
    expect((await post(QUIZ, { 'content-encoding': encoding })).status).toBe(201);
  });

  it('is ignored if the body is not read', async () => {
    const headers = { 'x-api-key': admin.key, 'content-encoding': 'gzip' };
    const { id } = JSON.parse((await post(QUIZ)).text) as { id: string };
    for (const method of ['GET', 'HEAD', 'DELETE']) {
      const target = `/api/quizzes/${id}`;
      expect([method, (await send(service.url, method, target, { headers })).status]).toEqual([method, 200]);
    }
  });
});

describe('a body', () => {
  it.each<[string, () => Promise<Answer>]>([
    ['no bytes', () => post('')],
    ['no bytes and no Content-Type', () => postRaw(['Content-Length: 0'])],
    ['no Content-Length and no Content-Type', () => postRaw([])],
    ['no Content-Length', () => postRaw(['Content-Type: application/json'])],
    ['no chunks', () => postRaw(['Content-Type: application/json', 'Transfer-Encoding: chunked'], '0\r\n\r\n')],
  ])('is empty: %s', async (_, ask) => {
    expectError(await ask(), 400, 'Request body is empty');
  });

  it('is no JSON because of a common mistake: where it is', async () => {
    const comma = QUIZ.replace(/}$/, ',}');
    const at = comma.length - 2;
    const problem = `trailing comma at position ${at} (line 1, column ${at + 1})`;
    expectError(await post(comma), 400, `${NOT_JSON}: ${problem}`);
    expectError(await post(`\ufeff${QUIZ}`), 400, `${NOT_JSON}: byte order mark at position 0`);
  });

  it.each<[string, () => Promise<Answer>]>([
    ['blanks', () => post(' \n ')],
    ['half an object', () => post(QUIZ.slice(0, -1))],
    ['more than an object', () => post(`${QUIZ}${QUIZ}`)],
    ['single quotation marks', () => post("{'title':'T'}")],
    ['a comment', () => post(`${QUIZ}// comment`)],
    ['NaN', () => post('{"maxAttempts":NaN}')],
    ['a number with a leading zero', () => post('{"maxAttempts":01}')],
    ['a line break in a text', () => post('{"title":"a\nb"}')],
    ['a form', () => post('title=T&questions=')],
    ['UTF-16', () => post(Buffer.from(QUIZ, 'utf16le'))],
    ['Latin 1', () => post(Buffer.from('{"title":"é"}', 'latin1'))],
    [
      'half a character in UTF-8',
      () => post(Buffer.from([...Buffer.from('{"title":"'), 0xf0, 0x9f, 0xa6, ...Buffer.from('"}')])),
    ],
    [
      'an overlong character',
      () => post(Buffer.from([...Buffer.from('{"title":"'), 0xc0, 0x80, ...Buffer.from('"}')])),
    ],
    [
      'a surrogate in UTF-8',
      () => post(Buffer.from([...Buffer.from('{"title":"'), 0xed, 0xa0, 0x80, ...Buffer.from('"}')])),
    ],
  ])('is no JSON: %s', async (_, ask) => {
    expectError(await ask(), 400, NOT_JSON);
  });

  it('may be sent in chunks that split its characters', async () => {
    const bytes = Buffer.from(JSON.stringify(quizBody(1, { title: '🦉'.repeat(50) })));
    const { status, text } = await post([...bytes].map((byte) => Buffer.from([byte])));
    expect([status, (JSON.parse(text) as { title: string }).title]).toEqual([201, '🦉'.repeat(50)]);
  });

  it.each([
    ['application/json', ''],
    ['text/plain', ''],
    ['text/plain', 'x'],
    ['application/json', '{'],
    ['/;', 'x'],
    ['multipart/form-data', 'x'],
  ])('means nothing on GET and DELETE: %s %j', async (type, body) => {
    const headers = { 'x-api-key': admin.key, 'content-type': type };
    const { id } = JSON.parse((await post(QUIZ)).text) as { id: string };
    for (const method of ['GET', 'HEAD', 'DELETE']) {
      const answer = await send(service.url, method, `/api/quizzes/${id}`, { headers, body });
      expect([method, answer.status, answer.text === '']).toEqual([method, 200, method === 'HEAD']);
    }
    const chunked = await send(service.url, 'DELETE', `/api/quizzes/${id}`, {
      headers,
      body: [Buffer.from(`${body} `)],
    });
    expectError(chunked, 404, 'Quiz not found');
    expect((await send(service.url, 'GET', '/api/quizzes', { headers, body })).status).toBe(200);
  });
});

describe('the headers of a connection', () => {
  const sendHead = async (lines: string, version = '1.1') =>
    parseAnswer(await exchange(service.url, `GET /api/quizzes HTTP/${version}\r\nConnection: close\r\n${lines}\r\n`));
  const key = () => `X-API-Key: ${admin.key}\r\n`;

  it('need a Host in HTTP/1.1; the error is shown after the check of the key', async () => {
    expectError(await sendHead(''), 401, 'API key is required');
    expectError(await sendHead(key()), 400, 'Malformed HTTP request');
    expect((await sendHead(key(), '1.0')).status).toBe(200);
  });

  it('must have one Host', async () => {
    expectError(await sendHead(`Host: a\r\nHost: a\r\n${key()}`), 400, 'Malformed HTTP request');
  });

  it('may contain a key in any case, with blanks around it, but not twice', async () => {
    const statuses = [`x-aPi-kEY: \t ${admin.key} \t\r\n`, `${key()}${key()}`].map(async (lines) => {
      return (await sendHead(`Host: x\r\n${lines}`)).status;
    });
    expect(await Promise.all(statuses)).toEqual([200, 401]);
  });

  it('have an effect after any number of headers', async () => {
    expect((await sendHead(`Host: x\r\n${'a:\r\n'.repeat(2_500)}${key()}`)).status).toBe(200);
  });

  it('may offer an upgrade, with a body and without: the request is answered, and so is the next one', async () => {
    const offer = { connection: 'Upgrade, HTTP2-Settings', upgrade: 'h2c', 'http2-settings': 'AAMAAABk' };
    const answer = await post(QUIZ.padEnd(200_000), offer);
    expect([answer.status, answer.headers.connection]).toEqual([201, 'close']);
    const headers = { ...offer, 'x-api-key': admin.key };
    const read = await send(service.url, 'GET', '/api/quizzes', { headers });
    expect([read.status, read.headers.connection]).toEqual([200, 'keep-alive']);
  });

  it('keep a connection open for pipelined requests, which are answered in their order', async () => {
    const paths = ['/api/quizzes', '/api/nothing', '/health/live', '/api/quizzes/none'];
    const requests = paths.map((path) => `GET ${path} HTTP/1.1\r\nHost: x\r\n${key()}\r\n`);
    const last = 'GET /nothing HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n';
    const answers = parseAnswers(await exchange(service.url, requests.join('') + last));
    expect(answers.map(({ status }) => status)).toEqual([200, 404, 200, 404, 404]);
  });
});

it.each(['"\\ud800"', `"${'x'.repeat(99)}😀"`])('an error never contains half a character: field %s', async (name) => {
  const { status, text } = await post(`{${name}:1}`);
  const { error } = JSON.parse(text) as { error: string };
  expect([status, error.isWellFormed()]).toEqual([400, true]);
  expect(error).toContain('\ufffd: unknown field');
});

it('every error of the API has the same form', async () => {
  const headers = { 'x-api-key': admin.key, 'content-type': 'application/json' };
  const requests: [string, string, RequestOptions][] = [
    ['GET', '/api/quizzes', {}],
    ['GET', '/api/quizzes?page=0', { headers }],
    ['GET', '/api/quizzes/none', { headers: { ...headers, accept: 'text/html' } }],
    ['GET', '/api/nothing', { headers: { ...headers, accept: 'application/xml;q=1, */*;q=0' } }],
    ['PATCH', `/api/quizzes/${quizId}`, { headers }],
    ['DELETE', `/api/quizzes/${quizId}`, { headers: { ...headers, 'if-match': '"other"' } }],
    ['POST', '/api/quizzes', { headers, body: '{"title":"<script>"}' }],
    ['GET', '/nothing', {}],
    ['GET', '/docs/nothing', {}],
    ['GET', '/admin/assets/nothing', {}],
    ['GET', '/admin/api/users', {}],
    ['POST', '/health/live', {}],
    ['DELETE', '/metrics', {}],
    ['OPTIONS', '/api/unknown', { headers: { 'content-type': 'text/plain' }, body: 'x' }],
    ['OPTIONS', '/docs', { headers: { 'content-type': 'text/plain' }, body: 'x' }],
    ['GET', '/admin/apix', {}],
    ['GET', '/docs/%00', {}],
    ['GET', '/docs/swagger-ui.css', { headers: { 'if-match': '"x"' } }],
  ];
  for (const [method, path, options] of requests) {
    const answer = await send(service.url, method, path, options);
    expect([method, path, answer.headers['content-type']]).toEqual([method, path, 'application/json; charset=utf-8']);
    expect(JSON.parse(answer.text)).toEqual({ error: expect.stringMatching(/^[^\n]+$/) as unknown });
    expect(answer.text).not.toMatch(/\bat \w+|node_modules|SELECT|stack/);
  }
});
