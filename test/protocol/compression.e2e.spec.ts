// Responses are compressed for clients that request it. Static files are compressed by the build: compression.browser.spec.ts.
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { connect } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { createGunzip } from 'node:zlib';
import { textFile } from '#libs/http';
import { ExportQuizzesHandler } from '../../libs/quizzes/src/queries/export-quizzes.query.js';
import { CompressedTexts } from '../../apps/api/src/edge/compression/compressed-texts.js';
import { submitAccepted } from '../support/attempts.js';
import { requestCompressed, type CodedAnswer, open, variesByCoding } from '../support/compressed.js';
import { describeWithPrograms } from '../support/describe-with-programs.js';
import { attemptAt, createPlayer, createQuiz, type Player, type Quiz, quizBody } from '../support/factories.js';
import { changes, readMetrics } from '../support/metrics.js';
import { startNginx, type TestNginx } from '../support/nginx.js';
import { type Service, startService } from '../support/service.js';
import { until } from '../support/until.js';

const CODINGS = ['gzip', 'br'] as const;
const THRESHOLD = 1_024;

let service: Service;
let admin: Player;
let quiz: Quiz;
let path: string;

beforeAll(async () => {
  service = await startService();
  admin = await createPlayer(service, 'admin');
  quiz = await createQuiz(admin, quizBody(30));
  path = `/api/quizzes/${quiz.id}`;
  for (let count = 0; count < 12; count++) await createQuiz(admin, quizBody(1));
  for (let count = 0; count < 12; count++) {
    await submitAccepted(await createPlayer(service), quiz.id, attemptAt(quiz, count));
  }
});

afterAll(() => service.close());
afterEach(() => jest.restoreAllMocks());

type Headers = Record<string, string | string[]>;

/** Sends a request with a key and a session. */
function send(target: string, headers: Headers = {}, method = 'GET', body = ''): Promise<CodedAnswer> {
  const { cookie, csrfToken } = service.backoffice;
  const identified = { 'x-api-key': admin.key, cookie, 'x-csrf-token': csrfToken, ...headers };
  return requestCompressed(service.url + target, identified, method, body);
}

const bodyOf = ({ coding, text }: CodedAnswer) => ({ coding, text });

describe.each(CODINGS)('responses compressed with %s', (coding) => {
  const accepting = { 'accept-encoding': coding };

  it.each<[string, () => string]>([
    ['a quiz', () => path],
    ['the list of quizzes', () => '/api/quizzes'],
    ['a leaderboard', () => `${path}/leaderboard`],
    ['the list of quizzes in the backoffice', () => '/admin/api/quizzes'],
    ['the audit log', () => '/admin/api/audit'],
    ['the description of the API', () => '/docs/openapi.json'],
    ['the same in YAML', () => '/docs/openapi.yaml'],
    ['what its page shows of it', () => '/docs/reference.json'],
    ['a page of the documentation', () => '/docs/errors'],
    ['the description of the backoffice', () => '/admin/api/openapi.json'],
  ])('%s', async (_name, target) => {
    const plain = await send(target());
    expect([plain.status, plain.coding, variesByCoding(plain)]).toEqual([200, undefined, true]);
    const compressed = await send(target(), accepting);
    expect([compressed.status, compressed.coding, variesByCoding(compressed)]).toEqual([200, coding, true]);
    expect(compressed.text).toBe(plain.text);
    expect(compressed.headers['content-type']).toBe(plain.headers['content-type']);
    expect(compressed.headers['content-length']).toBe(String(compressed.bytes.length));
    expect(compressed.bytes.length).toBeLessThan(plain.bytes.length * 0.6);
  });

  it.each([
    ['JSON lines', '/admin/api/quizzes/export'],
    ['CSV', '/admin/api/audit/export'],
  ])('a streamed file: %s', async (_name, target) => {
    const plain = await send(target);
    const compressed = await send(target, accepting);
    expect([plain.status, plain.coding, variesByCoding(plain)]).toEqual([200, undefined, true]);
    expect([compressed.status, compressed.coding, variesByCoding(compressed)]).toEqual([200, coding, true]);
    expect(compressed.text).toBe(plain.text);
    expect(compressed.headers).toMatchObject({
      'transfer-encoding': 'chunked',
      'content-type': plain.headers['content-type'],
      'content-disposition': plain.headers['content-disposition'],
    });
    expect(compressed.bytes.length).toBeLessThan(plain.bytes.length * 0.6);
  });

  it('HEAD has the headers of GET', async () => {
    const { headers: whole } = await send(path, accepting);
    const { status, headers, bytes } = await send(path, accepting, 'HEAD');
    expect([status, bytes.length]).toEqual([200, 0]);
    for (const name of ['content-encoding', 'content-length', 'content-type', 'etag', 'vary']) {
      expect([name, headers[name]]).toEqual([name, whole[name]]);
    }
    const file = await send('/admin/api/quizzes/export', accepting, 'HEAD');
    expect([file.status, file.coding, file.bytes.length]).toEqual([200, coding, 0]);
  });

  it('have a weak ETag that If-None-Match and If-Match accept', async () => {
    const created = await createQuiz(admin, quizBody(30));
    const target = `/api/quizzes/${created.id}`;
    const { etag: strong } = (await send(target)).headers;
    const { etag: weak = '' } = (await send(target, accepting)).headers;
    expect([strong, weak]).toEqual([expect.stringMatching(/^"/), `W/${strong}`]);

    const same = await send(target, { ...accepting, 'if-none-match': weak });
    expect([same.status, same.headers.etag, same.coding, variesByCoding(same)]).toEqual([304, weak, undefined, true]);
    expect([same.bytes.length, same.headers['content-type']]).toEqual([0, undefined]);
    const uncompressed = await send(target, { 'if-none-match': weak });
    expect([uncompressed.status, uncompressed.headers.etag, variesByCoding(uncompressed)]).toEqual([304, strong, true]);

    const put = (ifMatch: string) =>
      send(
        target,
        { ...accepting, 'if-match': ifMatch, 'content-type': 'application/json' },
        'PUT',
        JSON.stringify(quizBody(30, { title: 'Changed' })),
      );
    expect((await put(weak)).status).toBe(200);
    expect((await put(weak)).status).toBe(412);
    const changed = await send(target, { ...accepting, 'if-none-match': weak });
    expect([changed.status, (JSON.parse(changed.text) as Quiz).title]).toEqual([200, 'Changed']);
  });

  it('are compressed once, until the quiz or its author changes', async () => {
    const author = await createPlayer(service, 'admin');
    const target = `/api/quizzes/${(await createQuiz(author, quizBody(30))).id}`;
    const lookups = async (work: () => Promise<unknown>) => {
      const before = await readMetrics(service.url);
      await work();
      return changes(before, await readMetrics(service.url), /^quiz_cache_lookups_total\{cache="compressed texts"/);
    };
    const counted = (result: string, count: number) => ({
      [`quiz_cache_lookups_total{cache="compressed texts",result="${result}"}`]: count,
    });
    const read = () => send(target, accepting);
    expect(await lookups(read)).toEqual(counted('miss', 1));
    expect(await lookups(() => Promise.all([read(), read()]))).toEqual(counted('hit', 2));
    const displayName = `Another name ${coding}`;
    await service.backoffice.call('PATCH', `/users/${author.userId}`, { displayName });
    expect((JSON.parse((await read()).text) as Quiz).author.displayName).toBe(displayName);
  });
});

describe('uncompressed responses', () => {
  it.each<[string, Headers]>([
    ['no header', {}],
    ['an empty one', { 'accept-encoding': '' }],
    ['other codings', { 'accept-encoding': 'deflate, zstd, x' }],
    ['a preference for identity', { 'accept-encoding': 'gzip;q=0.5, identity' }],
    ['gzip and br excluded', { 'accept-encoding': 'gzip;q=0, br;q=0.000, *' }],
    ['everything excluded', { 'accept-encoding': '*;q=0' }],
    ['identity alone excluded', { 'accept-encoding': 'identity;q=0' }],
    ['malformed weights', { 'accept-encoding': 'gzip;q=2, br;q=x, ;;,,' }],
    ['malformed members', { 'accept-encoding': 'gzip br, \xff, "gzip"' }],
    ['16,000 characters', { 'accept-encoding': 'x,'.repeat(8_000) }],
  ])('%s in Accept-Encoding', async (_name, headers) => {
    const answer = await send(path, headers);
    expect([answer.status, answer.coding, variesByCoding(answer)]).toEqual([200, undefined, true]);
    expect(JSON.parse(answer.text)).toEqual(quiz);
    expect(answer.headers.etag).toMatch(/^"/);
  });

  it('are sent according to all Accept-Encoding headers together', async () => {
    expect((await send(path, { 'accept-encoding': ['br;q=0.1', 'gzip;q=0.2'] })).coding).toBe('gzip');
  });

  it('are texts of less than 1 KiB, with the ETag of their 304', async () => {
    const { text: shortest } = await send(`/api/quizzes/${(await createQuiz(admin, quizBody(1))).id}`);
    const descriptionFor = (length: number) => 'x'.repeat(length - shortest.length + 'null'.length - '""'.length);
    for (const length of [THRESHOLD - 1, THRESHOLD]) {
      const { id } = await createQuiz(admin, quizBody(1, { description: descriptionFor(length) }));
      const answer = await send(`/api/quizzes/${id}`, { 'accept-encoding': 'gzip' });
      expect(answer.text).toHaveLength(length);
      expect([answer.coding, variesByCoding(answer)]).toEqual([length < THRESHOLD ? undefined : 'gzip', true]);
      const { etag = '' } = answer.headers;
      expect(etag).toMatch(length < THRESHOLD ? /^"/ : /^W\/"/);
      const same = await send(`/api/quizzes/${id}`, { 'accept-encoding': 'gzip', 'if-none-match': etag });
      expect([same.status, same.headers.etag]).toEqual([304, etag]);
    }
  });

  it('are errors, responses without a body, and responses to writes', async () => {
    const accepting = { 'accept-encoding': 'gzip', 'content-type': 'application/json' };
    const missing = await send('/api/quizzes/none', accepting);
    expect(bodyOf(missing)).toEqual({ coding: undefined, text: '{"error":"Quiz not found"}' });
    const invalid = await send('/api/quizzes', accepting, 'POST', '{}');
    expect([invalid.status, invalid.coding]).toEqual([400, undefined]);
    const created = await send('/api/quizzes', accepting, 'POST', JSON.stringify(quizBody(30)));
    expect([created.status, created.coding, created.headers.etag]).toEqual([
      201,
      undefined,
      expect.stringMatching(/^"/),
    ]);
    const { id } = JSON.parse(created.text) as Quiz;
    const deleted = await send(`/api/quizzes/${id}`, accepting, 'DELETE');
    expect([deleted.status, deleted.coding]).toEqual([200, undefined]);
    const { keyId } = await createPlayer(service);
    const empty = await send(`/admin/api/keys/${keyId}`, { 'accept-encoding': 'gzip' }, 'DELETE');
    expect([empty.status, empty.coding, empty.bytes.length]).toEqual([204, undefined, 0]);
  });

  it('are those requested while many others are being compressed', async () => {
    jest.spyOn(CompressedTexts.prototype, 'get').mockReturnValue(undefined);
    const answer = await send(path, { 'accept-encoding': 'gzip' });
    expect([answer.coding, answer.headers.etag?.slice(0, 1), variesByCoding(answer)]).toEqual([undefined, '"', true]);
    expect(JSON.parse(answer.text)).toEqual(quiz);
  });
});

describe('compression for slow and disconnected clients', () => {
  /** Exports these lines instead of quizzes. */
  const exporting = (lines: () => AsyncGenerator<string>) =>
    jest
      .spyOn(ExportQuizzesHandler.prototype, 'execute')
      .mockImplementation(() => Promise.resolve(textFile('x', 'application/x-ndjson', lines())));

  const startExport = () => {
    const { cookie } = service.backoffice;
    return open(`${service.url}/admin/api/quizzes/export`, { cookie, 'accept-encoding': 'gzip' });
  };

  /** Reads a text that has not been compressed before. */
  const compressAnew = async () => {
    const { id } = await createQuiz(admin, quizBody(30));
    expect((await send(`/api/quizzes/${id}`, { 'accept-encoding': 'gzip' })).coding).toBe('gzip');
  };

  /** More requests than are compressed concurrently, for texts that hardly get smaller. */
  const line = () => `${randomBytes(100_000).toString('base64')}\n`;

  it('an export pauses while its client does not read, and ends when the client disconnects', async () => {
    // Far more than the kernel buffers for a connection.
    const LINES = 1_000;
    let lines = 0;
    let isEnded = false;
    exporting(async function* () {
      try {
        for (; lines < LINES; lines++) yield await Promise.resolve(line());
      } finally {
        isEnded = true;
      }
    });
    const answer = await startExport();
    await once(answer, 'readable');
    await until('no more is read of the export', async () => {
      const before = lines;
      // The same threads compress them, after the earlier parts of the export.
      for (let others = 0; others < 5; others++) await compressAnew();
      return lines === before || lines;
    });
    expect([lines < LINES / 2, isEnded]).toEqual([true, false]);
    const stopped = lines;
    answer.destroy();
    await until('the export has ended', () => Promise.resolve(isEnded));
    expect(lines).toBe(stopped);
  });

  it('an export sends the parts that it has, and is cut off if it fails', async () => {
    let fail: (error: Error) => void = () => undefined;
    const failure = new Promise<string>((_resolve, reject) => (fail = reject));
    const first = line();
    exporting(async function* () {
      yield first;
      yield await failure;
    });
    const answer = await startExport();
    const file = answer.pipe(createGunzip()).setEncoding('utf8');
    let received = '';
    file.on('data', (part: string) => (received += part));
    await until('the first line has come', () => Promise.resolve(received === first || received.length));
    answer.unpipe();
    fail(new Error('broken'));
    await expect(buffer(answer)).rejects.toThrow('aborted');
  });

  it('an export that fails before it begins gets an ordinary error', async () => {
    exporting(async function* () {
      yield await Promise.reject<string>(new Error('broken'));
    });
    const answer = await send('/admin/api/quizzes/export', { 'accept-encoding': 'gzip' });
    expect([answer.status, answer.text, answer.coding]).toEqual([500, '{"error":"Internal server error"}', undefined]);
  });

  it('a client that does not read occupies no slot', async () => {
    const large = await createQuiz(admin, largeBody());
    const head = `GET /api/quizzes/${large.id} HTTP/1.1\r\nHost: x\r\nx-api-key: ${admin.key}\r\nAccept-Encoding: gzip\r\n\r\n`;
    const get = jest.spyOn(CompressedTexts.prototype, 'get');
    const sockets = Array.from({ length: 6 }, () => connect(Number(new URL(service.url).port), '127.0.0.1').pause());
    try {
      // More than the kernel buffers for them.
      for (const socket of sockets) socket.write(head.repeat(15));
      await until('all are answered', () => Promise.resolve(get.mock.calls.length >= sockets.length));
      // Until the kernel's buffers are full, the service works for them.
      await until('none is in flight but the one that reads the metrics', async () => {
        const inFlight = (await readMetrics(service.url)).get('quiz_requests_in_flight');
        return inFlight === 1 || inFlight;
      });
    } finally {
      for (const socket of sockets) socket.destroy();
    }
  });

  /** A quiz of 900 kB that hardly compresses. */
  function largeBody() {
    const text = () => randomBytes(700).toString('base64').slice(0, 900);
    const { questions, ...body } = quizBody(200);
    return { ...body, questions: questions.map((question) => ({ ...question, text: text() })) };
  }
});

describeWithPrograms('behind nginx', ['nginx'], () => {
  let running: TestNginx;

  beforeAll(async () => {
    running = await startNginx(service.url);
  });
  afterAll(() => running.close());

  const through = (target: string, headers: Headers = {}, method = 'GET', body = '') =>
    requestCompressed(
      running.nginx.url + target,
      { 'x-api-key': admin.key, cookie: service.backoffice.cookie, ...headers },
      method,
      body,
    );

  it.each(['gzip', 'br', 'identity'])('responses with %s arrive unchanged', async (coding) => {
    const accepting = { 'accept-encoding': coding };
    for (const target of [path, '/docs/openapi.json', '/admin/api/quizzes/export']) {
      const [direct, passed] = await Promise.all([send(target, accepting), through(target, accepting)]);
      expect(passed.coding).toBe(coding === 'identity' ? undefined : coding);
      expect(bodyOf(passed)).toEqual(bodyOf(direct));
      for (const name of ['etag', 'vary', 'content-length', 'content-type']) {
        expect([name, passed.headers[name]]).toEqual([name, direct.headers[name]]);
      }
    }
  });

  it('the ETag of a compressed response is accepted', async () => {
    const { etag = '' } = (await through(path, { 'accept-encoding': 'gzip' })).headers;
    const same = await through(path, { 'accept-encoding': 'gzip', 'if-none-match': etag });
    expect([same.status, same.headers.etag, variesByCoding(same)]).toEqual([304, etag, true]);
    const headers = { 'if-match': etag, 'content-type': 'application/json' };
    expect((await through(path, headers, 'PUT', JSON.stringify(quizBody(30)))).status).toBe(200);
  });
});
