// A session is confirmed by a fresh sign-in at the provider.
import { query } from '../../../test/support/database.js';
import { FetchBrowser } from '../../../test/support/fetch-browser.js';
import { type OidcProvider, startOidcProvider } from '../../../test/support/oidc-provider.js';
import { signInWithOidc } from '../../../test/support/oidc-sign-in.js';
import { freePort } from '../../../test/support/redis.js';
import { type Service, startService } from '../../../test/support/service.js';

const CONFIRM = 'confirm=true&returnTo=/admin/signed-in';
const FAILED = '/admin/sign-in?error=oidc-failed';
const MINUTE = 60;

let provider: OidcProvider;
let service: Service;
let site: string;
let browser: FetchBrowser;

beforeAll(async () => {
  const port = String(await freePort());
  site = `http://localhost:${port}`;
  provider = await startOidcProvider([`${site}/admin/api/session/oidc/callback`]);
  service = await startService({ ...provider.environment, OIDC_GROUP_ROLES: 'admins=admin', PORT: port });
});

afterAll(async () => {
  await service.close();
  await provider.stop();
});

const account = (name: string, more: object = {}) =>
  provider.setAccount(name, {
    name,
    email: `${name}@example.com`,
    email_verified: true,
    groups: ['admins'],
    ...more,
  });

const now = () => Math.floor(Date.now() / 1000);

beforeEach(async () => {
  await account('ada');
  await account('bob');
  browser = new FetchBrowser();
  await signInWithOidc(browser, site, 'ada');
});

const age = () => query(service.databaseUrl, `UPDATE sessions SET confirmed_at = now() - interval '11 minutes'`);

async function isConfirmed(): Promise<boolean | undefined> {
  const { text } = await browser.open(`${site}/admin/api/session`);
  return (JSON.parse(text) as { isConfirmed?: boolean }).isConfirmed;
}

const token = () => browser.cookie('session', `${site}/admin/`);

it('a sign-in at the provider counts for 10 minutes', async () => {
  expect(await isConfirmed()).toBe(true);
  await age();
  expect(await isConfirmed()).toBe(false);
});

it('a fresh sign-in at the provider confirms the same session', async () => {
  await age();
  const before = token();
  expect(await signInWithOidc(browser, site, 'ada', CONFIRM)).toBe('/admin/signed-in');
  expect(token()).toBe(before);
  expect(await isConfirmed()).toBe(true);
});

it('a confirmation asks the provider to let the person prove who they are again', async () => {
  const { answers } = await browser.open(`${site}/admin/api/session/oidc?${CONFIRM}`);
  const { searchParams } = new URL(answers[0]?.headers.get('location') ?? '');
  expect([searchParams.get('prompt'), searchParams.get('max_age')]).toEqual(['login', '0']);
  expect(answers.at(-1)?.url).toContain(`${provider.issuer}/sign-in/`);
});

it('a sign-in as somebody else confirms nothing', async () => {
  await age();
  const other = new FetchBrowser();
  other.plant(`${site}/admin/`, `session=${token() ?? ''}; Path=/admin`);
  expect(await signInWithOidc(other, site, 'bob', CONFIRM)).toBe(FAILED);
  expect(await isConfirmed()).toBe(false);
});

it('a sign-in at the provider of more than 10 minutes ago confirms nothing', async () => {
  await age();
  await account('ada', { signsInAt: now() - 11 * MINUTE });
  expect(await signInWithOidc(browser, site, 'ada', CONFIRM)).toBe(FAILED);
  expect(await isConfirmed()).toBe(false);
});

it('without a session, a confirmation is a sign-in', async () => {
  browser = new FetchBrowser();
  expect(await signInWithOidc(browser, site, 'ada', CONFIRM)).toBe('/admin/signed-in');
  expect(await isConfirmed()).toBe(true);
});
