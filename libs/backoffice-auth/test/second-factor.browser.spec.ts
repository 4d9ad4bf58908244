import type { Page } from 'playwright-core';
import { expectAccessibleOnAllScreens } from '../../../test/support/accessible-states.js';
import { Authenticator } from '../../../test/support/authenticator.js';
import { describeInBrowser, TestBrowser } from '../../../test/support/browser.js';
import { doubleClick } from '../../../test/support/double-click.js';
import { noteSecret } from '../../../test/support/run-log.js';
import { ADMINISTRATOR, type Service, startService } from '../../../test/support/service.js';

const ADA = { email: 'ada@example.com', password: 'one more password for tests' };
const EVE = { email: 'eve@example.com', password: 'another password for tests' };

describeInBrowser('a second factor', () => {
  let service: Service;
  let strict: Service;
  let browser: TestBrowser;
  let strictBrowser: TestBrowser;
  let eveId: string;

  beforeAll(async () => {
    service = await startService();
    strict = await startService({ DATABASE_URL: service.databaseUrl, SECOND_FACTOR: 'required' });
    browser = await TestBrowser.start(service);
    strictBrowser = await TestBrowser.start(strict);
    const eve = { ...EVE, displayName: 'Eve', role: 'admin' };
    ({ id: eveId } = await service.backoffice.call<{ id: string }>('POST', '/users', eve));
  });
  afterAll(async () => {
    await browser.close();
    await strictBrowser.close();
    await strict.close();
    await service.close();
  });
  afterEach(() => {
    browser.expectNoProblems();
    strictBrowser.expectNoProblems();
  });

  const expectGood = (page: Page, state: string) => expectAccessibleOnAllScreens(page, `second factor: ${state}`);

  /** The number of lines in which the recovery codes are shown. */
  const linesOfCodes = (page: Page) =>
    page.evaluate<number>(`(() => {
      const field = document.querySelector('textarea[readonly]:not([aria-hidden])');
      const { paddingTop, paddingBottom, lineHeight } = getComputedStyle(field);
      // Its height may still be that of a wider page.
      field.style.height = '0';
      return Math.round((field.scrollHeight - parseFloat(paddingTop) - parseFloat(paddingBottom)) / parseFloat(lineHeight));
    })()`);

  /** Sets up the required app. @returns it, and the recovery codes */
  async function enrol(page: Page, password: string, name: string): Promise<[Authenticator, string[]]> {
    await page.getByLabel('Your password').fill(password);
    await expectGood(page, `${name}-password`);
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByRole('img', { name: 'QR code for your authenticator app' }).waitFor();
    const secret = await page.getByLabel('Key', { exact: true }).inputValue();
    noteSecret(secret);
    const app = new Authenticator(secret);
    await page.getByLabel('Code', { exact: true }).fill(app.wrongCode());
    await page.getByRole('button', { name: 'Turn on' }).click();
    await page.getByRole('alert').getByText('Code is wrong').waitFor();
    await expectGood(page, `${name}-app`);
    await page.getByLabel('Code', { exact: true }).fill(app.code());
    await page.getByRole('button', { name: 'Turn on' }).click();
    const codes = (await page.getByLabel('Recovery codes').inputValue()).split('\n');
    codes.forEach(noteSecret);
    await expectGood(page, `${name}-recovery-codes`);
    await page.setViewportSize({ width: 320, height: 800 });
    expect(await linesOfCodes(page)).toBe(codes.length);
    await page.setViewportSize({ width: 1280, height: 800 });
    return [app, codes];
  }

  it('is set up in the account, required at the sign-in, and turned off', async () => {
    const page = await browser.openSignedIn('/account', {}, EVE);
    await page.getByRole('button', { name: 'Set up' }).click();
    const [, codes] = await enrol(page, EVE.password, 'account');
    expect(codes).toHaveLength(10);
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download codes' }).click();
    expect((await download).suggestedFilename()).toBe('quiz-service-recovery-codes.txt');
    await page.getByRole('button', { name: 'I have stored them' }).click();
    await page.getByText('10 recovery codes are left').waitFor();
    await expectGood(page, 'account-on');

    const other = await browser.open('/sign-in');
    await other.getByLabel('Email').fill(EVE.email);
    await other.getByLabel('Password', { exact: true }).fill(EVE.password);
    await other.getByRole('button', { name: 'Sign in', exact: true }).click();
    await other.getByLabel('Code', { exact: true }).waitFor();
    await expectGood(other, 'sign-in-code');
    await other.getByRole('button', { name: 'Sign in', exact: true }).click();
    expect(await other.getByLabel('Password', { exact: true }).inputValue()).toBe(EVE.password);
    await other.getByLabel('Code', { exact: true }).fill('AAAA-BBBB');
    await other.getByRole('button', { name: 'Sign in', exact: true }).click();
    await other.getByRole('alert').getByText('Invalid code').waitFor();
    await expectGood(other, 'sign-in-wrong-code');
    await other.getByLabel('Code', { exact: true }).fill(codes[0] ?? '');
    await other.getByRole('button', { name: 'Sign in', exact: true }).click();
    await other.waitForURL((url) => !url.pathname.endsWith('/sign-in'));
    await other.context().close();

    await page.getByRole('button', { name: 'New recovery codes' }).click();
    await page.getByLabel('Your password').fill(EVE.password);
    await expectGood(page, 'account-renew');
    await page.getByRole('button', { name: 'Make new codes' }).click();
    await page.getByRole('button', { name: 'I have stored them' }).click();
    await page.getByText('10 recovery codes are left').waitFor();
    await page.getByRole('button', { name: 'Turn off' }).click();
    await page.getByLabel('Your password').fill(EVE.password);
    await expectGood(page, 'account-turn-off');
    await page.route('**/second-factor/removal', (route) => route.abort());
    await page.getByRole('button', { name: 'Turn off' }).click();
    await page.getByRole('alert').getByText('It is not known whether this was done').waitFor();
    await expectGood(page, 'account-turn-off-unknown');
    await page.unrouteAll({ behavior: 'wait' });
    await page.route('**/second-factor/removal', (route) => route.fetch().then(() => route.abort()));
    await page.getByRole('button', { name: 'Turn off' }).click();
    await page.getByRole('button', { name: 'Turn off', disabled: false }).waitFor();
    await page.getByRole('alert').getByText('It is not known whether this was done').waitFor();
    await page.getByRole('button', { name: 'Cancel' }).click();
    await page.getByText('Off: your password alone signs you in.').waitFor();
    await expectGood(page, 'account-off');
    await page.context().close();
  });

  it('is on if the response to its confirmation was lost, and the page says so', async () => {
    await service.backoffice.call('POST', '/users', { ...ADA, displayName: 'Ada', role: 'admin' });
    const page = await browser.openSignedIn('/account', {}, ADA);
    await page.getByRole('button', { name: 'Set up' }).click();
    await page.getByLabel('Your password').fill(ADA.password);
    const writes = await doubleClick(page.getByRole('button', { name: 'Continue' }));
    await page.getByRole('img', { name: 'QR code for your authenticator app' }).waitFor();
    expect(writes).toEqual(['POST /admin/api/session/second-factor']);
    const secret = await page.getByLabel('Key', { exact: true }).inputValue();
    noteSecret(secret);
    await page.getByLabel('Code', { exact: true }).fill(new Authenticator(secret).code());
    await page.route('**/second-factor/confirmation', (route) => route.fetch().then(() => route.abort()), { times: 1 });
    await page.getByRole('button', { name: 'Turn on' }).click();
    await page.getByRole('alert').getByText('It is not known whether this was done').waitFor();
    await page.getByRole('button', { name: 'Turn on' }).click();
    await page.getByRole('status').getByText('Your second factor is on.').waitFor();
    await expectGood(page, 'account-codes-lost');
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByText('10 recovery codes are left').waitFor();
    await page.context().close();
  });

  it('is the only page while it is required and missing, and is reset by another administrator', async () => {
    const page = await strictBrowser.openSignedIn('/users', {}, EVE);
    await page.waitForURL('**/admin/second-factor');
    await page.getByRole('heading', { level: 1, name: 'Set up a second factor' }).waitFor();
    expect(await page.getByRole('navigation').count()).toBe(0);

    await page.context().clearCookies();
    await page.getByLabel('Your password').fill(EVE.password);
    await page.getByRole('button', { name: 'Continue' }).click();
    const dialog = page.getByRole('dialog', { name: 'Your session has ended' });
    await dialog.getByLabel('Password', { exact: true }).fill(EVE.password);
    await dialog.getByRole('button', { name: 'Sign in', exact: true }).click();
    await page.getByRole('img', { name: 'QR code for your authenticator app' }).waitFor();

    const json = { error: 'No second factor is being set up' };
    await page.route('**/second-factor/confirmation', (route) => route.fulfill({ status: 409, json }));
    await page.getByLabel('Code', { exact: true }).fill('123456');
    await page.getByRole('button', { name: 'Turn on' }).click();
    await page.getByLabel('Your password').waitFor();
    await page.getByRole('alert').getByText(json.error).waitFor();
    await page.unrouteAll({ behavior: 'wait' });
    await enrol(page, EVE.password, 'required');
    await page.getByRole('button', { name: 'I have stored them' }).click();
    await page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor();
    await page.goto(`${strict.url}/admin/second-factor`);
    await page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor();
    await page.context().close();

    const admin = await browser.openSignedIn(`/users/${eveId}`, {}, ADMINISTRATOR);
    await admin.getByRole('button', { name: 'Reset second factor' }).click();
    await admin.getByRole('dialog').getByText('will sign in with a password alone').waitFor();
    await expectGood(admin, 'user-reset');
    await admin.getByRole('button', { name: 'Reset', exact: true }).click();
    await admin.getByText('Off: they sign in with a password alone.').waitFor();
    await expectGood(admin, 'user-off');
    await admin.context().close();
  });
});
