import { ADDRESS } from '../../../test/support/audit.js';
import { Backoffice } from '../../../test/support/backoffice.js';
import { query } from '../../../test/support/database.js';
import { FetchBrowser } from '../../../test/support/fetch-browser.js';
import { type Claims, type OidcProvider, startOidcProvider } from '../../../test/support/oidc-provider.js';
import { comeBack, goToProvider, sessionOf, signInWithOidc } from '../../../test/support/oidc-sign-in.js';
import { freePort } from '../../../test/support/redis.js';
import { type Service, startService } from '../../../test/support/service.js';

const PASSWORD = 'correct horse battery';
const CALLBACK = '/admin/api/session/oidc/callback';
const ADMITTED = '/admin/quizzes';
const REJECTED = '/admin/sign-in?error=oidc-rejected';
const NO_EMAIL = '/admin/sign-in?error=oidc-email';

let provider: OidcProvider;
let service: Service;
/** Another instance on the same database, without a mapping of groups to roles. */
let unmapped: Service;
let site: string;
let unmappedSite: string;

beforeAll(async () => {
  const [port, unmappedPort] = [String(await freePort()), String(await freePort())];
  site = `http://localhost:${port}`;
  unmappedSite = `http://localhost:${unmappedPort}`;
  provider = await startOidcProvider([`${site}${CALLBACK}`, `${unmappedSite}${CALLBACK}`]);
  service = await startService({
    ...provider.environment,
    PORT: port,
    OIDC_GROUP_ROLES: 'quiz-admins=admin,authors=editor,teachers=viewer,pupils=player',
  });
  unmapped = await startService({ ...provider.environment, PORT: unmappedPort, DATABASE_URL: service.databaseUrl });
});

afterAll(async () => {
  await unmapped.close();
  await service.close();
  await provider.stop();
});

let people = 0;

/** A new account at the provider. */
async function account(claims: Claims): Promise<{ id: string; email: string; set: (claims: Claims) => Promise<void> }> {
  const id = `person${++people}`;
  const email = `${id}@example.com`;
  const set = (changed: Claims) =>
    provider.setAccount(id, { name: `Person ${people}`, email, email_verified: true, ...changed });
  await set(claims);
  return { id, email, set };
}

/** A user of the service, who may sign in by password. */
async function user(email: string, role: string): Promise<string> {
  const body = { email, displayName: 'Here before', role, password: PASSWORD };
  return (await service.backoffice.call<{ id: string }>('POST', '/users', body)).id;
}

const execute = <Row extends object>(text: string, values: unknown[] = []) =>
  query<Row & Record<string, unknown>>(service.databaseUrl, text, values);

async function userOf(email: string): Promise<Record<string, unknown> | undefined> {
  const [row] = await execute('SELECT id, role, suspended, display_name AS "displayName" FROM users WHERE email = $1', [
    email,
  ]);
  return row;
}

const signIn = (id: string, browser = new FetchBrowser(), at = site) => signInWithOidc(browser, at, id);

describe('a person without a user', () => {
  it('becomes an administrator by their group', async () => {
    const { id, email } = await account({ name: ' Grace Hopper ', groups: ['teachers', 'quiz-admins'] });
    expect(await signIn(id)).toBe(ADMITTED);
    expect(await userOf(email)).toMatchObject({ role: 'admin', displayName: 'Grace Hopper' });
  });

  it('becomes an editor by their group', async () => {
    const { id, email } = await account({ groups: ['teachers', 'authors'] });
    expect(await signIn(id)).toBe(ADMITTED);
    expect(await userOf(email)).toMatchObject({ role: 'editor' });
  });

  it('gets their email as name if the provider has no name', async () => {
    const { id, email } = await account({ name: '', groups: ['quiz-admins'] });
    expect(await signIn(id)).toBe(ADMITTED);
    expect(await userOf(email)).toMatchObject({ displayName: email });
  });

  it.each<[string, Claims]>([
    ['of a lesser group', { groups: ['teachers', 'pupils'] }],
    ['of an unknown group', { groups: ['quiz-admins2', 'QUIZ-ADMINS'] }],
    ['of no group', {}],
  ])('is rejected and gets no user: %s', async (_, claims) => {
    const { id, email } = await account(claims);
    expect(await signIn(id)).toBe(REJECTED);
    expect(await userOf(email)).toBeUndefined();
  });

  it.each<[string, Claims]>([
    ['unverified', { email_verified: false }],
    ['of unknown verification', { email_verified: undefined }],
    ['missing', { email: undefined }],
    ['none', { email: 'person' }],
  ])('needs a verified email, not one that is %s', async (_, claims) => {
    const { id, email } = await account({ groups: ['quiz-admins'], ...claims });
    expect(await signIn(id)).toBe(NO_EMAIL);
    expect(await userOf(email)).toBeUndefined();
  });

  it('becomes one user by concurrent sign-ins', async () => {
    const { id, email } = await account({ groups: ['quiz-admins'] });
    const visits = await Promise.all(
      Array.from({ length: 6 }, async () => {
        const browser = new FetchBrowser();
        return { browser, url: (await goToProvider(browser, site, id)).url };
      }),
    );
    const pages = await Promise.all(visits.map(({ browser, url }) => comeBack(browser, site, url)));
    expect(pages).toEqual(Array<string>(6).fill(ADMITTED));
    const ids = await Promise.all(visits.map(async ({ browser }) => (await sessionOf(browser, site))?.user.id));
    expect(new Set(ids)).toEqual(new Set([(await userOf(email))?.id]));
  });
});

describe('a person with a user', () => {
  it('is recognised by their verified email the first time, and their password stays', async () => {
    const { id, email } = await account({ groups: ['quiz-admins'] });
    const userId = await user(email.toUpperCase(), 'admin');
    const browser = new FetchBrowser();
    expect(await signIn(id, browser)).toBe(ADMITTED);
    expect(await sessionOf(browser, site)).toMatchObject({
      user: { id: userId, displayName: 'Here before' },
      hasPassword: true,
    });
    await Backoffice.signIn(service.url, { email, password: PASSWORD });
  });

  it('is not recognised by an unverified email', async () => {
    const { id, email } = await account({ email_verified: false, groups: ['quiz-admins'] });
    await user(email, 'admin');
    expect(await signIn(id)).toBe(NO_EMAIL);
    expect(await signIn(id, new FetchBrowser(), unmappedSite)).toBe(NO_EMAIL);
  });

  it('is recognised by their account afterwards, whatever email it has', async () => {
    const { id, email, set } = await account({ groups: ['quiz-admins'] });
    await signIn(id);
    await set({ groups: ['quiz-admins'], email: 'elsewhere@example.com', email_verified: false });
    const browser = new FetchBrowser();
    expect(await signIn(id, browser)).toBe(ADMITTED);
    expect((await sessionOf(browser, site))?.user.email).toBe(email);
  });

  it('is not another person who gets their email', async () => {
    const { id, email } = await account({ groups: ['quiz-admins'] });
    await signIn(id);
    const other = await account({ groups: ['quiz-admins'] });
    await other.set({ groups: ['quiz-admins'], email });
    expect(await signIn(other.id)).toBe(REJECTED);
  });

  it('is rejected while suspended, and their role stays', async () => {
    const { id, email, set } = await account({ groups: ['quiz-admins'] });
    const browser = new FetchBrowser();
    await signIn(id, browser);
    const userId = (await userOf(email))?.id as string;
    await service.backoffice.call('PATCH', `/users/${userId}`, { suspended: true });
    expect(await sessionOf(browser, site)).toBeUndefined();
    await set({ groups: ['teachers'] });
    expect(await signIn(id)).toBe(REJECTED);
    expect(await userOf(email)).toMatchObject({ role: 'admin', suspended: true });
  });
});

describe('the groups', () => {
  it('give a player the role of an administrator, with the service as the actor in the audit log', async () => {
    const { id, email } = await account({ groups: ['quiz-admins'] });
    const userId = await user(email, 'player');
    expect(await signIn(id)).toBe(ADMITTED);
    const entries = await execute(
      `SELECT actor_id, ${ADDRESS}, details FROM audit_entries
       WHERE subject_id = $1 AND action = 'user.changed'`,
      [userId],
    );
    expect(entries).toEqual([
      {
        actor_id: null,
        address: '127.0.0.1',
        details: { role: { from: 'player', to: 'admin' } },
      },
    ]);
  });

  it.each([
    [['teachers'], 'viewer'],
    [['teachers', 'pupils'], 'player'],
    [['staff'], 'player'],
    [[], 'player'],
  ])('remove the role when they are %j, and all sessions end immediately', async (groups, role) => {
    const { id, email, set } = await account({ groups: ['quiz-admins'] });
    await user(email, 'admin');
    const browser = new FetchBrowser();
    expect(await signIn(id, browser)).toBe(ADMITTED);
    const byPassword = await Backoffice.signIn(service.url, { email, password: PASSWORD });
    await set({ groups });
    expect(await sessionOf(browser, site)).toBeDefined();
    expect(await signIn(id)).toBe(REJECTED);
    expect(await userOf(email)).toMatchObject({ role });
    expect(await sessionOf(browser, site)).toBeUndefined();
    expect((await byPassword.request('GET', '/session')).status).toBe(401);
    await set({ groups: ['quiz-admins'] });
    expect(await signIn(id)).toBe(ADMITTED);
  });

  it('remove the role of an editor', async () => {
    const { id, email, set } = await account({ groups: ['authors'] });
    const browser = new FetchBrowser();
    expect(await signIn(id, browser)).toBe(ADMITTED);
    await set({ groups: ['staff'] });
    expect(await signIn(id)).toBe(REJECTED);
    expect(await userOf(email)).toMatchObject({ role: 'player' });
    expect(await sessionOf(browser, site)).toBeUndefined();
  });

  it('do not change another role of a user who is in none of them', async () => {
    const { id, email } = await account({ groups: ['staff'] });
    const userId = await user(email, 'viewer');
    expect(await signIn(id)).toBe(REJECTED);
    expect(await userOf(email)).toMatchObject({ role: 'viewer' });
    expect(await execute('SELECT 1 FROM sessions WHERE user_id = $1', [userId])).toEqual([]);
    expect(await execute('SELECT action FROM audit_entries WHERE subject_id = $1', [userId])).toEqual([
      { action: 'user.created' },
    ]);
  });

  it('do not remove the last administrator, who is rejected', async () => {
    const { id, email, set } = await account({ groups: ['quiz-admins'] });
    const browser = new FetchBrowser();
    await signIn(id, browser);
    await execute(`UPDATE users SET role = 'viewer' WHERE email <> $1 AND role = 'admin'`, [email]);
    await set({ groups: ['teachers'] });
    expect(await signIn(id)).toBe(REJECTED);
    expect(await userOf(email)).toMatchObject({ role: 'admin' });
    expect(await sessionOf(browser, site)).toBeDefined();
    await execute(`UPDATE users SET role = 'admin' WHERE email = 'admin@example.com'`);
    expect(await signIn(id)).toBe(REJECTED);
    expect(await userOf(email)).toMatchObject({ role: 'viewer' });
  });
});

describe('without a mapping of groups', () => {
  it('administrators sign in, whatever their groups', async () => {
    const { id, email } = await account({ groups: ['teachers'] });
    await user(email, 'admin');
    expect(await signIn(id, new FetchBrowser(), unmappedSite)).toBe(ADMITTED);
    expect(await userOf(email)).toMatchObject({ role: 'admin' });
  });

  it.each(['player', 'viewer', 'application'])('a %s is rejected, and their role stays', async (role) => {
    const { id, email } = await account({ groups: ['quiz-admins'] });
    await user(email, role);
    expect(await signIn(id, new FetchBrowser(), unmappedSite)).toBe(REJECTED);
    expect(await userOf(email)).toMatchObject({ role });
  });

  it('a person without a user gets none', async () => {
    const { id, email } = await account({ groups: ['quiz-admins'] });
    expect(await signIn(id, new FetchBrowser(), unmappedSite)).toBe(REJECTED);
    expect(await userOf(email)).toBeUndefined();
  });
});
