// Responses are compressed for clients that request it. Static files are compressed by the build: test/pages/files.e2e.spec.ts.
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { buffer } from 'node:stream/consumers';
import { createGunzip } from 'node:zlib';
import { vi } from 'vitest';
import { textFile } from '#libs/file-transfer';
import { ExportQuizzesHandler } from '../../libs/quizzes/src/queries/export-quizzes.query.js';
import { submitAccepted } from '../support/attempts.js';
import { requestCompressed, type CodedAnswer, open, variesByCoding } from '../support/compressed.js';
import { describeWithPrograms } from '../support/describe-with-programs.js';
import { attemptAt, createPlayer, createQuiz, type Player, type Quiz, quizBody } from '../support/factories.js';
import { startNginx, type TestNginx } from '../support/nginx.js';
import { sharedService, type SharedService } from '../support/service.js';
import { until } from '../support/until.js';

const CODINGS = ['gzip', 'br'] as const;
const THRESHOLD = 1_024;
const SYNC_THRESHOLD = 64 * 1024;

let service: SharedService;
let admin: Player;
let quiz: Quiz;
let path: string;

beforeAll(async () => {
  service = await sharedService();
  admin = await createPlayer(service, 'admin');
  quiz = await createQuiz(admin, quizBody(30));
  path = `/api/quizzes/${quiz.id}`;
  for (let count = 0; count < 12; count++) await createQuiz(admin, quizBody(1));
  for (let count = 0; count < 12; count++) {
    await submitAccepted(await createPlayer(service), quiz.id, attemptAt(quiz, count));
  }
});

afterEach(() => vi.restoreAllMocks());

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
    expect(compressed.bytes.length).toBeLessThan(plain.bytes.length * 0.6);
    // Larger ones are compressed in threads, as streams.
    const length = plain.bytes.length > SYNC_THRESHOLD ? undefined : String(compressed.bytes.length);
    expect(compressed.headers['content-length']).toBe(length);
  });

  it('a text of more than 64 KiB, which would hold the event loop, as a stream', async () => {
    const { questions, ...body } = quizBody(200);
    const texts = questions.map((question) => ({ ...question, text: randomBytes(300).toString('base64') }));
    const large = await createQuiz(admin, { ...body, questions: texts });
    const plain = await send(`/api/quizzes/${large.id}`);
    expect(plain.bytes.length).toBeGreaterThan(SYNC_THRESHOLD);
    const compressed = await send(`/api/quizzes/${large.id}`, accepting);
    expect([compressed.coding, compressed.text === plain.text]).toEqual([coding, true]);
    expect(compressed.headers).toMatchObject({ 'transfer-encoding': 'chunked', etag: `W/${plain.headers.etag}` });
    expect(compressed.headers).not.toHaveProperty('content-length');
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
    const { etag: strong = '' } = (await send(target)).headers;
    const { etag: weak = '' } = (await send(target, accepting)).headers;
    expect([strong, weak]).toEqual([expect.stringMatching(/^"/), `W/${strong}`]);

    const same = await send(target, { ...accepting, 'if-none-match': weak });
    expect([same.status, same.headers.etag, same.coding, variesByCoding(same)]).toEqual([304, weak, undefined, true]);
    expect([same.bytes.length, same.headers['content-type']]).toEqual([0, undefined]);
    const uncompressed = await send(target, { 'if-none-match': strong });
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
});

describe('uncompressed responses', () => {
  it.each<[string, Headers]>([
    ['no header', {}],
    ['an empty one', { 'accept-encoding': '' }],
    ['other codings', { 'accept-encoding': 'deflate, zstd, x' }],
    ['a preference for identity', { 'accept-encoding': 'gzip;q=0.5, identity' }],
    ['everything excluded', { 'accept-encoding': '*;q=0' }],
    ['identity alone excluded', { 'accept-encoding': 'identity;q=0' }],
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
});

describe('compression for slow and disconnected clients', () => {
  /** Exports these lines instead of quizzes. */
  const exporting = (lines: () => AsyncGenerator<string>) =>
    vi
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
    for (const target of [path, '/docs/reference.json', '/admin/api/quizzes/export']) {
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
