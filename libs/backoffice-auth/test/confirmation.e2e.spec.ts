// What could take over an account needs a sign-in or a confirmation of the last 10 minutes, not a session alone.
import type { Role } from '#libs/access';
import { enrol } from '../../../test/support/authenticator.js';
import { ageConfirmation, Backoffice } from '../../../test/support/backoffice.js';
import { query } from '../../../test/support/database.js';
import { createPlayer } from '../../../test/support/factories.js';
import { type Service, startTwoServices } from '../../../test/support/service.js';

const PASSWORD = 'correct horse battery';
const REQUIRED = [403, { error: 'Confirm that it is you' }];

let service: Service;
let other: Service;
/** A session that began more than 10 minutes ago. */
let older: Backoffice;
let email: string;

beforeAll(async () => {
  [service, other] = await startTwoServices();
});

afterAll(() => service.close());

let names = 0;

const newUser = (role: Role, more: object = {}) => {
  const name = `person${++names}`;
  return { email: `${name}@example.com`, displayName: name, role, ...more };
};

const create = async (role: Role, more: object = {}) => {
  const user = newUser(role, more);
  const { id } = await service.backoffice.call<{ id: string }>('POST', '/users', user);
  return { ...user, id };
};

beforeEach(async () => {
  ({ email } = await create('admin', { password: PASSWORD }));
  older = await Backoffice.signIn(service.url, { email, password: PASSWORD });
  await ageConfirmation(service.databaseUrl, older);
});

async function answerOf(request: Promise<Response>): Promise<[number, unknown]> {
  const response = await request;
  const text = await response.text();
  return [response.status, text === '' ? undefined : JSON.parse(text)];
}

const ask = (method: string, path: string, body?: unknown) => answerOf(older.request(method, path, body));

const confirm = (proof: object) => ask('POST', '/session/confirmation', proof);

describe('a session that was not confirmed in the last 10 minutes', () => {
  it('cannot create an administrator, an editor, an application, nor a user with a password, and can create others', async () => {
    expect(await ask('POST', '/users', newUser('admin'))).toEqual(REQUIRED);
    expect(await ask('POST', '/users', newUser('editor'))).toEqual(REQUIRED);
    expect(await ask('POST', '/users', newUser('application'))).toEqual(REQUIRED);
    expect(await ask('POST', '/users', newUser('player', { password: PASSWORD }))).toEqual(REQUIRED);
    expect((await ask('POST', '/users', newUser('player')))[0]).toBe(201);
  });

  it.each([
    ['viewer', { role: 'player' }],
    ['player', { role: 'admin' }],
    ['player', { role: 'application' }],
    ['application', { role: 'editor' }],
    ['editor', { role: 'admin' }],
  ] as const)('cannot raise a %s by %j, alone or with others', async (role, changes) => {
    const [one, two] = [await create(role), await create('admin')];
    expect(await ask('PATCH', `/users/${one.id}`, changes)).toEqual(REQUIRED);
    expect(await ask('PATCH', '/users', { users: [{ id: two.id }, { id: one.id }], ...changes })).toEqual(REQUIRED);
    const roles = await query(service.databaseUrl, 'SELECT role FROM users WHERE id = ANY ($1)', [[one.id, two.id]]);
    expect(roles).toEqual(expect.arrayContaining([{ role }, { role: 'admin' }]));
  });

  it.each(['admin', 'editor'] as const)('cannot give %s access back, and can give it back to others', async (role) => {
    const [administrator, player] = [await create(role), await create('player')];
    for (const { id } of [administrator, player]) {
      expect((await ask('PATCH', `/users/${id}`, { suspended: true }))[0]).toBe(200);
    }
    expect(await ask('PATCH', `/users/${administrator.id}`, { suspended: false })).toEqual(REQUIRED);
    expect(await ask('PATCH', '/users', { users: [{ id: administrator.id }], suspended: false })).toEqual(REQUIRED);
    expect((await ask('PATCH', `/users/${player.id}`, { suspended: false }))[0]).toBe(200);
  });

  it('can change an administrator in other ways, and lower one', async () => {
    const { id } = await create('admin');
    const same = { displayName: 'Renamed', role: 'admin', suspended: false };
    expect((await ask('PATCH', `/users/${id}`, same))[0]).toBe(200);
    expect((await ask('PATCH', `/users/${id}`, { role: 'viewer' }))[0]).toBe(200);
  });

  it('cannot create, rotate or change a key, because its user may become an administrator, and can delete one', async () => {
    const { keyId, userId } = await createPlayer(service);
    const read = () => query(service.databaseUrl, 'SELECT * FROM api_keys WHERE user_id = $1', [userId]);
    const before = await read();
    expect(await ask('POST', '/keys', { name: 'Key', userId })).toEqual(REQUIRED);
    expect(await ask('POST', `/keys/${keyId}/rotation`, {})).toEqual(REQUIRED);
    expect(await ask('PATCH', `/keys/${keyId}`, { disabled: false })).toEqual(REQUIRED);
    expect(await read()).toEqual(before);
    expect((await ask('DELETE', `/keys/${keyId}`))[0]).toBe(204);
  });

  it('cannot change the address of a webhook, which would get the pending events', async () => {
    const body = { name: 'Hook', url: 'https://example.com/hook', events: ['attempt.recorded'] };
    const { id } = await service.backoffice.call<{ id: string }>('POST', '/webhooks', body);
    expect(await ask('PATCH', `/webhooks/${id}`, { url: 'https://example.org/other' })).toEqual(REQUIRED);
  });

  it('says so, and other sessions of the user are not affected', async () => {
    const fresh = await Backoffice.signIn(service.url, { email, password: PASSWORD });
    expect(await older.call('GET', '/session')).toMatchObject({ isConfirmed: false });
    expect(await fresh.call('GET', '/session')).toMatchObject({ isConfirmed: true });
    await older.call('POST', '/session/confirmation', { password: PASSWORD });
    await ageConfirmation(service.databaseUrl, fresh);
    expect(await older.call('GET', '/session')).toMatchObject({ isConfirmed: true });
    expect(await fresh.call('GET', '/session')).toMatchObject({ isConfirmed: false });
  });
});

describe('a confirmation', () => {
  it('by the password counts for 10 minutes, at every instance', async () => {
    expect(await confirm({ password: PASSWORD })).toEqual([204, undefined]);
    const elsewhere = Object.assign(Object.create(Backoffice.prototype) as Backoffice, older, { url: other.url });
    expect((await answerOf(elsewhere.request('POST', '/users', newUser('admin'))))[0]).toBe(201);
    await ageConfirmation(service.databaseUrl, older);
    expect(await ask('POST', '/users', newUser('admin'))).toEqual(REQUIRED);
  });

  it('by a code of the second factor or a recovery code counts too, once each', async () => {
    const { app, recoveryCodes } = await enrol(older, PASSWORD);
    await query(service.databaseUrl, 'UPDATE second_factors SET last_step = 0');
    for (const code of [app.code(), recoveryCodes[0] ?? '']) {
      await ageConfirmation(service.databaseUrl, older);
      expect(await confirm({ code })).toEqual([204, undefined]);
      expect((await ask('POST', '/users', newUser('admin')))[0]).toBe(201);
      expect(await confirm({ code })).toEqual([403, { error: 'Code is wrong' }]);
    }
  });

  it.each([
    [{ password: 'a wrong password' }, 'Current password is wrong'],
    [{ code: '123456' }, 'Code is wrong'],
  ])('by %j is rejected, and the failure is counted for the audit log', async (proof, error) => {
    await query(service.databaseUrl, 'DELETE FROM failed_sign_ins');
    expect(await confirm(proof)).toEqual([403, { error }]);
    expect(await ask('POST', '/users', newUser('admin'))).toEqual(REQUIRED);
    expect(await query(service.databaseUrl, 'SELECT user_id, failures FROM failed_sign_ins')).toEqual([
      { user_id: older.userId, failures: 1 },
    ]);
  });

  it.each([[{}], [{ password: PASSWORD, code: '123456' }]])('by %j is not one', async (proof) => {
    expect(await confirm(proof)).toEqual([400, { error: 'password: must be given, or a code instead' }]);
  });

  it('has the ten tries of a known browser in common with the sign-in and with codes', async () => {
    for (let tries = 0; tries < 5; tries++) {
      expect((await confirm({ password: 'a wrong password' }))[0]).toBe(403);
      expect((await confirm({ code: '123456' }))[0]).toBe(403);
    }
    expect((await confirm({ password: PASSWORD }))[0]).toBe(429);
    expect((await confirm({ code: '123456' }))[0]).toBe(429);
    const body = { currentPassword: PASSWORD, newPassword: 'staple correct horse' };
    expect((await ask('PUT', '/session/password', body))[0]).toBe(429);
    expect((await ask('POST', '/session/second-factor/removal', { password: PASSWORD }))[0]).toBe(429);
  });

  it('by a code has the ten tries of a day in common with the sign-in', async () => {
    const { app } = await enrol(older, PASSWORD);
    await query(service.databaseUrl, 'UPDATE second_factors SET last_step = 0');
    for (let tries = 0; tries < 10; tries++) expect((await confirm({ code: app.wrongCode() }))[0]).toBe(403);
    await query(service.databaseUrl, 'DELETE FROM sign_in_counts');
    expect((await confirm({ code: app.code() }))[0]).toBe(429);
    const signIn = fetch(`${service.url}/admin/api/session`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email, password: PASSWORD, code: app.code() }),
    });
    expect((await signIn).status).toBe(429);
  });
});
