import { inspect } from 'node:util';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import {
  ApiError,
  ConnectionError,
  InvalidRequestError,
  NotFoundError,
  RateLimitError,
  ServiceUnavailableError,
  UnexpectedResponseError,
} from './errors.js';
import { Sender, type SenderOptions } from './sender.js';

const URL = 'http://localhost/api/quizzes';

type Reply = Response | Error | 'silence';

/** A sender whose requests get the replies in turn, and what was sent. */
function senderOf(replies: Reply[], options: SenderOptions = {}) {
  const sent: Request[] = [];
  const waits: number[] = [];
  const sender = new Sender({
    ...options,
    onRetry: ({ waitMs }) => waits.push(waitMs),
    fetch: (request, init) => {
      sent.push(request as Request);
      const reply = replies[sent.length - 1];
      if (reply === undefined) throw new Error('More requests than replies');
      if (reply !== 'silence') return reply instanceof Error ? Promise.reject(reply) : Promise.resolve(reply);
      return new Promise((_, reject) => {
        init?.signal?.addEventListener('abort', () => reject(init.signal?.reason as Error));
      });
    },
  });
  return { sender, sent, waits };
}

const json = (status: number, body: unknown = {}, headers: Record<string, string> = {}) =>
  Response.json(body, { status, headers });
const error = (status: number, headers: Record<string, string> = {}) => json(status, { error: 'Says why' }, headers);
const get = () => new Request(URL);
const post = (headers: Record<string, string> = {}) => new Request(URL, { method: 'POST', body: '{}', headers });

// Streams of bodies need the others.
beforeEach(() => jest.useFakeTimers({ doNotFake: ['nextTick', 'queueMicrotask', 'setImmediate'] }));
afterEach(() => jest.useRealTimers());

/** The outcome of a request, with all pauses skipped. */
async function outcomeOf(sending: Promise<Response>): Promise<number | Error> {
  let outcome: number | Error | undefined;
  sending.then(
    ({ status }) => (outcome = status),
    (thrown: unknown) => (outcome = thrown as Error),
  );
  while (outcome === undefined) {
    await new Promise((resolve) => setImmediate(resolve));
    await jest.advanceTimersToNextTimerAsync();
  }
  return outcome;
}

describe('a request', () => {
  it.each([
    ['any, after a rejection by the rate limit', () => post(), error(429, { 'retry-after': '7' })],
    ['a GET, when the service is unavailable', get, error(503, { 'retry-after': '7' })],
    ['a GET, after an error of a gateway', get, new Response('<html>', { status: 502 })],
    ['a GET, after a failed connection', get, new TypeError('fetch failed')],
    ['a POST with an Idempotency-Key', () => post({ 'idempotency-key': 'k' }), error(503)],
    [
      'a POST whose first try is still in progress',
      () => post({ 'idempotency-key': 'k' }),
      error(409, { 'x-error-code': 'idempotency_key_in_progress' }),
    ],
    ['a PUT', () => new Request(URL, { method: 'PUT', body: '{}' }), error(503)],
  ])('is sent again: %s', async (_, request, reply) => {
    const { sender, sent, waits } = senderOf([reply, json(200)]);
    expect(await outcomeOf(sender.send(request()))).toBe(200);
    expect(sent).toHaveLength(2);
    const asked = reply instanceof Response ? Number(reply.headers.get('retry-after')) * 1000 : 0;
    expect(waits[0]).toBeGreaterThanOrEqual(asked + 250);
    expect(waits[0]).toBeLessThanOrEqual(asked + 500);
  });

  it.each([
    ['a POST without an Idempotency-Key', () => post(), error(503)],
    ['a POST that fails without a response', () => post(), new TypeError('fetch failed')],
    ['a DELETE', () => new Request(URL, { method: 'DELETE' }), error(503)],
    ['a PUT with If-Match', () => new Request(URL, { method: 'PUT', headers: { 'if-match': '"1"' } }), error(503)],
    ['a GET that is rejected', get, error(404)],
    ['a GET after an unexpected error', get, error(500)],
    ['a POST in conflict', () => post({ 'idempotency-key': 'k' }), error(409)],
    ['a GET that would have to wait longer than allowed', get, error(429, { 'retry-after': '3600' })],
  ])('is sent once: %s', async (_, request, reply) => {
    const { sender, sent } = senderOf([reply]);
    expect(await outcomeOf(sender.send(request()))).toBeInstanceOf(Error);
    expect(sent).toHaveLength(1);
  });

  it('is sent as often as allowed, with the same body and after growing pauses', async () => {
    const { sender, sent, waits } = senderOf(
      Array.from({ length: 4 }, () => error(503)),
      { maxRetries: 3 },
    );
    const request = new Request(URL, { method: 'PUT', body: '{"title":"Capitals"}' });
    expect(await outcomeOf(sender.send(request))).toBeInstanceOf(ServiceUnavailableError);
    expect(await Promise.all(sent.map((one) => one.text()))).toEqual(Array(4).fill('{"title":"Capitals"}'));
    for (const [index, wait] of waits.entries()) {
      expect(wait).toBeGreaterThanOrEqual(250 * 2 ** index);
      expect(wait).toBeLessThanOrEqual(500 * 2 ** index);
    }
  });

  it('ends at its time limit, each try by itself', async () => {
    const { sender, sent } = senderOf(['silence', 'silence'], { timeoutMs: 2_000, maxRetries: 1 });
    const outcome = await outcomeOf(sender.send(get()));
    expect(outcome).toBeInstanceOf(ConnectionError);
    expect((outcome as Error).message).toBe(`GET ${URL}: no response within 2 s`);
    expect(sent).toHaveLength(2);
  });

  it.each([
    ['in flight', ['silence']],
    ['in a pause', [error(503, { 'retry-after': '60' })]],
  ] as const)('ends with the reason of its signal while it is %s', async (_, replies) => {
    const { sender, sent } = senderOf([...replies]);
    const abort = new AbortController();
    const reason = new Error('The user left');
    const sending = sender.send(new Request(URL, { signal: abort.signal }));
    setTimeout(() => abort.abort(reason), 1_000);
    expect(await outcomeOf(sending)).toBe(reason);
    expect(sent).toHaveLength(1);
  });

  it('ends with the reason of its signal after a collection of garbage', async () => {
    setFlagsFromString('--expose-gc');
    const collectGarbage = runInNewContext('gc') as () => void;
    const { sender } = senderOf(['silence']);
    const abort = new AbortController();
    const reason = new Error('The user left');
    const sending = sender.send(new Request(URL, { signal: abort.signal }));
    for (let round = 0; round < 3; round++) {
      await new Promise((resolve) => setImmediate(resolve));
      collectGarbage();
    }
    abort.abort(reason);
    await expect(sending).rejects.toBe(reason);
  });

  it('has no time limit with an infinite one', async () => {
    const { sender } = senderOf(['silence'], { timeoutMs: Infinity });
    const abort = new AbortController();
    const sending = sender.send(new Request(URL, { signal: abort.signal }));
    const isFailed = sending.then(
      () => false,
      () => true,
    );
    await jest.advanceTimersByTimeAsync(60_000);
    expect(await Promise.race([isFailed, Promise.resolve('pending')])).toBe('pending');
    abort.abort();
    expect(await isFailed).toBe(true);
  });

  it('fails with the error of a faulty fetch, once', async () => {
    const faulty = new RangeError('A mistake');
    const { sender, sent } = senderOf([faulty]);
    expect(await outcomeOf(sender.send(get()))).toBe(faulty);
    expect(sent).toHaveLength(1);
  });

  it('follows no redirect, which would send the key to another server', async () => {
    const { sender, sent } = senderOf([new Response(null, { status: 302, headers: { location: 'http://other' } })]);
    expect(await outcomeOf(sender.send(get()))).toBeInstanceOf(UnexpectedResponseError);
    expect(sent[0]?.redirect).toBe('manual');
  });
});

describe('an error', () => {
  const thrown = async (reply: Response) => outcomeOf(senderOf([reply], { maxRetries: 0 }).sender.send(get()));

  it('has the text of the service, its code, the request and its id', async () => {
    const reply = json(404, { error: 'Quiz not found' }, { 'x-error-code': 'quiz_not_found', 'x-request-id': 'r1' });
    const found = await thrown(reply);
    expect(found).toBeInstanceOf(NotFoundError);
    expect(found).toMatchObject({
      name: 'NotFoundError',
      message: 'Quiz not found',
      status: 404,
      code: 'quiz_not_found',
      requestId: 'r1',
    });
    // What a log of the error shows.
    expect(inspect(found)).toMatch(/request: 'GET http.+code: 'quiz_not_found'/s);
  });

  it('says which scope is missing', async () => {
    const reply = json(403, { error: 'Insufficient permissions' }, { 'x-required-scope': 'players:write' });
    expect(await thrown(reply)).toMatchObject({ name: 'PermissionError', requiredScope: 'players:write' });
  });

  it('lists the fields of an invalid request', async () => {
    const text = 'title: must have 1 to 200 characters; questions[2].answers: at least one answer must be correct';
    const found = await thrown(json(400, { error: text }));
    expect((found as InvalidRequestError).fields).toEqual([
      { path: 'title', message: 'must have 1 to 200 characters' },
      { path: 'questions[2].answers', message: 'at least one answer must be correct' },
    ]);
  });

  it('lists no fields if the body is not JSON', async () => {
    const found = await thrown(json(400, { error: 'Request body is not valid JSON' }));
    expect((found as InvalidRequestError).fields).toEqual([]);
  });

  it.each([
    ['7', 7_000],
    ['Wed, 25 Nov 2026 12:00:10 GMT', 10_000],
    ['Wed, 25 Nov 2026 11:00:00 GMT', 0],
    ['soon', undefined],
  ])('says how long to wait: Retry-After %s', async (value, expected) => {
    const found = await thrown(error(429, { 'retry-after': value, date: 'Wed, 25 Nov 2026 12:00:00 GMT' }));
    expect(found).toBeInstanceOf(RateLimitError);
    expect((found as RateLimitError).retryAfterMs).toBe(expected);
  });

  it.each([
    ['a page instead of an error', new Response('<html>', { status: 404 })],
    ['a page instead of a quiz', new Response('<html>', { status: 200, headers: { 'content-type': 'text/html' } })],
    ['nothing instead of a quiz', new Response(null, { status: 200 })],
    ['half a quiz', new Response('{"title":', { status: 200, headers: { 'content-type': 'application/json' } })],
  ])('tells that the response is not from the service: %s', async (_, reply) => {
    const found = await thrown(reply);
    expect(found).toBeInstanceOf(UnexpectedResponseError);
    expect(found).not.toBeInstanceOf(ApiError);
  });
});

describe('responses with an ETag', () => {
  const etag = { etag: '"1"' };

  it('are returned again if the service says that they are unchanged', async () => {
    const { sender, sent } = senderOf([json(200, { title: 'Capitals' }, etag), new Response(null, { status: 304 })]);
    await sender.send(get());
    expect(await (await sender.send(get())).json()).toEqual({ title: 'Capitals' });
    expect(sent.map(({ headers }) => headers.get('if-none-match'))).toEqual([null, '"1"']);
  });

  it('have the headers of the last response', async () => {
    const first = json(200, {}, { ...etag, ratelimit: '"default";r=9;t=60', 'x-request-id': 'r1' });
    const second = new Response(null, { status: 304, headers: { ...etag, ratelimit: '"default";r=8;t=59' } });
    const { sender } = senderOf([first, second]);
    await sender.send(get());
    const { status, headers } = await sender.send(get());
    expect([status, headers.get('ratelimit'), headers.get('x-request-id'), headers.get('content-type')]).toEqual([
      ...[200, '"default";r=8;t=59', 'r1', 'application/json'],
    ]);
  });

  it('are not used for a caller who sends an ETag', async () => {
    const { sender, sent } = senderOf([json(200, {}, etag), new Response(null, { status: 304, headers: etag })]);
    await sender.send(get());
    const own = new Request(URL, { headers: { 'if-none-match': '"0"' } });
    expect((await sender.send(own)).status).toBe(304);
    expect(sent[1]?.headers.get('if-none-match')).toBe('"0"');
  });

  it('are cached for the URLs that were read last, also if they were unchanged', async () => {
    const paths = ['/1', '/2', '/1', '/3', '/1', '/2'];
    const unchanged = () => new Response(null, { status: 304 });
    const replies = paths.map((_, index) => (index === 2 || index === 4 ? unchanged() : json(200, {}, etag)));
    const { sender, sent } = senderOf(replies, { cachedResponses: 2 });
    for (const path of paths) await sender.send(new Request(URL + path));
    expect(sent.map(({ headers }) => headers.has('if-none-match'))).toEqual([false, false, true, false, true, false]);
  });

  it('are not cached beyond 8 MB', async () => {
    const large = 'x'.repeat(5 * 1024 * 1024);
    const paths = ['/1', '/2', '/1'];
    const { sender, sent } = senderOf(paths.map(() => json(200, { large }, etag)));
    for (const path of paths) await sender.send(new Request(URL + path));
    expect(sent.map(({ headers }) => headers.has('if-none-match'))).toEqual([false, false, false]);
  });
});
