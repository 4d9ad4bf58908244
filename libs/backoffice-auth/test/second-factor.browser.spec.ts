import type { Locator, Page } from 'playwright-core';
import { Authenticator } from '../../../test/support/authenticator.js';
import { describePages, expectAccessible, TestBrowser } from '../../../test/support/browser.js';
import { doubleClick } from '../../../test/support/double-click.js';
import { noteSecret } from '../../../test/support/run-log.js';
import { type Service, startService } from '../../../test/support/service.js';

const ADA = { email: 'ada@example.com', password: 'one more password for tests' };
const EVE = { email: 'eve@example.com', password: 'another password for tests' };

describePages('a second factor', (site) => {
  const create = (fields: typeof ADA, displayName: string) =>
    site.service.backoffice.call<{ id: string }>('POST', '/users', { ...fields, displayName, role: 'admin' });
  const button = (parent: Page | Locator, name: string) => parent.getByRole('button', { name, exact: true });
  const isUnknown = (page: Page) =>
    page.getByRole('alert').getByText('It is not known whether this was done').waitFor();

  /** The number of lines in which the recovery codes are shown. */
  const linesOfCodes = (page: Page) =>
    page.evaluate<number>(`(() => {
      const field = document.querySelector('textarea[readonly]:not([aria-hidden])');
      const { paddingTop, paddingBottom, lineHeight } = getComputedStyle(field);
      // Its height may still be that of a wider page.
      field.style.height = '0';
      return Math.round((field.scrollHeight - parseFloat(paddingTop) - parseFloat(paddingBottom)) / parseFloat(lineHeight));
    })()`);

  /** Sets up the required app. @returns it */
  async function readQrCode(page: Page): Promise<Authenticator> {
    await page.getByRole('img', { name: 'QR code for your authenticator app' }).waitFor();
    const secret = await page.getByLabel('Key', { exact: true }).inputValue();
    noteSecret(secret);
    return new Authenticator(secret);
  }

  it('is set up in the account, required at the sign-in, and turned off, also if responses are lost', async () => {
    await create(EVE, 'Eve');
    const page = await site.browser.openSignedIn('/account', {}, EVE);
    await button(page, 'Set up').click();
    await page.getByLabel('Your password').fill(EVE.password);
    const writes = await doubleClick(button(page, 'Continue'));
    const app = await readQrCode(page);
    expect(writes).toEqual(['POST /admin/api/session/second-factor']);
    await page.getByLabel('Code', { exact: true }).fill(app.wrongCode());
    await button(page, 'Turn on').click();
    await page.getByRole('alert').getByText('Code is wrong').waitFor();
    await expectAccessible(page);
    await page.getByLabel('Code', { exact: true }).fill(app.code());
    await page.route('**/second-factor/confirmation', (route) => route.fetch().then(() => route.abort()), { times: 1 });
    await button(page, 'Turn on').click();
    await isUnknown(page);
    await button(page, 'Turn on').click();
    await page.getByRole('status').getByText('Your second factor is on.').waitFor();
    await button(page, 'Continue').click();
    await page.getByText('10 recovery codes are left').waitFor();
    await button(page, 'New recovery codes').click();
    await page.getByLabel('Your password').fill(EVE.password);
    await button(page, 'Make new codes').click();
    const codes = (await page.getByLabel('Recovery codes').inputValue()).split('\n');
    codes.forEach(noteSecret);
    expect(codes).toHaveLength(10);
    await expectAccessible(page);
    await page.setViewportSize({ width: 320, height: 800 });
    expect(await linesOfCodes(page)).toBe(10);
    await page.setViewportSize({ width: 1280, height: 800 });
    const download = page.waitForEvent('download');
    await button(page, 'Download codes').click();
    expect((await download).suggestedFilename()).toBe('quiz-service-recovery-codes.txt');
    await button(page, 'I have stored them').click();

    const other = await site.browser.open('/sign-in');
    await other.getByLabel('Email').fill(EVE.email);
    await other.getByLabel('Password', { exact: true }).fill(EVE.password);
    await button(other, 'Sign in').click();
    await other.getByLabel('Code', { exact: true }).fill('AAAA-BBBB');
    await button(other, 'Sign in').click();
    await other.getByRole('alert').getByText('Invalid code').waitFor();
    expect(await other.getByLabel('Password', { exact: true }).inputValue()).toBe(EVE.password);
    await expectAccessible(other);
    await other.getByLabel('Code', { exact: true }).fill(codes[0] ?? '');
    await button(other, 'Sign in').click();
    await other.waitForURL((url) => !url.pathname.endsWith('/sign-in'));
    await other.context().close();

    await button(page, 'Turn off').click();
    await page.getByLabel('Your password').fill(EVE.password);
    await page.route('**/second-factor/removal', (route) => route.fetch().then(() => route.abort()));
    await button(page, 'Turn off').click();
    await isUnknown(page);
    await button(page, 'Cancel').click();
    await page.getByText('Off: your password alone signs you in.').waitFor();
    await expectAccessible(page);
    await page.context().close();
  });

  describe('that is required', () => {
    let strict: Service;
    let browser: TestBrowser;

    beforeAll(async () => {
      strict = await startService({ DATABASE_URL: site.service.databaseUrl, SECOND_FACTOR: 'required' });
      browser = await TestBrowser.start(strict);
    });
    afterAll(async () => {
      await browser.close();
      await strict.close();
    });

    it('is the only page while it is missing, and is reset by another administrator', async () => {
      const { id } = await create(ADA, 'Ada');
      const page = await browser.openSignedIn('/users', {}, ADA);
      await page.waitForURL('**/admin/second-factor');
      await page.getByRole('heading', { level: 1, name: 'Set up a second factor' }).waitFor();
      expect(await page.getByRole('navigation').count()).toBe(0);
      await expectAccessible(page);
      await page.context().clearCookies();
      await page.getByLabel('Your password').fill(ADA.password);
      await button(page, 'Continue').click();
      const dialog = page.getByRole('dialog', { name: 'Your session has ended' });
      await dialog.getByLabel('Password', { exact: true }).fill(ADA.password);
      await button(dialog, 'Sign in').click();
      const app = await readQrCode(page);
      const json = { error: 'No second factor is being set up' };
      await page.route('**/second-factor/confirmation', (route) => route.fulfill({ status: 409, json }), { times: 1 });
      await page.getByLabel('Code', { exact: true }).fill(app.code());
      await button(page, 'Turn on').click();
      await page.getByRole('alert').getByText(json.error).waitFor();
      await page.getByLabel('Your password').fill(ADA.password);
      await button(page, 'Continue').click();
      await page.getByLabel('Code', { exact: true }).fill((await readQrCode(page)).code());
      await button(page, 'Turn on').click();
      (await page.getByLabel('Recovery codes').inputValue()).split('\n').forEach(noteSecret);
      await button(page, 'I have stored them').click();
      await page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor();
      await page.context().close();
      browser.expectNoProblems();

      const admin = await site.browser.visit(`/users/${id}`);
      await button(admin, 'Reset second factor').click();
      await admin.getByRole('dialog').getByText('will sign in with a password alone').waitFor();
      await expectAccessible(admin);
      await button(admin, 'Reset').click();
      await admin.getByText('Off: they sign in with a password alone.').waitFor();
    });
  });
});
