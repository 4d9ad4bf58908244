import { once } from 'node:events';
import { createServer, type IncomingMessage, request as httpRequest, type ServerResponse } from 'node:http';
import { finished } from 'node:stream/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { submit } from '../../../test/support/attempts.js';
import { withClient } from '../../../test/support/database.js';
import { attemptAt, createPlayer, createQuiz, type Player, type Quiz } from '../../../test/support/factories.js';
import { send } from '../../../test/support/http.js';
import { captureLog } from '../../../test/support/log.js';
import { type CollectedSpan, type Collector, startCollector } from '../../../test/support/otlp-collector.js';
import { describeWithRedis, freePort, startRedis } from '../../../test/support/redis.js';
import { type Service, startService } from '../../../test/support/service.js';
import { until } from '../../../test/support/until.js';

const log = captureLog();
const SERVER = 2;
const CLIENT = 3;
const ERROR = 2;

let collector: Collector;
let service: Service;
let admin: Player;
let quiz: Quiz;

beforeAll(async () => {
  Object.assign(process.env, {
    OTEL_BSP_SCHEDULE_DELAY: '50',
    OTEL_EXPORTER_OTLP_TIMEOUT: '10000',
    OTEL_RESOURCE_ATTRIBUTES: 'deployment.environment.name=test',
  });
  collector = await startCollector();
  service = await startService({
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
    LOG_LEVEL: 'info',
  });
  admin = await createPlayer(service, 'admin');
  quiz = await createQuiz(admin);
});

afterAll(async () => {
  await service.close();
  await collector.close();
});

let traces = 0;

/** Sends a request whose body ends when the service has begun to read it. */
async function sendSlowly(method: string, path: string, headers: Record<string, string>, body: string): Promise<void> {
  const request = httpRequest(service.url + path, {
    method,
    headers: { ...headers, 'content-length': Buffer.byteLength(body) },
  });
  request.write(body.slice(0, 10));
  const [message] = (await once(service.app.getHttpServer(), 'request')) as [IncomingMessage];
  await until('its body is read', () => Promise.resolve(message.listenerCount('data') > 0));
  request.end(body.slice(10));
  const [response] = (await once(request, 'response')) as [IncomingMessage];
  await finished(response.resume());
}

/** Sends a request in a new trace of the caller, and returns all spans of that trace once the request has one. */
async function traced(
  method: string,
  path: string,
  headers: Record<string, string> = {},
  body?: string,
): Promise<{
  server: CollectedSpan;
  children: CollectedSpan[];
  all: CollectedSpan[];
  caller: string;
  traceId: string;
}> {
  const traceId = (++traces).toString(16).padStart(32, 'a');
  const caller = 'b'.repeat(16);
  const asked = { traceparent: `00-${traceId}-${caller}-01`, ...headers };
  if (body === undefined) await send(service.url, method, path, { headers: asked });
  else await sendSlowly(method, path, asked, body);
  const all = () => collector.spans().filter((span) => span.traceId === traceId);
  await until('the span of the request has arrived', () => Promise.resolve(all().some(({ kind }) => kind === SERVER)));
  const [server, ...others] = all().filter(({ kind }) => kind === SERVER);
  if (server === undefined || others.length > 0) throw new Error(`There are ${others.length + 1} spans of the request`);
  const children = all().filter(({ parentSpanId }) => parentSpanId === server.spanId);
  return { server, children, all: all(), caller, traceId };
}

const withKey = () => ({ 'x-api-key': admin.key });

it("a request has one span, in the caller's trace, named by its route", async () => {
  const { server, caller } = await traced('GET', `/api/quizzes/${quiz.id}?page=1&code=secret`, {
    ...withKey(),
    'user-agent': 'a test',
    'x-request-id': 'traced-1',
  });
  expect(server).toMatchObject({
    name: 'GET /api/quizzes/:id',
    kind: SERVER,
    parentSpanId: caller,
    status: { code: 0 },
  });
  expect(server.attributes).toEqual({
    'http.request.method': 'GET',
    'http.route': '/api/quizzes/:id',
    'http.response.status_code': 200,
    'url.scheme': 'http',
    'url.path': `/api/quizzes/${quiz.id}`,
    'network.protocol.version': '1.1',
    'client.address': '127.0.0.1',
    'user_agent.original': 'a test',
    'quiz.request_id': 'traced-1',
    'quiz.key_id': admin.keyId,
  });
  expect(collector.resource()).toMatchObject({
    'service.name': 'quiz-service',
    'deployment.environment.name': 'test',
    'telemetry.sdk.language': 'nodejs',
  });
});

it('a request without a trace begins one, and an unknown path names none', async () => {
  const before = collector.spans().length;
  await send(service.url, 'GET', '/none');
  const fresh = () => collector.spans().slice(before);
  await until('its span has arrived', () => Promise.resolve(fresh().length > 0));
  expect(fresh()).toEqual([expect.objectContaining({ name: 'GET', kind: SERVER })]);
  expect(fresh()[0]?.parentSpanId).toBeUndefined();
  expect(fresh()[0]?.attributes).toMatchObject({ 'http.response.status_code': 404, 'quiz.error': 'NotFound' });
});

it('its statements are its children, without their values', async () => {
  const { children } = await traced('GET', `/api/quizzes/${quiz.id}`, withKey());
  expect(children.map(({ name, kind }) => [name, kind])).toContainEqual(['SELECT', CLIENT]);
  const [statement] = children.filter(({ attributes }) => String(attributes['db.query.text']).includes('FROM quizzes'));
  expect(statement?.attributes).toEqual({
    'db.system.name': 'postgresql',
    'db.operation.name': 'SELECT',
    'db.query.text': expect.stringMatching(/^SELECT id, .* FROM quizzes WHERE id = ANY \(\$1::uuid\[\]\)$/) as string,
  });
});

it('a transaction is one span with its statements, those of entities too, even if the body arrives late', async () => {
  const headers = { ...withKey(), 'content-type': 'application/json' };
  const body = JSON.stringify({
    title: 'Rivers',
    questions: [
      {
        text: 'Q',
        answers: [
          { text: 'A', isCorrect: true },
          { text: 'B', isCorrect: false },
        ],
      },
    ],
  });
  const { all, children } = await traced('PUT', `/api/quizzes/${quiz.id}`, headers, body);
  const [transaction] = children.filter(({ name }) => name === 'transaction');
  const within = all.filter(({ parentSpanId }) => parentSpanId === transaction?.spanId);
  const texts = within.map(({ attributes }) => String(attributes['db.query.text']));
  expect(texts).toEqual(
    expect.arrayContaining([
      expect.stringMatching(/^UPDATE "quizzes"/),
      expect.stringMatching(/^INSERT INTO "quiz_versions"/),
    ]),
  );
  ({ data: quiz } = (await admin.api.GET('/quizzes/{id}', { params: { path: { id: quiz.id } } })) as { data: Quiz });
});

it('a failure is recorded with its error', async () => {
  await withClient(service.databaseUrl, (client) => client.query('ALTER TABLE quizzes RENAME TO gone'));
  const { server, children } = await traced('GET', '/api/quizzes', withKey());
  await withClient(service.databaseUrl, (client) => client.query('ALTER TABLE gone RENAME TO quizzes'));
  expect(server.status.code).toBe(ERROR);
  expect(server.attributes).toMatchObject({ 'error.type': 'InternalError', 'http.response.status_code': 500 });
  expect(server.events).toEqual([expect.objectContaining({ name: 'exception' })]);
  expect(server.events[0]?.attributes['exception.message']).toBe('relation "quizzes" does not exist');
  expect(
    children.filter(({ status }) => status.code === ERROR).map(({ attributes }) => attributes['error.type']),
  ).toContain('42P01');
});

it('a transaction of several submissions belongs to one, and is linked with the others', async () => {
  const players = await Promise.all(Array.from({ length: 4 }, () => createPlayer(service)));
  await withClient(service.databaseUrl, async (client) => {
    await client.query('BEGIN; LOCK TABLE attempts');
    const answers = players.map((player) => submit(player, quiz.id, attemptAt(quiz, 1)));
    await until('they wait', async () => {
      const { text } = await send(service.url, 'GET', '/metrics');
      const waiting = /quiz_group_commit_waiting_items\{group="attempts"\} (\d+)/.exec(text)?.[1];
      const held = await client.query(
        `SELECT FROM pg_locks WHERE NOT granted AND mode = 'RowExclusiveLock' AND relation = 'attempts'::regclass`,
      );
      return ((held.rowCount ?? 0) > 0 && Number(waiting) === 0) || [held.rowCount, waiting];
    });
    await client.query('ROLLBACK');
    expect((await Promise.all(answers)).map(({ status }) => status)).toEqual([201, 201, 201, 201]);
  });
  const route = 'POST /api/quizzes/:id/attempts';
  const named = (name: string) => collector.spans().filter((span) => span.name === name);
  const commits = () => named('commit attempts');
  await until('all spans have arrived', () => Promise.resolve(named(route).length === 4 && commits().length > 0));
  const requests = new Map(named(route).map((span) => [span.spanId, span]));
  const answered = commits().flatMap(({ parentSpanId = '', links }) => [
    parentSpanId,
    ...links.map(({ spanId }) => spanId),
  ]);
  expect(answered.sort()).toEqual([...requests.keys()].sort());
  for (const { spanId, traceId, links } of commits()) {
    for (const link of links)
      expect(requests.get(link.spanId)?.links).toContainEqual(expect.objectContaining({ spanId, traceId }));
    const transaction = collector.spans().find((span) => span.parentSpanId === spanId);
    expect(transaction?.name).toBe('transaction');
    const inserts = collector.spans().filter((span) => span.parentSpanId === transaction?.spanId);
    expect(inserts.map(({ attributes }) => String(attributes['db.query.text'])).join()).toContain(
      'INSERT INTO attempts',
    );
  }
});

it("the log has the trace's id in the line of a request", async () => {
  const { traceId } = await traced('GET', '/api/quizzes', { ...withKey(), 'x-request-id': 'traced-log' });
  const lines = log.map((line) => JSON.parse(line) as Record<string, unknown>);
  const ofRequest = lines.filter(({ reqId }) => reqId === 'traced-log');
  expect(ofRequest).toEqual([expect.objectContaining({ msg: 'request', trace_id: traceId })]);
});

it('a trace that the caller does not record is not sent', async () => {
  const traceId = 'c'.repeat(32);
  await send(service.url, 'GET', '/api/quizzes', {
    headers: { ...withKey(), traceparent: `00-${traceId}-${'d'.repeat(16)}-00` },
  });
  await traced('GET', '/api/quizzes', withKey());
  expect(collector.bodies.join()).not.toContain(traceId);
});

it('no span contains a key, wherever a client puts one', async () => {
  const { key } = admin;
  await traced('GET', `/api/quizzes/${key}?key=${key}`, {
    ...withKey(),
    'user-agent': key,
    tracestate: 'a=1',
    authorization: key,
  });
  await traced('GET', `/${key}`);
  const told = collector.bodies.join();
  expect(told).toContain('qk_***');
  expect(told).not.toContain(key);
  expect(told).not.toContain(key.slice(3));
  expect(told).not.toContain(service.backoffice.cookie.slice('session='.length));
});

describeWithRedis('with Redis', () => {
  it('its commands are children of the request, without their arguments', async () => {
    const redis = await startRedis();
    const shared = await startService({
      DATABASE_URL: service.databaseUrl,
      REDIS_URL: redis.url,
      OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
    });
    const before = collector.spans().length;
    await send(shared.url, 'GET', '/api/quizzes', { headers: withKey() });
    await shared.close();
    await redis.stop();
    const spans = collector.spans().slice(before);
    const [request] = spans.filter(({ name }) => name === 'GET /api/quizzes');
    const commands = spans.filter(({ attributes }) => attributes['db.system.name'] === 'redis');
    expect(commands).not.toEqual([]);
    for (const { parentSpanId, attributes } of commands) {
      expect(parentSpanId).toBe(request?.spanId);
      expect(Object.keys(attributes).sort()).toEqual(['db.operation.name', 'db.system.name']);
    }
  });
});

it('while the collector is unavailable requests continue, and the log says so once', async () => {
  const port = await freePort();
  // It would try again for longer.
  process.env.OTEL_EXPORTER_OTLP_TIMEOUT = '500';
  const alone = await startService({
    DATABASE_URL: service.databaseUrl,
    OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${port}`,
    LOG_LEVEL: 'warn',
  });
  process.env.OTEL_EXPORTER_OTLP_TIMEOUT = '10000';
  const said = (text: string) => log.filter((line) => line.includes(text)).length;
  const ask = async () =>
    expect((await send(alone.url, 'GET', '/api/quizzes', { headers: withKey() })).status).toBe(200);
  await ask();
  await until('the log says so', async () => (await ask(), said('Traces cannot be sent') > 0));
  for (let batch = 0; batch < 20; batch++) {
    await ask();
    await sleep(100);
  }
  expect(said('Traces cannot be sent')).toBe(1);
  const back = await startCollector(port);
  await until('traces arrive', async () => (await ask(), back.spans().length > 0));
  await alone.close();
  await back.close();
});

describe('a service that stops', () => {
  const BATCHES = { OTEL_BSP_SCHEDULE_DELAY: '60000', OTEL_EXPORTER_OTLP_TIMEOUT: '60000' };

  /** Starts a service that keeps its spans, sends one request and stops. @returns how long it took to stop, in milliseconds */
  async function stopWithSpans(endpoint: string): Promise<number> {
    const { OTEL_BSP_SCHEDULE_DELAY, OTEL_EXPORTER_OTLP_TIMEOUT } = process.env;
    Object.assign(process.env, BATCHES);
    const stopping = await startService({ DATABASE_URL: service.databaseUrl, OTEL_EXPORTER_OTLP_ENDPOINT: endpoint });
    Object.assign(process.env, { OTEL_BSP_SCHEDULE_DELAY, OTEL_EXPORTER_OTLP_TIMEOUT });
    await send(stopping.url, 'GET', '/api/quizzes', { headers: { ...withKey(), 'x-request-id': 'the last one' } });
    const begin = Date.now();
    await stopping.close();
    return Date.now() - begin;
  }

  it('sends the remaining spans', async () => {
    const last = await startCollector();
    await stopWithSpans(last.url);
    expect(last.spans().map(({ name }) => name)).toContain('GET /api/quizzes');
    await last.close();
  });

  it('does not wait long for a collector that does not answer', async () => {
    const waiting: ServerResponse[] = [];
    const frozen = createServer((_request, response) => waiting.push(response)).listen(0, '127.0.0.1');
    await once(frozen, 'listening');
    const { port } = frozen.address() as { port: number };
    expect(await stopWithSpans(`http://127.0.0.1:${port}`)).toBeLessThan(20_000);
    // Without a response the exporter would try again, and its timers would outlive this file.
    for (const response of waiting) response.writeHead(400).end();
    frozen.close();
  });
});
