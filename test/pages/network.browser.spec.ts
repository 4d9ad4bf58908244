// What the pages show while the network is slow or broken, and what they do if the response to a write is lost.
import type { Page, Route } from 'playwright-core';
import { describePages, expectAccessible, signIn } from '../support/browser.js';
import { query } from '../support/database.js';
import { type Quiz, quizBody } from '../support/factories.js';
import { QuizForm } from '../support/quiz-form.js';
import { until } from '../support/until.js';

const CODE_OF_USERS = '**/admin/assets/users-page-*.js';
const CODE_OF_ALL_PAGES = '**/admin/assets/index-*.js';
const OTHER_CODE = /\/admin\/assets\/(?!index-)[^/]*\.js$/;
const NEVER = new Promise<void>(() => undefined);

describePages('pages over a slow or broken network', (site) => {
  /** Delays requests until the returned function is called. */
  async function hold(page: Page, pattern: string | RegExp): Promise<() => void> {
    let letGo: () => void = () => undefined;
    const held = new Promise<void>((resolve) => (letGo = resolve));
    await page.route(pattern, async (route) => {
      await held;
      await route.continue();
    });
    return letGo;
  }

  /** Drops responses of the service. `hold` delays the requests after them. */
  async function loseAnswers(
    page: Page,
    method: string,
    path: string,
    { isLost = (number: number): boolean => number === 1, hold: held = Promise.resolve() } = {},
  ): Promise<void> {
    let requests = 0;
    await page.route(`**/admin/api${path}`, async (route: Route) => {
      if (route.request().method() !== method) return route.fallback();
      requests += 1;
      if (requests > 1) await held;
      if (!isLost(requests)) return route.fallback();
      await route.fetch();
      return route.abort('connectionreset');
    });
  }

  const loading = (page: Page) => page.getByRole('status', { name: 'Loading …' });
  const failure = (page: Page) => page.getByRole('alert').filter({ hasText: 'This page could not be loaded' });
  const alerted = (page: Page, title: string) => page.getByRole('alert').filter({ hasText: title });
  const checking = (page: Page) => page.getByRole('status').filter({ hasText: 'Unknown, checking' });
  const usersLink = (page: Page) => page.getByRole('link', { name: 'Users' });
  const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
  const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });
  /** React writes errors that an error boundary caught to the console. */
  const expectCaught = () =>
    site.browser.expectProblems(expect.stringContaining('The code of the page could not be loaded') as string);

  const idsOf = async (table: 'api_keys' | 'users' | 'quizzes', column: string, text: string) => {
    const statement = `SELECT id FROM ${table} WHERE ${column} = $1`;
    return (await query<{ id: string }>(site.service.databaseUrl, statement, [text])).map(({ id }) => id);
  };

  it('a click on a menu entry shows at once that the page loads, and typed filters do not lead back', async () => {
    const quiz = await site.service.backoffice.call<Quiz>('POST', '/quizzes', quizBody(1));
    for (const [path, label, value] of [
      ['/quizzes', 'Search titles', 'zebra'],
      [`/quizzes/${quiz.id}/attempts`, 'From', '2026-06-10'],
    ] as const) {
      const page = await site.browser.openSignedIn(path);
      const letGo = await hold(page, CODE_OF_USERS);
      await page.getByLabel(label).waitFor();
      await page.clock.install();
      await page.clock.pauseAt(new Date(Date.now() + 60_000));
      await page.getByLabel(label).fill(value);
      await usersLink(page).click();
      await loading(page).waitFor();
      expect(await usersLink(page).getAttribute('aria-current')).toBe('page');
      await page.clock.runFor(5_000);
      expect(new URL(page.url()).pathname).toBe('/admin/users');
      await page.clock.resume();
      letGo();
      await heading(page, 'Users').waitFor();
      expect(await loading(page).count()).toBe(0);
      await page.context().close();
    }
  });

  it('pages show that they load, search or failed, and try again', async () => {
    const page = await site.browser.openSignedIn('/account');
    await heading(page, 'Account').waitFor();
    const code = await hold(page, OTHER_CODE);
    await page.reload({ waitUntil: 'commit' });
    await loading(page).waitFor();
    code();
    await heading(page, 'Account').waitFor();
    const session = await hold(page, '**/admin/api/session');
    await page.reload();
    await loading(page).waitFor();
    session();
    await heading(page, 'Account').waitFor();
    const list = await hold(page, '**/admin/api/users?*');
    await usersLink(page).click();
    await heading(page, 'Users').waitFor();
    await expectAccessible(page);
    list();
    await page.getByRole('link', { name: 'Administrator' }).waitFor();
    const found = await hold(page, '**/admin/api/users?*search=nobody*');
    await page.getByLabel('Search users').fill('nobody');
    await page.getByRole('table', { name: 'Users' }).and(page.locator('[aria-busy=true]')).waitFor();
    await page.getByRole('status', { name: 'Searching …' }).waitFor();
    expect(await page.getByText('No matching users').count()).toBe(0);
    await expectAccessible(page);
    found();
    await page.getByText('No matching users').waitFor();
    await page.getByRole('status', { name: 'Searching …' }).waitFor({ state: 'detached' });
    for (const [path, pattern] of [
      ['API keys', /\/admin\/api\/keys\b/],
      ['Audit log', /\/admin\/api\/audit\b/],
    ] as const) {
      await page.route(pattern, (route) => route.fulfill({ status: 403, json: { error: 'Not now' } }));
      await page.getByRole('link', { name: path }).click();
      await page.getByRole('alert').getByText('Not now').first().waitFor();
      await expectAccessible(page);
      await page.unroute(pattern);
      await button(page, 'Try again').first().click();
      await page.getByText('Not now').waitFor({ state: 'detached' });
    }
    await page.context().close();
  });

  it('what pages begin with is requested together with their code', async () => {
    const page = await site.browser.openSignedIn('/account');
    const code = await hold(page, CODE_OF_ALL_PAGES);
    const session = page.waitForResponse('**/admin/api/session');
    await page.reload({ waitUntil: 'commit' });
    await session;
    const requests: string[] = [];
    page.on('request', (request) => requests.push(new URL(request.url()).pathname));
    code();
    await heading(page, 'Account').waitFor();
    expect(requests).not.toContain('/admin/api/session');
    await page.context().close();

    const visitor = await site.browser.open('/');
    await button(visitor, 'Sign in').waitFor();
    const codeOfForm = await hold(visitor, CODE_OF_ALL_PAGES);
    const methods = visitor.waitForResponse('**/admin/api/session/methods');
    await visitor.reload({ waitUntil: 'commit' });
    await methods;
    codeOfForm();
    await button(visitor, 'Sign in').waitFor();
    await visitor.context().close();
  });

  it('the overview shows its figures without further code after the sign-in', async () => {
    const page = await site.browser.open('/');
    await button(page, 'Sign in').waitFor();
    const code = await hold(page, OTHER_CODE);
    await signIn(page);
    await page.getByText('Active users today').waitFor();
    code();
    await page.context().close();
  });

  it('the shell stays if the code of a page cannot be loaded, and "Try again" loads it, or a new version of the pages', async () => {
    const page = await site.browser.openSignedIn('/quizzes/new');
    await page.getByLabel('Title').fill('Not saved yet');
    await page.route(CODE_OF_USERS, (route) => route.fulfill({ status: 404, json: { error: 'Not found' } }));
    const ahead = page.waitForResponse(CODE_OF_USERS);
    await usersLink(page).hover();
    await ahead;
    await usersLink(page).click();
    await button(page, 'Stay on this page').click();
    expect(await page.getByLabel('Title').inputValue()).toBe('Not saved yet');
    let loads = 0;
    page.on('load', () => (loads += 1));
    await usersLink(page).click();
    await button(page, 'Leave without saving').click();
    await failure(page).waitFor();
    await expectAccessible(page);
    expect(loads).toBe(0);
    await page.unroute(CODE_OF_USERS);
    await failure(page).getByRole('button', { name: 'Try again' }).click();
    await heading(page, 'Users').waitFor();
    expect(loads).toBe(1);
    await page.context().close();
    expectCaught();
  });

  it('a person without a connection signs in, and continues when it is back', async () => {
    const page = await site.browser.open('/sign-in?returnTo=/users');
    await page.route('**/admin/assets/*.js', (route) => route.abort('internetdisconnected'));
    await signIn(page);
    await failure(page).waitFor();
    await expectAccessible(page);
    const offline = (url: URL) => url.pathname === '/admin/users';
    await page.route(offline, (route) => route.abort('internetdisconnected'));
    await failure(page).getByRole('button', { name: 'Try again' }).click();
    await failure(page).getByText('The service still cannot be reached').waitFor();
    await page.unrouteAll({ behavior: 'wait' });
    await failure(page).getByRole('button', { name: 'Try again' }).click();
    await heading(page, 'Users').waitFor();
    expectCaught();
    await page.route('**/admin/api/session', (route) => route.abort('internetdisconnected'));
    await page.reload();
    const unreachable = 'The service cannot be reached';
    await alerted(page, unreachable).waitFor();
    await expectAccessible(page);
    await page.unrouteAll({ behavior: 'wait' });
    await alerted(page, unreachable).getByRole('button', { name: 'Try again' }).click();
    await heading(page, 'Users').waitFor();
    await page.context().close();
    site.browser.expectProblems(expect.stringContaining(unreachable) as string);
  });

  it('a new key whose response was lost is replaced, and a deleted one is reported as deleted', async () => {
    const page = await site.browser.openSignedIn('/settings/keys');
    let letGo: () => void = () => undefined;
    await loseAnswers(page, 'POST', '/keys', { hold: new Promise<void>((resolve) => (letGo = resolve)) });
    await button(page, 'Create key').click();
    const dialog = page.getByRole('dialog', { name: 'Create an API key' });
    await dialog.getByLabel('Name').fill('Hidden');
    await dialog.getByRole('combobox', { name: 'Owner' }).fill('Administrator');
    await page.getByRole('option', { name: 'Administrator' }).first().click();
    await dialog.getByText('Scopes:').waitFor();
    await dialog.getByRole('button', { name: 'Create key' }).click();
    await checking(page).waitFor();
    expect(await page.getByText('not created').count()).toBe(0);
    // Only this dialog shows the key.
    await page.keyboard.press('Escape');
    expect(await dialog.getByRole('button', { name: 'Cancel' }).isDisabled()).toBe(true);
    await expectAccessible(page);
    letGo();
    await alerted(page, 'The key was created, but the response was lost').waitFor();
    await expectAccessible(page);
    const [hidden] = await idsOf('api_keys', 'name', 'Hidden');
    await dialog.getByRole('button', { name: 'Delete and create another' }).click();
    await page.getByLabel('Key “Hidden”').waitFor();
    const now = await idsOf('api_keys', 'name', 'Hidden');
    expect(now).toHaveLength(1);
    expect(now[0]).not.toBe(hidden);
    await button(page, 'I have stored it').click();
    // The list may still show the former key.
    await page.reload();
    await loseAnswers(page, 'DELETE', '/keys/*');
    await page.getByRole('button', { name: 'Delete Hidden' }).click();
    await button(page, 'Delete key').click();
    await page.getByText('“Hidden” is deleted').waitFor();
    expect(await idsOf('api_keys', 'name', 'Hidden')).toEqual([]);
    await page.context().close();
  });

  it('keys for a class whose response was lost are reported as created, and a link leads to them', async () => {
    for (const number of [1, 2]) {
      const user = { email: `classmate${number}@example.com`, displayName: `Classmate ${number}` };
      await site.service.backoffice.call('POST', '/users', user);
    }
    const page = await site.browser.openSignedIn('/users?search=classmate');
    await loseAnswers(page, 'POST', '/users/keys');
    await page.getByRole('checkbox', { name: 'Select all on this page' }).check();
    await button(page, 'Create keys …').click();
    const dialog = page.getByRole('dialog', { name: 'Create a key for each of 2 users' });
    await dialog.getByLabel('Name').fill('Class & 7b');
    await dialog.getByRole('button', { name: 'Create 2 keys' }).click();
    const lost = alerted(page, 'The keys were created, but the response was lost');
    await lost.waitFor();
    expect(await page.getByText('No key was created').count()).toBe(0);
    expect(await idsOf('api_keys', 'name', 'Class & 7b')).toHaveLength(2);
    await expectAccessible(page);
    const opened = page.context().waitForEvent('page');
    await lost.getByRole('link', { name: 'the unused keys of this name' }).click();
    const keys = await opened;
    await keys.getByRole('button', { name: 'Delete Class & 7b' }).nth(1).waitFor();
    expect(await keys.getByRole('button', { name: /^Delete / }).count()).toBe(2);
    await dialog.getByRole('button', { name: 'Create 2 keys' }).click();
    await page.getByText('They are shown only once').waitFor();
    await page.context().close();
  });

  it('a form whose outcome stays unknown says so, and creates nothing twice when it is sent again', async () => {
    const page = await site.browser.openSignedIn('/users/new');
    await page.clock.install();
    await loseAnswers(page, 'POST', '/users', { isLost: () => true });
    await page.getByLabel('Email').fill('unknown@example.com');
    await page.getByLabel('Display name').fill('Unknown Outcome');
    await button(page, 'Create user').click();
    const unknown = alerted(page, 'It is not known whether this was done');
    await until('the page gives up', async () => {
      await page.clock.fastForward(10_000);
      return (await unknown.count()) === 1;
    });
    expect(await unknown.innerText()).toContain('Try again without changing anything: it is not done twice.');
    await expectAccessible(page);
    await page.unrouteAll({ behavior: 'wait' });
    await button(page, 'Create user').click();
    await heading(page, 'Unknown Outcome').waitFor();
    expect(await idsOf('users', 'email', 'unknown@example.com')).toHaveLength(1);
    await page.route('**/admin/api/session/password', (route) => route.abort('connectionreset'));
    await page.goto(`${site.service.url}/admin/account`);
    await page.getByLabel('Current password').fill('a password for tests');
    await page.getByLabel('New password', { exact: true }).fill('an untypable umbrella of lost answers');
    await page.getByLabel('New password, again').fill('an untypable umbrella of lost answers');
    await button(page, 'Change password').click();
    expect(await unknown.innerText()).toContain('Check whether it was done before you try again.');
    await page.context().close();
  });

  it('a quiz whose responses are lost is created and saved once, without a conflict', async () => {
    const page = await site.browser.visit('/quizzes/new');
    await loseAnswers(page, 'POST', '/quizzes');
    const form = new QuizForm(page);
    await page.getByLabel('Title').fill('Saved once');
    await form.fill(1, 'Which?', ['This', 'That']);
    await form.button('Create quiz').click();
    await page.getByText('All changes are saved.').waitFor();
    const [id, ...others] = await idsOf('quizzes', 'title', 'Saved once');
    expect([others, new URL(page.url()).pathname]).toEqual([[], `/admin/quizzes/${id}`]);
    await loseAnswers(page, 'PUT', `/quizzes/${id}`);
    await page.getByLabel('Title').fill('Saved again');
    await form.save();
    expect(await idsOf('quizzes', 'title', 'Saved again')).toEqual([id]);
    expect(await page.getByRole('dialog').count()).toBe(0);
  });

  it('a file that is imported again after its page was closed creates each quiz once', async () => {
    const titles = Array.from({ length: 6 }, (_, index) => `Line ${index}`);
    const counts = () => Promise.all(titles.map(async (title) => (await idsOf('quizzes', 'title', title)).length));
    const importFile = async (page: Page) => {
      const buffer = Buffer.from(titles.map((title) => JSON.stringify(quizBody(1, { title }))).join('\n'));
      const chooser = page.waitForEvent('filechooser');
      await page.getByLabel('File of JSON lines', { exact: true }).click();
      await (await chooser).setFiles({ name: 'lines.jsonl', mimeType: 'text/plain', buffer });
      await button(page, 'Import').click();
    };
    const broken = await site.browser.openSignedIn('/quizzes/import');
    await loseAnswers(broken, 'POST', '/quizzes', { isLost: (number) => number <= 2, hold: NEVER });
    await importFile(broken);
    await checking(broken).waitFor();
    await broken.context().close();
    expect(await counts()).not.toEqual([1, 1, 1, 1, 1, 1]);
    const page = await site.browser.visit('/quizzes/import');
    await loseAnswers(page, 'POST', '/quizzes', { isLost: (number) => number % 3 === 0 });
    await importFile(page);
    await page.getByText('Finished').waitFor();
    await page.getByText(/^\d created, \d already there, 0 rejected$/).waitFor();
    expect(await counts()).toEqual([1, 1, 1, 1, 1, 1]);

    const begin = async () => {
      const page = await site.browser.openSignedIn('/quizzes/import?format=gift');
      const chooser = page.waitForEvent('filechooser');
      await page.getByLabel('GIFT file', { exact: true }).click();
      const buffer = Buffer.from('Is the Rhine a river? {T}\n');
      await (await chooser).setFiles({ name: 'Seas and rivers.gift', mimeType: 'text/plain', buffer });
      await button(page, 'Read questions').click();
      await button(page, 'Create quiz with the readable question').click();
      return page;
    };
    const closed = await begin();
    await loseAnswers(closed, 'POST', '/quizzes', { hold: NEVER });
    await button(closed, 'Create quiz').click();
    await checking(closed).waitFor();
    await closed.context().close();
    const again = await begin();
    await button(again, 'Create quiz').click();
    await again.getByText('was imported before').waitFor();
    await again.getByText('All changes are saved.').waitFor();
    await again.context().close();
    expect(await idsOf('quizzes', 'title', 'Seas and rivers')).toHaveLength(1);
  });

  it.each([
    ['sign-in page', () => site.browser.open('/sign-in'), 'Quiz service', 220_000],
    ['overview', () => site.browser.openSignedIn('/'), 'Overview', 400_000],
  ])('the first view of the %s loads little, all of it compressed', async (_name, open, title, limit) => {
    const page = await open();
    const url = page.url();
    // Ends what the page still loads.
    await page.goto('about:blank');
    const encodings: (string | undefined)[] = [];
    page.on('response', (response) => {
      if (/\/assets\/.*\.(js|css)$/.test(response.url())) encodings.push(response.headers()['content-encoding']);
    });
    const network = await page.context().newCDPSession(page);
    let bytes = 0;
    network.on('Network.loadingFinished', ({ encodedDataLength }) => (bytes += encodedDataLength));
    await network.send('Network.enable');
    await network.send('Network.setCacheDisabled', { cacheDisabled: true });
    await page.goto(url, { waitUntil: 'networkidle' });
    await heading(page, title).waitFor();
    expect(encodings.length).toBeGreaterThan(1);
    expect(new Set(encodings)).toEqual(new Set(['br']));
    expect(bytes).toBeGreaterThan(50_000);
    expect(bytes).toBeLessThanOrEqual(limit);
    await page.context().close();
  });
});
