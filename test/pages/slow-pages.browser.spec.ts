// What the pages show while the network is slow or broken.
import type { Page, Route } from 'playwright-core';
import { expectAccessibleOnAllScreens } from '../support/accessible-states.js';
import { describeInBrowser, signIn, TestBrowser } from '../support/browser.js';
import { type Quiz, quizBody } from '../support/factories.js';
import { type Service, startService } from '../support/service.js';

const CODE_OF_USERS = '**/admin/assets/users-page-*.js';
const CODE_OF_SHELL = '**/admin/assets/layout-*.js';

describeInBrowser('pages over a slow or broken network', () => {
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

  /** Delays requests until the returned function is called. */
  async function hold(page: Page, pattern: string): Promise<() => void> {
    let letGo: () => void = () => undefined;
    const held = new Promise<void>((resolve) => (letGo = resolve));
    await page.route(pattern, async (route) => {
      await held;
      await route.continue();
    });
    return letGo;
  }

  const loading = (page: Page) => page.getByRole('status', { name: 'Loading …' });
  const failure = (page: Page) => page.getByRole('alert').filter({ hasText: 'This page could not be loaded' });
  /** React writes errors that an error boundary caught to the console. */
  const expectCaught = (times: number) =>
    browser.expectProblems(
      ...Array.from(
        { length: times },
        () => expect.stringContaining('The code of the page could not be loaded') as string,
      ),
    );
  const usersLink = (page: Page) => page.getByRole('link', { name: 'Users' });
  const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });

  it('react to a click on a menu entry before anything has arrived, and before any timer', async () => {
    const page = await browser.openSignedIn('/account');
    await heading(page, 'Account').waitFor();
    const letGo = await hold(page, CODE_OF_USERS);
    await page.clock.install();
    await page.clock.pauseAt(new Date(Date.now() + 60_000));
    await usersLink(page).click();
    await loading(page).waitFor();
    expect(await usersLink(page).getAttribute('aria-current')).toBe('page');
    expect(await heading(page, 'Account').count()).toBe(0);
    await page.clock.resume();
    letGo();
    await heading(page, 'Users').waitFor();
    expect(await loading(page).count()).toBe(0);
    await page.context().close();
  });

  it('show that they load while the session is requested', async () => {
    const page = await browser.openSignedIn('/account');
    await heading(page, 'Account').waitFor();
    const letGo = await hold(page, '**/admin/api/session');
    await page.reload();
    await loading(page).waitFor();
    letGo();
    await heading(page, 'Account').waitFor();
    await page.context().close();
  });

  it('load the code of the shell and of the page in parallel, and show that they load', async () => {
    const page = await browser.openSignedIn('/account');
    await heading(page, 'Account').waitFor();
    const letGo = await hold(page, CODE_OF_SHELL);
    const codeOfPage = page.waitForRequest('**/admin/assets/account-page-*.js');
    await page.reload();
    await codeOfPage;
    await loading(page).waitFor();
    letGo();
    await heading(page, 'Account').waitFor();
    await page.context().close();
  });

  it('offer to retry if the code of the shell cannot be loaded after the sign-in', async () => {
    const page = await browser.open('/sign-in');
    await page.route('**/admin/assets/*.js', (route) => route.abort('internetdisconnected'));
    await signIn(page);
    await failure(page).waitFor();
    await expectAccessibleOnAllScreens(page, 'no shell');
    const offline = (url: URL) => url.pathname === '/admin/';
    await page.route(offline, (route) => route.abort('internetdisconnected'));
    await failure(page).getByRole('button', { name: 'Try again' }).click();
    await failure(page).getByText('The service still cannot be reached').waitFor();
    await page.unrouteAll({ behavior: 'wait' });
    await failure(page).getByRole('button', { name: 'Try again' }).click();
    await heading(page, 'Overview').waitFor();
    await page.context().close();
    expectCaught(1);
  });

  it.each<[string, string, (route: Route) => Promise<void>]>([
    ['reached', 'The service cannot be reached', (route) => route.abort('internetdisconnected')],
    [
      'used',
      'Service temporarily unavailable',
      (route) => route.fulfill({ status: 503, json: { error: 'Service temporarily unavailable' } }),
    ],
  ])(
    'say that the service cannot be %s if the session cannot be loaded, and request it again',
    async (_, text, answer) => {
      const page = await browser.openSignedIn('/account');
      await heading(page, 'Account').waitFor();
      await page.route('**/admin/api/session', answer);
      await page.reload();
      const alert = page.getByRole('alert').filter({ hasText: text });
      await alert.waitFor();
      await expectAccessibleOnAllScreens(page, 'no session');
      await page.unrouteAll({ behavior: 'wait' });
      await alert.getByRole('button', { name: 'Try again' }).click();
      await heading(page, 'Account').waitFor();
      await page.context().close();
      browser.expectProblems(expect.stringContaining(text) as string);
    },
  );

  it('show that a search is running, and do not report in the meantime that nothing was found', async () => {
    const page = await browser.openSignedIn('/users?search=nobody');
    await page.getByText('No matching users').waitFor();
    const letGo = await hold(page, '**/admin/api/users?*search=admin*');
    await page.getByLabel('Search users').fill('admin');
    await page.getByRole('table', { name: 'Users' }).and(page.locator('[aria-busy=true]')).waitFor();
    await page.getByRole('status', { name: 'Searching …' }).waitFor();
    expect(await page.getByText('No matching users').count()).toBe(0);
    letGo();
    await page.getByRole('link', { name: 'Administrator' }).waitFor();
    await page.getByRole('status', { name: 'Searching …' }).waitFor({ state: 'detached' });
    expect(await page.getByRole('table', { name: 'Users' }).getAttribute('aria-busy')).toBe('false');
    await page.context().close();
  });

  it('keep the shell if the code of a page cannot be loaded, and load it once the connection is back', async () => {
    const page = await browser.openSignedIn('/account');
    await heading(page, 'Account').waitFor();
    await page.route('**/*', (route) => route.abort('internetdisconnected'));
    await usersLink(page).click();
    await failure(page).waitFor();
    await failure(page).getByRole('button', { name: 'Try again' }).click();
    await failure(page).getByText('The service still cannot be reached').waitFor();
    await page
      .getByRole('link', { name: 'Account' })
      .or(page.getByRole('button', { name: 'Administrator' }))
      .waitFor();
    await page.unrouteAll({ behavior: 'wait' });
    await failure(page).getByRole('button', { name: 'Try again' }).click();
    await heading(page, 'Users').waitFor();
    await page.context().close();
    expectCaught(1);
  });

  it('keep the shell if a new version of the service has other files, and reload the page', async () => {
    const page = await browser.openSignedIn('/account');
    await heading(page, 'Account').waitFor();
    await page.route(CODE_OF_USERS, (route) => route.fulfill({ status: 404, json: { error: 'Not found' } }));
    let loads = 0;
    page.on('load', () => (loads += 1));
    await usersLink(page).click();
    await failure(page).waitFor();
    // The other pages, which are loaded already, are still there.
    await page.getByRole('button', { name: 'Administrator' }).click();
    await page.getByRole('menuitem', { name: 'Account' }).click();
    await heading(page, 'Account').waitFor();
    expect(loads).toBe(0);
    await usersLink(page).click();
    await failure(page).waitFor();
    await page.unroute(CODE_OF_USERS);
    await failure(page).getByRole('button', { name: 'Try again' }).click();
    await heading(page, 'Users').waitFor();
    expect(loads).toBe(1);
    await page.context().close();
    expectCaught(2);
  });

  it('keep the input if preloading the code of a page fails, and ask before the page is left', async () => {
    const page = await browser.openSignedIn('/quizzes/new');
    await page.getByLabel('Title').fill('Not saved yet');
    await page.route(CODE_OF_USERS, (route) => route.fulfill({ status: 404, json: { error: 'Not found' } }));
    const ahead = page.waitForResponse(CODE_OF_USERS);
    await usersLink(page).hover();
    await ahead;
    await usersLink(page).click();
    await page.getByRole('button', { name: 'Stay on this page' }).click();
    expect(await page.getByLabel('Title').inputValue()).toBe('Not saved yet');
    await usersLink(page).click();
    await page.getByRole('button', { name: 'Leave without saving' }).click();
    await failure(page).waitFor();
    await page.context().close();
    expectCaught(1);
  });

  it('are accessible in each of their states, also if a narrow screen hides the links', async () => {
    const page = await browser.openSignedIn('/account');
    await heading(page, 'Account').waitFor();
    await page.route(CODE_OF_USERS, (route) => route.abort());
    await usersLink(page).click();
    await failure(page).waitFor();
    await expectAccessibleOnAllScreens(page, 'code failure');
    // From here on the code may be preloaded at any time, because the pointer is above the link.
    const letGo = await hold(page, CODE_OF_USERS);
    await page.goBack();
    await heading(page, 'Account').waitFor();
    await page.setViewportSize({ width: 320, height: 800 });
    await page.getByRole('button', { name: 'Open the menu' }).click();
    await usersLink(page).click();
    await loading(page).waitFor();
    await expectAccessibleOnAllScreens(page, 'pending');
    letGo();
    await heading(page, 'Users').waitFor();
    await page.getByRole('link', { name: 'Administrator' }).waitFor();
    const find = await hold(page, '**/admin/api/users?*search=zzz*');
    await page.getByLabel('Search users').fill('zzz');
    await page.locator('table[aria-busy=true]').waitFor();
    await expectAccessibleOnAllScreens(page, 'searching');
    find();
    await page.getByText('No matching users').waitFor();
    await page.context().close();
    expectCaught(1);
  });

  it.each(['search', 'filter'])('do not return to a list whose %s was just changed', async (changed) => {
    const quiz = await service.backoffice.call<Quiz>('POST', '/quizzes', quizBody(1));
    const page = await browser.openSignedIn(changed === 'search' ? '/quizzes' : `/quizzes/${quiz.id}/attempts`);
    const letGo = await hold(page, CODE_OF_USERS);
    const field = changed === 'search' ? page.getByRole('searchbox') : page.getByLabel('From');
    await field.waitFor();
    await page.clock.install();
    await page.clock.pauseAt(new Date(Date.now() + 60_000));
    await field.fill(changed === 'search' ? 'zebra' : '2026-06-10');
    await usersLink(page).click();
    await page.waitForURL('**/admin/users');
    await page.clock.runFor(5_000);
    expect(new URL(page.url()).pathname).toBe('/admin/users');
    await page.clock.resume();
    letGo();
    await heading(page, 'Users').waitFor();
    await page.context().close();
  });
});
