// An email is one user in whichever form of Unicode it is written.
import { CommandBus } from '@nestjs/cqrs';
import { CreateFirstAdministrator } from '#libs/backoffice-auth';
import { query } from '../../../test/support/database.js';
import { FetchBrowser } from '../../../test/support/fetch-browser.js';
import { startOidcProvider } from '../../../test/support/oidc-provider.js';
import { sessionOf, signInWithOidc } from '../../../test/support/oidc-sign-in.js';
import { freePort } from '../../../test/support/redis.js';
import { sharedService, type SharedService, startService } from '../../../test/support/service.js';

const PASSWORD = 'quarrelling flamingos at dusk';
const NFC = (name: string) => `${name}\u00e9@ex\u00e4mple.com`;
const NFD = (name: string) => NFC(name).normalize('NFD');

let service: SharedService;

beforeAll(async () => {
  service = await sharedService();
});

interface User {
  id: string;
  email: string;
}

const create = (email: string, more: object = {}) =>
  service.backoffice.request('POST', '/users', { email, displayName: 'Ada', ...more });

async function signIn(email: string, password = PASSWORD): Promise<[number, string | undefined]> {
  const response = await fetch(`${service.url}/admin/api/session`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password }),
  });
  return [response.status, ((await response.json()) as { user?: User }).user?.id];
}

it('the email of a new user is stored in lower case and composed', async () => {
  const response = await create(NFD('New').toUpperCase());
  expect([response.status, ((await response.json()) as User).email]).toEqual([201, NFC('new')]);
});

it('an email is too long if it has more than 254 characters as sent', async () => {
  const email = `${'e\u0301'.repeat(127)}@b`;
  expect([email.length, email.normalize('NFC').length]).toEqual([256, 129]);
  const response = await create(email);
  expect([response.status, await response.json()]).toEqual([400, { error: 'email: must have 3 to 254 characters' }]);
});

it('a user is not created a second time by another form of the email', async () => {
  expect((await create(NFC('twice'))).status).toBe(201);
  for (const email of [NFC('twice'), NFD('twice'), NFD('TWICE')]) expect((await create(email)).status).toBe(409);
});

it('an administrator signs in by each form of the email', async () => {
  const admin = { role: 'admin', password: PASSWORD };
  const { id } = (await (await create(NFC('admin'), admin)).json()) as User;
  for (const email of [NFC('admin'), NFD('admin'), NFD('ADMIN')]) expect(await signIn(email)).toEqual([200, id]);
});

it('wrong passwords for all forms of an email are counted together', async () => {
  const statuses: number[] = [];
  for (let guess = 0; guess < 12; guess++) {
    statuses.push((await signIn(guess % 2 === 0 ? NFC('guessed') : NFD('guessed'), 'wrong'))[0]);
  }
  expect(statuses).toEqual([...Array<number>(10).fill(401), 429, 429]);
});

it('a search finds a user by each form of the email', async () => {
  const { id } = (await (await create(NFC('sought'))).json()) as User;
  for (const search of ['soughté', 'soughté'.normalize('NFD')]) {
    const path = `/users?search=${encodeURIComponent(search)}`;
    const { users } = await service.backoffice.call<{ users: User[] }>('GET', path);
    expect([search, users.map((user) => user.id)]).toEqual([search, [id]]);
  }
});

it('the first administrator has the email of ADMIN_EMAIL, composed', async () => {
  const other = await startService();
  await query(other.databaseUrl, `UPDATE users SET role = 'player'`);
  await other.app.get(CommandBus).execute(new CreateFirstAdministrator(NFD('First'), PASSWORD));
  const [user] = await query(other.databaseUrl, `SELECT email FROM users WHERE role = 'admin'`);
  expect(user?.email).toBe(NFC('first'));
  await other.close();
});

it('OpenID Connect: a user is found and created by any form of the email', async () => {
  const port = String(await freePort());
  const site = `http://localhost:${port}`;
  const provider = await startOidcProvider([`${site}/admin/api/session/oidc/callback`]);
  const claims = { name: 'Ada', email_verified: true, groups: ['quiz-admins'] };
  await provider.setAccount('known', { ...claims, email: NFD('known') });
  await provider.setAccount('new', { ...claims, email: NFD('unknown') });
  const instance = await startService({
    ...provider.environment,
    DATABASE_URL: service.databaseUrl,
    OIDC_GROUP_ROLES: 'quiz-admins=admin',
    PORT: port,
  });
  const { id } = (await (await create(NFC('known'))).json()) as User;
  const [known, unknown] = [new FetchBrowser(), new FetchBrowser()];
  await signInWithOidc(known, site, 'known');
  await signInWithOidc(unknown, site, 'new');
  expect((await sessionOf(known, site))?.user.id).toBe(id);
  expect((await sessionOf(unknown, site))?.user.email).toBe(NFC('unknown'));
  await instance.close();
  await provider.stop();
});
