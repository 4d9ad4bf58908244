// The dialog that asks who the user is before something that could take over an account.
import type { Page } from 'playwright-core';
import { expectAccessibleOnAllScreens } from '../../../test/support/accessible-states.js';
import { type Authenticator, enrol } from '../../../test/support/authenticator.js';
import { Backoffice } from '../../../test/support/backoffice.js';
import { describeInBrowser, TestBrowser } from '../../../test/support/browser.js';
import { query } from '../../../test/support/database.js';
import { ADMINISTRATOR, type Service, startService } from '../../../test/support/service.js';

const GUARDED = { email: 'guarded@example.com', password: 'another password for tests' };

describeInBrowser('confirming that it is you', () => {
  let service: Service;
  let browser: TestBrowser;
  let page: Page;
  let app: Authenticator;

  beforeAll(async () => {
    service = await startService();
    browser = await TestBrowser.start(service);
    await service.backoffice.call('POST', '/users', { ...GUARDED, displayName: 'Guarded', role: 'admin' });
    ({ app } = await enrol(await Backoffice.signIn(service.url, GUARDED), GUARDED.password));
    await allowCodesAgain();
  });
  afterAll(async () => {
    await browser.close();
    await service.close();
  });
  afterEach(async () => {
    await page.context().close();
    browser.expectNoProblems();
  });

  /** A code is accepted once: a test would have to wait for the next one. */
  const allowCodesAgain = () => query(service.databaseUrl, 'UPDATE second_factors SET last_step = 0');

  const age = () => query(service.databaseUrl, `UPDATE sessions SET confirmed_at = now() - interval '11 minutes'`);

  const dialog = () => page.getByRole('dialog', { name: 'Confirm that it is you' });
  const confirm = () => dialog().getByRole('button', { name: 'Confirm', exact: true }).click();

  async function createAdministrator(name: string): Promise<void> {
    await page.getByLabel('Email').fill(`${name}@example.com`);
    await page.getByLabel('Display name').fill(name);
    await page.getByLabel('Role').selectOption('admin');
    await page.getByRole('button', { name: 'Create user' }).click();
  }

  it('asks for the password, sends the request again, and does not ask again', async () => {
    await age();
    page = await browser.openSignedIn('/users/new');
    await createAdministrator('ada');
    await expectAccessibleOnAllScreens(page, 'confirm that it is you');
    await dialog().getByLabel('Your password', { exact: true }).fill('a wrong password');
    await confirm();
    await dialog().getByRole('alert').getByText('Current password is wrong').waitFor();
    expect(await dialog().getByLabel('Your password', { exact: true }).inputValue()).toBe('');
    await expectAccessibleOnAllScreens(page, 'not confirmed');
    await dialog().getByLabel('Your password', { exact: true }).fill(ADMINISTRATOR.password);
    await confirm();
    await page.getByText('ada is created').waitFor();
    await dialog().waitFor({ state: 'hidden' });
    await page.goto(`${service.url}/admin/users/new`);
    await createAdministrator('grace');
    await page.getByText('grace is created').waitFor();
  });

  it.each(['Cancel', 'Close', 'Escape'])(
    'by %s it ends without losing what was typed into the dialog below',
    async (way) => {
      await age();
      page = await browser.openSignedIn('/settings/keys');
      await page.getByRole('button', { name: 'Create key' }).click();
      const below = page.getByRole('dialog', { name: 'Create an API key' });
      await below.getByLabel('Name').fill(`Key after ${way}`);
      await below.getByRole('combobox', { name: 'Owner' }).pressSequentially('Adm');
      await page.getByRole('option', { name: 'Administrator' }).first().click();
      await below.getByRole('button', { name: 'Create key' }).click();
      await dialog().waitFor();
      if (way === 'Escape') await page.keyboard.press(way);
      else await dialog().getByRole('button', { name: way }).click();
      await dialog().waitFor({ state: 'detached' });
      await below.getByRole('alert').getByText('You did not confirm that it is you').waitFor();
      expect(await below.getByLabel('Name').inputValue()).toBe(`Key after ${way}`);
      await below.getByRole('button', { name: 'Create key' }).click();
      await dialog().getByLabel('Your password', { exact: true }).fill(ADMINISTRATOR.password);
      await confirm();
      await page.getByLabel(`Key “Key after ${way}”`).waitFor();
    },
  );

  it('takes a code instead of the password from users with a second factor', async () => {
    const { id } = await service.backoffice.call<{ id: string }>('POST', '/users', {
      email: 'reset@example.com',
      displayName: 'Reset',
      role: 'admin',
    });
    page = await browser.openSignedIn(`/users/${id}`, {}, { ...GUARDED, code: app.code() });
    await allowCodesAgain();
    await age();
    await page.getByLabel('New password', { exact: true }).fill('staple correct horse');
    await page.getByRole('button', { name: 'Set password' }).click();
    await dialog().getByRole('button', { name: 'Use a code of your authenticator app instead' }).click();
    await expectAccessibleOnAllScreens(page, 'confirm by a code');
    await dialog().getByLabel('Code').fill('000');
    await confirm();
    await dialog().getByRole('alert').getByText('Code is wrong').waitFor();
    await dialog().getByLabel('Code').fill(app.code());
    await confirm();
    await page.getByText('Reset has a new password').waitFor();
  });

  it('asks once for several requests of an import', async () => {
    await age();
    page = await browser.openSignedIn('/users/import');
    const rows = ['one', 'two', 'three', 'four', 'five'].map((name) => `${name}@example.com,${name},admin`);
    const buffer = Buffer.from(['email,displayName,role', ...rows].join('\n'));
    const chooser = page.waitForEvent('filechooser');
    await page.getByLabel('CSV or Excel file', { exact: true }).click();
    await (await chooser).setFiles({ name: 'users.csv', mimeType: 'text/csv', buffer });
    await page.getByRole('button', { name: 'Read users' }).click();
    await page.getByRole('button', { name: 'Create 5 users' }).click();
    await dialog().getByLabel('Your password', { exact: true }).fill(ADMINISTRATOR.password);
    await confirm();
    await dialog().waitFor({ state: 'detached' });
    await page.getByText('5 created, 0 rejected').waitFor();
  });
});
