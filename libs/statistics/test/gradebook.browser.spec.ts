import type { Page } from 'playwright-core';
import { submitAccepted } from '../../../test/support/attempts.js';
import { describePages, expectAccessible, expectNoSidewaysScroll } from '../../../test/support/browser.js';
import { query } from '../../../test/support/database.js';
import {
  attemptAt,
  createPlayer,
  createQuiz,
  type Player,
  type Quiz,
  quizBody,
} from '../../../test/support/factories.js';
import { createApplication, registerPlayer } from '../../../test/support/players.js';
import { until } from '../../../test/support/until.js';

describePages('the gradebook', (site) => {
  let capitals: Quiz;

  beforeAll(async () => {
    const { service } = site;
    const admin = await createPlayer(service, 'admin');
    capitals = await createQuiz(admin, quizBody(2, { title: 'Capitals', tags: ['Geography'] }));
    const rivers = await createQuiz(admin, quizBody(2, { title: 'Rivers' }));
    const pupil = async (displayName: string): Promise<Player> => {
      const player = await createPlayer(service);
      await service.backoffice.call('PATCH', `/users/${player.userId}`, { displayName, tags: ['7b'] });
      return player;
    };
    const [ada, zoe] = [await pupil('Ada'), await pupil('Zoe')];
    await submitAccepted(ada, capitals.id, attemptAt(capitals, 0, 90_000));
    await submitAccepted(ada, capitals.id, attemptAt(capitals, 2, 60_000));
    await submitAccepted(zoe, rivers.id, attemptAt(rivers, 1, 1_000));
  });

  const shows = (page: Page, ...rows: string[]) =>
    until(`the rows are ${rows.join(', ')}`, async () => {
      const seen = await page.getByRole('table', { name: 'Results' }).locator('tbody tr').allInnerTexts();
      const texts = seen.map((text) =>
        text
          .replaceAll(/\S+@\S+/g, '')
          .split(/\s+/)
          .join(' ')
          .trim(),
      );
      return texts.join() === rows.join() || texts;
    });

  it('a teacher sees the results of a class, and filters them by quiz and attempt', async () => {
    const page = await site.browser.visit('/');
    await page.getByRole('link', { name: 'Gradebook' }).click();
    await page.getByRole('combobox', { name: 'Class or tag' }).click();
    await page.getByRole('option', { name: '7b (2)' }).click();
    await shows(page, 'Ada – 100.00% , passed 1 min 0 s', 'Zoe 50.00% , not passed 1 s –');
    await expectAccessible(page);
    await page.getByLabel('Attempts').selectOption('First of each user');
    await shows(page, 'Ada – 0.00% , not passed 1 min 30 s', 'Zoe 50.00% , not passed 1 s –');
    await page.getByRole('combobox', { name: 'Quizzes' }).fill('capi');
    await page.getByRole('option', { name: 'Capitals' }).click();
    await shows(page, 'Ada 0.00% , not passed 1 min 30 s', 'Zoe –');
    const query = { tag: '7b', attempts: 'first', quizIds: capitals.id };
    expect(Object.fromEntries(new URL(page.url()).searchParams)).toEqual(query);
    await page.reload();
    await shows(page, 'Ada 0.00% , not passed 1 min 30 s', 'Zoe –');
    const saving = page.waitForEvent('download');
    await page.getByRole('link', { name: 'Export CSV' }).click();
    expect((await saving).suggestedFilename()).toBe('gradebook-7b.csv');
    await page.getByRole('button', { name: 'Clear filters' }).click();
    await page.getByRole('combobox', { name: 'Quiz tag' }).click();
    await page.getByRole('option', { name: 'Geography (1)' }).click();
    await until('there is one quiz', async () => (await page.getByRole('columnheader').count()) === 2);
    await page.getByRole('link', { name: '100.00%' }).click();
    await page.waitForURL('**/attempts/*');
    await page.setViewportSize({ width: 390, height: 800 });
    await page.goBack();
    // The table scrolls sideways instead of breaking words.
    const cell = await page.getByRole('link', { name: '100.00%' }).boundingBox();
    expect(cell?.width).toBeGreaterThan(cell?.height ?? Infinity);
    await expectNoSidewaysScroll(page);
    // Filters in use are shown.
    await page.getByRole('button', { name: 'Filters', expanded: true }).click();
    await page.getByLabel('Attempts').waitFor({ state: 'hidden' });
  });

  it('shows the players of an application by their external ids, and the users of a role', async () => {
    const { service } = site;
    const application = await createApplication(service);
    await registerPlayer(service, application, 'learner-1', 'Lin');
    const page = await site.browser.visit('/gradebook');
    await page.getByRole('combobox', { name: 'Players of application' }).fill(application.displayName);
    await page.getByRole('option', { name: application.displayName }).click();
    await shows(page, 'Lin learner-1 – –');
    expect(new URL(page.url()).searchParams.get('applicationId')).toBe(application.userId);
    await page.getByRole('button', { name: 'Clear filters' }).click();
    await page.getByLabel('Role', { exact: true }).selectOption('Application');
    await shows(page, `${application.displayName} – –`);
  });

  it('is filtered by a tag that is not among the most used, which is found by its beginning', async () => {
    const { databaseUrl, backoffice } = site.service;
    const used = Array.from({ length: 1_000 }, (_, number) => `Used ${number}`);
    for (const [index, tags] of [used, used, ['Rare']].entries())
      await query(
        databaseUrl,
        `INSERT INTO users (id, email, display_name, role, tags, tag_keys)
         VALUES (gen_random_uuid(), $1, $2, 'player', $3, $4)`,
        [`tagged${index}@example.com`, tags[0], tags, tags.map((tag) => tag.toLowerCase())],
      );
    // The service reads the tags again after a change.
    await backoffice.call('POST', '/users', { email: 'last@example.com', displayName: 'Last', tags: ['Used 1'] });
    const page = await site.browser.visit('/gradebook');
    await page.getByRole('combobox', { name: 'Class or tag' }).fill('rar');
    await page.getByRole('option', { name: 'Rare (1)' }).click();
    await shows(page, 'Rare – –');
    expect(new URL(page.url()).searchParams.get('tag')).toBe('Rare');
  });
});
