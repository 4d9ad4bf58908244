import type { Locator, Page } from 'playwright-core';
import { enrol } from '../../../test/support/authenticator.js';
import { Backoffice } from '../../../test/support/backoffice.js';
import {
  describeInBrowser,
  describePages,
  expectAccessible,
  signIn,
  TestBrowser,
} from '../../../test/support/browser.js';
import { query } from '../../../test/support/database.js';
import { doubleClick } from '../../../test/support/double-click.js';
import { type OidcProvider, startOidcProvider } from '../../../test/support/oidc-provider.js';
import { freePort } from '../../../test/support/redis.js';
import { ADMINISTRATOR, type Service, startService } from '../../../test/support/service.js';

const EVE = { email: 'eve@example.com', password: 'another password for tests' };
const NEW_PASSWORD = 'an untypable umbrella of tests';

describePages('the session of an administrator', (site) => {
  beforeAll(() => site.service.backoffice.call('POST', '/users', { ...EVE, displayName: 'Eve', role: 'admin' }));

  const execute = (statement: string) => query(site.service.databaseUrl, statement);
  const button = (parent: Page | Locator, name: string) => parent.getByRole('button', { name, exact: true });
  const password = (parent: Page | Locator) => parent.getByLabel('Password', { exact: true });
  const isOpen = async (one: Backoffice) => (await one.request('GET', '/session')).status === 200;

  it('begins with the form, leads to the requested page of this site, and ends with "Sign out"', async () => {
    const page = await site.browser.open('/users?search=ada');
    await page.getByLabel('Email').and(page.locator(':focus')).waitFor();
    await expectAccessible(page);
    const messages: string[] = [];
    for (const email of [ADMINISTRATOR.email, 'nobody@example.com']) {
      await page.getByLabel('Email').fill(email);
      await password(page).fill('a wrong password');
      const answered = page.waitForResponse('**/admin/api/session');
      await button(page, 'Sign in').click();
      await answered;
      messages.push(await page.getByRole('alert').innerText());
    }
    expect(messages[0]).toContain('Invalid email or password');
    expect(messages[1]).toBe(messages[0]);
    await expectAccessible(page);
    await page.getByLabel('Email').fill(ADMINISTRATOR.email);
    await password(page).fill(ADMINISTRATOR.password);
    const writes = await doubleClick(button(page, 'Sign in'));
    await page.waitForURL('**/admin/users?search=ada');
    await page.getByRole('heading', { level: 1, name: 'Users' }).waitFor();
    expect(writes).toEqual(['POST /admin/api/session']);
    await button(page, 'Administrator').click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await page.waitForURL('**/admin/sign-in');
    await page.goto(`${site.service.url}/admin/sign-in?returnTo=%2F%2Fevil.example%2F`);
    await signIn(page);
    await page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor();
    expect(new URL(page.url()).origin).toBe(site.service.url);
    await page.context().close();
  });

  it('continues after its end with a sign-in over the page, which loses nothing', async () => {
    const page = await site.browser.openSignedIn('/users/new');
    await page.getByLabel('Email').fill('typed@example.com');
    await page.getByLabel('Display name').fill('Typed');
    // A request of the page could also find that the session has ended.
    await page.waitForLoadState('networkidle');
    await page.context().clearCookies();
    await button(page, 'Create user').click();
    const dialog = page.getByRole('dialog', { name: 'Your session has ended' });
    await password(dialog).fill('a wrong password');
    await button(dialog, 'Sign in').click();
    await dialog.getByRole('alert').getByText('Invalid email or password').waitFor();
    await expectAccessible(page);
    await password(dialog).fill(ADMINISTRATOR.password);
    await button(dialog, 'Sign in').click();
    await dialog.waitFor({ state: 'detached' });
    await page.getByText('Typed is created').waitFor();
    await page.context().close();
  });

  it('is confirmed once before an import makes administrators, by the password', async () => {
    await execute(`UPDATE sessions SET confirmed_at = now() - interval '11 minutes'`);
    const page = await site.browser.visit('/users/import');
    const rows = ['one', 'two', 'three', 'four', 'five'].map((name) => `${name}@example.com,${name},admin`);
    const buffer = Buffer.from(['email,displayName,role', ...rows].join('\n'));
    const chooser = page.waitForEvent('filechooser');
    await page.getByLabel('CSV or Excel file', { exact: true }).click();
    await (await chooser).setFiles({ name: 'users.csv', mimeType: 'text/csv', buffer });
    await button(page, 'Read users').click();
    await button(page, 'Create 5 users').click();
    const dialog = page.getByRole('dialog', { name: 'Confirm that it is you' });
    const field = dialog.getByLabel('Your password', { exact: true });
    await field.fill('a wrong password');
    await button(dialog, 'Confirm').click();
    await dialog.getByRole('alert').getByText('Current password is wrong').waitFor();
    expect(await field.inputValue()).toBe('');
    await expectAccessible(page);
    await field.fill(ADMINISTRATOR.password);
    await button(dialog, 'Confirm').click();
    await dialog.waitFor({ state: 'detached' });
    await page.getByText('5 created, 0 rejected').waitFor();
  });

  it('is confirmed by a code over a dialog, which keeps what was typed if the user does not confirm', async () => {
    const eve = await Backoffice.signIn(site.service.url, EVE);
    const { app } = await enrol(eve, EVE.password);
    /** A code is accepted once: the test would have to wait for the next one. */
    const allowCodesAgain = () => execute('UPDATE second_factors SET last_step = 0');
    await allowCodesAgain();
    const page = await site.browser.openSignedIn('/settings/keys', {}, { ...EVE, code: app.code() });
    await allowCodesAgain();
    await execute(`UPDATE sessions SET confirmed_at = now() - interval '11 minutes'`);
    await button(page, 'Create key').click();
    const below = page.getByRole('dialog', { name: 'Create an API key' });
    await below.getByLabel('Name').fill('Confirmed');
    await below.getByRole('combobox', { name: 'Owner' }).pressSequentially('Adm');
    await page.getByRole('option', { name: 'Administrator' }).first().click();
    await button(below, 'Create key').click();
    const dialog = page.getByRole('dialog', { name: 'Confirm that it is you' });
    await dialog.waitFor();
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    await below.getByRole('alert').getByText('You did not confirm that it is you').waitFor();
    expect(await below.getByLabel('Name').inputValue()).toBe('Confirmed');
    await button(below, 'Create key').click();
    await button(dialog, 'Use a code of your authenticator app instead').click();
    await expectAccessible(page);
    await dialog.getByLabel('Code').fill('000');
    await button(dialog, 'Confirm').click();
    await dialog.getByRole('alert').getByText('Code is wrong').waitFor();
    await dialog.getByLabel('Code').fill(app.code());
    await button(dialog, 'Confirm').click();
    await page.getByLabel('Key “Confirmed”').waitFor();
    await page.context().close();
  });

  it('survives a change of the password, and ends the others one by one, all at once or with itself', async () => {
    const page = await site.browser.openSignedIn('/account', {}, ADMINISTRATOR);
    const change = async (current: string, next: string, again = next) => {
      await page.getByLabel('Current password').fill(current);
      await page.getByLabel('New password', { exact: true }).fill(next);
      await page.getByLabel('New password, again').fill(again);
      await button(page, 'Change password').click();
    };
    await change(ADMINISTRATOR.password, 'short', 'shorter');
    await page.getByText('At least 12 characters', { exact: true }).waitFor();
    await page.getByText('This is not the same as the new password').waitFor();
    await change('a wrong password', NEW_PASSWORD);
    await page.getByRole('alert').getByText('Current password is wrong').waitFor();
    await change(ADMINISTRATOR.password, 'password1234');
    await page.getByText('must be harder to guess. This is similar to a commonly used password.').waitFor();
    await expectAccessible(page);
    await change(ADMINISTRATOR.password, NEW_PASSWORD);
    await page.getByText('Your password is changed').waitFor();
    expect(await isOpen(site.service.backoffice)).toBe(false);

    const credentials = { ...ADMINISTRATOR, password: NEW_PASSWORD };
    const elsewhere = await Promise.all([1, 2, 3].map(() => Backoffice.signIn(site.service.url, credentials)));
    await page.reload();
    const current = page.getByRole('row').filter({ hasText: 'This session' });
    await current.getByText('Unknown browser').or(current.getByText('Chrome on Linux')).waitFor();
    await current.getByText('127.0.0.1').waitFor();
    expect(await current.getByRole('button').count()).toBe(0);
    const end = button(page, 'End session: Unknown browser, 127.0.0.1');
    await end.first().focus();
    await page.keyboard.press('Enter');
    await page.getByText('The session has ended.').waitFor();
    expect(await page.evaluate<string>('document.activeElement.id')).toBe('account-sessions');
    expect((await Promise.all(elsewhere.map(isOpen))).filter(Boolean)).toHaveLength(2);
    await button(page, 'End all other sessions').click();
    await page.getByText('Your other sessions have ended.').waitFor();
    expect(await end.count()).toBe(0);
    expect(await Promise.all(elsewhere.map(isOpen))).toEqual([false, false, false]);
    const last = await Backoffice.signIn(site.service.url, credentials);
    await button(page, 'Sign out everywhere').click();
    await page.waitForURL('**/admin/sign-in');
    expect(await isOpen(last)).toBe(false);
    await page.context().close();
  });
});

describeInBrowser('signing in with OpenID Connect', () => {
  let provider: OidcProvider;
  let service: Service;
  let site: string;
  let browser: TestBrowser;

  beforeAll(async () => {
    const port = String(await freePort());
    site = `http://localhost:${port}`;
    provider = await startOidcProvider([`${site}/admin/api/session/oidc/callback`]);
    await provider.setAccount('ada', {
      name: 'Ada Lovelace',
      email: 'ada@example.com',
      email_verified: true,
      groups: ['quiz-admins'],
    });
    await provider.setAccount('tom', { name: 'Tom', email: 'tom@example.com', email_verified: true, groups: [] });
    const mapping = { OIDC_GROUP_ROLES: 'quiz-admins=admin', OIDC_NAME: 'School account' };
    service = await startService({ ...provider.environment, ...mapping, PORT: port });
    browser = await TestBrowser.start({ ...service, url: site }, [provider.issuer]);
  });
  afterAll(async () => {
    await browser.close();
    await service.close();
    await provider.stop();
  });
  afterEach(() => browser.expectNoProblems());

  const goToProvider = (page: Page) => page.getByRole('link', { name: 'Sign in with School account' }).click();

  /** @param account the one to choose, if the provider asks */
  async function signInInOtherTab(page: Page, account?: string): Promise<void> {
    const [tab] = await Promise.all([page.context().waitForEvent('page'), goToProvider(page)]);
    if (account !== undefined) await tab.getByRole('button', { name: account }).click();
    await tab.getByRole('heading', { name: 'You are signed in' }).waitFor();
    await tab.close();
    await page.bringToFront();
    await page.evaluate(`window.dispatchEvent(new Event('focus'))`);
  }

  it('leads to the requested page, confirms who the user is, and continues after its end, both in another tab', async () => {
    const page = await browser.open('/users?search=ada');
    await goToProvider(page);
    await page.getByRole('button', { name: 'ada' }).click();
    await page.waitForURL(`${site}/admin/users?search=ada`);
    await page.getByRole('button', { name: 'Ada Lovelace' }).waitFor();
    await page.getByRole('link', { name: 'New user' }).click();
    await page.getByLabel('Email').fill('eve@example.com');
    await page.getByLabel('Display name').fill('Eve');
    await page.getByLabel('Role').selectOption('admin');
    await query(service.databaseUrl, `UPDATE sessions SET confirmed_at = now() - interval '11 minutes'`);
    await page.getByRole('button', { name: 'Create user' }).click();
    const confirmation = page.getByRole('dialog', { name: 'Confirm that it is you' });
    await confirmation.waitFor();
    expect(await confirmation.getByLabel('Your password').count()).toBe(0);
    await expectAccessible(page);
    await signInInOtherTab(page, 'ada');
    await page.getByText('Eve is created').waitFor();
    await page.getByRole('heading', { level: 1, name: 'Eve' }).waitFor();

    await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Users', exact: true }).click();
    await page.getByRole('heading', { level: 1, name: 'Users' }).waitFor();
    await query(service.databaseUrl, 'DELETE FROM sessions');
    await page.getByRole('link', { name: 'API keys' }).click();
    await page.getByRole('dialog', { name: 'Your session has ended' }).waitFor();
    await signInInOtherTab(page);
    await page.getByRole('dialog', { name: 'Your session has ended' }).waitFor({ state: 'hidden' });
    await page.getByRole('heading', { level: 1, name: 'API keys' }).waitFor();
    await page.context().close();
  });

  it('says that the user may not use the backoffice, or did not want to', async () => {
    const page = await browser.open('/');
    for (const choice of ['Cancel', 'tom']) {
      await goToProvider(page);
      await page.getByRole('button', { name: choice }).click();
      await page.getByRole('alert').getByText('Your account may not use the backoffice').waitFor();
    }
    await expectAccessible(page);
    await page.context().close();
  });
});
