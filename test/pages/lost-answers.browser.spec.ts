// The service commits a write, but its response is lost: the pages report what they know, and nothing is done twice.
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page, Route } from 'playwright-core';
import { expectAccessibleOnAllScreens } from '../support/accessible-states.js';
import { describeInBrowser, TestBrowser } from '../support/browser.js';
import { query } from '../support/database.js';
import { apiWith, createPlayer, quizBody } from '../support/factories.js';
import { QuizForm } from '../support/quiz-form.js';
import { type Service, startService } from '../support/service.js';
import { until } from '../support/until.js';

const NEVER = new Promise<void>(() => undefined);

describeInBrowser('a lost response', () => {
  let service: Service;
  let browser: TestBrowser;
  let directory: string;

  beforeAll(async () => {
    service = await startService();
    browser = await TestBrowser.start(service);
    directory = await mkdtemp(join(tmpdir(), 'quiz-lost-answers-'));
    await createPlayer(service);
  });
  afterAll(async () => {
    await browser.close();
    await service.close();
    await rm(directory, { recursive: true });
  });
  afterEach(() => browser.expectNoProblems());

  /** Ids of the rows of a table with a text in a column. */
  const idsOf = async (table: 'api_keys' | 'users' | 'quizzes', column: string, text: string) => {
    const statement = `SELECT id FROM ${table} WHERE ${column} = $1`;
    return (await query<{ id: string }>(service.databaseUrl, statement, [text])).map(({ id }) => id);
  };

  /** Drops responses of the service. `hold` delays the requests after them until it is resolved. */
  async function loseAnswers(
    page: Page,
    method: string,
    path: string,
    { isLost = (number: number): boolean => number === 1, hold = Promise.resolve() } = {},
  ): Promise<void> {
    let requests = 0;
    await page.route(`**/admin/api${path}`, async (route: Route) => {
      if (route.request().method() !== method) return route.fallback();
      requests += 1;
      if (requests > 1) await hold;
      if (!isLost(requests)) return route.fallback();
      await route.fetch();
      return route.abort('connectionreset');
    });
  }

  const alerted = (page: Page, title: string) => page.getByRole('alert').filter({ hasText: title });

  const checking = (page: Page) => page.getByRole('status').filter({ hasText: 'Unknown, checking' });

  async function fillInKey(page: Page, name: string): Promise<void> {
    await page.getByRole('button', { name: 'Create key' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Name').fill(name);
    await dialog.getByRole('combobox', { name: 'Owner' }).fill('Administrator');
    await page.getByRole('option', { name: 'Administrator' }).first().click();
    await dialog.getByText('Scopes:').waitFor();
  }

  it('to POST keys: the page reports an unknown outcome, then a hidden key, and replaces it', async () => {
    const page = await browser.openSignedIn('/settings/keys');
    let letGo: () => void = () => undefined;
    await loseAnswers(page, 'POST', '/keys', { hold: new Promise<void>((resolve) => (letGo = resolve)) });
    await fillInKey(page, 'Hidden');
    const dialog = page.getByRole('dialog', { name: 'Create an API key' });
    await dialog.getByRole('button', { name: 'Create key' }).click();
    await checking(page).waitFor();
    expect(await page.getByText('not created').count()).toBe(0);
    // Only this dialog shows the key.
    await page.keyboard.press('Escape');
    expect(await dialog.getByRole('button', { name: 'Cancel' }).isDisabled()).toBe(true);
    letGo();
    await alerted(page, 'The key was created, but the response was lost').waitFor();
    const [hidden, ...others] = await idsOf('api_keys', 'name', 'Hidden');
    expect(others).toEqual([]);
    await dialog.getByRole('button', { name: 'Delete and create another' }).click();
    const key = await page.getByLabel('Key “Hidden”').inputValue();
    const now = await idsOf('api_keys', 'name', 'Hidden');
    expect(now).toHaveLength(1);
    expect(now[0]).not.toBe(hidden);
    expect((await apiWith(service.url, key).GET('/quizzes')).response.status).toBe(200);
    await page.context().close();
  });

  it('to every try: the page reports an unknown outcome, and the same form creates nothing twice', async () => {
    const page = await browser.openSignedIn('/users/new');
    await page.clock.install();
    await loseAnswers(page, 'POST', '/users', { isLost: () => true });
    await page.getByLabel('Email').fill('unknown@example.com');
    await page.getByLabel('Display name').fill('Unknown Outcome');
    await page.getByRole('button', { name: 'Create user' }).click();
    const unknown = alerted(page, 'It is not known whether this was done');
    await until('the page gives up', async () => {
      await page.clock.fastForward(10_000);
      return (await unknown.count()) === 1;
    });
    expect(await unknown.innerText()).toContain('Try again without changing anything: it is not done twice.');
    await expectAccessibleOnAllScreens(page, 'user unknown');
    await page.unrouteAll({ behavior: 'wait' });
    await page.getByRole('button', { name: 'Create user' }).click();
    await page.getByRole('heading', { level: 1, name: 'Unknown Outcome' }).waitFor();
    expect(await idsOf('users', 'email', 'unknown@example.com')).toHaveLength(1);
    await page.context().close();
  });

  it('to POST users: the user exists once', async () => {
    const page = await browser.openSignedIn('/users/new');
    await loseAnswers(page, 'POST', '/users');
    await page.getByLabel('Email').fill('once@example.com');
    await page.getByLabel('Display name').fill('Created Once');
    await page.getByRole('button', { name: 'Create user' }).click();
    await page.getByRole('heading', { level: 1, name: 'Created Once' }).waitFor();
    const [id, ...others] = await idsOf('users', 'email', 'once@example.com');
    expect([others, new URL(page.url()).pathname]).toEqual([[], `/admin/users/${id}`]);
    await page.context().close();
  });

  it('to POST and PUT quizzes: the quiz exists once, as saved, and the page reports no conflict', async () => {
    const page = await browser.openSignedIn('/quizzes/new');
    await loseAnswers(page, 'POST', '/quizzes');
    const form = new QuizForm(page);
    await page.getByLabel('Title').fill('Saved once');
    await form.fill(1, 'Which?', ['This', 'That']);
    await form.button('Create quiz').click();
    await page.getByText('All changes are saved.').waitFor();
    const [id, ...others] = await idsOf('quizzes', 'title', 'Saved once');
    expect([others, new URL(page.url()).pathname]).toEqual([[], `/admin/quizzes/${id}`]);
    await loseAnswers(page, 'PUT', `/quizzes/${id}`);
    await page.getByLabel('Title').fill(' Saved again');
    await form.save();
    expect(await idsOf('quizzes', 'title', 'Saved again')).toEqual([id]);
    expect(await page.getByRole('dialog').count()).toBe(0);
    await page.context().close();
  });

  it('to DELETE keys: the page reports that the key is deleted', async () => {
    const { userId } = service.backoffice;
    await service.backoffice.call('POST', '/keys', { name: 'To be deleted', userId });
    const page = await browser.openSignedIn('/settings/keys');
    await loseAnswers(page, 'DELETE', '/keys/*');
    await page.getByRole('button', { name: 'Delete To be deleted' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete key' }).click();
    await page.getByText('“To be deleted” is deleted').waitFor();
    expect(await idsOf('api_keys', 'name', 'To be deleted')).toEqual([]);
    await page.context().close();
  });

  it('to a change of password: the page does not report a wrong current password', async () => {
    const page = await browser.openSignedIn('/account');
    await page.route('**/admin/api/session/password', (route) => route.abort('connectionreset'));
    await page.getByLabel('Current password').fill('a password for tests');
    await page.getByLabel('New password', { exact: true }).fill('an untypable umbrella of lost answers');
    await page.getByLabel('New password, again').fill('an untypable umbrella of lost answers');
    await page.getByRole('button', { name: 'Change password' }).click();
    const unknown = alerted(page, 'It is not known whether this was done');
    expect(await unknown.innerText()).toContain('Check whether it was done before you try again.');
    await page.context().close();
  });

  describe('to an import', () => {
    const choose = async (page: Page, label: string, path: string) => {
      const chooser = page.waitForEvent('filechooser');
      await page.getByLabel(label, { exact: true }).click();
      await (await chooser).setFiles(path);
    };
    const file = async (name: string, content: string) => {
      const path = join(directory, name);
      await writeFile(path, content);
      return path;
    };
    const importFile = async (page: Page, path: string) => {
      await choose(page, 'File of JSON lines', path);
      await page.getByRole('button', { name: 'Import', exact: true }).click();
    };
    const linesOf = (word: string) =>
      Array.from({ length: 6 }, (_, index) => JSON.stringify(quizBody(1, { title: `${word} ${index}` })));
    const countsOf = (word: string) =>
      Promise.all(linesOf(word).map(async (_, index) => (await idsOf('quizzes', 'title', `${word} ${index}`)).length));

    it('of JSON lines: each line creates one quiz, also if the page is closed during the import and the file imported again', async () => {
      const path = await file('lines.jsonl', linesOf('Line').join('\n'));
      const broken = await browser.openSignedIn('/quizzes/import');
      await loseAnswers(broken, 'POST', '/quizzes', { isLost: (number) => number <= 2, hold: NEVER });
      await importFile(broken, path);
      await checking(broken).waitFor();
      await broken.context().close();
      expect(await idsOf('quizzes', 'title', 'Line 5')).toEqual([]);

      const page = await browser.openSignedIn('/quizzes/import');
      await loseAnswers(page, 'POST', '/quizzes', { isLost: (number) => number % 3 === 0 });
      await importFile(page, path);
      await page.getByRole('status').getByText('Finished').waitFor();
      await page.getByText(/^\d created, \d already there, 0 rejected$/).waitFor();
      expect(await countsOf('Line')).toEqual([1, 1, 1, 1, 1, 1]);

      // The import creates a deleted quiz again.
      const [deleted] = await idsOf('quizzes', 'title', 'Line 2');
      await service.backoffice.call('DELETE', `/quizzes/${deleted}`);
      await page.unrouteAll({ behavior: 'wait' });
      await page.getByRole('button', { name: 'Import another file' }).click();
      await importFile(page, path);
      await page.getByText('1 created, 5 already there, 0 rejected').waitFor();
      expect(await countsOf('Line')).toEqual([1, 1, 1, 1, 1, 1]);
      await page.context().close();
    });

    it('of GIFT: the quiz exists once, also if the page is closed during the import and the text imported again', async () => {
      const path = await file('Seas and rivers.gift', 'Is the Rhine a river? {T}\n');
      const begin = async () => {
        const page = await browser.openSignedIn('/quizzes/import?format=gift');
        await choose(page, 'GIFT file', path);
        await page.getByRole('button', { name: 'Read questions' }).click();
        await page.getByRole('button', { name: 'Create quiz with the readable question' }).click();
        return page;
      };
      const broken = await begin();
      await loseAnswers(broken, 'POST', '/quizzes', { hold: NEVER });
      await new QuizForm(broken).button('Create quiz').click();
      await checking(broken).waitFor();
      await broken.context().close();

      const page = await begin();
      await loseAnswers(page, 'POST', '/quizzes');
      await new QuizForm(page).button('Create quiz').click();
      await page.getByText('was imported before').waitFor();
      await page.getByText('All changes are saved.').waitFor();
      const [id, ...others] = await idsOf('quizzes', 'title', 'Seas and rivers');
      expect([others, new URL(page.url()).pathname]).toEqual([[], `/admin/quizzes/${id}`]);
      await page.context().close();
    });
  });

  it('is accessible in each of its states', async () => {
    const page = await browser.openSignedIn('/settings/keys');
    let letGo: () => void = () => undefined;
    await loseAnswers(page, 'POST', '/keys', { hold: new Promise<void>((resolve) => (letGo = resolve)) });
    await fillInKey(page, 'Looked at');
    await page.getByRole('dialog').getByRole('button', { name: 'Create key' }).click();
    await checking(page).waitFor();
    await expectAccessibleOnAllScreens(page, 'key unknown, checking');
    letGo();
    await alerted(page, 'The key was created, but the response was lost').waitFor();
    await expectAccessibleOnAllScreens(page, 'hidden key');
    await page.context().close();
  });
});
