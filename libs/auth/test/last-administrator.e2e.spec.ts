import { Backoffice } from '../../../test/support/backoffice.js';
import { query } from '../../../test/support/database.js';
import { type Service, startService, startTwoServices } from '../../../test/support/service.js';

const PASSWORD = 'correct horse battery';
const LAST_ADMINISTRATOR = [409, { error: 'The last administrator cannot be removed' }];

/** Nobody signs in with it. */
const PROVIDER = {
  OIDC_ISSUER: 'https://new.example.com',
  OIDC_CLIENT_ID: 'quiz',
  OIDC_CLIENT_SECRET: 'a-secret-of-tests',
};

let service: Service;
let other: Service;
/** An instance whose provider gives roles by groups. */
let mapped: Service;
/** The only administrators, with passwords, signed in at one instance each. */
let one: Backoffice;
let two: Backoffice;

beforeAll(async () => {
  [service, other] = await startTwoServices(PROVIDER);
  const mapping = { OIDC_GROUP_ROLES: 'quiz-admins=admin', DATABASE_URL: service.databaseUrl };
  mapped = await startService({ ...PROVIDER, ...mapping });
});

afterAll(async () => {
  await mapped.close();
  await service.close();
});

let administrators = 0;

async function administrator(url: string): Promise<Backoffice> {
  const email = `admin${++administrators}@example.com`;
  const user = { email, displayName: 'Administrator', role: 'admin', password: PASSWORD };
  await service.backoffice.call('POST', '/users', user);
  return Backoffice.signIn(url, { email, password: PASSWORD });
}

async function onlyTwoAdministrators(): Promise<void> {
  await query(service.databaseUrl, `UPDATE users SET role = 'admin' WHERE id = $1`, [service.backoffice.userId]);
  one = await administrator(service.url);
  two = await administrator(other.url);
  await query(service.databaseUrl, `UPDATE users SET role = 'player' WHERE id <> ALL ($1)`, [[one.userId, two.userId]]);
}

beforeEach(onlyTwoAdministrators);

async function change(by: Backoffice, { userId }: Backoffice, changes: object): Promise<[number, unknown]> {
  const response = await by.request('PATCH', `/users/${userId}`, changes);
  return [response.status, await response.json()];
}

const active = async () => {
  const rows = await query<{ id: string }>(
    service.databaseUrl,
    `SELECT id FROM users WHERE role = 'admin' AND NOT suspended`,
  );
  return rows.map(({ id }) => id);
};

const removals = [{ role: 'player' }, { role: 'viewer' }, { suspended: true }, { role: 'player', suspended: true }];

describe('the last administrator', () => {
  it.each(removals)('cannot be removed by %j, and one of two can', async (removal) => {
    expect((await change(one, two, removal))[0]).toBe(200);
    expect(await change(one, one, { displayName: 'Last', ...removal })).toEqual(LAST_ADMINISTRATOR);
    expect(await active()).toEqual([one.userId]);
  });

  it('cannot be removed while another administrator is suspended', async () => {
    await change(one, two, { suspended: true });
    expect(await change(one, one, { suspended: true })).toEqual(LAST_ADMINISTRATOR);
    expect((await change(one, two, { suspended: false }))[0]).toBe(200);
    expect((await change(one, one, { suspended: true }))[0]).toBe(200);
    expect(await active()).toEqual([two.userId]);
  });

  it('is the last one who can sign in: one without a password does not count', async () => {
    const { id } = await one.call<{ id: string }>('POST', '/users', {
      email: `without${++administrators}@example.com`,
      displayName: 'Without password',
      role: 'admin',
    });
    expect((await change(one, two, { suspended: true }))[0]).toBe(200);
    for (const removal of removals) expect(await change(one, one, removal)).toEqual(LAST_ADMINISTRATOR);
    expect((await one.request('PATCH', `/users/${id}`, { role: 'player' })).status).toBe(200);
    await one.call('PATCH', `/users/${id}`, { role: 'admin' });
    await one.call('PUT', `/users/${id}/password`, { password: PASSWORD });
    expect((await change(one, one, { suspended: true }))[0]).toBe(200);
    expect(await active()).toEqual([id]);
  });

  it('is the last one who can sign in: one of a former provider does not count', async () => {
    const email = `provider${++administrators}@example.com`;
    const { id } = await one.call<{ id: string }>('POST', '/users', {
      email,
      displayName: 'Of a provider',
      role: 'admin',
    });
    const link = 'INSERT INTO identities (issuer, subject, user_id) VALUES ($1, $2, $3)';
    await query(service.databaseUrl, link, ['https://old.example.com', email, id]);
    await change(one, two, { suspended: true });
    expect(await change(one, one, { suspended: true })).toEqual(LAST_ADMINISTRATOR);
    await query(service.databaseUrl, link, [PROVIDER.OIDC_ISSUER, email, id]);
    expect((await change(one, one, { suspended: true }))[0]).toBe(200);
  });

  it('is the last one with a password where groups give roles, or of the provider if nobody has a password', async () => {
    const email = `mapped${++administrators}@example.com`;
    const { id } = await one.call<{ id: string }>('POST', '/users', {
      email,
      displayName: 'Of a group',
      role: 'admin',
    });
    const link = 'INSERT INTO identities (issuer, subject, user_id) VALUES ($1, $2, $3)';
    await query(service.databaseUrl, link, [PROVIDER.OIDC_ISSUER, email, id]);
    const account = { email: `here${administrators}@example.com`, password: PASSWORD };
    await one.call('POST', '/users', { ...account, displayName: 'Here', role: 'admin' });
    const here = await Backoffice.signIn(mapped.url, account);
    for (const other of [two, one]) expect((await change(here, other, { suspended: true }))[0]).toBe(200);
    for (const removal of removals) expect(await change(here, here, removal)).toEqual(LAST_ADMINISTRATOR);
    await query(service.databaseUrl, 'DELETE FROM credentials WHERE user_id = $1', [here.userId]);
    expect((await change(here, here, { suspended: true }))[0]).toBe(200);
    expect(await active()).toEqual([id]);
  });

  it('is not removed together with others', async () => {
    const third = {
      email: `third${++administrators}@example.com`,
      displayName: 'Third',
      role: 'admin',
      password: PASSWORD,
    };
    const { id } = await one.call<{ id: string }>('POST', '/users', third);
    await query(service.databaseUrl, 'DELETE FROM credentials WHERE user_id = $1', [one.userId]);
    const users = [{ id }, { id: two.userId }];
    const response = await one.request('PATCH', '/users', { users, role: 'player' });
    expect([response.status, await response.json()]).toEqual([
      409,
      { error: expect.stringMatching(/^(Third|Administrator): The last administrator cannot be removed$/) as string },
    ]);
  });

  it('can be changed in other ways, and users of other roles can be removed', async () => {
    await change(one, two, { role: 'player' });
    expect((await change(one, one, { displayName: 'Last', role: 'admin', suspended: false }))[0]).toBe(200);
    expect((await change(one, two, { role: 'viewer', suspended: true }))[0]).toBe(200);
  });
});

it('of two administrators with passwords and one without, who are removed at two instances concurrently, one with a password stays', async () => {
  for (let round = 0; round < 2; round++) {
    const user = { email: `round${round}@example.com`, displayName: 'Without password', role: 'admin' };
    await one.call('POST', '/users', user);
    await Promise.all([change(one, one, { suspended: true }), change(two, two, { suspended: true })]);
    const stay = (await active()).filter((id) => [one.userId, two.userId].includes(id));
    expect(stay).toHaveLength(1);
    await onlyTwoAdministrators();
  }
});

describe('of two administrators who are suspended at two instances concurrently', () => {
  const removal = { suspended: true };

  it.each([
    ['who remove each other', () => [change(one, two, removal), change(two, one, removal)]],
    ['who remove themselves', () => [change(one, one, removal), change(two, two, removal)]],
    ['of whom one removes both', () => [change(one, one, removal), change(one, two, removal)]],
  ])('%s, one stays', async (_, remove) => {
    for (let round = 0; round < 2; round++) {
      const answers = await Promise.all(remove());
      const rejected = answers.filter(([status]) => status !== 200);
      expect(rejected).toHaveLength(1);
      // Who was removed first is not signed in any more.
      expect([LAST_ADMINISTRATOR, [401, { error: 'Not signed in' }]]).toContainEqual(rejected[0]);
      expect(await active()).toHaveLength(1);
      await onlyTwoAdministrators();
    }
  });
});
