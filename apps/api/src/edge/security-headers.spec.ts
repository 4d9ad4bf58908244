import { fastify } from 'fastify';
import { preventSharedCaching, securityHeaders } from './security-headers.js';

/** Names of headers that only pages need. */
const FOR_PAGES = ['content-security-policy', 'x-frame-options', 'referrer-policy', 'cross-origin-opener-policy'];

async function namesOf(url: string, SITE_URL?: string): Promise<string[]> {
  const server = fastify();
  const send = securityHeaders({ SITE_URL });
  server.addHook('onRequest', (request, reply, done) => {
    send(request, reply);
    done();
  });
  const { headers } = await server.inject(url);
  await server.close();
  return Object.keys(headers);
}

it.each(['/docs', '/admin/users', '/admin/api/users', '/unknown'])('%s: has the policies of a page', async (url) => {
  expect(await namesOf(url)).toEqual(
    expect.arrayContaining([...FOR_PAGES, 'x-content-type-options', 'strict-transport-security']),
  );
});

it.each([
  ['http://localhost:3000', false],
  [undefined, false],
  ['https://quiz.example.com', true],
])('the API at %s: forbids sniffing, and says whether to stay with https: %s', async (site, staysWithHttps) => {
  const names = await namesOf('/api/quizzes', site);
  expect(names).toContain('x-content-type-options');
  expect(names.includes('strict-transport-security')).toBe(staysWithHttps);
  for (const name of FOR_PAGES) expect(names).not.toContain(name);
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
