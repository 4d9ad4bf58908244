import { type Page } from 'playwright-core';
import { expectAccessibleOnAllScreens } from '../../../test/support/accessible-states.js';
import { describeInBrowser, expectAccessible, TestBrowser } from '../../../test/support/browser.js';
import { query } from '../../../test/support/database.js';
import { type OidcProvider, startOidcProvider } from '../../../test/support/oidc-provider.js';
import { freePort } from '../../../test/support/redis.js';
import { type Service, startService } from '../../../test/support/service.js';

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

  it('leads to the requested page', async () => {
    const page = await browser.open('/users?search=ada');
    await goToProvider(page);
    await page.getByRole('button', { name: 'ada' }).click();
    await page.waitForURL(`${site}/admin/users?search=ada`);
    await page.getByRole('button', { name: 'Ada Lovelace' }).waitFor();
    await page.context().close();
  });

  it.each([
    ['tom', 'Your account may not use the backoffice'],
    ['Cancel', 'Your account may not use the backoffice'],
  ])('says why it is rejected: %s', async (choice, message) => {
    const page = await browser.open('/');
    await goToProvider(page);
    await page.getByRole('button', { name: choice }).click();
    await page.getByRole('alert').getByText(message).waitFor();
    await expectAccessible(page);
    await page.context().close();
  });

  it('confirms who the user is in another tab, and repeats the request then', async () => {
    const page = await browser.open('/users/new');
    await goToProvider(page);
    await page.getByRole('button', { name: 'ada' }).click();
    await page.getByLabel('Email').fill('eve@example.com');
    await page.getByLabel('Display name').fill('Eve');
    await page.getByLabel('Role').selectOption('admin');
    await query(service.databaseUrl, `UPDATE sessions SET confirmed_at = now() - interval '11 minutes'`);
    await page.getByRole('button', { name: 'Create user' }).click();
    const dialog = page.getByRole('dialog', { name: 'Confirm that it is you' });
    await dialog.waitFor();
    expect(await dialog.getByLabel('Your password').count()).toBe(0);
    await expectAccessibleOnAllScreens(page, 'confirm at the provider');
    const [tab] = await Promise.all([page.context().waitForEvent('page'), goToProvider(page)]);
    await tab.getByRole('button', { name: 'ada' }).click();
    await tab.getByRole('heading', { name: 'You are signed in' }).waitFor();
    await tab.close();
    await page.bringToFront();
    await page.evaluate(`window.dispatchEvent(new Event('focus'))`);
    await page.getByText('Eve is created').waitFor();
    await page.context().close();
  });

  it('continues with a page whose session has ended, in another tab', async () => {
    const page = await browser.open('/account');
    await goToProvider(page);
    await page.getByRole('button', { name: 'ada' }).click();
    await page.getByText('You have no password').waitFor();
    await page.getByRole('link', { name: 'Users' }).click();
    await page.getByRole('heading', { level: 1, name: 'Users' }).waitFor();
    await query(service.databaseUrl, 'DELETE FROM sessions');
    await page.getByRole('link', { name: 'API keys' }).click();
    const dialog = page.getByRole('dialog', { name: 'Your session has ended' });
    await dialog.waitFor();
    const [tab] = await Promise.all([page.context().waitForEvent('page'), goToProvider(page)]);
    await tab.getByRole('heading', { name: 'You are signed in' }).waitFor();
    await tab.close();
    await page.bringToFront();
    await page.evaluate(`window.dispatchEvent(new Event('focus'))`);
    await dialog.waitFor({ state: 'hidden' });
    await page.getByRole('heading', { level: 1, name: 'API keys' }).waitFor();
    await page.context().close();
  });
});
