import { fastify } from 'fastify';
import { preventSharedCaching, SECURITY_HEADERS, sendSecurityHeaders } from './security-headers.js';

it('every response has the security headers, and is not stored by shared caches unless it allows that', async () => {
  const server = fastify();
  server.addHook('onSend', (_request, reply, payload, done) => {
    sendSecurityHeaders(reply);
    preventSharedCaching(reply);
    done(null, payload);
  });
  server.get('/own', () => 'for one reader');
  server.get('/open', (_request, reply) => reply.header('cache-control', 'public, max-age=60').send('for all'));
  const [own, open, unknown] = await Promise.all(['/own', '/open', '/unknown'].map((url) => server.inject(url)));
  for (const answer of [own, open, unknown]) expect(answer?.headers).toMatchObject(SECURITY_HEADERS);
  expect(own?.headers['cache-control']).toBe('private, no-cache');
  expect(open?.headers['cache-control']).toBe('public, max-age=60');
  expect(unknown?.headers['cache-control']).toBe('private, no-cache');
  await server.close();
});

it('the security headers forbid sniffing, framing and foreign scripts', () => {
  expect(SECURITY_HEADERS).toMatchObject({ 'x-content-type-options': 'nosniff', 'x-frame-options': 'SAMEORIGIN' });
  expect(SECURITY_HEADERS['content-security-policy']).toContain("script-src 'self';");
  expect(SECURITY_HEADERS['content-security-policy']).toContain("frame-ancestors 'none'");
});
