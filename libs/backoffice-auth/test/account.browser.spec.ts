import { ADMINISTRATOR, type Service, startService } from '../../../test/support/service.js';
import { describeInBrowser, expectAccessible, TestBrowser } from '../../../test/support/browser.js';
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
