import { fastify } from 'fastify';
import { omitLengthOfNotModified } from './not-modified.js';

it('a 304 to HEAD has no Content-Length, and a 200 has that of its body', async () => {
  const server = fastify();
  server.addHook('onRoute', omitLengthOfNotModified);
  server.get('/', (request, reply) => (request.headers['if-none-match'] ? reply.status(304).send() : 'four'));
  const head = (headers = {}) => server.inject({ method: 'HEAD', url: '/', headers });
  expect((await head()).headers['content-length']).toBe('4');
  expect((await head({ 'if-none-match': '*' })).headers).not.toHaveProperty('content-length');
  await server.close();
});
