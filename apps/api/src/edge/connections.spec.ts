import { once } from 'node:events';
import { type AddressInfo, connect, type Socket } from 'node:net';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { fastify, type FastifyInstance } from 'fastify';
import { InFlightRequests } from '#libs/traffic';
import { ConnectionCloser, drain, requireHost } from './connections.js';

const GET = 'GET / HTTP/1.1\r\nHost: a\r\n\r\n';

describe('connections of a service that stops', () => {
  let server: FastifyInstance;
  let closer: ConnectionCloser;
  /** Ends the work of each request in flight, in their order. */
  let finish: (() => void)[];
  const clients: Socket[] = [];

  beforeEach(async () => {
    finish = [];
    server = fastify();
    const requests = new InFlightRequests(server.server);
    closer = new ConnectionCloser(server.server, requests);
    server.addHook('onRequest', (_request, reply, done) => {
      requests.add(reply);
      done();
    });
    server.get('/', () => new Promise((resolve) => finish.push(() => resolve('done'))));
    await server.listen({ port: 0, host: '127.0.0.1' });
  });
  afterEach(async () => {
    for (const client of clients.splice(0)) client.destroy();
    server.server.closeAllConnections();
    await server.close();
  });

  async function open(bytes?: string): Promise<Socket> {
    const client = connect((server.server.address() as AddressInfo).port, '127.0.0.1').setEncoding('latin1');
    clients.push(client);
    await once(server.server, 'connection');
    if (bytes !== undefined) {
      client.write(bytes);
      await once(server.server, 'request');
    }
    return client;
  }

  it('ConnectionCloser ends idle ones immediately, and the others after their response', async () => {
    const idle = await open();
    const working = await open(GET);
    let received = '';
    working.on('data', (data) => (received += String(data)));
    closer.close();
    await once(idle.resume(), 'end');
    expect(working.readableEnded).toBe(false);
    finish[0]?.();
    await once(working, 'end');
    expect(received).toMatch(/^HTTP\/1\.1 200 OK\r\n(.*\r\n)*connection: close\r\n(.*\r\n)*\r\ndone$/);
  });

  it('ConnectionCloser ends those that are accepted afterwards', async () => {
    closer.close();
    const late = await open();
    await once(late.resume(), 'end');
  });

  it('drain: the service is not ready, and each response ends its connection', async () => {
    const stop = jest.fn();
    const app = { get: () => ({ stop }), getHttpServer: () => server.server } as unknown as NestFastifyApplication;
    await drain(app, 0);
    expect(stop).not.toHaveBeenCalled();
    await drain(app, 0.001);
    expect(stop).toHaveBeenCalled();
    const client = await open(GET);
    finish[0]?.();
    const [received] = (await once(client, 'data')) as [string];
    expect(received).toContain('connection: close\r\n');
  });
});

describe('Host', () => {
  let server: FastifyInstance;

  beforeAll(() => {
    server = fastify();
    server.addHook('onRequest', (request, _reply, done) => {
      requireHost(request);
      done();
    });
    server.get('/', () => 'served');
  });
  afterAll(() => server.close());

  const statusFor = async (host: string) => (await server.inject({ url: '/', headers: { host } })).statusCode;

  it.each(['example.com', 'example.com:8080', '127.0.0.1', '[::1]:80', 'a_b.example', ''])(
    'may be "%s"',
    async (host) => {
      expect(await statusFor(host)).toBe(200);
    },
  );

  it.each(['a.example, b.example', 'a b', 'user@example.com', 'example.com/path', 'example.com:port', '[::1'])(
    'is rejected if it is "%s"',
    async (host) => {
      expect(await statusFor(host)).toBe(400);
    },
  );
});
