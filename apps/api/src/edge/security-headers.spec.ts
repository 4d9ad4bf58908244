import { fastify } from 'fastify';
import { preventSharedCaching, securityHeaders } from './security-headers.js';

/** Names of headers that only pages need. */
const FOR_PAGES = ['content-security-policy', 'x-frame-options', 'referrer-policy', 'cross-origin-opener-policy'];

async function headersOf(url: string, SITE_URL?: string): Promise<Record<string, unknown>> {
  const server = fastify();
  const send = securityHeaders({ SITE_URL });
  server.addHook('onRequest', (request, reply, done) => {
    send(request, reply);
    done();
  });
  const { headers } = await server.inject(url);
  await server.close();
  return headers;
}

it.each(['/docs', '/admin/users', '/admin/api/users', '/unknown'])('%s: has the policies of a page', async (url) => {
  const headers = await headersOf(url);
  expect(Object.keys(headers)).toEqual(expect.arrayContaining([...FOR_PAGES, 'strict-transport-security']));
  expect(headers).toMatchObject({ 'x-content-type-options': 'nosniff', 'x-frame-options': 'SAMEORIGIN' });
  expect(headers['content-security-policy']).toContain("script-src 'self';");
  expect(headers['content-security-policy']).toContain("frame-ancestors 'none'");
});

it.each([
  ['http://localhost:3000', false],
  [undefined, false],
  ['https://quiz.example.com', true],
])('the API at %s: forbids sniffing, and says whether to stay with https: %s', async (site, staysWithHttps) => {
  const headers = await headersOf('/api/quizzes', site);
  expect(headers['x-content-type-options']).toBe('nosniff');
  expect('strict-transport-security' in headers).toBe(staysWithHttps);
  for (const name of FOR_PAGES) expect(headers).not.toHaveProperty(name);
});

it('shared caches do not store a response unless it allows that', async () => {
  const server = fastify();
  server.addHook('onSend', (_request, reply, payload, done) => {
    preventSharedCaching(reply);
    done(null, payload);
  });
  server.get('/own', () => 'for one reader');
  server.get('/open', (_request, reply) => reply.header('cache-control', 'public, max-age=60').send('for all'));
  const [own, open, unknown] = await Promise.all(['/own', '/open', '/unknown'].map((url) => server.inject(url)));
  expect(own?.headers['cache-control']).toBe('private, no-cache');
  expect(open?.headers['cache-control']).toBe('public, max-age=60');
  expect(unknown?.headers['cache-control']).toBe('private, no-cache');
  await server.close();
});
