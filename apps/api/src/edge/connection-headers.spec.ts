import { fastify, type FastifyInstance } from 'fastify';
import { requireHost } from './connection-headers.js';

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
