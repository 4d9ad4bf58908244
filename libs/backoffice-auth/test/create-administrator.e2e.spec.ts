import { Backoffice } from '../../../test/support/backoffice.js';
import { query } from '../../../test/support/database.js';
import { operate } from '../../../test/support/operations.js';
import { ADMINISTRATOR, type Service, startService } from '../../../test/support/service.js';

const PASSWORD = 'staple correct horse';

let service: Service;

beforeAll(async () => {
  service = await startService();
});

afterAll(() => service.close());

const run = (args: string[], env: Record<string, string> = {}, input = '') =>
  operate(['create-administrator', ...args], { DATABASE_URL: service.databaseUrl, ...env }, input);

const signIn = (email: string, password = PASSWORD) => Backoffice.signIn(service.url, { email, password });

const auditOf = async (email: string) => {
  const entries = await query(
    service.databaseUrl,
    `SELECT action, actor_id FROM audit_entries WHERE subject_id = (SELECT id FROM users WHERE email = $1) ORDER BY id`,
    [email],
  );
  return entries.map(({ action, actor_id }) => [action, actor_id] as unknown);
};

it('create-administrator: creates a user who can sign in, and is in the audit log', async () => {
  expect(await run(['New@Example.com'], { NEW_PASSWORD: PASSWORD })).toEqual({
    exitCode: 0,
    out: 'new@example.com is a new administrator.\n',
    errors: [],
  });
  expect(await auditOf('new@example.com')).toEqual([['user.created', null]]);
  await signIn('new@example.com');
});

it('create-administrator: reads the password from standard input', async () => {
  expect(await run(['piped@example.com'], {}, `${PASSWORD}\n`)).toMatchObject({ exitCode: 0, errors: [] });
  await signIn('piped@example.com');
});

it('create-administrator: lets a suspended user of another role in again, with another password, while the service runs', async () => {
  const { id } = await service.backoffice.call<{ id: string }>('POST', '/users', {
    email: 'out@example.com',
    displayName: 'Locked out',
  });
  await service.backoffice.call('PATCH', `/users/${id}`, { suspended: true });
  expect(await run(['out@example.com'], { NEW_PASSWORD: PASSWORD })).toEqual({
    exitCode: 0,
    out: 'out@example.com is an administrator and has a new password. Their sessions have ended.\n',
    errors: [],
  });
  expect(await (await signIn('out@example.com')).call('GET', '/session')).toMatchObject({
    user: { displayName: 'Locked out', role: 'admin', suspended: false },
  });
  expect((await auditOf('out@example.com')).slice(2, 4)).toEqual([
    ['password.set', null],
    ['user.changed', null],
  ]);
});

it('create-administrator: ends the sessions of an administrator', async () => {
  await run([ADMINISTRATOR.email], { NEW_PASSWORD: PASSWORD });
  expect((await service.backoffice.request('GET', '/session')).status).toBe(401);
});

it.each([
  ['ada@example.com', 'password1234', /^The administrator could not be created\. password: must be harder to guess/],
  ['ada@example.com', 'short', /password: must have 12 to 200 characters/],
  ['ada@example.com', '', /No password was given: set NEW_PASSWORD, or enter it\./],
  ['ada', PASSWORD, /email: must be an email address/],
])('create-administrator: rejects %s with the password "%s"', async (email, password, error) => {
  const { exitCode, out, errors } = await run([email], {}, password);
  expect([exitCode, out]).toEqual([2, '']);
  expect(errors.join('\n')).toMatch(error);
  expect(await auditOf(email)).toEqual([]);
});

it.each([[[]], [['one@example.com', PASSWORD]]])('create-administrator: shows its usage: %j', async (args) => {
  const { exitCode, out, errors } = await run(args);
  expect([exitCode, out]).toEqual([2, '']);
  expect(errors.join('\n')).toContain('npm run create-administrator -- EMAIL');
});
