import { EndpointRegistry } from '#libs/http';
import { createPlayer } from '../../../test/support/factories.js';
import { sharedService, type SharedService } from '../../../test/support/service.js';

let service: SharedService;

beforeAll(async () => {
  service = await sharedService();
});

const ID = '019b76da-a800-7000-8000-000000000001';

/** A request without a session, unless the headers have one. */
async function ask(method: string, path: string, headers: Record<string, string> = {}): Promise<[number, unknown]> {
  const response = await fetch(`${service.url}/admin/api${path}`, { method, headers });
  return [response.status, await bodyOf(response)];
}

async function askSignedIn(method: string, path: string): Promise<[number, unknown, string | null]> {
  const response = await service.backoffice.request(method, path);
  return [response.status, await bodyOf(response), response.headers.get('allow')];
}

/** The parsed body of a JSON response; the text of a file. */
async function bodyOf(response: Response): Promise<unknown> {
  const text = await response.text();
  return response.headers.get('content-type')?.startsWith('application/json') === true ? JSON.parse(text) : text;
}

const NOT_SIGNED_IN = [401, { error: 'Not signed in' }];
const INVALID_CSRF_TOKEN = [403, { error: 'Invalid CSRF token' }];

const endpoints = () =>
  service.app.get(EndpointRegistry).endpoints.filter(({ path }) => path.startsWith('/admin/api/'));

/** Every operation of the backoffice that needs a session, such as `['PATCH', '/users/019b76da-…']`. */
function operations(): [string, string][] {
  const declared = endpoints()
    .filter(({ access }) => access.kind === 'session')
    .map(({ method, path }): [string, string] => [method, path.replace('/admin/api', '').replace(':id', ID)]);
  return [...declared, ['GET', '/openapi.json']];
}

describe('without a session', () => {
  const unknown = [
    'GET ',
    'GET /',
    'GET /nothing',
    'POST /nothing',
    'PUT /users',
    'OPTIONS /users',
    'GET /users/',
    'GET /%',
  ];

  it('every operation is rejected, with an API key too', async () => {
    const { key } = await createPlayer(service, 'admin');
    for (const [method, path] of operations()) {
      expect([method, path, ...(await ask(method, path))]).toEqual([method, path, ...NOT_SIGNED_IN]);
      const withKey = await ask(method, path, { 'x-api-key': key, authorization: `Bearer ${key}` });
      expect([method, path, ...withKey]).toEqual([method, path, ...NOT_SIGNED_IN]);
    }
  });

  it.each(unknown)('the response does not reveal whether a route exists: %j', async (route) => {
    const [method = '', path = ''] = route.split(' ');
    expect(await ask(method, path)).toEqual(NOT_SIGNED_IN);
  });
});

describe('with a session', () => {
  it('every write needs the CSRF token, and no read does', async () => {
    const { cookie } = service.backoffice;
    for (const [method, path] of operations()) {
      const answer = await ask(method, path, { cookie });
      // The requested resource may not exist.
      if (method === 'GET') expect([method, path, [200, 404].includes(answer[0])]).toEqual([method, path, true]);
      else expect([method, path, ...answer]).toEqual([method, path, ...INVALID_CSRF_TOKEN]);
    }
    expect((await askSignedIn('GET', '/session'))[0]).toBe(200);
  });

  it.each(['GET ', 'GET /', 'GET /nothing', 'POST /nothing', 'GET /users/', 'GET /Users', 'GET /keys/a/b', 'GET /%'])(
    '%j is not found',
    async (route) => {
      const [method = '', path = ''] = route.split(' ');
      expect(await askSignedIn(method, path)).toEqual([404, { error: 'Not found' }, null]);
    },
  );

  it.each([
    ['PUT /users', 'GET, HEAD, POST, PATCH'],
    ['DELETE /users', 'GET, HEAD, POST, PATCH'],
    ['OPTIONS /users', 'GET, HEAD, POST, PATCH'],
    [`PUT /users/${ID}`, 'GET, HEAD, PATCH'],
    [`PUT /keys/${ID}`, 'GET, HEAD, PATCH, DELETE'],
    ['PUT /session', 'GET, HEAD, POST, DELETE'],
  ])('%s is not allowed on that path', async (route, allowed) => {
    const [method = '', path = ''] = route.split(' ');
    const [status, body, allow] = await askSignedIn(method, path);
    expect([status, body]).toEqual([405, { error: 'Method not allowed' }]);
    expect(allow?.split(', ').sort()).toEqual(allowed.split(', ').sort());
  });

  it('the OpenAPI document has every operation, and none of the public API', async () => {
    const [status, document] = await askSignedIn('GET', '/openapi.json');
    expect(status).toBe(200);
    const { openapi, paths } = document as { openapi: string; paths: Record<string, Record<string, unknown>> };
    expect(openapi).toMatch(/^3\.1\./);
    const described = Object.entries(paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${path.replaceAll(/\{(\w+)\}/g, ':$1')}`),
    );
    const routesOf = (kind: string) =>
      endpoints()
        .filter(({ access }) => access.kind === kind)
        .map(({ method, path }) => `${method} ${path.replace('/admin/api', '')}`);
    // Not all that need no session are described.
    const withSession = described.filter((route) => !routesOf('public').includes(route));
    expect(withSession.sort()).toEqual(routesOf('session').sort());
  });
});
