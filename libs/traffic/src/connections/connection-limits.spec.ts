import { once } from 'node:events';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { Readable } from 'node:stream';
import { Logger } from '@nestjs/common';
import { fastify, type FastifyInstance, type FastifyRequest } from 'fastify';
import type { Configuration } from '#libs/configuration';
import { Metrics } from '#libs/observability';
import { ClosedConnections } from './closed-connections.js';
import { ConnectionLimits } from './connection-limits.js';

const GET = 'GET / HTTP/1.1\r\nHost: x\r\n\r\n';
const HALF = 'POST / HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{';

describe('ConnectionLimits', () => {
  let server: FastifyInstance;
  let metrics: Metrics;
  /** Ends the work of each request in flight, in their order. */
  let finish: (() => void)[];
  let said: string[];
  let connectionLimits: ConnectionLimits;
  const clients: Socket[] = [];

  async function listen(limits: Partial<Configuration>): Promise<void> {
    finish = [];
    metrics = new Metrics();
    const configuration = {
      MAX_CONNECTIONS: 100,
      MAX_CONNECTIONS_PER_ADDRESS: 100,
      TRUSTED_PROXIES: [] as string[],
      DATABASE_POOL_SIZE: 8,
      ...limits,
    } as Configuration;
    server = fastify();
    connectionLimits = new ConnectionLimits(configuration, new ClosedConnections(metrics), metrics);
    connectionLimits.watch(server.server);
    server.addHook('preParsing', (request, _reply, _payload, done) => {
      if (!request.raw.complete) connectionLimits.endWork(request);
      done();
    });
    server.addHook('preValidation', (request, _reply, done) => {
      connectionLimits.beginWork(request);
      done();
    });
    server.addHook('onSend', (request, reply, payload, done) => {
      connectionLimits.endWork(request);
      reply.raw.on('drain', () => connectionLimits.endWork(request));
      done(null, payload);
    });
    server.addHook('onResponse', (request, reply, done) => {
      connectionLimits.endRequest(request, reply);
      done();
    });
    server.get('/', () => new Promise((resolve) => finish.push(() => resolve('done'))));
    server.post('/', () => 'done');
    server.get('/file', () => Readable.from(endless()));
    await server.listen({ port: 0, host: '127.0.0.1' });
  }

  beforeEach(() => {
    said = [];
    jest.spyOn(Logger.prototype, 'warn').mockImplementation((line: unknown) => void said.push(String(line)));
  });

  afterEach(async () => {
    for (const client of clients.splice(0)) client.destroy();
    finish.forEach((end) => end());
    server.server.closeAllConnections();
    await server.close();
    jest.restoreAllMocks();
  });

  /** Opens a connection, and waits until the service has it and its request. @returns both of its ends */
  async function open(bytes?: string, localAddress = '127.0.0.1'): Promise<{ client: Socket; socket: Socket }> {
    const { port } = server.server.address() as AddressInfo;
    const client = connect({ port, host: '127.0.0.1', localAddress });
    clients.push(client);
    client.on('error', () => undefined).on('data', () => undefined);
    const [socket] = (await once(server.server, 'connection')) as [Socket];
    if (bytes !== undefined) {
      client.write(bytes);
      await once(server.server, 'request');
    }
    return { client, socket };
  }

  /** Opens a connection with a request that is answered. */
  async function use(): ReturnType<typeof open> {
    const connection = await open(GET);
    await answer(connection);
    return connection;
  }

  async function answer({ client }: { client: Socket }): Promise<void> {
    finish.shift()?.();
    await once(client, 'data');
  }

  /** Whether each of the connections has a place. */
  const states = (...connections: { socket: Socket }[]) =>
    connections.map(({ socket }) => {
      if (socket.destroyed) return 'closed';
      return connectionLimits.isExcess({ raw: { socket } } as FastifyRequest) ? 'excess' : 'open';
    });

  const figure = async (name: string, labels = {}) => {
    const { values } = (await metrics.registry.getSingleMetric(name)?.get()) ?? { values: [] };
    return values.find((value) => JSON.stringify(value.labels) === JSON.stringify(labels))?.value;
  };

  it('gives a new connection the place of the one that has waited longest for its client', async () => {
    await listen({ MAX_CONNECTIONS: 2 });
    const silent = await open();
    const half = await open(HALF);
    const third = await open();
    expect(states(silent, half, third)).toEqual(['excess', 'open', 'open']);
    const fourth = await open();
    expect(states(silent, half, third, fourth)).toEqual(['excess', 'excess', 'open', 'open']);
    expect(await figure('quiz_connections')).toBe(2);
  });

  it('keeps connections that were served for 5 s, and then those that were idle for less time than others', async () => {
    await listen({ MAX_CONNECTIONS: 2 });
    const now = jest.spyOn(performance, 'now').mockReturnValue(10_000);
    const [first, second] = [await use(), await use()];
    now.mockReturnValue(14_999);
    expect(states(first, second, await open())).toEqual(['open', 'open', 'excess']);
    now.mockReturnValue(15_000);
    // Its client sends the first request later.
    const slow = await open();
    const next = await open(GET);
    expect(states(first, second, slow, next)).toEqual(['excess', 'excess', 'open', 'open']);
  });

  it('gives away the place of a client that sends nothing before that of one that was served later', async () => {
    await listen({ MAX_CONNECTIONS: 2 });
    const now = jest.spyOn(performance, 'now').mockReturnValue(10_000);
    const silent = await open();
    now.mockReturnValue(11_000);
    const served = await use();
    now.mockReturnValue(17_000);
    expect(states(await open(), silent, served)).toEqual(['open', 'excess', 'open']);
  });

  it('does not keep a connection whose request was rejected', async () => {
    await listen({ MAX_CONNECTIONS: 1 });
    const rejected = await open();
    rejected.client.write('GET /unknown HTTP/1.1\r\nHost: x\r\n\r\n');
    await once(rejected.client, 'data');
    expect(states(await open(), rejected)).toEqual(['open', 'excess']);
  });

  it('keeps a connection whose request is being processed', async () => {
    await listen({ MAX_CONNECTIONS: 2 });
    const working = [await open(GET), await open(GET)];
    expect(states(...working, await open(GET))).toEqual(['open', 'open', 'excess']);
  });

  it('closes all but the newest 100 connections in excess', async () => {
    await listen({ MAX_CONNECTIONS: 1 });
    const opened = [];
    for (let count = 0; count < 103; count++) opened.push(await open());
    expect(states(...opened)).toEqual(['closed', 'closed', ...Array<string>(100).fill('excess'), 'open']);
    expect(await figure('quiz_connections')).toBe(1);
    expect(await figure('quiz_connections_closed_total', { reason: 'total' })).toBe(2);
  });

  it('closes only connections of an address that has too many', async () => {
    await listen({ MAX_CONNECTIONS_PER_ADDRESS: 2 });
    const other = await open(undefined, '127.0.0.2');
    const own = [await open(), await open(), await open()];
    expect([other, ...own].map(({ socket }) => socket.destroyed)).toEqual([false, true, false, false]);
    expect(await figure('quiz_connections_closed_total', { reason: 'address' })).toBe(1);
    const gone = once(own[1]?.socket as Socket, 'close');
    own[1]?.client.destroy();
    await gone;
    expect([(await open()).socket, own[2]?.socket].map((socket) => socket?.destroyed)).toEqual([false, false]);
  });

  it('keeps connections of trusted proxies', async () => {
    await listen({ MAX_CONNECTIONS_PER_ADDRESS: 1, MAX_CONNECTIONS: 4, TRUSTED_PROXIES: ['127.0.0.0/31'] });
    const proxied = [await open(), await open(), await open()];
    const other = await open(undefined, '127.0.0.2');
    proxied.push(await open());
    expect(states(other, ...proxied)).toEqual(['excess', 'open', 'open', 'open', 'open']);
  });

  it('keeps a connection whose client reads, not one whose client does not', async () => {
    await listen({ MAX_CONNECTIONS: 2 });
    const reads = await open('GET /file HTTP/1.1\r\nHost: x\r\n\r\n');
    const stalls = await open('GET /file HTTP/1.1\r\nHost: x\r\n\r\n');
    stalls.client.pause();
    // The kernel's buffer for it is full while the other one continues.
    let before: number;
    do {
      before = stalls.socket.bytesWritten;
      for (let part = 0; part < 50; part++) await once(reads.client, 'data');
    } while (stalls.socket.bytesWritten > before);
    await open();
    expect(states(reads, stalls)).toEqual(['open', 'excess']);
  });

  it('logs at intervals that it closes connections, and what to do', async () => {
    await listen({ MAX_CONNECTIONS_PER_ADDRESS: 1 });
    for (let opened = 0; opened < 5; opened++) await open();
    const now = jest.spyOn(performance, 'now').mockReturnValue(performance.now() + 60_000);
    await open();
    now.mockRestore();
    const advice =
      'If many clients share the address, raise MAX_CONNECTIONS_PER_ADDRESS; if it is that of a proxy, add it to TRUSTED_PROXIES.';
    expect(said).toEqual(
      [1, 4].map((closed) => `Too many connections (address): closed ${closed}, the last one of 127.0.0.1. ${advice}`),
    );
  });
});

function* endless(): Generator<Buffer> {
  for (;;) yield Buffer.alloc(64 * 1024);
}
