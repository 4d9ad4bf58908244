import { EventEmitter, once } from 'node:events';
import type { Locator, Page } from 'playwright-core';
import { KeyUsageCounter } from '#libs/auth';
import { describePages, expectAccessible } from '../../../test/support/browser.js';
import { query } from '../../../test/support/database.js';
import { apiWith, quizBody } from '../../../test/support/factories.js';
import { until } from '../../../test/support/until.js';

const DAY_MS = 24 * 60 * 60 * 1000;

describePages('the pages of keys', (site) => {
  let ada: string;

  beforeAll(async () => {
    ada = await createUser('Ada Lovelace');
    await createUser('Grace Hopper', { role: 'viewer' });
  });

  let users = 0;
  const createUser = async (displayName: string, fields: object = {}) => {
    const body = { email: `user${++users}@example.com`, displayName, ...fields };
    return (await site.service.backoffice.call<{ id: string }>('POST', '/users', body)).id;
  };
  const createKey = (name: string, fields: object = {}) =>
    site.service.backoffice.call<{ id: string; key: string }>('POST', '/keys', { name, userId: ada, ...fields });
  const set = (id: string, column: 'expires_at' | 'last_used_at', value: string) =>
    query(site.service.databaseUrl, `UPDATE api_keys SET ${column} = $2 WHERE id = $1`, [id, value]);
  const inDays = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString();
  const request = (key: string) => apiWith(site.service.url, key).GET('/quizzes');
  const statusWith = async (key: string) => (await request(key)).response.status;

  const button = (parent: Page | Locator, name: string) => parent.getByRole('button', { name, exact: true });
  const dialogOf = (page: Page) => page.getByRole('dialog');
  const rowOf = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name });
  const focused = (page: Page) => page.locator(':focus');
  const shows = (page: Page, ...names: string[]) =>
    until(`${names.join()} are listed`, async () => {
      const seen = await page.locator('tbody tr td:first-child p').allInnerTexts();
      return seen.join() === names.join() || seen;
    });

  async function fillIn(page: Page, name: string): Promise<void> {
    await button(page, 'Create key').click();
    await dialogOf(page).getByLabel('Name').fill(name);
    await dialogOf(page).getByRole('combobox', { name: 'Owner' }).pressSequentially('Ada');
    await page.getByRole('option', { name: 'Ada' }).click();
    await dialogOf(page).getByText('Scopes:').waitFor();
  }

  it('an administrator creates a key, stores it, and deletes it by typing its first characters', async () => {
    const page = await site.browser.visit('/settings/keys');
    await button(page, 'Create key').click();
    const dialog = dialogOf(page);
    await button(dialog, 'Create key').click();
    await dialog.getByText('Give the key a name').waitFor();
    await dialog.getByText('Choose whom the key acts as').waitFor();
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    await fillIn(page, 'Quiz app');
    const rights = page.getByRole('group', { name: 'What the key may do' });
    expect(await rights.locator('code').allInnerTexts()).toEqual(await site.service.backoffice.scopesOf('player'));
    const error = 'expiresAt: must be an ISO 8601 timestamp in the future';
    await page.route('**/admin/api/keys', (route) => route.fulfill({ status: 400, json: { error } }), { times: 1 });
    await button(dialog, 'Create key').click();
    await dialog.getByText('must be an ISO 8601 timestamp in the future').waitFor();
    await button(dialog, 'Create key').click();
    const key = await page.getByLabel('Key “Quiz app”').inputValue();
    expect(key).toMatch(/^qk_[0-9A-Za-z]{49}$/);
    const command = await page.getByLabel('Try it in a terminal').inputValue();
    expect(command).toBe(`curl -H 'x-api-key: ${key}' ${site.service.url}/api/quizzes`);
    await expectAccessible(page);
    await button(page, 'Copy key').click();
    await page.getByText('Copied', { exact: true }).waitFor();
    await button(page, 'I have stored it').click();
    const row = rowOf(page, 'Quiz app');
    expect(await row.innerText()).toMatch(new RegExp(`${key.slice(0, 8)}.*by Administrator`, 's'));

    // The dialog does not claim that the key is unused before it knows.
    const letGo = new EventEmitter();
    await page.route('**/admin/api/keys/*', async (route) => {
      if (route.request().method() === 'GET') await once(letGo, 'now');
      return route.fallback();
    });
    await page.getByRole('button', { name: 'Delete Quiz app' }).click();
    const remove = button(dialog, 'Delete key');
    await button(dialog, 'Cancel').waitFor();
    expect(await dialog.innerText()).not.toMatch(/used|use of it/);
    expect(await remove.isDisabled()).toBe(true);
    letGo.emit('now');
    await dialog.getByText('No recorded use (the last few seconds may be missing).').waitFor();
    await page.unrouteAll();
    expect(await statusWith(key)).toBe(200);
    await dialog.getByText('It was last used on').waitFor();
    const confirmation = dialog.getByLabel(`Type “${key.slice(0, 8)}” to confirm`);
    await confirmation.fill('Quiz app');
    expect(await remove.isDisabled()).toBe(true);
    // The keyboard reaches the button, and a screen reader says why it does nothing.
    await remove.focus();
    await page.keyboard.press('Enter');
    await dialog
      .getByRole('button', { name: 'Delete key', description: 'Type the text first.' })
      .and(focused(page))
      .waitFor();
    await expectAccessible(page);
    await button(dialog, 'Cancel').click();
    await page.getByRole('button', { name: 'Delete Quiz app' }).and(focused(page)).waitFor();
    await page.keyboard.press('Enter');
    await confirmation.fill(key.slice(0, 8));
    await remove.click();
    await page.getByText('“Quiz app” is deleted').waitFor();
    await row.waitFor({ state: 'detached' });
    expect(await statusWith(key)).toBe(401);
  });

  it('a new key is shown once, stored nowhere, and not left without a warning', async () => {
    const page = await site.browser.visit('/users');
    const answers: string[] = [];
    page.on('response', (response) => {
      if (response.request().method() !== 'GET') return;
      response.text().then(
        (text) => answers.push(text),
        () => undefined,
      );
    });
    await page.getByRole('link', { name: 'API keys' }).click();
    let letGo: () => void = () => undefined;
    const held = new Promise<void>((resolve) => (letGo = resolve));
    await page.route('**/admin/api/keys', async (route) => {
      if (route.request().method() === 'POST') await held;
      await route.continue();
    });
    await fillIn(page, 'Shown once');
    await button(dialogOf(page), 'Create key').click();
    await page.evaluate('history.back()');
    await page.getByText('Leave before the key is shown?').waitFor();
    letGo();
    const field = page.getByLabel('Key “Shown once”');
    const key = await field.inputValue();
    await page.getByText('Leave before the key is shown?').waitFor({ state: 'detached' });
    await page.waitForURL('**/admin/settings/keys');
    await page.keyboard.press('Escape');
    await page.mouse.click(5, 5);
    await page.evaluate('history.back()');
    await page.getByText('Have you stored the key?').waitFor();
    await button(page, 'Back to the key').click();
    expect(await field.inputValue()).toBe(key);
    const stored = () =>
      page.evaluate<string>(`(() => {
        const find = (fiber) => fiber && (fiber.memoizedProps?.client?.getQueryCache ? fiber.memoizedProps.client : find(fiber.child) ?? find(fiber.sibling));
        const root = document.getElementById('root');
        const client = find(root[Object.keys(root).find((name) => name.startsWith('__reactContainer'))].stateNode.current);
        const results = [client.getQueryCache(), client.getMutationCache()].map((cache) => cache.getAll().map(({ state }) => state));
        return JSON.stringify([results, { ...localStorage }, { ...sessionStorage }, history.state, location.href, document.cookie]);
      })()`);
    expect(await stored()).toContain('Shown once');
    expect(await stored()).not.toContain(key);
    await button(page, 'I have stored it').click();
    await button(page, 'Create key').and(focused(page)).waitFor();
    expect(await stored()).not.toContain(key);
    await page.reload();
    await rowOf(page, 'Shown once').waitFor();
    expect(await page.content()).not.toContain(key);
    expect(answers.join('\n')).toContain('Shown once');
    expect(answers.join('\n')).not.toContain(key);
  });

  it('a key is created and copied by keyboard alone, also without a clipboard', async () => {
    const page = await site.browser.visit('/settings/keys');
    await page.evaluate(`Object.defineProperty(navigator, 'clipboard', { value: undefined, configurable: true })`);
    const press = async (...keys: string[]) => {
      for (const key of keys) await page.keyboard.press(key);
    };
    const tabTo = (name: string) =>
      until(`${name} has the focus`, async () => {
        await press('Tab');
        const label = `(({ ariaLabel, labels, innerText }) => ariaLabel ?? labels?.[0]?.innerText ?? innerText)(document.activeElement)`;
        return (await page.evaluate<string>(label)).startsWith(name);
      });
    const option = page.getByRole('option', { name: 'Ada Lovelace' });
    await page.getByRole('heading', { level: 1, name: 'API keys' }).waitFor();
    await tabTo('Create key');
    await press('Enter');
    await dialogOf(page).getByLabel('Name').and(focused(page)).waitFor();
    await page.keyboard.type('By keyboard');
    await tabTo('Owner');
    // No user is selected while the search is pending.
    const searches = new EventEmitter();
    const released = once(searches, 'release');
    await page.route('**/admin/api/users?*search=*', async (route) => {
      searches.emit('asked');
      // On a slow machine there is a search for the beginning too.
      await released;
      await route.fallback();
    });
    const asked = once(searches, 'asked');
    await page.keyboard.type('lovelace');
    await asked;
    await press('ArrowDown', 'Enter');
    const owner = dialogOf(page).getByRole('combobox', { name: 'Owner' });
    expect([await owner.inputValue(), await owner.getAttribute('aria-busy')]).toEqual(['lovelace', 'true']);
    await page.getByText('Searching …').waitFor();
    searches.emit('release');
    await option.waitFor();
    // Escape closes the list and not the dialog.
    await press('Escape');
    await option.waitFor({ state: 'hidden' });
    await press('ArrowDown');
    await option.waitFor();
    await press('ArrowDown', 'Enter');
    await dialogOf(page).getByText('Scopes:').waitFor();
    await tabTo('Expires');
    await press('End');
    await page.getByText('The key works until it is deleted.').waitFor();
    await tabTo('Create key');
    await press('Enter');
    const key = await page.getByLabel('Key “By keyboard”').inputValue();
    await button(page, 'Copy key').and(focused(page)).waitFor();
    await press('Enter');
    await page.getByText('Copied', { exact: true }).waitFor();
    // The field is behind the dialog, out of reach for people, but not for this test.
    await page.getByLabel('Search keys').fill('');
    await press('Control+V');
    expect(await page.getByLabel('Search keys').inputValue()).toBe(key);
    await button(page, 'Copy command').focus();
    await page.evaluate(`document.execCommand = () => false`);
    await press('Enter');
    await page.getByText('press Ctrl+C').waitFor();
    const selected = `(({ value, selectionStart, selectionEnd }) => value.slice(selectionStart, selectionEnd))(document.activeElement)`;
    expect(await page.evaluate(selected)).toContain(`curl -H 'x-api-key: ${key}'`);
    await tabTo('I have stored it');
    await press('Enter');
    await button(page, 'Create key').and(focused(page)).waitFor();
    expect(await statusWith(key)).toBe(200);
  });

  it('an administrator searches, filters and sorts keys, and the address keeps that', async () => {
    const grace = await createUser('Grace Sorter');
    const soon = await createKey('Sort soon', { userId: grace, expiresAt: inDays(13.5) });
    await createKey('Sort later', { userId: grace, expiresAt: inDays(40) });
    const over = await createKey('Sort over', { userId: grace, expiresAt: inDays(1) });
    for (const { id } of [soon, over]) await set(id, 'last_used_at', '2026-01-02T03:04:00Z');
    await set(over.id, 'expires_at', '2026-03-04T12:00:00Z');
    const page = await site.browser.openSignedIn('/settings/keys', { timezoneId: 'Asia/Kathmandu', locale: 'en-GB' });
    await page.getByRole('combobox', { name: 'Owner' }).fill('grace');
    await page.getByRole('option', { name: 'Grace Sorter' }).click();
    await shows(page, 'Sort over', 'Sort later', 'Sort soon');
    const head = page.getByRole('columnheader', { name: 'Expires' });
    await head.getByRole('button').click();
    await shows(page, 'Sort over', 'Sort soon', 'Sort later');
    expect(await head.getAttribute('aria-sort')).toBe('ascending');
    const end = (name: string) => rowOf(page, name).locator('td[data-head=Expires]');
    expect(await end('soon').innerText()).toMatch(/^Expires in 1[34] days\n.+/);
    expect(await end('later').innerText()).toMatch(/^\d+ \w+ 20\d\d$/);
    expect(await end('over').innerText()).toBe('Expired 4 Mar 2026');
    expect(await end('over').locator('time').getAttribute('title')).toBe('2026-03-04 12:00 UTC');
    await page.getByLabel('State', { exact: true }).selectOption('Ends within 14 days');
    await shows(page, 'Sort soon');
    await page.getByLabel('State', { exact: true }).selectOption('Never used');
    await shows(page, 'Sort later');
    await site.service.backoffice.call('PATCH', `/users/${grace}`, { suspended: true });
    await page.reload();
    await shows(page, 'Sort later');
    await rowOf(page, 'later').locator('td[data-head=Owner]').getByText('Suspended').waitFor();
    expect(await page.getByRole('combobox', { name: 'Owner' }).inputValue()).toMatch(/^Grace Sorter \(/);
    await page.getByLabel('Search keys').fill('nothing like it');
    await page.getByText('No matching keys').waitFor();
    await button(page, 'Show all keys').click();
    await page.waitForURL((url) => !url.search.includes('userId') && !url.search.includes('search'));
    // A day ends in the time zone of the viewer.
    await fillIn(page, 'Until a day');
    await dialogOf(page).getByRole('combobox', { name: 'Expires' }).selectOption('On a date');
    await dialogOf(page).getByLabel('Last day').fill('2035-12-31');
    await dialogOf(page).getByText('The key works until 31 Dec 2035, 23:59.').waitFor();
    await button(dialogOf(page), 'Create key').click();
    await page.getByLabel('Key “Until a day”').waitFor();
    const { keys } = await site.service.backoffice.call<{ keys: object[] }>('GET', '/keys?search=until');
    expect(keys).toMatchObject([{ expiresAt: '2035-12-31T18:14:59.000Z' }]);
    await page.context().close();
  });

  it('a list leaves a page whose last key is deleted, and opens it again when it exists again', async () => {
    const owner = await createUser('Owner of many');
    for (let number = 31; number >= 1; number--) await createKey(`Many ${number}`, { userId: owner });
    const page = await site.browser.visit(`/settings/keys?userId=${owner}&page=2`);
    await rowOf(page, 'Many 31').getByRole('button').click();
    const { keys } = await site.service.backoffice.call<{ keys: { id: string }[] }>('GET', '/keys?search=Many%2031');
    await button(dialogOf(page), 'Cancel').click();
    await site.service.backoffice.call('DELETE', `/keys/${keys[0]?.id}`);
    await rowOf(page, 'Many 31').getByRole('button').click();
    await dialogOf(page).getByText('Somebody else has deleted it').waitFor();
    await button(dialogOf(page), 'Delete key').click();
    await page.getByText('1–30 of 30').waitFor();
    await page.waitForURL((url) => !url.search.includes('page=2'));
    await page.getByRole('heading', { level: 1 }).and(focused(page)).waitFor();
    await createKey('Many 0', { userId: owner });
    // As when the tab is shown again: the list is fetched.
    await page.evaluate(`window.dispatchEvent(new Event('visibilitychange'))`);
    await page.getByText('1–30 of 31').waitFor();
    await button(page, 'Page 2').click();
    await page.getByText('31–31 of 31').waitFor();
  });

  it('an administrator changes, rotates, disables and deletes a key on its page, and sees its use', async () => {
    const name = 'Course app';
    const { id, key } = await createKey(name);
    await request(key);
    await apiWith(site.service.url, key).POST('/quizzes', { body: quizBody() });
    await site.service.app.get(KeyUsageCounter).write();
    const page = await site.browser.openSignedIn('/settings/keys', { locale: 'en-GB' });
    await page.getByRole('link', { name }).click();
    await page.getByRole('heading', { level: 1, name }).waitFor();
    expect(await page.title()).toBe(`${name} · Quiz service`);
    const facts = await page.getByRole('main').innerText();
    expect(facts).toMatch(
      /acts as Ada Lovelace.+State\s+Active\s+Expires\s+\w.+Rate limit\s+Default\s+of the service/s,
    );
    for (const scope of await site.service.backoffice.scopesOf('player')) expect(facts).toContain(scope);
    const usage = page.getByRole('region', { name: 'Usage in the last 7 days' });
    await usage.getByRole('img', { name: /^Bar chart: Requests by day/ }).waitFor();
    const today = usage.getByRole('table', { name: 'Requests by day and outcome' }).locator('tbody tr').first();
    expect((await today.getByRole('cell').allInnerTexts()).slice(1)).toEqual(['1', '0', '1', '0', '0', '0×']);
    await usage.getByRole('table', { name: 'Last addresses' }).getByText('127.0.0.1').waitFor();

    await page.getByRole('textbox', { name: 'Name' }).fill('');
    await page.getByLabel('Expires').selectOption('On a date');
    await page.getByLabel('Rate limit').fill('0');
    await button(page, 'Save').click();
    for (const problem of ['Give the key a name', 'Choose the last day', 'Enter a number from 1 to 1,000,000']) {
      await page.getByText(problem).waitFor();
    }
    await page.getByRole('textbox', { name: 'Name' }).fill('Renamed');
    await page.getByLabel('Last day').fill('2035-12-31');
    await page.getByLabel('Rate limit').fill('2500');
    await expectAccessible(page);
    await page.getByRole('link', { name: 'Users' }).click();
    await button(page, 'Stay on this page').click();
    await button(page, 'Save').click();
    await page.getByText('“Renamed” is saved.').waitFor();
    expect((await request(key)).response.headers.get('x-ratelimit-limit')).toBe('2500');
    await page.getByText('Unchanged: 31 Dec 2035, 23:59').waitFor({ state: 'attached' });

    await button(page, 'Rotate').click();
    const dialog = dialogOf(page);
    await dialog.getByText(`(${key.slice(0, 8)}…)`).waitFor();
    const overlap = dialog.getByLabel('The old key ends');
    const presets = ['1 hour', '24 hours', '7 days', '30 days', 'On a date'];
    expect((await overlap.locator('option').allInnerTexts()).slice(0, -1)).toEqual(presets);
    await overlap.selectOption('1 hour');
    await expectAccessible(page);
    await button(dialog, 'Rotate key').click();
    const next = await page.getByLabel('Key “Renamed”').inputValue();
    expect([await statusWith(key), await statusWith(next)]).toEqual([200, 200]);
    await button(page, 'I have stored it').click();
    await button(page, 'Rotate').and(focused(page)).waitFor();
    await page.getByRole('link', { name: `${next.slice(0, 8)}…` }).click();
    await page.getByText('· replaces').waitFor();
    await page.getByRole('link', { name: `${key.slice(0, 8)}…` }).click();
    await page.getByText('· replaced by').waitFor();

    await button(page, 'Disable').click();
    await dialog.getByText(`(${key.slice(0, 8)}…) get 401 from now on`).waitFor();
    await button(dialog, 'Disable key').click();
    await page.getByText('is disabled.').waitFor();
    expect(await statusWith(key)).toBe(401);
    expect(await button(page, 'Rotate').count()).toBe(0);
    await expectAccessible(page);
    await button(page, 'Enable').click();
    await page.getByText('is enabled.').waitFor();
    expect(await statusWith(key)).toBe(200);

    await site.service.backoffice.call('PATCH', `/keys/${id}`, { disabled: true });
    await button(page, 'Delete').click();
    await dialog.getByLabel(`Type “${key.slice(0, 8)}” to confirm`).fill(key.slice(0, 8));
    await button(dialog, 'Delete key').click();
    await page.getByText('is deleted').waitFor();
    await page.getByRole('heading', { level: 1, name: 'API keys' }).waitFor();
    expect(await statusWith(key)).toBe(401);
    await page.goBack();
    await page.getByRole('heading', { level: 1, name: 'API key not found' }).waitFor();
    await page.context().close();
  });

  it('the keys of a user are created and deleted on the page of the user', async () => {
    const owner = await createUser('Keyholder');
    for (let number = 1; number <= 11; number++) await createKey(`Held ${number}`, { userId: owner });
    const page = await site.browser.visit(`/users/${owner}`);
    await page.getByRole('link', { name: 'All 11 keys' }).waitFor();
    await button(page, 'Create key').click();
    await dialogOf(page).getByText('Scopes:').waitFor();
    expect(await dialogOf(page).getByRole('combobox', { name: 'Owner' }).inputValue()).toContain('Keyholder');
    await dialogOf(page).getByLabel('Name').fill('Held 12');
    await button(dialogOf(page), 'Create key').click();
    expect(await statusWith(await page.getByLabel('Key “Held 12”').inputValue())).toBe(200);
    await button(page, 'I have stored it').click();
    const table = page.getByRole('table', { name: 'API keys of the user' });
    await table.getByRole('button', { name: 'Delete Held 11' }).click();
    await button(dialogOf(page), 'Delete key').click();
    await table.getByText('Held 11').waitFor({ state: 'detached' });
    await page.getByRole('link', { name: 'All 11 keys' }).click();
    await page.getByText('1–11 of 11').waitFor();
  });
});
