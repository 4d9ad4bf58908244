// axe checks every page and its dialogs and menus in both colour schemes, wide and at 320 px.
import { EventEmitter, once } from 'node:events';
import { readFileSync } from 'node:fs';
import type { Page, Route } from 'playwright-core';
import { expectAccessibleOnAllScreens } from '../support/accessible-states.js';
import {
  describeInBrowser,
  expectNoClippedLabels,
  expectNoSidewaysScroll,
  signIn,
  TestBrowser,
} from '../support/browser.js';
import { query } from '../support/database.js';
import { type Player, type Quiz, quizBody } from '../support/factories.js';
import { QuizForm } from '../support/quiz-form.js';
import { countedAttempts, createNamed, submitAll } from '../support/results.js';
import { type Service, startService } from '../support/service.js';

const GIFT = readFileSync(`${__dirname}/../support/sample.gift`, 'utf8');
const NAME = 'Wolfeschlegelsteinhausenbergerdorffwelchevoralternwarengewissenhaft';
const UNKNOWN = '019b76da-a800-7000-8000-000000000001';

describeInBrowser('accessibility', () => {
  let service: Service;
  let browser: TestBrowser;
  let page: Page;
  let player: Player;
  let quiz: Quiz;
  let attemptId: string | undefined;

  beforeAll(async () => {
    service = await startService();
    browser = await TestBrowser.start(service);
    player = await createNamed(service, NAME, `https://${'long-'.repeat(9)}host.example/image.png`);
    await query(
      service.databaseUrl,
      `UPDATE api_keys SET expires_at = now() + interval '7 days', last_used_at = now()`,
    );
    const { keyId } = await createNamed(service, 'Ada Lovelace');
    await query(service.databaseUrl, `UPDATE api_keys SET expires_at = '2026-03-04T12:00:00Z' WHERE id = $1`, [keyId]);
    const changed = await service.backoffice.call<Quiz>('POST', '/quizzes', quizBody(1));
    const text = `${'Long'.repeat(60)}\nand a second line`;
    const questions = quizBody(1).questions.map((question) => ({ ...question, text }));
    await service.backoffice.call('PUT', `/quizzes/${changed.id}`, quizBody(1, { title: 'Rivers', questions }));
    quiz = await service.backoffice.call<Quiz>('POST', '/quizzes', quizBody(11, { title: NAME, maxAttempts: 100 }));
    [attemptId] = await submitAll(
      player,
      quiz,
      Array.from({ length: 21 }, (_, index) => index % 12),
    );
    await countedAttempts(service, quiz, 21);
    page = await browser.open('/sign-in');
  });
  afterAll(async () => {
    await browser.close();
    await service.close();
  });
  afterEach(async () => {
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    browser.expectNoProblems();
  });

  const check = (state: string, keep?: () => Promise<void>) => expectAccessibleOnAllScreens(page, state, keep);

  /** Opens a page and waits for its content. */
  async function goTo(path: string): Promise<void> {
    await page.goto(`${service.url}/admin${path}`);
    await loaded().waitFor();
    await page.waitForLoadState('networkidle');
  }

  /** The heading of a page after its code and session are loaded. */
  const loaded = () => page.locator('h1', { hasNotText: 'Loading …' }).first();

  const button = (name: string | RegExp) => page.getByRole('button', { name, exact: typeof name === 'string' });
  const dialog = () => page.getByRole('dialog');

  /** Opens the table of every chart. */
  async function showTables(): Promise<void> {
    const closed = button('Show as table');
    await closed.first().waitFor();
    while ((await closed.count()) > 0) await closed.first().click();
  }

  it('sign-in: axe finds no violation, also after a wrong password', async () => {
    await button('Sign in').waitFor();
    await check('sign-in');
    await page.getByLabel('Email').fill('admin@example.com');
    await page.getByLabel('Password', { exact: true }).fill('wrong');
    await button('Sign in').click();
    await page.getByRole('alert').waitFor();
    await check('sign-in rejected');
    await signIn(page);
  });

  it.each([
    ...['/', '/quizzes', '/quizzes/new', '/quizzes/import', '/quizzes/import?format=gift', '/leaderboard'],
    ...[
      '/users',
      '/users/new',
      '/users/import',
      '/users/:user',
      '/settings/keys',
      '/settings/keys/:key',
      '/audit',
      '/account',
      '/nowhere',
    ],
    ...['', '/preview', '/statistics', '/attempts', '/attempts/:attempt', '/leaderboard'].map(
      (tab) => `/quizzes/:quiz${tab}`,
    ),
    ...['/quizzes/:quiz/versions', '/quizzes/:quiz/versions/comparison'],
    ...['/quizzes/:quiz/regrades', '/quizzes/:quiz/regrades/new'],
  ])('%s: axe finds nothing', async (path) => {
    const ids = { quiz: quiz.id, user: player.userId, key: player.keyId, attempt: attemptId ?? '' };
    await goTo(path.replace(/:(quiz|user|key|attempt)/g, (_, name: keyof typeof ids) => ids[name]));
    await check(path);
  });

  it('empty lists and missing pages: axe finds no violation', async () => {
    const empty = await service.backoffice.call<Quiz>('POST', '/quizzes', quizBody(1));
    for (const path of [
      ...['/quizzes?search=none', '/users?search=none', '/settings/keys?search=none'],
      ...[`/audit?from=2020-01-01T00:00:00.000Z&to=2020-01-02T00:00:00.000Z`],
      ...['attempts', 'statistics', 'leaderboard'].map((tab) => `/quizzes/${empty.id}/${tab}`),
      ...[
        `/users/${UNKNOWN}`,
        `/settings/keys/${UNKNOWN}`,
        `/quizzes/${UNKNOWN}`,
        `/quizzes/${quiz.id}/attempts/${UNKNOWN}`,
      ],
    ]) {
      await goTo(path);
      await check(path);
    }
  });

  it('lists that load or fail: axe finds no violation', async () => {
    const pattern = /\/admin\/api\/(users|keys|quizzes|audit|activity)\b/;
    for (const path of ['/', '/users', '/settings/keys', '/quizzes', '/audit', `/quizzes/${quiz.id}/statistics`]) {
      const events = new EventEmitter();
      const hold = async (route: Route) => {
        await once(events, 'fail');
        await route.fulfill({ status: 400, json: { error: 'Out of order' } });
      };
      await page.route(pattern, hold);
      await page.goto(`${service.url}/admin${path}`);
      await loaded().waitFor();
      await check(`${path} loading`);
      events.emit('fail');
      await page.getByRole('alert').getByText('Out of order').first().waitFor();
      await check(`${path} failed`);
      await page.unroute(pattern, hold);
    }
  });

  it('loading the session: axe finds no violation', async () => {
    const events = new EventEmitter();
    await page.route('**/admin/api/session', async (route) => {
      await once(events, 'release');
      await route.continue();
    });
    await page.goto(`${service.url}/admin/users`);
    await page.getByRole('heading', { name: 'Loading …' }).waitFor();
    await check('session looked up');
    events.emit('release');
    await loaded().waitFor();
  });

  it('menus: axe finds no violation', async () => {
    await goTo('/quizzes');
    await button(/^Administrator/).click();
    await page.getByRole('menuitem', { name: 'Account' }).waitFor();
    await check('account menu');
    await page.keyboard.press('Escape');
    await button(/^More for/)
      .first()
      .click();
    await page.getByRole('menuitem', { name: 'Preview' }).waitFor();
    await check('menu of a quiz');
    await page.getByRole('menuitem', { name: 'Delete …' }).click();
    await dialog().waitFor();
    await check('deletion of a quiz');
    await page.keyboard.press('Escape');
    await page.setViewportSize({ width: 320, height: 800 });
    await button('Open the menu').click();
    await check('menu of the pages');
  });

  it('creating and deleting a key: axe finds no violation, and the message covers no control', async () => {
    await goTo('/settings/keys');
    await button(/^Delete Named key/)
      .last()
      .click();
    await dialog().getByLabel('to confirm').waitFor();
    await check('deletion of a used key');
    await page.keyboard.press('Escape');
    await dialog().waitFor({ state: 'detached' });
    await button('Create key').click();
    await dialog().getByRole('button', { name: 'Create key' }).click();
    await page.getByText('Give the key a name').waitFor();
    await check('key without a name');
    await dialog().getByRole('combobox', { name: 'Owner' }).fill('ada');
    const ada = page.getByRole('option', { name: 'Ada Lovelace' });
    await ada.waitFor();
    await page.keyboard.press('ArrowDown');
    await check('owner highlighted');
    await ada.hover();
    await check('owner under the pointer');
    await ada.click();
    await dialog().getByText('Scopes:').waitFor();
    await dialog().getByRole('combobox', { name: 'Expires' }).selectOption('On a date');
    await dialog().getByLabel('Name').fill('Accessible');
    await dialog().getByRole('button', { name: 'Create key' }).click();
    await page.getByText('Choose the last day').waitFor();
    await check('key without a day');
    await dialog().getByRole('combobox', { name: 'Expires' }).selectOption('7 days');
    await dialog().getByRole('button', { name: 'Create key' }).click();
    await button('I have stored it').waitFor();
    await check('new key');
    await button('I have stored it').click();
    await button(/^Delete Accessible/).click();
    await dialog().waitFor();
    await check('deletion of a key');
    await dialog().getByRole('button', { name: 'Delete key' }).click();
    const message = page.getByText('“Accessible” is deleted');
    await message.waitFor();
    await message.hover();
    // Buttons and links that a click cannot reach.
    const covered =
      await page.evaluate(`[...document.querySelectorAll('header button, main button, main a, nav a')].filter((one) => {
      const { left, top, width, height } = one.getBoundingClientRect();
      return document.elementFromPoint(left + width / 2, top + height / 2)?.closest('.messages') != null;
    }).map(({ innerText }) => innerText)`);
    expect(covered).toEqual([]);
    await check('message', () => message.hover());
  });

  it('filters: axe finds no violation', async () => {
    await goTo('/audit');
    await page.getByText('questions: 1 changed').click();
    await check('change of a question');
    for (const name of ['What', 'Subject']) {
      await page.getByRole('combobox', { name }).click();
      await page.getByRole('option').first().waitFor();
      await page.keyboard.press('ArrowDown');
      await check(`list of ${name}`);
      await page.keyboard.press('Enter');
      await check(`${name} chosen`);
    }
    await goTo(`/quizzes/${quiz.id}/attempts`);
    await page.getByRole('combobox', { name: 'User' }).fill('wolfe');
    await page.getByRole('option', { name: NAME }).waitFor();
    await page.keyboard.press('ArrowDown');
    await check('user highlighted');
    await page.keyboard.press('Enter');
    await button('Clear filters').waitFor();
    await check('user chosen');
  });

  it('changing a user: axe finds no violation', async () => {
    await goTo('/users/new');
    await page.getByLabel('Role').selectOption('Administrator');
    await page.getByLabel('Password', { exact: true }).fill('short');
    await button('Create user').click();
    await page.getByText('Enter an email address').waitFor();
    await check('user without an email');
    await page.getByRole('link', { name: 'API keys' }).click();
    await dialog().waitFor();
    await check('warning of unsaved changes');
    await dialog().getByRole('button', { name: 'Leave without saving' }).click();
    await goTo(`/users/${player.userId}`);
    await page.getByLabel('Role').selectOption('Viewer');
    await button('Save').click();
    await dialog().getByText('It loses:').waitFor();
    await check('change of a role');
    await page.keyboard.press('Escape');
    await page.getByLabel('Suspended').check();
    await button('Save').click();
    await dialog().getByText('This affects one key').waitFor();
    await check('suspension of a user');
    await dialog().getByRole('button', { name: 'Suspend' }).click();
    const message = page.getByText(`is saved.`);
    await message.waitFor();
    await check('suspended user and message', () => message.hover());
    // Statistics leave suspended users out.
    await service.backoffice.call('PATCH', `/users/${player.userId}`, { suspended: false });
    await goTo('/account');
    await button('Change password').click();
    await page.getByText('Enter your current password').waitFor();
    await check('password without the current one');
  });

  it('editing, importing and trying a quiz: axe finds no violation', async () => {
    await goTo('/quizzes/new');
    await button('Create quiz').click();
    await page.getByText('need attention').waitFor();
    await check('quiz with problems');
    await goTo('/quizzes/import?format=gift');
    await page.getByLabel('Text of the GIFT file').fill(GIFT);
    await button('Read questions').click();
    await page.getByRole('heading', { name: '6 of 14' }).waitFor();
    await check('report of GIFT');
    await goTo(`/quizzes/${quiz.id}`);
    const form = new QuizForm(page);
    await form.open(1);
    await form.open(2);
    await form.button('Remove question 3').click();
    await check('quiz with open questions and a removed one');
    await form.button('Undo').click();
    await goTo(`/quizzes/${quiz.id}/preview`);
    await page.getByText('All questions').click();
    await page.getByRole('radio', { name: 'Right' }).first().check();
    await check('preview of all questions');
    await button('Finish').click();
    await page.getByText('not answered').first().waitFor();
    await check('result of a preview');
  });

  it.each(['/', '/quizzes/:quiz/statistics'])('charts of %s as tables: axe finds no violation', async (path) => {
    await goTo(path.replace(':quiz', quiz.id));
    await showTables();
    await expectNoClippedLabels(page);
    // Before the charts are drawn anew.
    await page.setViewportSize({ width: 320, height: 800 });
    await expectNoSidewaysScroll(page);
    await check(`${path} as tables`);
    await expectNoClippedLabels(page);
  });
});
