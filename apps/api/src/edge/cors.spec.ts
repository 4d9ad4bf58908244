import { fastify, type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import { Cors } from './cors.js';

const ORIGIN = 'https://app.example.com';
const PREFLIGHT_HEADERS = { origin: ORIGIN, 'access-control-request-method': 'PUT' };
const DEVELOPMENT = { NODE_ENV: 'development', CORS_ORIGINS: [] as string[] } as const;
const PRODUCTION = { NODE_ENV: 'production', CORS_ORIGINS: [ORIGIN, 'http://localhost:5173'] } as const;

describe('Cors', () => {
  let server: FastifyInstance;
  const showCount = jest.fn((_request: FastifyRequest, reply: FastifyReply) => {
    void reply.header('x-ratelimit-limit', 100);
    return Promise.resolve();
  });

  function start({ NODE_ENV, CORS_ORIGINS }: typeof DEVELOPMENT | typeof PRODUCTION): void {
    const cors = new Cors({ NODE_ENV, CORS_ORIGINS: [...CORS_ORIGINS] }, { showCount });
    server = fastify({ logger: { level: 'silent' } });
    server.addHook('onRequest', (request, reply, done) => {
      if (cors.isPreflight(request)) {
        cors.answerPreflight(request, reply).catch(done);
      } else {
        cors.sendHeaders(request, reply);
        done();
      }
    });
    for (const path of ['/api/quizzes', '/health']) {
      server.route({ method: ['GET', 'OPTIONS'], url: path, handler: () => 'served' });
    }
  }
  afterEach(async () => {
    showCount.mockClear();
    await server.close();
  });

  const send = (headers: Record<string, string>, method: 'GET' | 'OPTIONS' = 'GET', url = '/api/quizzes') =>
    server.inject({ method, url, headers });

  it.each([{ origin: ORIGIN }, { origin: 'null' }])('development: allows everybody, here %j', async (headers) => {
    start(DEVELOPMENT);
    expect((await send(headers)).headers).toMatchObject({ 'access-control-allow-origin': '*', vary: 'Origin' });
  });

  it.each([
    [ORIGIN, ORIGIN],
    ['http://localhost:5173', 'http://localhost:5173'],
    ['https://evil.example.com', undefined],
    [`${ORIGIN}, ${ORIGIN}`, undefined],
    ['HTTPS://APP.EXAMPLE.COM', undefined],
    ['*', undefined],
  ])('production: for the origin %s, allows %s', async (origin, allowed) => {
    start(PRODUCTION);
    const { headers } = await send({ origin });
    expect(headers['access-control-allow-origin']).toBe(allowed);
    expect(headers.vary).toBe('Origin');
    expect(headers['access-control-expose-headers']).toContain('X-RateLimit-Remaining');
  });

  it('sends nothing but Vary to a client without an origin', async () => {
    start(DEVELOPMENT);
    const { headers } = await send({});
    expect(headers.vary).toBe('Origin');
    expect(Object.keys(headers).filter((name) => name.startsWith('access-control'))).toEqual([]);
  });

  it('answers a preflight, with the state of the rate limit', async () => {
    start(PRODUCTION);
    const { statusCode, body, headers } = await send(PREFLIGHT_HEADERS, 'OPTIONS');
    expect([statusCode, body]).toEqual([204, '']);
    expect(headers).toMatchObject({
      'access-control-allow-origin': ORIGIN,
      'access-control-allow-methods': 'GET, HEAD, POST, PUT, DELETE',
      'access-control-max-age': '600',
      'x-ratelimit-limit': '100',
    });
  });

  it('does not answer a preflight that was answered while its count was read', async () => {
    start(DEVELOPMENT);
    const warn = jest.spyOn(server.log, 'warn');
    showCount.mockImplementationOnce(async (_request, reply) => {
      await reply.status(503).send('overdue');
    });
    expect((await send(PREFLIGHT_HEADERS, 'OPTIONS')).statusCode).toBe(503);
    await new Promise(setImmediate);
    // Fastify warns of a second response.
    expect(warn).not.toHaveBeenCalled();
  });

  it.each([
    ['without an origin', { 'access-control-request-method': 'PUT' }, '/api/quizzes'],
    ['without a method', { origin: ORIGIN }, '/api/quizzes'],
    ['outside of the API', PREFLIGHT_HEADERS, '/health'],
  ])('leaves OPTIONS %s to its route', async (_case, headers, url) => {
    start(DEVELOPMENT);
    expect((await send(headers, 'OPTIONS', url)).body).toBe('served');
    expect(showCount).not.toHaveBeenCalled();
  });

  it('allows nothing outside of the API', async () => {
    start(DEVELOPMENT);
    const { headers } = await send({ origin: ORIGIN }, 'GET', '/health');
    expect(Object.keys(headers).filter((name) => name.startsWith('access-control'))).toEqual([]);
  });
});
