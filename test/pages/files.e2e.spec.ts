// The files of the pages and of the documentation, as the build wrote them.
import { requireBuild } from '../support/cluster/instance.js';
import { type Answer, send } from '../support/http.js';
import { sharedService, type SharedService } from '../support/service.js';

const COMPRESSED = { 'accept-encoding': 'br' };
const PLAIN = { 'accept-encoding': 'identity' };

describe('static files', () => {
  let service: SharedService;
  let script: string;

  const request = (path: string, headers: Record<string, string>, method = 'GET'): Promise<Answer> =>
    send(service.url, method, path, { headers });

  beforeAll(async () => {
    requireBuild();
    service = await sharedService();
    const { text } = await request('/admin/', PLAIN);
    script = /src="(\/admin\/assets\/[^"]+\.js)"/.exec(text)?.[1] ?? 'missing';
  });

  describe.each([
    ['a script of the pages', () => script],
    ['a script of the documentation', () => '/docs/swagger-ui-bundle.js'],
  ])('%s', (_name, path) => {
    it.each([
      ['gzip, deflate, br', 'br'],
      ['gzip', 'gzip'],
      ['br;q=0, gzip', 'gzip'],
      ['gzip;q=0, br;q=0', undefined],
      ['deflate', undefined],
      ['', undefined],
    ])('is sent in an encoding that the client accepts: %j', async (accepted, encoding) => {
      const { status, headers } = await request(path(), { 'accept-encoding': accepted });
      expect([status, headers['content-encoding']]).toEqual([200, encoding]);
      expect(String(headers.vary).toLowerCase().split(', ')).toContain('accept-encoding');
      expect(headers['content-type']).toBe('application/javascript; charset=utf-8');
    });

    it('is compressed to less than half its size', async () => {
      const [compressed, plain] = await Promise.all([
        request(path(), COMPRESSED, 'HEAD'),
        request(path(), PLAIN, 'HEAD'),
      ]);
      expect([compressed.headers['content-encoding'], plain.headers['content-encoding']]).toEqual(['br', undefined]);
      expect([compressed.text, plain.text]).toEqual(['', '']);
      expect(Number(compressed.headers['content-length'])).toBeLessThan(Number(plain.headers['content-length']) / 2);
    });

    it('has an ETag for each encoding', async () => {
      const { etag } = (await request(path(), COMPRESSED)).headers;
      const conditional = { 'if-none-match': etag ?? 'missing' };
      const same = await request(path(), { ...COMPRESSED, ...conditional });
      expect([same.status, same.text, same.headers.etag]).toEqual([304, '', etag]);
      expect(String(same.headers.vary).toLowerCase()).toContain('accept-encoding');
      expect((await request(path(), { ...PLAIN, ...conditional })).status).toBe(200);
    });

    it('is sent whole for a range', async () => {
      const { status, headers } = await request(path(), { ...COMPRESSED, range: 'bytes=0-99' });
      const { headers: whole } = await request(path(), COMPRESSED, 'HEAD');
      expect([status, headers['content-length']]).toEqual([200, whole['content-length']]);
      expect(headers).not.toHaveProperty('content-range');
    });
  });

  it('index.html is not compressed at the build, because each response has its own nonce', async () => {
    const [first, second] = await Promise.all([request('/admin/', COMPRESSED), request('/admin/', COMPRESSED)]);
    expect([first.status, first.headers['content-encoding']]).toEqual([200, undefined]);
    expect(first.headers['content-security-policy']).not.toBe(second.headers['content-security-policy']);
  });

  it.each([
    '/docs/swagger-ui-bundle.js.br',
    '/docs/swagger-ui-bundle.js.gz',
    '/docs/../documentation/swagger-ui.css',
    '/docs/%2e%2e/index.html',
    '/admin/assets/%2e%2e/documentation/swagger-ui.css',
    '/admin/assets/..%2fdocumentation%2fswagger-ui.css',
    '/admin/assets/..%5cdocumentation%5cswagger-ui.css',
  ])('nothing beside them is served: %s', async (path) => {
    for (const headers of [COMPRESSED, PLAIN]) {
      const { status, text } = await request(path, headers);
      expect([403, 404]).toContain(status);
      expect(JSON.parse(text)).toEqual({ error: expect.any(String) as unknown });
    }
  });

  it('pages are served under a strict policy, and their scripts may be stored by browsers', async () => {
    const { headers, text } = await request('/admin/users', PLAIN);
    const policy = String(headers['content-security-policy']);
    expect(policy).toMatch(
      /^default-src 'none';script-src 'self';style-src 'self' 'nonce-[\w-]{22}';connect-src 'self'/,
    );
    expect(policy).not.toMatch(/unsafe|\*/);
    expect(policy).toMatch(/base-uri 'none';form-action 'self';frame-ancestors 'none'$/);
    expect(headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'SAMEORIGIN',
      'referrer-policy': 'no-referrer',
      'strict-transport-security': 'max-age=31536000; includeSubDomains',
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
      'cache-control': 'no-cache',
    });
    expect(text).toContain(`src="${script}"`);
    expect(script).toMatch(/^\/admin\/assets\/index-[\w-]+\.js$/);
    expect((await request(script, PLAIN)).headers['cache-control']).toBe('public, max-age=31536000, immutable');
  });

  it.each([
    ['/admin/assets/none.js', 404],
    ['/admin/assets/../../package.json', 403],
    ['/admin/assets/%00', 403],
    ['/admin/api/nothing', 401],
  ])('other files are rejected in the form of every error: %s', async (path, status) => {
    const answer = await request(path, {});
    expect([answer.status, JSON.parse(answer.text)]).toEqual([status, { error: expect.any(String) as unknown }]);
  });
});
