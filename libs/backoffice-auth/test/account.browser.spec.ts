import { ADMINISTRATOR, type Service, startService } from '../../../test/support/service.js';
import { describeInBrowser, expectAccessible, signIn, TestBrowser } from '../../../test/support/browser.js';
import { Backoffice } from '../../../test/support/backoffice.js';

const NEW_PASSWORD = 'another password for tests';

describeInBrowser("an administrator's account", () => {
  let service: Service;
  let browser: TestBrowser;

  beforeAll(async () => {
    service = await startService();
    browser = await TestBrowser.start(service);
  });
  afterAll(async () => {
    await browser.close();
    await service.close();
  });
  afterEach(() => browser.expectNoProblems());

  it('gets another password, which ends only the other sessions', async () => {
    const page = await browser.openSignedIn('/account', {}, ADMINISTRATOR);
    const submit = page.getByRole('button', { name: 'Change password' });
    await page.getByLabel('Current password').fill(ADMINISTRATOR.password);
    await page.getByLabel('New password', { exact: true }).fill('short');
    await page.getByLabel('New password, again').fill('shorter');
    await submit.click();
    await page.getByText('At least 12 characters', { exact: true }).waitFor();
    await page.getByText('This is not the same as the new password').waitFor();

    await page.getByLabel('New password', { exact: true }).fill(NEW_PASSWORD);
    await page.getByLabel('New password, again').fill(NEW_PASSWORD);
    await page.getByLabel('Current password').fill('a wrong password');
    await submit.click();
    await page.getByRole('alert').getByText('Current password is wrong').waitFor();

    await page.getByLabel('Current password').fill(ADMINISTRATOR.password);
    await page.getByLabel('New password', { exact: true }).fill('password1234');
    await page.getByLabel('New password, again').fill('password1234');
    await submit.click();
    await page.getByText('must be harder to guess. This is similar to a commonly used password.').waitFor();
    await expectAccessible(page);

    await page.getByLabel('New password', { exact: true }).fill(NEW_PASSWORD);
    await page.getByLabel('New password, again').fill(NEW_PASSWORD);
    await submit.click();
    await page.getByText('Your password is changed').waitFor();
    expect((await service.backoffice.request('GET', '/session')).status).toBe(401);
    await page.reload();
    await page.getByRole('heading', { level: 1, name: 'Account' }).waitFor();
    await Backoffice.signIn(service.url, { ...ADMINISTRATOR, password: NEW_PASSWORD });
    await page.context().close();
  });

  it('ends sessions elsewhere, one by one or all others', async () => {
    const credentials = { ...ADMINISTRATOR, password: NEW_PASSWORD };
    const elsewhere = await Promise.all([1, 2, 3].map(() => Backoffice.signIn(service.url, credentials)));
    const isOpen = async (one: Backoffice) => (await one.request('GET', '/session')).status === 200;
    const page = await browser.open('/sign-in?returnTo=/account');
    await signIn(page, credentials);
    const current = page.getByRole('row').filter({ hasText: 'This session' });
    await current.getByText('Chrome on Linux').waitFor();
    await current.getByText('127.0.0.1').waitFor();
    expect(await current.getByRole('button').count()).toBe(0);
    const end = page.getByRole('button', { name: 'End session: Unknown browser, 127.0.0.1' });
    const before = await end.count();
    await expectAccessible(page);

    await end.first().focus();
    await page.keyboard.press('Enter');
    await page.getByText('The session has ended.').waitFor();
    expect(await end.count()).toBe(before - 1);
    expect(await page.evaluate<string>('document.activeElement.id')).toBe('account-sessions');
    expect((await Promise.all(elsewhere.map(isOpen))).filter(Boolean)).toHaveLength(2);

    await page.getByRole('button', { name: 'End all other sessions' }).click();
    await page.getByText('Your other sessions have ended.').waitFor();
    expect(await end.count()).toBe(0);
    expect(await Promise.all(elsewhere.map(isOpen))).toEqual([false, false, false]);
    await current.waitFor();
    await page.context().close();
  });

  it('is signed out everywhere', async () => {
    const credentials = { ...ADMINISTRATOR, password: NEW_PASSWORD };
    const elsewhere = await Backoffice.signIn(service.url, credentials);
    const page = await browser.openSignedIn('/account', {}, credentials);
    await page.getByRole('button', { name: 'Sign out everywhere' }).click();
    await page.waitForURL('**/admin/sign-in');
    expect((await elsewhere.request('GET', '/session')).status).toBe(401);
    await page.context().close();
  });
});
