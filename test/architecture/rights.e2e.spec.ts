// Each route against the rights that people have written down for it, in `libs/<name>/test/rights.ts`.
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ROLES } from '#libs/access';
import { EndpointRegistry, type RegisteredEndpoint } from '#libs/http';
import { ageConfirmation, Backoffice } from '../support/backoffice.js';
import { createPlayer, type Player } from '../support/factories.js';
import { send } from '../support/http.js';
import { RIGHTS } from '../support/rights.js';
import { type Service, startService } from '../support/service.js';

const LIBS = fileURLToPath(new URL('../../libs', import.meta.url));

const SPARE = { email: 'spare@example.com', password: 'another password for tests' };

let service: Service;
let admin: Player;
/** The session of another administrator, because some routes end it. */
let spare: Backoffice;

beforeAll(async () => {
  service = await startService();
  admin = await createPlayer(service, 'admin');
  const body = { ...SPARE, displayName: 'Spare', role: 'admin' };
  await service.backoffice.call('POST', '/users', body);
  spare = await Backoffice.signIn(service.url, SPARE);
});

afterAll(() => service.close());

const endpoints = () => service.app.get(EndpointRegistry).endpoints;
const routeOf = ({ method, path }: RegisteredEndpoint) => `${method} ${path}`;

/** The right that an endpoint declares, as a `rights.ts` would write it. */
function declaredBy({ access }: RegisteredEndpoint): string {
  if (access.kind === 'session') {
    return access.enrolling === true ? "'enrolling'" : access.confirmed === true ? "'confirmed'" : "'session'";
  }
  if (access.kind !== 'scope') return `'${access.kind}'`;
  const roles = ROLES.filter((role) => access.scope.isGivenBy(role) && (!access.admin || role === 'admin'));
  return `[${roles.map((role) => `'${role}'`).join(', ')}]`;
}

/** The file for the rights of a controller's routes: that of its lib, else `test/rights.ts`. */
async function fileFor({ controller }: RegisteredEndpoint): Promise<string> {
  for (const lib of await readdir(LIBS)) {
    const names = await readdir(join(LIBS, lib, 'src'), { recursive: true }).catch(() => []);
    for (const name of names.filter((one) => one.endsWith('.ts'))) {
      const text = await readFile(join(LIBS, lib, 'src', name), 'utf8');
      if (text.includes(`class ${controller.name} `)) return `libs/${lib}/test/rights.ts`;
    }
  }
  return 'test/rights.ts';
}

it('routes: each has a line in the rights.ts of its module, and each line a route', async () => {
  const problems: string[] = [];
  const registered = new Map(endpoints().map((endpoint) => [routeOf(endpoint), endpoint]));
  for (const [route, endpoint] of registered) {
    if (RIGHTS.has(route)) continue;
    problems.push(
      `${route} has no expected right. Write who may use it into ${await fileFor(endpoint)}; it declares:\n` +
        `  '${route}': ${declaredBy(endpoint)},`,
    );
  }
  for (const [route, { file }] of RIGHTS) {
    if (!registered.has(route)) problems.push(`${route} does not exist. Remove its line from ${file}`);
  }
  expect(problems.join('\n')).toBe('');
});

it('routes declare the expected rights', () => {
  const different = endpoints().flatMap((endpoint) => {
    const expected = RIGHTS.get(routeOf(endpoint));
    if (expected === undefined) return [];
    const { right, file } = expected;
    const text =
      typeof right === 'string'
        ? `'${right}'`
        : `[${ROLES.filter((role) => right.includes(role))
            .map((role) => `'${role}'`)
            .join(', ')}]`;
    const declared = declaredBy(endpoint);
    return text === declared ? [] : [`${routeOf(endpoint)} declares ${declared}; ${file} expects ${text}`];
  });
  expect(different).toEqual([]);
});

describe.each(
  [...RIGHTS].flatMap(([route, { right }]) =>
    typeof right === 'string' && right !== 'key' ? [[route, right] as const] : [],
  ),
)('%s (%s)', (route, right) => {
  const [method = '', path = ''] = route.split(' ');
  const target = path.replaceAll(/:\w+/g, 'none');
  const isWrite = method !== 'GET';

  if (right === 'public') {
    it('needs no sign-in', async () => {
      const { status, text } = await send(service.url, method, target, {});
      expect({ status, isRejected: /Not signed in|CSRF|API key/.test(text) }).toEqual({ status, isRejected: false });
    });
    return;
  }

  it('needs a session', async () => {
    const callers: Record<string, string>[] = [
      {},
      { 'x-api-key': admin.key },
      { 'x-csrf-token': service.backoffice.csrfToken },
    ];
    for (const headers of callers) {
      const { status, text } = await send(service.url, method, target, { headers });
      expect([headers, status, JSON.parse(text)]).toEqual([headers, 401, { error: 'Not signed in' }]);
    }
  });

  if (isWrite) {
    it('needs the CSRF token', async () => {
      const { cookie } = service.backoffice;
      const { status, text } = await send(service.url, method, target, { headers: { cookie } });
      expect([status, JSON.parse(text)]).toEqual([403, { error: 'Invalid CSRF token' }]);
    });
  }

  if (right === 'confirmed') {
    it('needs a confirmation of the last 10 minutes', async () => {
      const older = await Backoffice.signIn(service.url, SPARE);
      await ageConfirmation(service.databaseUrl, older);
      const headers = { cookie: older.cookie, 'x-csrf-token': older.csrfToken };
      const { status, text } = await send(service.url, method, target, { headers });
      expect([status, JSON.parse(text)]).toEqual([403, { error: 'Confirm that it is you' }]);
    });
  }

  it('admits an administrator', async () => {
    if ((await spare.request('GET', '/session')).status === 401) spare = await Backoffice.signIn(service.url, SPARE);
    const headers = { cookie: spare.cookie, 'x-csrf-token': spare.csrfToken };
    const { status } = await send(service.url, method, target, { headers });
    expect(status < 500 && ![401, 403].includes(status) ? 'admitted' : status).toBe('admitted');
  });
});
