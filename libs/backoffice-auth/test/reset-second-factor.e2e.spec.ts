import { enrol } from '../../../test/support/authenticator.js';
import { Backoffice } from '../../../test/support/backoffice.js';
import { query } from '../../../test/support/database.js';
import { operate } from '../../../test/support/operations.js';
import { ADMINISTRATOR, type Service, startService } from '../../../test/support/service.js';

let service: Service;

beforeAll(async () => {
  service = await startService({ SECOND_FACTOR: 'required' });
});

afterAll(() => service.close());

const reset = (...args: string[]) => operate(['reset-second-factor', ...args], { DATABASE_URL: service.databaseUrl });

async function signIn(): Promise<[number, unknown]> {
  const response = await fetch(`${service.url}/admin/api/session`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(ADMINISTRATOR),
  });
  return [response.status, await response.json()];
}

it('reset-second-factor: removes the second factor of the last administrator while the service runs, and is in the audit log', async () => {
  await enrol(service.backoffice, ADMINISTRATOR.password);
  expect(await signIn()).toEqual([401, { error: 'Second factor required' }]);
  expect(await reset('Admin@Example.com')).toEqual({
    exitCode: 0,
    out: 'Admin@Example.com now signs in with a password alone. Their sessions have ended.\n',
    errors: [],
  });
  expect((await service.backoffice.request('GET', '/session')).status).toBe(401);
  expect(await signIn()).toMatchObject([200, { secondFactor: 'missing' }]);
  const entries = await query(
    service.databaseUrl,
    `SELECT actor_id, address, subject_id FROM audit_entries WHERE action = 'second-factor.reset'`,
  );
  expect(entries).toEqual([{ actor_id: null, address: null, subject_id: service.backoffice.userId }]);
});

it.each([
  ['nobody@example.com', 'there is no user nobody@example.com'],
  [ADMINISTRATOR.email, `no second factor is set up for ${ADMINISTRATOR.email}`],
])('reset-second-factor: reports that there is nothing to reset: %s', async (email, reason) => {
  expect(await reset(email)).toEqual({ exitCode: 1, out: `Nothing to reset: ${reason}.\n`, errors: [] });
});

it('reset-second-factor: changes neither sessions nor an enrolment if there is no second factor', async () => {
  const backoffice = await Backoffice.signIn(service.url, ADMINISTRATOR);
  await backoffice.call('POST', '/session/second-factor', { password: ADMINISTRATOR.password });
  await reset(ADMINISTRATOR.email);
  expect((await backoffice.request('GET', '/session')).status).toBe(200);
  expect(await query(service.databaseUrl, 'SELECT confirmed_at FROM second_factors')).toEqual([{ confirmed_at: null }]);
});

it.each([[[]], [['one@example.com', 'two@example.com']], [['--fix']]])(
  'reset-second-factor: shows its usage: %j',
  async (args) => {
    const { exitCode, out, errors } = await reset(...args);
    expect([exitCode, out]).toEqual([2, '']);
    expect(errors.join('\n')).toContain('npm run reset-second-factor -- EMAIL');
  },
);

it('reset-second-factor: reports that the database cannot be reached', async () => {
  const { exitCode, errors } = await operate(['reset-second-factor', 'ada@example.com'], {
    DATABASE_URL: 'postgres://127.0.0.1:1/quiz',
  });
  expect([exitCode, errors]).toEqual([
    2,
    ['The second factor could not be reset. The database cannot be reached (ECONNREFUSED): check DATABASE_URL.'],
  ]);
});
