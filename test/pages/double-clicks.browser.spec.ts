import type { Page } from 'playwright-core';
import { describeInBrowser, TestBrowser } from '../support/browser.js';
import { doubleClick } from '../support/double-click.js';
import { quizBody } from '../support/factories.js';
import { type Service, startService } from '../support/service.js';

const EVE = { email: 'eve@example.com', password: 'another password for tests' };
const NEW_PASSWORD = 'an untypable umbrella of tests';

describeInBrowser('a double click', () => {
  let service: Service;
  let browser: TestBrowser;
  let eve: string;

  beforeAll(async () => {
    service = await startService();
    browser = await TestBrowser.start(service);
    eve = await create('/users', { ...EVE, displayName: 'Eve', role: 'admin' });
  });
  afterAll(async () => {
    await browser.close();
    await service.close();
  });
  afterEach(() => browser.expectNoProblems());

  /** @returns the id */
  const create = async (path: string, body: object) =>
    (await service.backoffice.call<{ id: string }>('POST', path, body)).id;

  const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

  it('changes the access of a user once', async () => {
    const id = await create('/users', { email: 'sue@example.com', displayName: 'Sue' });
    const page = await browser.openSignedIn(`/users/${id}`);
    await page.getByLabel('Suspended').check();
    await button(page, 'Save').click();
    const writes = await doubleClick(button(page, 'Suspend'));
    await page.getByText('Sue is saved').waitFor();
    expect(writes).toEqual([`PATCH /admin/api/users/${id}`]);
    await page.context().close();
  });

  it('changes a password once, and the page reports the change', async () => {
    const page = await browser.openSignedIn('/account', {}, EVE);
    await page.getByLabel('Current password').fill(EVE.password);
    await page.getByLabel('New password', { exact: true }).fill(NEW_PASSWORD);
    await page.getByLabel('New password, again').fill(NEW_PASSWORD);
    const writes = await doubleClick(button(page, 'Change password'));
    await page.getByText('Your password is changed').waitFor();
    expect(writes).toEqual(['PUT /admin/api/session/password']);
    await page.context().close();
  });

  it('saves a quiz once, also if the second click follows the response', async () => {
    const id = await create('/quizzes', quizBody(1));
    const page = await browser.openSignedIn(`/quizzes/${id}`);
    await page.getByLabel('Title').fill('Saved once');
    const save = button(page, 'Save');
    const writes: string[] = [];
    page.on('request', (request) => {
      if (request.method() === 'PUT') writes.push(request.url());
    });
    for (const _ of [1, 2]) {
      await save.click();
      await page.getByText('All changes are saved.').waitFor();
      await save.and(page.locator(':enabled')).waitFor();
    }
    expect(writes).toHaveLength(1);
    await page.context().close();
  });

  it('deletes a key once', async () => {
    const id = await create('/keys', { name: 'Deleted once', userId: eve });
    const page = await browser.openSignedIn('/settings/keys');
    await page.getByRole('button', { name: 'Delete Deleted once' }).click();
    const writes = await doubleClick(button(page, 'Delete key'));
    await page.getByText('“Deleted once” is deleted').first().waitFor();
    expect(writes).toEqual([`DELETE /admin/api/keys/${id}`]);
    await page.context().close();
  });

  it('saves a quiz once', async () => {
    const id = await create('/quizzes', quizBody(1));
    const page = await browser.openSignedIn(`/quizzes/${id}`);
    await page.getByLabel('Title').fill('Saved once');
    const writes = await doubleClick(button(page, 'Save'));
    await page.getByText('All changes are saved.').waitFor();
    expect(writes).toEqual([`PUT /admin/api/quizzes/${id}`]);
    await page.context().close();
  });

  it('deletes a quiz once', async () => {
    const id = await create('/quizzes', quizBody(1, { title: 'Deleted once' }));
    const page = await browser.openSignedIn(`/quizzes/${id}`);
    await button(page, 'More for Deleted once').click();
    await page.getByRole('menuitem', { name: 'Delete …' }).click();
    await page.getByLabel('Type “Deleted once” to confirm').fill('Deleted once');
    const writes = await doubleClick(button(page, 'Delete quiz'));
    await page.getByRole('heading', { level: 1, name: 'Quizzes' }).waitFor();
    expect(writes).toEqual([`DELETE /admin/api/quizzes/${id}`]);
    await page.context().close();
  });
});
