// The shipped nginx configuration in front of instances that the tests simulate.
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { Agent, createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { join } from 'node:path';
import type { Nginx } from '../support/cluster/nginx.js';
import { describeWithPrograms } from '../support/describe-with-programs.js';
import { until } from '../support/until.js';
import { type Answer, exchange, parseAnswer, send } from '../support/http.js';
import { startNginx, type TestNginx } from '../support/nginx.js';

interface Seen {
  instance: number;
  request: IncomingMessage;
}

type Play = (seen: Seen, response: ServerResponse) => void;

const INSTANCES = 3;
const ATTEMPTS = '/api/quizzes/019b76da-a800-7000-8000-00000000abcd/attempts';
const WITHOUT_AND_WITH_KEY: Record<string, string>[] = [{}, { 'idempotency-key': 'once' }];

/** One connection per request, because nginx closes its connections on a reload. */
const unshared = new Agent({ keepAlive: false });

const answer: Play = ({ instance }, response) => response.end(String(instance));
const breakOff: Play = (_, response) => response.destroy();

describeWithPrograms('nginx', ['nginx'], () => {
  let servers: Server[];
  let running: TestNginx;
  let nginx: Nginx;
  /** The responses of the instances, and the requests that they got. */
  let play: Play;
  let seen: Seen[];

  beforeEach(async () => {
    play = answer;
    seen = [];
    servers = Array.from({ length: INSTANCES }, (_, instance) =>
      createServer({ requireHostHeader: false }, (request, response) => {
        seen.push({ instance, request });
        request.resume().once('end', () => play({ instance, request }, response));
      }).listen(0, '127.0.0.1'),
    );
    await Promise.all(servers.map((server) => once(server, 'listening')));
    const ports = servers.map((server) => (server.address() as AddressInfo).port);
    running = await startNginx(...ports.map((port) => `http://127.0.0.1:${port}`));
    nginx = running.nginx;
  });

  afterEach(async () => {
    await running.close();
    for (const server of servers) await close(server);
  });

  async function close(server: Server): Promise<void> {
    if (!server.listening) return;
    server.closeAllConnections();
    await once(server.close(), 'close');
  }

  const sendRequest = (method: string, path: string, headers: Record<string, string> = {}, body?: string) =>
    send(nginx.url, method, path, { headers, agent: unshared, ...(body !== undefined && { body }) });

  function expectError(given: Answer, status: number, error: string, retryAfter?: string): void {
    expect([given.status, given.text]).toEqual([status, JSON.stringify({ error })]);
    expect(given.headers['content-type']).toBe('application/json; charset=utf-8');
    expect(given.headers['retry-after']).toBe(retryAfter);
  }

  it('accepts its configuration', () => {
    expect(nginx.test()).toBe('');
  });

  it('spreads requests over all instances', async () => {
    const answers = await Promise.all(Array.from({ length: 30 }, () => sendRequest('GET', '/api/quizzes')));
    const counts = [0, 1, 2].map((instance) => answers.filter(({ text }) => text === String(instance)).length);
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(30);
    for (const count of counts) expect(count).toBeGreaterThan(0);
  });

  it('sends the address of the client to the instance, not the headers of the client', async () => {
    await sendRequest('GET', '/api/quizzes?page=2&x=%2F', {
      'x-forwarded-for': '203.0.113.9',
      'x-forwarded-proto': 'https',
    });
    const { headers, url } = seen[0]?.request ?? {};
    expect(url).toBe('/api/quizzes?page=2&x=%2F');
    expect(headers).toMatchObject({ 'x-forwarded-for': '127.0.0.1', 'x-forwarded-proto': 'http', host: '127.0.0.1' });
  });

  it('passes on X-Request-Id, or creates one', async () => {
    await sendRequest('GET', '/api/quizzes', { 'x-request-id': 'mine' });
    await sendRequest('GET', '/api/quizzes');
    const [mine, made] = seen.map(({ request }) => request.headers['x-request-id']);
    expect(mine).toBe('mine');
    expect(made).toMatch(/^[0-9a-f]{32}$/);
  });

  it('reuses connections to instances', async () => {
    // One connection of the client uses one worker of nginx.
    const agent = new Agent({ keepAlive: true });
    for (let turn = 0; turn < 12; turn++) await send(nginx.url, 'GET', '/api/quizzes', { agent });
    agent.destroy();
    expect(new Set(seen.map(({ request }) => request.socket.remotePort)).size).toBe(INSTANCES);
  });

  it.each(['/health/live', '/health/ready', '/metrics', '/%6detrics', '//metrics', '/x/../health/ready', '/metrics?x'])(
    'answers 404 for %s',
    async (path) => {
      const rejected = await sendRequest('GET', path);
      expectError(rejected, 404, 'Not found');
      expect(rejected.headers['x-error-code']).toBe('not_found');
      expect(seen).toEqual([]);
    },
  );

  describe('when an instance closes the connection', () => {
    /** The first instance closes the connection, and the others answer. */
    const breakOnce: Play = (at, response) => (seen.length === 1 ? breakOff : answer)(at, response);

    beforeEach(() => {
      play = breakOnce;
    });

    it.each(['GET', 'HEAD', 'PUT', 'DELETE'])('sends a %s to another instance', async (method) => {
      expect((await sendRequest(method, '/api/quizzes/1')).status).toBe(200);
      expect(seen).toHaveLength(2);
      expect(seen[0]?.instance).not.toBe(seen[1]?.instance);
    });

    it.each(['/api/quizzes', ATTEMPTS, `${ATTEMPTS}?x=1`])(
      'sends a POST of %s with an Idempotency-Key to another instance, with the same body',
      async (path) => {
        const { status } = await sendRequest('POST', path, { 'idempotency-key': 'once' }, '{"title":1}');
        expect([status, seen.length]).toEqual([200, 2]);
        expect(seen.map(({ request }) => request.headers['content-length'])).toEqual(['11', '11']);
      },
    );

    it.each<[string, string, Record<string, string>]>([
      ['POST', ATTEMPTS, {}],
      ['POST', '/api/quizzes', {}],
      ['POST', '/admin/api/keys', { 'idempotency-key': 'ignored' }],
      ['POST', ATTEMPTS, { 'idempotency-key': 'no key' }],
      ['PATCH', '/admin/api/users/1', { 'idempotency-key': 'ignored' }],
    ])('never sends twice %s %s with %p', async (method, path, headers) => {
      expectError(await sendRequest(method, path, headers, '{}'), 503, 'Service temporarily unavailable', '1');
      expect(seen).toHaveLength(1);
    });
  });

  it('tries another instance if one hangs, unless that repeats a POST', async () => {
    const timesAsked = (id: unknown) => seen.filter(({ request }) => request.headers['x-request-id'] === id).length;
    play = (at, response) => {
      if (timesAsked(at.request.headers['x-request-id']) > 1) answer(at, response);
    };
    const answers = await Promise.all([
      sendRequest('GET', '/api/quizzes', { 'x-request-id': 'read' }),
      sendRequest('POST', ATTEMPTS, { 'x-request-id': 'with key', 'idempotency-key': 'once' }, '{}'),
      sendRequest('POST', ATTEMPTS, { 'x-request-id': 'without key' }, '{}'),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 503]);
    expect(['read', 'with key', 'without key'].map(timesAsked)).toEqual([2, 2, 1]);
  });

  it('sends a POST to another instance if it could not be sent to the first', async () => {
    await close(servers[0] as Server);
    await close(servers[1] as Server);
    for (let turn = 0; turn < 6; turn++)
      expect((await sendRequest('POST', '/admin/api/keys', {}, '{}')).text).toBe('2');
    expect(seen).toHaveLength(6);
  });

  it('passes on the response of an instance, also 503', async () => {
    play = (_, response) => {
      response.writeHead(503, { 'content-type': 'application/json; charset=utf-8', 'retry-after': '7' });
      response.end('{"error":"from the service"}');
    };
    for (const headers of WITHOUT_AND_WITH_KEY) {
      expectError(await sendRequest('POST', ATTEMPTS, headers, '{}'), 503, 'from the service', '7');
    }
    expect(seen).toHaveLength(2);
  });

  it('answers 503 while all instances are down, and uses them again afterwards', async () => {
    const ports = servers.map((server) => (server.address() as AddressInfo).port);
    for (const server of servers) await close(server);
    for (const headers of WITHOUT_AND_WITH_KEY) {
      const rejected = await sendRequest('POST', ATTEMPTS, headers, '{}');
      expectError(rejected, 503, 'Service temporarily unavailable', '1');
      expect(rejected.headers['x-error-code']).toBe('service_unavailable');
    }
    servers.forEach((server, index) => server.listen(ports[index], '127.0.0.1'));
    await until('an instance answers', async () => (await sendRequest('GET', '/api/quizzes')).status === 200, 30_000);
  });

  it('passes on a body of unknown length, and one that is larger than the service takes, while it arrives', async () => {
    const head = `POST ${ATTEMPTS} HTTP/1.1\r\nHost: x\r\nIdempotency-Key: once\r\nConnection: close\r\n`;
    const early: Play = (_, response) => void response.writeHead(413, { 'content-length': 3 }).end('own');
    for (const server of servers) {
      server
        .removeAllListeners('request')
        .on('request', (request, response) => early({ instance: 0, request }, response));
    }
    for (const framing of ['Transfer-Encoding: chunked', 'Content-Length: 100000000']) {
      // The rest of the body never arrives.
      const { status, text } = parseAnswer(await exchange(nginx.url, `${head}${framing}\r\n\r\n`));
      expect([framing, status, text]).toEqual([framing, 413, 'own']);
    }
  });

  it.each<[number, string, string, string]>([
    [400, 'Malformed HTTP request', 'malformed_request', 'PUT /x HTTP/9.9\r\n\r\n'],
    [400, 'Malformed HTTP request', 'malformed_request', 'PUT /x HTTP/1.1\r\n\r\n'],
    [405, 'Method not allowed', 'method_not_allowed', 'TRACE /api HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n'],
    [431, 'Request headers are too large', 'headers_too_large', `PUT /${'x'.repeat(20_000)} HTTP/1.1\r\n\r\n`],
    [431, 'Request headers are too large', 'headers_too_large', `GET / HTTP/1.1\r\nx: ${'x'.repeat(20_000)}\r\n\r\n`],
  ])('answers what it rejects in the form of every error: %i %s', async (status, error, code, message) => {
    const rejected = parseAnswer(await exchange(nginx.url, message));
    expectError(rejected, status, error);
    expect(rejected.headers['x-error-code']).toBe(code);
    expect(seen).toEqual([]);
  });

  it('sends the first part of a response before its end', async () => {
    let finish = () => undefined as unknown;
    play = (_, response) => {
      response.write('x'.repeat(100_000));
      finish = () => response.end('the end');
    };
    const response = await fetch(`${nginx.url}/admin/api/attempts.csv`);
    const reader = (response.body as ReadableStream<Uint8Array>).getReader();
    let received = 0;
    while (received < 50_000) received += (await reader.read()).value?.length ?? 0;
    finish();
    for (let part = await reader.read(); !part.done; part = await reader.read()) received += part.value.length;
    expect(received).toBe(100_007);
  });

  it('lets an instance finish responses that the client does not read', async () => {
    const READERS = 30;
    let finished = 0;
    play = (_, response) => response.once('finish', () => finished++).end(Buffer.alloc(3_500_000));
    const sockets = Array.from({ length: READERS }, () =>
      connect(Number(new URL(nginx.url).port), '127.0.0.1').pause(),
    );
    for (const socket of sockets) socket.write('GET /docs/large HTTP/1.1\r\nHost: x\r\n\r\n');
    await until('all are finished', () => Promise.resolve(finished === READERS || finished));
    for (const socket of sockets) socket.destroy();
  });

  it('admits 200 concurrent slow requests from one address, and those of other addresses', async () => {
    const half = 'POST /admin/api/session HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\n{';
    const port = Number(new URL(nginx.url).port);
    const open = () => {
      const socket = connect({ port, host: '127.0.0.1', localAddress: '127.0.1.1' }).on('error', () => undefined);
      socket.write(half);
      return socket;
    };
    const slow = Array.from({ length: 200 }, open);
    const requestFrom = (localAddress: string) =>
      send(nginx.url, 'GET', '/api/quizzes', { localAddress, agent: unshared });
    await until('the address has too many', async () => {
      if ((await requestFrom('127.0.1.1')).status === 503) return true;
      // The request may have arrived before the last of them, which was then rejected.
      slow.push(open());
      return false;
    });
    expectError(await requestFrom('127.0.1.1'), 503, 'Service temporarily unavailable', '1');
    expect((await requestFrom('127.0.0.2')).status).toBe(200);
    await until('the address is served', async () => {
      slow.shift()?.destroy();
      return (await requestFrom('127.0.1.1')).status === 200;
    });
    for (const socket of slow) socket.destroy();
  });

  // A proxy in front of nginx sends the address, as in the comment of nginx.conf, because few machines have two networks of IPv6.
  // The test shows how addresses are grouped, not that nginx listens at `[::]`.
  it.each([
    ['2001:db8:1:2:a::1', '2001:db8:1:2:ffff:ffff:ffff:ffff', '2001:db8:1:3:a::1'],
    // Bytes with a meaning in texts: a line feed, and zeros.
    ['2001:a0a:a0a:a0a::1', '2001:a0a:a0a:a0a:a0a:a0a:a0a:a0a', '2001:a0a:a0a:a0b::1'],
    ['::1:0:0:0:1', '::1:0:0:0:2', '::2:0:0:0:1'],
    ['203.0.113.1', '203.0.113.1', '203.0.113.2'],
  ])('admits 200 concurrent requests from a /64 network of IPv6: %s and %s, not %s', async (one, same, another) => {
    const file = join(nginx.home, 'nginx.conf');
    const behindProxy = 'set_real_ip_from 127.0.0.1; real_ip_header X-Forwarded-For;';
    writeFileSync(file, readFileSync(file, 'utf8').replace('server_tokens off;', `$& ${behindProxy}`));
    await nginx.stop();
    await nginx.start();
    const held: ServerResponse[] = [];
    play = (_, response) => void held.push(response);
    const requestPath = (address: string) => sendRequest('GET', '/docs', { 'x-forwarded-for': address });
    const slow = Array.from({ length: 200 }, () => requestPath(one));
    await until('the network has as many as it may', () => Promise.resolve(held.length === 200 || held.length));
    play = answer;
    expectError(await requestPath(same), 503, 'Service temporarily unavailable', '1');
    expect((await requestPath(another)).status).toBe(200);
    for (const response of held) response.end();
    expect((await Promise.all(slow)).map(({ status }) => status)).toEqual(Array(200).fill(200));
    expect((await requestPath(same)).status).toBe(200);
  });

  it('removes an instance and adds it again by a reload', async () => {
    await nginx.mark(1, true);
    for (let turn = 0; turn < 9; turn++) await sendRequest('GET', '/api/quizzes');
    expect(new Set(seen.map(({ instance }) => instance))).toEqual(new Set([0, 2]));
    await nginx.mark(1, false);
    for (let turn = 0; turn < 9; turn++) await sendRequest('GET', '/api/quizzes');
    expect(new Set(seen.map(({ instance }) => instance))).toEqual(new Set([0, 1, 2]));
  });

  it('logs no query string, and the request id of the service', async () => {
    play = (_, response) => {
      response.setHeader('x-request-id', 'its-id');
      response.end();
    };
    await sendRequest('GET', '/admin/api/session/oidc/callback?code=secret');
    await nginx.stop();
    expect(nginx.readLog()).toMatch(/"GET \/admin\/api\/session\/oidc\/callback" 200 .* id its-id/);
    expect(nginx.readLog()).not.toContain('secret');
  });
});
