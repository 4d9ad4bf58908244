import type { Page } from 'playwright-core';
import { expectAccessibleOnAllScreens } from '../../../test/support/accessible-states.js';
import { describeInBrowser, TestBrowser } from '../../../test/support/browser.js';
import { query } from '../../../test/support/database.js';
import { apiWith } from '../../../test/support/factories.js';
import { type Service, startService } from '../../../test/support/service.js';
import { until } from '../../../test/support/until.js';

const DAY_MS = 24 * 60 * 60 * 1000;

describeInBrowser('the keys page', () => {
  let service: Service;
  let browser: TestBrowser;
  let ada: string;

  beforeAll(async () => {
    service = await startService();
    browser = await TestBrowser.start(service);
    ada = await createUser('Ada Lovelace');
  });
  afterAll(async () => {
    await browser.close();
    await service.close();
  });
  afterEach(() => browser.expectNoProblems());

  let users = 0;

  async function createUser(displayName: string, fields: object = {}): Promise<string> {
    const body = { email: `user${++users}@example.com`, displayName, ...fields };
    return (await service.backoffice.call<{ id: string }>('POST', '/users', body)).id;
  }

  const createKey = (name: string, fields: object = {}) =>
    service.backoffice.call<{ id: string; key: string }>('POST', '/keys', { name, userId: ada, ...fields });

  const inDays = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString();

  const set = (id: string, column: 'expires_at' | 'last_used_at', value: string) =>
    query(service.databaseUrl, `UPDATE api_keys SET ${column} = $2 WHERE id = $1`, [id, value]);

  const useNoted = (name: string) =>
    until(`the use of ${name} is noted`, async () => {
      const statement = `SELECT FROM api_keys WHERE name = $1 AND last_used_at IS NOT NULL`;
      return (await query(service.databaseUrl, statement, [name])).length === 1;
    });

  const statusWith = async (key: string) => (await apiWith(service.url, key).GET('/quizzes')).response.status;

  const open = (path = '', options: object = {}) => browser.openSignedIn(`/settings/keys${path}`, options);

  const rowOf = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name });

  const namesOn = (page: Page) => page.locator('tbody tr td:first-child p').allInnerTexts();

  const dialogOf = (page: Page) => page.getByRole('dialog');

  const focused = (page: Page) => page.locator(':focus');

  async function fillIn(page: Page, name: string, owner = 'Ada'): Promise<void> {
    await page.getByRole('button', { name: 'Create key' }).click();
    await dialogOf(page).getByLabel('Name').fill(name);
    await dialogOf(page).getByRole('combobox', { name: 'Owner' }).pressSequentially(owner.slice(0, 3));
    await page.getByRole('option', { name: owner }).first().click();
    await dialogOf(page).getByText('Scopes:').waitFor();
  }

  /** Creates a key by the dialog, which then shows it. */
  async function create(page: Page, name: string): Promise<string> {
    await fillIn(page, name);
    await dialogOf(page).getByRole('button', { name: 'Create key' }).click();
    return page.getByLabel(`Key “${name}”`).inputValue();
  }

  it('creates a working key, and deletes it, after which the service rejects it immediately', async () => {
    const page = await open();
    const key = await create(page, 'Quiz app');
    expect(key).toMatch(/^qk_[0-9A-Za-z]{49}$/);
    const command = await page.getByLabel('Try it in a terminal').inputValue();
    expect(command).toBe(`curl -H 'x-api-key: ${key}' ${service.url}/api/quizzes`);
    expect(await statusWith(key)).toBe(200);
    await page.getByRole('button', { name: 'I have stored it' }).click();
    const row = rowOf(page, 'Quiz app');
    expect(await row.innerText()).toContain(key.slice(0, 8));
    expect(await row.innerText()).toContain('by Administrator');

    // It was used just now: its first characters have to be typed, because other keys may have the same name.
    await useNoted('Quiz app');
    await row.getByRole('button', { name: 'Delete Quiz app' }).click();
    const dialog = dialogOf(page);
    await dialog.getByText('It was last used on').waitFor();
    expect(await dialog.innerText()).toMatch(/Quiz app \(qk_\w{5}…\) of Ada Lovelace .+cannot be restored/s);
    const remove = dialog.getByRole('button', { name: 'Delete key' });
    await dialog.getByLabel(`Type “${key.slice(0, 8)}” to confirm`).fill('Quiz app');
    expect(await remove.isDisabled()).toBe(true);
    await page.keyboard.press('Enter');
    expect(await statusWith(key)).toBe(200);
    await dialog.getByLabel(`Type “${key.slice(0, 8)}” to confirm`).fill(key.slice(0, 8));
    await remove.click();
    await page.getByText('“Quiz app” is deleted').waitFor();
    expect(await statusWith(key)).toBe(401);
    await row.waitFor({ state: 'detached' });
    await page.context().close();
  });

  it('shows a key once, and stores it nowhere', async () => {
    const page = await open();
    const answers: string[] = [];
    page.on('response', (response) => {
      if (response.request().method() === 'GET')
        void response.text().then(
          (text) => answers.push(text),
          () => undefined,
        );
    });
    const key = await create(page, 'Shown once');
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
    await page.getByRole('button', { name: 'I have stored it' }).click();
    await rowOf(page, 'Shown once').waitFor();
    expect(await stored()).not.toContain(key);
    expect(await page.content()).not.toContain(key);
    await page.reload();
    await rowOf(page, 'Shown once').waitFor();
    expect(await page.content()).not.toContain(key);
    expect(answers.join('\n')).toContain('Shown once');
    expect(answers.join('\n')).not.toContain(key);
    await page.context().close();
  });

  it('closes the new key only by “I have stored it”, and warns before the page is left', async () => {
    const page = await browser.openSignedIn('/users');
    await page.getByRole('link', { name: 'API keys' }).click();
    const key = await create(page, 'Held');
    const field = page.getByLabel('Key “Held”');
    const keep = async () => {
      await page.getByRole('button', { name: 'Back to the key' }).click();
      await page.getByText('Have you stored the key?').waitFor({ state: 'detached' });
      expect(await field.inputValue()).toBe(key);
    };
    await page.keyboard.press('Escape');
    await page.mouse.click(5, 5);
    expect(await field.inputValue()).toBe(key);
    await page.evaluate('history.back()');
    await page.getByText('Have you stored the key?').waitFor();
    await keep();
    const question = page.waitForEvent('dialog');
    await page.evaluate('setTimeout(() => location.reload())');
    const asked = await question;
    expect(asked.type()).toBe('beforeunload');
    await asked.dismiss();
    expect(await field.inputValue()).toBe(key);
    await page.getByRole('button', { name: 'I have stored it' }).click();
    await field.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Create key' }).and(focused(page)).waitFor();
    await page.evaluate('history.back()');
    await page.getByRole('heading', { level: 1, name: 'Users' }).waitFor();
    await page.context().close();
  });

  it('shows the key at its own address if "Back" was pressed before the response', async () => {
    const page = await browser.openSignedIn('/users');
    await page.getByRole('link', { name: 'API keys' }).click();
    let letGo: () => void = () => undefined;
    const held = new Promise<void>((resolve) => (letGo = resolve));
    await page.route('**/admin/api/keys', async (route) => {
      if (route.request().method() === 'POST') await held;
      await route.continue();
    });
    await fillIn(page, 'Asked early');
    await dialogOf(page).getByRole('button', { name: 'Create key' }).click();
    await page.evaluate('history.back()');
    await page.getByText('Leave before the key is shown?').waitFor();
    letGo();
    await page.getByLabel('Key “Asked early”').waitFor();
    await page.getByText('Leave before the key is shown?').waitFor({ state: 'detached' });
    await page.waitForURL('**/admin/settings/keys');
    await page.evaluate('history.back()');
    await page.getByText('Have you stored the key?').waitFor();
    await page.getByRole('button', { name: 'Back to the key' }).click();
    await page.getByRole('button', { name: 'I have stored it' }).click();
    await page.waitForURL('**/admin/settings/keys');
    await page.evaluate('history.back()');
    await page.getByRole('heading', { level: 1, name: 'Users' }).waitFor();
    await page.context().close();
  });

  it.each([
    ['with the clipboard', ''],
    ['without a clipboard, as on http', `Object.defineProperty(navigator, 'clipboard', { value: undefined });`],
    ['where the clipboard is denied', `navigator.clipboard.writeText = () => Promise.reject(new Error('no'));`],
  ])('copies the key and the command %s', async (_, script) => {
    const page = await open();
    await page.evaluate(script);
    const key = await create(page, 'Taken along');
    const pasted = async () => {
      const search = page.getByLabel('Search keys');
      // The field is behind the dialog, out of reach for people, but not for this test.
      await search.fill('');
      await page.keyboard.press('Control+V');
      return search.inputValue();
    };
    await page.getByRole('button', { name: 'Copy key' }).click();
    await page.getByText('Copied', { exact: true }).waitFor();
    expect(await pasted()).toBe(key);
    await page.getByRole('button', { name: 'Copy command' }).click();
    await page.getByText('Copied', { exact: true }).nth(1).waitFor();
    expect(await pasted()).toBe(`curl -H 'x-api-key: ${key}' ${service.url}/api/quizzes`);
    await page.context().close();
  });

  it('selects the key, and says how to copy it, if the browser cannot copy', async () => {
    const page = await open();
    await page.evaluate(
      `Object.defineProperty(navigator, 'clipboard', { value: undefined }); document.execCommand = () => false;`,
    );
    const key = await create(page, 'By hand');
    await page.getByRole('button', { name: 'Copy key' }).click();
    await page.getByText('press Ctrl+C').waitFor();
    const selected = `(({ value, selectionStart, selectionEnd }) => value.slice(selectionStart, selectionEnd))(document.activeElement)`;
    expect(await page.evaluate(selected)).toBe(key);
    await page.context().close();
  });

  it('creates a key by keyboard alone', async () => {
    const page = await open();
    const press = async (...keys: string[]) => {
      for (const key of keys) await page.keyboard.press(key);
    };
    const tabTo = (name: string) =>
      until(`${name} has the focus`, async () => {
        await press('Tab');
        const label = `(({ ariaLabel, labels, innerText }) => ariaLabel ?? labels?.[0]?.innerText ?? innerText)(document.activeElement)`;
        return (await page.evaluate<string>(label)).startsWith(name);
      });
    await page.getByRole('heading', { level: 1, name: 'API keys' }).waitFor();
    await tabTo('Create key');
    await press('Enter');
    await dialogOf(page).getByLabel('Name').and(focused(page)).waitFor();
    await page.keyboard.type('By keyboard');
    await tabTo('Owner');
    await page.keyboard.type('lovelace');
    await page.getByRole('option', { name: 'Ada Lovelace' }).waitFor();
    // Escape closes the list and not the dialog.
    await press('Escape');
    await page.getByRole('option', { name: 'Ada Lovelace' }).waitFor({ state: 'hidden' });
    await press('ArrowDown');
    await page.getByRole('option', { name: 'Ada Lovelace' }).waitFor();
    await press('ArrowDown', 'Enter');
    await dialogOf(page).getByText('Scopes:').waitFor();
    await tabTo('Expires');
    await press('End');
    await page.getByText('The key works until it is deleted.').waitFor();
    await tabTo('Create key');
    await press('Enter');
    const key = await page.getByLabel('Key “By keyboard”').inputValue();
    await page.getByRole('button', { name: 'Copy key' }).and(focused(page)).waitFor();
    await press('Enter');
    await page.getByText('Copied', { exact: true }).waitFor();
    await tabTo('I have stored it');
    await press('Enter');
    await page.getByRole('button', { name: 'Create key' }).and(focused(page)).waitFor();
    expect(await statusWith(key)).toBe(200);
    expect(await rowOf(page, 'By keyboard').innerText()).toContain('Never');
    await page.context().close();
  });

  it("shows the scopes of the owner's role, and that a suspended owner's keys have none", async () => {
    const viewer = await createUser('Vera Viewer', { role: 'viewer' });
    await service.backoffice.call('PATCH', `/users/${viewer}`, { suspended: true });
    const page = await open();
    await fillIn(page, 'Scopes', 'Ada Lovelace');
    const rights = page.getByRole('group', { name: 'What the key may do' });
    expect(await rights.locator('code').allInnerTexts()).toEqual(await service.backoffice.scopesOf('player'));
    await dialogOf(page).getByRole('combobox', { name: 'Owner' }).fill('vera');
    await page.getByRole('option', { name: 'Vera Viewer' }).click();
    await rights.getByText('This user is suspended').waitFor();
    expect(await rights.locator('code').allInnerTexts()).toEqual(await service.backoffice.scopesOf('viewer'));
    await page.context().close();
  });

  it("expires a key on the chosen day in the viewer's time zone", async () => {
    const page = await open('', { timezoneId: 'Asia/Kathmandu', locale: 'en-GB' });
    await fillIn(page, 'Until a day');
    const dialog = dialogOf(page);
    await dialog.getByRole('combobox', { name: 'Expires' }).selectOption('On a date');
    await dialog.getByRole('button', { name: 'Create key' }).click();
    await dialog.getByText('Choose the last day').waitFor();
    await dialog.getByLabel('Last day').fill('2020-02-29');
    await dialog.getByText('Choose a day that is not over yet').waitFor();
    await dialog.getByLabel('Last day').fill('2035-12-31');
    await dialog.getByText('The key works until 31 Dec 2035, 23:59.').waitFor();
    await dialog.getByRole('button', { name: 'Create key' }).click();
    await page.getByLabel('Key “Until a day”').waitFor();
    const { keys } = await service.backoffice.call<{ keys: { expiresAt: string }[] }>('GET', '/keys?search=until');
    expect(keys.map(({ expiresAt }) => expiresAt)).toEqual(['2035-12-31T18:14:59.000Z']);
    await page.context().close();
  });

  it("shows missing values and the service's errors at the fields", async () => {
    const page = await open();
    await page.getByRole('button', { name: 'Create key' }).click();
    const dialog = dialogOf(page);
    await dialog.getByRole('button', { name: 'Create key' }).click();
    await dialog.getByText('Give the key a name').waitFor();
    await dialog.getByText('Choose whom the key acts as').waitFor();
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    await fillIn(page, 'Rejected');
    await page.route('**/admin/api/keys', (route) =>
      route.fulfill({ status: 400, json: { error: 'expiresAt: must be an ISO 8601 timestamp in the future' } }),
    );
    await dialog.getByRole('button', { name: 'Create key' }).click();
    await dialog.getByText('must be an ISO 8601 timestamp in the future').waitFor();
    await page.route('**/admin/api/keys', (route) =>
      route.fulfill({ status: 500, json: { error: 'Internal server error' } }),
    );
    await dialog.getByRole('button', { name: 'Create key' }).click();
    await dialog.getByRole('alert').getByText('Internal server error').waitFor();
    expect(await dialog.getByLabel('Name').inputValue()).toBe('Rejected');
    await page.context().close();
  });

  it('marks keys that expire within 14 days in amber and in words, and still lists expired ones', async () => {
    const owner = await createUser('Owner of ends');
    const keyThatEnds = (name: string, expiresAt: string | null) => createKey(name, { userId: owner, expiresAt });
    await keyThatEnds('Soon', inDays(13.5));
    await keyThatEnds('Later', inDays(14.5));
    await keyThatEnds('Endless', null);
    await set((await keyThatEnds('Over', inDays(1))).id, 'expires_at', '2026-03-04T12:00:00Z');
    const page = await open(`?userId=${owner}`, { timezoneId: 'Europe/Berlin', locale: 'en-GB' });
    const end = (name: string) => rowOf(page, name).locator('td[data-head=Expires]');
    await end('Soon').waitFor();
    expect(await end('Soon').innerText()).toMatch(/^Expires in 13 days\n.+/);
    expect(await end('Later').innerText()).toMatch(/^\d+ \w+ 20\d\d$/);
    expect(await end('Endless').innerText()).toBe('Never');
    expect(await end('Over').innerText()).toBe('Expired 4 Mar 2026');
    expect(await end('Over').locator('time').getAttribute('title')).toBe('2026-03-04 12:00 UTC');
    const ground = (name: string) =>
      page.evaluate<string>(`(() => {
        const row = [...document.querySelectorAll('tbody tr')].find(({ innerText }) => innerText.includes('${name}'));
        return getComputedStyle(row.querySelector('[data-head=Expires] .mantine-Badge-root')).backgroundColor;
      })()`);
    expect(await ground('Soon')).toBe('rgb(252, 196, 25)');
    expect(await ground('Over')).not.toBe(await ground('Soon'));
    await page.context().close();
  });

  it('sorts, filters by owner and searches, and stores that in its address', async () => {
    const grace = await createUser('Grace Sorter');
    const first = await createKey('Sort a', { userId: grace });
    await createKey('Sort c', { userId: grace, expiresAt: inDays(20) });
    await createKey('Sort beta', { userId: grace, expiresAt: inDays(40) });
    await set(first.id, 'last_used_at', '2026-01-02T03:04:00Z');
    const page = await open();
    await page.getByRole('combobox', { name: 'Owner' }).fill('grace');
    await page.getByRole('option', { name: 'Grace Sorter' }).click();
    const shows = (...names: string[]) =>
      until(`${names.join()} are listed`, async () => (await namesOn(page)).join() === names.join() || namesOn(page));
    await shows('Sort beta', 'Sort c', 'Sort a');
    const head = (name: string) => page.getByRole('columnheader', { name });
    await head('Name').getByRole('button').click();
    await shows('Sort a', 'Sort beta', 'Sort c');
    expect(await head('Name').getAttribute('aria-sort')).toBe('ascending');
    await head('Name').getByRole('button').click();
    await shows('Sort c', 'Sort beta', 'Sort a');
    await head('Last used').getByRole('button').click();
    await shows('Sort a', 'Sort c', 'Sort beta');
    await head('Expires').getByRole('button').click();
    await shows('Sort c', 'Sort beta', 'Sort a');
    await page.reload();
    await shows('Sort c', 'Sort beta', 'Sort a');
    expect(await page.getByRole('combobox', { name: 'Owner' }).inputValue()).toMatch(/^Grace Sorter \(/);
    await page.getByLabel('Search keys').fill('sort beta');
    await shows('Sort beta');
    await page.getByLabel('Search keys').fill('nothing like it');
    await page.getByText('No matching keys').waitFor();
    await page.getByRole('button', { name: 'Show all keys' }).click();
    await page.waitForURL((url) => !url.search.includes('userId') && !url.search.includes('search'));
    expect(await page.getByLabel('Search keys').inputValue()).toBe('');
    await page.context().close();
  });

  it('filters keys that end soon, that were never used, and that are disabled', async () => {
    const owner = await createUser('Owner of states');
    const soon = await createKey('State soon', { userId: owner, expiresAt: inDays(13) });
    await set(soon.id, 'last_used_at', new Date().toISOString());
    await createKey('State unused', { userId: owner, expiresAt: inDays(15) });
    const disabled = await createKey('State disabled', { userId: owner });
    await set(disabled.id, 'last_used_at', new Date().toISOString());
    await service.backoffice.call('PATCH', `/keys/${disabled.id}`, { disabled: true });
    const page = await open(`?userId=${owner}`);
    for (const [state, name] of [
      ['Ends within 14 days', 'State soon'],
      ['Never used', 'State unused'],
      ['Disabled', 'State disabled'],
    ] as const) {
      await page.getByLabel('State', { exact: true }).selectOption(state);
      await until(`${name} is listed`, async () => (await namesOn(page)).join() === name || namesOn(page));
    }
    await expectAccessibleOnAllScreens(page, 'disabled keys');
    expect(new URL(page.url()).searchParams.get('state')).toBe('disabled');
    await page.context().close();
  });

  it('has pages, and leaves a page whose last key was deleted', async () => {
    const owner = await createUser('Owner of many');
    for (let number = 31; number >= 1; number--) await createKey(`Many ${number}`, { userId: owner });
    const page = await open(`?userId=${owner}`);
    await page.getByText('1–30 of 31').waitFor();
    await page.getByRole('button', { name: 'Page 2' }).click();
    await rowOf(page, 'Many 31').getByRole('button').click();
    // No use is recorded: a click is enough.
    await dialogOf(page).getByRole('button', { name: 'Delete key' }).click();
    await page.getByText('1–30 of 30').waitFor();
    await page.waitForURL((url) => !url.search.includes('page=2'));
    await page.getByRole('heading', { level: 1 }).and(focused(page)).waitFor();
    await page.context().close();
  });

  it('opens a page that exists again after its last key was deleted', async () => {
    const owner = await createUser('Owner of many more');
    for (let number = 31; number >= 1; number--) await createKey(`More ${number}`, { userId: owner });
    const page = await open(`?userId=${owner}&page=2`);
    await rowOf(page, 'More 31').getByRole('button').click();
    await dialogOf(page).getByRole('button', { name: 'Delete key' }).click();
    await page.getByText('1–30 of 30').waitFor();
    await createKey('More 0', { userId: owner });
    // As when the tab is shown again: the list is fetched.
    await page.evaluate(`window.dispatchEvent(new Event('visibilitychange'))`);
    await page.getByText('1–30 of 31').waitFor();
    await page.getByRole('button', { name: 'Page 2' }).click();
    await page.getByText('31–31 of 31').waitFor();
    await page.context().close();
  });

  it('returns the focus after a cancelled deletion, and accepts that somebody else was faster', async () => {
    const { id } = await createKey('Gone already');
    const page = await open('?search=gone');
    const button = page.getByRole('button', { name: 'Delete Gone already' });
    await button.click();
    await dialogOf(page).getByText('No recorded use').waitFor();
    await dialogOf(page).getByRole('button', { name: 'Cancel' }).click();
    await button.and(focused(page)).waitFor();
    await service.backoffice.call('DELETE', `/keys/${id}`);
    await button.click();
    await dialogOf(page).getByText('Somebody else has deleted it').waitFor();
    await dialogOf(page).getByRole('button', { name: 'Delete key' }).click();
    await page.getByText('“Gone already” is deleted').waitFor();
    await page.context().close();
  });

  it('requests the last use of a key when the deletion dialog opens, and again while it is open', async () => {
    const { key } = await createKey('Idle so far');
    const page = await open('?search=idle');
    const cell = rowOf(page, 'Idle so far').locator('td[data-head="Last used"]');
    expect(await cell.innerText()).toBe('Never');
    const dialog = dialogOf(page);
    const remove = dialog.getByRole('button', { name: 'Delete key' });
    await page.getByRole('button', { name: 'Delete Idle so far' }).click();
    await dialog.getByText('No recorded use (the last few seconds may be missing).').waitFor();
    expect(await remove.isEnabled()).toBe(true);
    await statusWith(key);
    await dialog.getByText('It was last used on').waitFor();
    expect(await remove.isDisabled()).toBe(true);
    await dialog.getByRole('button', { name: 'Cancel' }).click();

    const other = await createKey('Used meanwhile');
    await page.getByLabel('Search keys').fill('used meanwhile');
    const button = page.getByRole('button', { name: 'Delete Used meanwhile' });
    await button.waitFor();
    await statusWith(other.key);
    await useNoted('Used meanwhile');
    let letGo: () => void = () => undefined;
    const held = new Promise<void>((resolve) => (letGo = resolve));
    await page.route(`**/admin/api/keys/${other.id}`, async (route) => {
      await held;
      await route.fallback();
    });
    await button.click();
    // Nothing is claimed, and nothing can be confirmed, before it is known.
    await dialog.getByRole('button', { name: 'Cancel' }).waitFor();
    expect(await dialog.innerText()).not.toMatch(/used|use of it/);
    expect(await remove.isDisabled()).toBe(true);
    letGo();
    await dialog.getByText('It was last used on').waitFor();
    await dialog.getByLabel(`Type “${other.key.slice(0, 8)}” to confirm`).waitFor();
    await page.context().close();
  });

  it('requires the first characters of a key if its last use is unknown', async () => {
    const { id, key } = await createKey('Hard to look up');
    const page = await open('?search=hard');
    await page.route(`**/admin/api/keys/${id}`, (route) =>
      route.request().method() === 'GET'
        ? route.fulfill({ status: 403, json: { error: 'Not now' } })
        : route.fallback(),
    );
    await page.getByRole('button', { name: 'Delete Hard to look up' }).click();
    await dialogOf(page).getByText('Its last use could not be loaded').waitFor();
    await dialogOf(page)
      .getByLabel(`Type “${key.slice(0, 8)}” to confirm`)
      .fill(key.slice(0, 8));
    await dialogOf(page).getByRole('button', { name: 'Delete key' }).click();
    await page.getByText('“Hard to look up” is deleted').waitFor();
    await page.context().close();
  });

  it('marks owners who are suspended', async () => {
    const owner = await createUser('Sue Spended', { role: 'viewer' });
    await createKey('Of a suspended owner', { userId: owner });
    await service.backoffice.call('PATCH', `/users/${owner}`, { suspended: true });
    const page = await open(`?userId=${owner}`);
    const cell = rowOf(page, 'Of a suspended owner').locator('td[data-head=Owner]');
    expect(await cell.innerText()).toMatch(/Sue Spended\s+Viewer\s+Suspended/);
    await cell.getByRole('link').click();
    await page.waitForURL(`**/admin/users/${owner}`);
    await page.context().close();
  });

  it('reports that the keys cannot be loaded, and retries', async () => {
    const page = await browser.openSignedIn('/account');
    await page.route('**/admin/api/keys?**', (route) => route.fulfill({ status: 403, json: { error: 'Not now' } }));
    await page.route('**/admin/api/keys', (route) => route.fulfill({ status: 403, json: { error: 'Not now' } }));
    await page.getByRole('link', { name: 'API keys' }).click();
    await page.getByRole('alert').getByText('Not now').waitFor();
    await page.unrouteAll();
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByRole('table', { name: 'API keys' }).waitFor();
    await page.context().close();
  });

  it('shows names as text, whatever they contain', async () => {
    const name = `<img src=x onerror="xss=1">'"><script>xss=2</script>`;
    const owner = await createUser(name);
    const { id, key } = await createKey(name, { userId: owner });
    await set(id, 'last_used_at', new Date().toISOString());
    const page = await open(`?userId=${owner}`);
    await rowOf(page, name)
      .getByRole('button', { name: `Delete ${name}` })
      .click();
    await dialogOf(page)
      .getByLabel(`Type “${key.slice(0, 8)}” to confirm`)
      .fill(key.slice(0, 8));
    await dialogOf(page).getByRole('button', { name: 'Cancel' }).click();
    await fillIn(page, name, name);
    await dialogOf(page).getByRole('button', { name: 'Create key' }).click();
    await page.getByLabel(`Key “${name}”`).waitFor();
    expect(await page.evaluate('[typeof xss, document.querySelectorAll("img, body script").length]')).toEqual([
      'undefined',
      0,
    ]);
    await page.context().close();
  });
});
