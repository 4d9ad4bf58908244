// Each route against the rights that people have written down for it, in `libs/<name>/test/rights.ts`.
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ROLES } from '#libs/access';
import { EndpointRegistry, type RegisteredEndpoint } from '#libs/http';
import { ageConfirmation, Backoffice } from '../support/backoffice.js';
import { createPlayer, type Player } from '../support/factories.js';
import { type Answer, send } from '../support/http.js';
import { RIGHTS } from '../support/rights.js';
import { sharedService, type SharedService } from '../support/service.js';

const LIBS = fileURLToPath(new URL('../../libs', import.meta.url));

/** Others than the administrator of the tests, because some routes end the session. */
const USERS = {
  admin: { email: 'spare@example.com', password: 'another password for tests' },
  editor: { email: 'editor@example.com', password: 'a third password for tests' },
};

let service: SharedService;
let admin: Player;
const sessions: Partial<Record<keyof typeof USERS, Backoffice>> = {};

beforeAll(async () => {
  service = await sharedService();
  admin = await createPlayer(service, 'admin');
  for (const [role, credentials] of Object.entries(USERS)) {
    await service.backoffice.call('POST', '/users', { ...credentials, displayName: 'Spare', role });
  }
});

/** Sends a request as an administrator or an editor, who signs in again if their session has ended. */
async function sendAs(role: keyof typeof USERS, method: string, target: string): Promise<Answer> {
  let session = sessions[role];
  if (session === undefined || (await session.request('GET', '/session')).status === 401) {
    session = sessions[role] = await Backoffice.signIn(service.url, USERS[role]);
  }
  return send(service.url, method, target, { headers: { cookie: session.cookie, 'x-csrf-token': session.csrfToken } });
}

const endpoints = () => service.app.get(EndpointRegistry).endpoints;
const routeOf = ({ method, path }: RegisteredEndpoint) => `${method} ${path}`;

/** The right that an endpoint declares, as a `rights.ts` would write it. */
function declaredBy({ access }: RegisteredEndpoint): string {
  if (access.kind === 'session') {
    const { enrolling, confirmed, editor } = access;
    if (editor === true && confirmed === true) throw new Error('rights.ts has no word for this right yet');
    if (enrolling === true) return "'enrolling'";
    return editor === true ? "'editor'" : confirmed === true ? "'confirmed'" : "'session'";
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
      const older = await Backoffice.signIn(service.url, USERS.admin);
      await ageConfirmation(service.databaseUrl, older);
      const headers = { cookie: older.cookie, 'x-csrf-token': older.csrfToken };
      const { status, text } = await send(service.url, method, target, { headers });
      expect([status, JSON.parse(text)]).toEqual([403, { error: 'Confirm that it is you' }]);
    });
  }

  const isForEditors = right === 'editor' || right === 'enrolling';

  it.each(isForEditors ? (['admin', 'editor'] as const) : (['admin'] as const))('admits %s', async (role) => {
    const { status } = await sendAs(role, method, target);
    expect(status < 500 && ![401, 403].includes(status) ? 'admitted' : status).toBe('admitted');
  });

  if (!isForEditors) {
    it('rejects an editor before it reads the request', async () => {
      for (const query of ['', '?page=0&limit[]=x']) {
        const { status, text } = await sendAs('editor', method, target + query);
        expect([status, JSON.parse(text)]).toEqual([403, { error: 'Insufficient permissions' }]);
      }
    });
  }
});
