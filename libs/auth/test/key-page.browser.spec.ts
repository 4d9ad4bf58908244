import type { Page } from 'playwright-core';
import { KeyUsageCounter } from '#libs/auth';
import { expectAccessibleOnAllScreens } from '../../../test/support/accessible-states.js';
import { describeInBrowser, TestBrowser } from '../../../test/support/browser.js';
import { apiWith, createPlayer, type Player, quizBody } from '../../../test/support/factories.js';
import { type Service, startService } from '../../../test/support/service.js';

describeInBrowser('the page of a key', () => {
  let service: Service;
  let browser: TestBrowser;
  let player: Player;

  beforeAll(async () => {
    service = await startService();
    browser = await TestBrowser.start(service);
  });
  beforeEach(async () => {
    player = await createPlayer(service);
  });
  afterAll(async () => {
    await browser.close();
    await service.close();
  });
  afterEach(() => browser.expectNoProblems());

  const open = () => browser.openSignedIn(`/settings/keys/${player.keyId}`, { locale: 'en-GB' });

  const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

  const status = async () => (await player.api.GET('/quizzes')).response.status;

  it('is linked in the list of keys, and shows whose key it is and what it may do', async () => {
    const page = await browser.openSignedIn('/settings/keys');
    const name = `Key of ${player.displayName}`;
    await page.getByRole('link', { name }).click();
    await page.getByRole('heading', { level: 1, name }).waitFor();
    expect(await page.title()).toBe(`${name} · Quiz service`);
    const facts = await page.getByRole('main').innerText();
    expect(facts).toContain(`acts as ${player.displayName}`);
    expect(facts).toMatch(
      /State\s+Active\s+Expires\s+Never\s+Rate limit\s+Default\s+of the service\s+Last used\s+Never/,
    );
    for (const scope of await service.backoffice.scopesOf('player')) expect(facts).toContain(scope);
    expect(await page.getByRole('link', { name: 'API keys' }).getAttribute('aria-current')).toBe('page');
    await page.context().close();
  });

  it('disables the key after a confirmation, and enables it', async () => {
    const page = await open();
    await button(page, 'Disable').click();
    await page
      .getByRole('dialog')
      .getByText(`(${player.key.slice(0, 8)}…) get 401 from now on`)
      .waitFor();
    await expectAccessibleOnAllScreens(page, 'key to be disabled');
    expect(await status()).toBe(200);
    await button(page, 'Disable key').click();
    await page.getByText('is disabled.').waitFor();
    expect(await status()).toBe(401);
    await page.getByText('Disabled', { exact: true }).waitFor();
    expect(await button(page, 'Rotate').count()).toBe(0);
    await expectAccessibleOnAllScreens(page, 'disabled key');
    await button(page, 'Enable').click();
    await page.getByText('is enabled.').waitFor();
    expect(await status()).toBe(200);
    await page.context().close();
  });

  it('changes name, expiry and rate limit, and warns before unsaved changes are lost', async () => {
    const page = await open();
    expect(await page.getByLabel('Expires').inputValue()).toBe('keep');
    await page.getByRole('textbox', { name: 'Name' }).fill('');
    await button(page, 'Save').click();
    await page.getByText('Give the key a name').waitFor();
    await page.getByRole('textbox', { name: 'Name' }).fill('Renamed');
    await page.getByLabel('Expires').selectOption('On a date');
    await button(page, 'Save').click();
    await page.getByText('Choose the last day').waitFor();
    await page.getByLabel('Last day').fill('2035-12-31');
    await page.getByLabel('Rate limit').fill('0');
    await button(page, 'Save').click();
    await page.getByText('Enter a number from 1 to 1,000,000').waitFor();
    await page.getByLabel('Rate limit').fill('2500');
    await expectAccessibleOnAllScreens(page, 'changed key');
    await page.getByRole('link', { name: 'Users' }).click();
    await button(page, 'Stay on this page').click();
    await button(page, 'Save').click();
    await page.getByText('“Renamed” is saved.').waitFor();
    await page.getByRole('heading', { level: 1, name: 'Renamed' }).waitFor();
    expect(await page.getByRole('main').innerText()).toMatch(/Rate limit\s+2,500\s+requests per window/);
    expect((await player.api.GET('/quizzes')).response.headers.get('x-ratelimit-limit')).toBe('2500');
    expect(await page.getByLabel('Expires').locator('option').first().innerText()).toMatch(
      /^Unchanged: 31 Dec 2035, 23:59/,
    );
    await page.getByRole('link', { name: 'Users' }).click();
    await page.getByRole('heading', { level: 1, name: 'Users' }).waitFor();
    await page.context().close();
  });

  it('shows errors of the service at the fields', async () => {
    const page = await open();
    await page.route('**/admin/api/keys/*', (route) =>
      route.request().method() === 'PATCH'
        ? route.fulfill({ status: 400, json: { error: 'expiresAt: must be an ISO 8601 timestamp in the future' } })
        : route.fallback(),
    );
    await page.getByLabel('Expires').selectOption('30 days');
    await button(page, 'Save').click();
    await page.getByText('must be an ISO 8601 timestamp in the future').waitFor();
    await page.context().close();
  });

  it('rotates the key: shows a new one once, and the old one works until its end', async () => {
    const page = await open();
    await button(page, 'Rotate').click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('The old key ends').selectOption('On a date');
    await button(page, 'Rotate key').click();
    await dialog.getByText('Choose the last day').waitFor();
    await dialog.getByLabel('Last day').fill('2035-12-31');
    await dialog.getByText('The old key works until 31 Dec 2035, 23:59').waitFor();
    await dialog.getByText(`(${player.key.slice(0, 8)}…)`).waitFor();
    await expectAccessibleOnAllScreens(page, 'key to be rotated');
    await button(page, 'Rotate key').click();
    const key = await page.getByLabel(`Key “Key of ${player.displayName}”`).inputValue();
    expect((await apiWith(service.url, key).GET('/quizzes')).response.status).toBe(200);
    expect(await status()).toBe(200);
    await button(page, 'I have stored it').click();
    await page.locator('dd').getByText('31 Dec 2035', { exact: true }).waitFor();
    await button(page, 'Rotate').and(page.locator(':focus')).waitFor();
    const linkTo = (value: string) => page.getByRole('link', { name: `${value.slice(0, 8)}…` });
    await linkTo(key).click();
    await page.getByText('· replaces').waitFor();
    await linkTo(player.key).click();
    await page.getByText('· replaced by').waitFor();
    await page.context().close();
  });

  it('offers ends of the old key that are not later than its own', async () => {
    const expiresAt = new Date(Date.now() + 7 * 86_400_000 - 60_000).toISOString();
    await service.backoffice.call('PATCH', `/keys/${player.keyId}`, { expiresAt });
    const page = await open();
    await button(page, 'Rotate').click();
    const dialog = page.getByRole('dialog');
    const end = dialog.getByLabel('The old key ends');
    expect(await end.locator('option').allInnerTexts()).toEqual(['On a date', expect.stringMatching(/^As now: /)]);
    expect(await end.inputValue()).toBe('keep');
    await end.selectOption('On a date');
    const lastDay = dialog.getByLabel('Last day');
    await lastDay.fill((await lastDay.getAttribute('max')) ?? '');
    await button(page, 'Rotate key').click();
    await dialog.getByText('Choose a day before').waitFor();
    await end.selectOption('keep');
    await button(page, 'Rotate key').click();
    await button(page, 'I have stored it').click();
    expect(await service.backoffice.call('GET', `/keys/${player.keyId}`)).toMatchObject({ expiresAt });
    await page.context().close();
  });

  it('replaces a new key whose response was lost', async () => {
    const page = await open();
    let isLost = false;
    await page.route('**/rotation', async (route) => {
      const response = await route.fetch();
      if (isLost) return route.fulfill({ response });
      isLost = true;
      return route.abort('connectionreset');
    });
    await button(page, 'Rotate').click();
    await button(page, 'Rotate key').click();
    await button(page, 'Delete and create another').click();
    const key = await page.getByLabel(`Key “Key of ${player.displayName}”`).inputValue();
    expect((await apiWith(service.url, key).GET('/quizzes')).response.status).toBe(200);
    const { keys } = await service.backoffice.call<{ keys: object[] }>('GET', `/keys?userId=${player.userId}`);
    expect(keys).toHaveLength(2);
    await page.context().close();
  });

  it('shows requests by day and outcome, and the last addresses', async () => {
    await status();
    await player.api.POST('/quizzes', { body: quizBody() });
    await service.app.get(KeyUsageCounter).write();
    const page = await open();
    const usage = page.getByRole('region', { name: 'Usage in the last 7 days' });
    await usage.getByRole('img', { name: /^Bar chart: Requests by day/ }).waitFor();
    const rows = usage.getByRole('table', { name: 'Requests by day and outcome' }).locator('tbody tr');
    expect(await rows.count()).toBe(7);
    expect((await rows.first().getByRole('cell').allInnerTexts()).slice(1)).toEqual(['1', '0', '1', '0', '0', '0×']);
    await usage.getByRole('table', { name: 'Last addresses' }).getByText('127.0.0.1').waitFor();
    await usage.scrollIntoViewIfNeeded();
    await expectAccessibleOnAllScreens(page, 'key in use', () => usage.scrollIntoViewIfNeeded());
    await page.context().close();
  });

  it('says that somebody else has deleted the key, and stops asking for it', async () => {
    const page = await open();
    await page.clock.install();
    await page.reload();
    await button(page, 'Delete').waitFor();
    await service.backoffice.call('DELETE', `/keys/${player.keyId}`);
    await page.clock.runFor(5_000);
    await page.getByRole('heading', { level: 1, name: 'API key not found' }).waitFor();
    let requests = 0;
    page.on('request', (request) => (requests += Number(request.url().includes(`/keys/${player.keyId}`))));
    await page.clock.runFor(60_000);
    expect(requests).toBe(0);
    await page.context().close();
  });

  it('deletes the key and leads to the list', async () => {
    const page = await open();
    await button(page, 'Delete').click();
    await button(page, 'Delete key').click();
    await page.getByText('is deleted').waitFor();
    await page.getByRole('heading', { level: 1, name: 'API keys' }).waitFor();
    expect(await status()).toBe(401);
    await page.goBack();
    await page.getByRole('heading', { level: 1, name: 'API key not found' }).waitFor();
    await page.context().close();
  });
});
