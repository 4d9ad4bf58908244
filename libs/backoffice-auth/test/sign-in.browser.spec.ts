import { send } from '../../../test/support/http.js';
import { ADMINISTRATOR, type Service, startService } from '../../../test/support/service.js';
import { describeInBrowser, signIn, TestBrowser } from '../../../test/support/browser.js';
import { doubleClick } from '../../../test/support/double-click.js';

describeInBrowser('signing in', () => {
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

  it('leads to the requested page, and signs out again', async () => {
    const page = await browser.open('/users?search=ada');
    await page.getByLabel('Email').and(page.locator(':focus')).waitFor();
    await signIn(page);
    await page.waitForURL('**/admin/users?search=ada');
    await page.getByRole('heading', { level: 1, name: 'Users' }).waitFor();
    await page.getByRole('button', { name: 'Administrator' }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await page.waitForURL('**/admin/sign-in');
    await page.goto(`${service.url}/admin/users`);
    await page.waitForURL('**/admin/sign-in?**');
    await page.context().close();
  });

  it('begins one session for a double click', async () => {
    const page = await browser.open('/sign-in');
    await page.getByLabel('Email').fill(ADMINISTRATOR.email);
    await page.getByLabel('Password', { exact: true }).fill(ADMINISTRATOR.password);
    const writes = await doubleClick(page.getByRole('button', { name: 'Sign in', exact: true }));
    await page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor();
    expect(writes).toEqual(['POST /admin/api/session']);
    await page.context().close();
  });

  it('shows the same error for a wrong password and an unknown account', async () => {
    const page = await browser.open('/');
    const messages: string[] = [];
    for (const email of [ADMINISTRATOR.email, 'nobody@example.com']) {
      await page.getByLabel('Email').fill(email);
      await page.getByLabel('Password', { exact: true }).fill('a wrong password');
      await page.getByRole('button', { name: 'Sign in', exact: true }).click();
      const alert = page.getByRole('alert');
      await alert.waitFor();
      messages.push(await alert.innerText());
      await page.reload();
    }
    expect(messages[0]).toContain('Invalid email or password');
    expect(messages[1]).toBe(messages[0]);
    await page.context().close();
  });

  it('reports a wrong password after the session has ended, and continues with the correct one', async () => {
    const page = await browser.openSignedIn('/users/new');
    await page.getByLabel('Email').fill('typed@example.com');
    await page.getByLabel('Display name').fill('Typed');
    await page.context().clearCookies();
    await page.getByRole('button', { name: 'Create user' }).click();
    const dialog = page.getByRole('dialog', { name: 'Your session has ended' });
    await dialog.getByLabel('Password', { exact: true }).fill('a wrong password');
    await dialog.getByRole('button', { name: 'Sign in', exact: true }).click();
    await dialog.getByRole('alert').getByText('Invalid email or password').waitFor();
    await dialog.getByLabel('Password', { exact: true }).fill(ADMINISTRATOR.password);
    await dialog.getByRole('button', { name: 'Sign in', exact: true }).click();
    await dialog.waitFor({ state: 'detached' });
    await page.getByText('Typed is created').waitFor();
    await page.context().close();
  });

  it('does not lead to another site', async () => {
    const page = await browser.open('/sign-in?returnTo=%2F%2Fevil.example%2F');
    await signIn(page);
    await page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor();
    expect(new URL(page.url()).origin).toBe(service.url);
    await page.context().close();
  });

  it('serves pages under a strict policy, and assets that browsers may store', async () => {
    const response = await fetch(`${service.url}/admin/users`);
    const text = await response.text();
    const policy = response.headers.get('content-security-policy') ?? '';
    expect(policy).toMatch(
      /^default-src 'none';script-src 'self';style-src 'self' 'nonce-[\w-]{22}';connect-src 'self'/,
    );
    expect(policy).not.toMatch(/unsafe|\*/);
    expect(policy).toMatch(/base-uri 'none';form-action 'self';frame-ancestors 'none'$/);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'SAMEORIGIN',
      'referrer-policy': 'no-referrer',
      'strict-transport-security': 'max-age=31536000; includeSubDomains',
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
    });
    expect(response.headers.get('cache-control')).toBe('no-cache');
    const [, script = ''] = /<script type="module"[^>]* src="([^"]+)"/.exec(text) ?? [];
    expect(script).toMatch(/^\/admin\/assets\/index-[\w-]+\.js$/);
    const asset = await fetch(service.url + script);
    expect(asset.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    const nonces = await Promise.all(
      [1, 2].map(async () => (await fetch(`${service.url}/admin/`)).headers.get('content-security-policy')),
    );
    expect(nonces[0]).not.toBe(nonces[1]);
  });

  it.each([
    ['/admin/assets/none.js', {}, 404],
    ['/admin/assets/../../package.json', {}, 403],
    ['/admin/assets/%00', {}, 403],
    ['/admin/api/nothing', {}, 401],
  ])('rejects other files in the form of every error: %s', async (path, headers, status) => {
    const answer = await send(service.url, 'GET', path, { headers });
    expect([answer.status, JSON.parse(answer.text)]).toEqual([status, { error: expect.any(String) as string }]);
  });
});
