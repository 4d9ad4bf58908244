import type { Page } from 'playwright-core';
import { describePages, expectAccessible, signIn } from '../../../test/support/browser.js';
import { createPlayer, type Quiz, quizBody } from '../../../test/support/factories.js';
import { submitAll } from '../../../test/support/results.js';

const EDITOR = { email: 'editor@example.com', password: 'one more password for tests' };

/** Pages of a quiz, without their beginning. */
const PAGES = [
  '',
  '/import',
  '/preview',
  '/statistics',
  '/answers',
  '/attempts',
  '/leaderboard',
  '/versions',
  '/regrades',
];

/** Links to pages that are for administrators only. */
const FORBIDDEN_LINKS =
  'a:is([href^="/admin/users"], [href^="/admin/settings"], [href^="/admin/audit"], [href*="/regrades/new"])';

describePages('an editor', (site) => {
  let quiz: Quiz;
  let name: string;
  let attemptId: string | undefined;

  beforeAll(async () => {
    const { service } = site;
    await service.backoffice.call('POST', '/users', { ...EDITOR, displayName: 'Edith', role: 'editor' });
    quiz = await service.backoffice.call<Quiz>('POST', '/quizzes', quizBody());
    const player = await createPlayer(service);
    name = player.displayName;
    [attemptId] = await submitAll(player, quiz, [2]);
  });

  /** Opens a page without a rejected request. */
  async function open(page: Page, path: string, heading?: string): Promise<void> {
    const rejected: string[] = [];
    page.on('response', (response) => {
      if (response.status() >= 400) rejected.push(`${response.status()} ${response.url()}`);
    });
    await page.goto(`${site.service.url}/admin${path}`);
    await page.locator('h1', { hasText: heading, hasNotText: 'Loading …' }).first().waitFor();
    await page.waitForLoadState('networkidle');
    expect([path, rejected]).toEqual([path, []]);
    expect([path, await page.locator(FORBIDDEN_LINKS).count()]).toEqual([path, 0]);
  }

  it('signs in, and finds quizzes and results only', async () => {
    const page = await site.browser.open('/sign-in');
    await signIn(page, EDITOR);
    await page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor();
    const menu = page.getByRole('navigation', { name: 'Pages' }).getByRole('link');
    expect(await menu.allInnerTexts()).toEqual(['Overview', 'Quizzes', 'Leaderboard', 'Gradebook']);
    await open(page, '/', 'Overview');
    await expectAccessible(page);
    for (const path of ['/quizzes', '/quizzes/new', '/quizzes/import', '/leaderboard', '/gradebook', '/account'])
      await open(page, path);
    for (const tab of PAGES) await open(page, `/quizzes/${quiz.id}${tab}`);
    await open(page, `/quizzes/${quiz.id}/attempts`);
    await page.getByRole('cell', { name, exact: true }).waitFor();
    await expectAccessible(page);
    expect(await page.getByRole('button', { name: 'Grant attempts or time' }).count()).toBe(0);
    await open(page, `/quizzes/${quiz.id}/attempts/${attemptId}`, name);
    expect(await page.getByRole('button', { name: 'Void attempt' }).count()).toBe(0);
    await page.context().close();
  });

  it('gets no page that is for administrators', async () => {
    const page = await site.browser.openSignedIn('/', {}, EDITOR);
    for (const path of [
      '/users',
      '/users/new',
      '/settings/keys',
      '/settings/webhooks',
      '/audit',
      `/quizzes/${quiz.id}/regrades/new`,
    ])
      await open(page, path, 'This page is for administrators');
    await expectAccessible(page);
    await page.getByRole('link', { name: 'To the overview' }).click();
    await page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor();
    await page.context().close();
  });

  it('creates and edits a quiz', async () => {
    const page = await site.browser.openSignedIn('/quizzes', {}, EDITOR);
    await page.getByRole('link', { name: 'Capitals' }).first().click();
    await page.getByLabel('Title').fill('Capitals of Europe');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByRole('heading', { level: 1, name: 'Capitals of Europe' }).waitFor();
    await page.context().close();
  });
});
