import { readFile } from 'node:fs/promises';
import { parse } from 'csv-parse/sync';
import {
  createPlayer,
  createQuiz,
  deleteQuiz,
  type Player,
  quizBody,
  updateQuiz,
} from '../../../test/support/factories.js';
import { type Service, startService } from '../../../test/support/service.js';
import { describeInBrowser, expectAccessible, TestBrowser } from '../../../test/support/browser.js';

const XSS = '<img src=x onerror=alert(1)>';

describeInBrowser('the audit log', () => {
  let service: Service;
  let browser: TestBrowser;
  let userId: string;
  let author: Player;

  beforeAll(async () => {
    service = await startService();
    browser = await TestBrowser.start(service);
    author = await createPlayer(service, 'admin');
    const quiz = await createQuiz(author, quizBody(1, { title: XSS }));
    await deleteQuiz(author, quiz.id);
    const changed = await createQuiz(author, quizBody(2, { title: 'Capitals' }));
    const text = `${'Long'.repeat(60)} ${XSS}\nand a second line`;
    const questions = quizBody(2).questions.map((question, index) => (index === 0 ? question : { ...question, text }));
    await updateQuiz(author, changed.id, quizBody(2, { title: 'Rivers', questions }));
    ({ userId } = await createPlayer(service));
    await service.backoffice.call('PATCH', `/users/${userId}`, { displayName: '=1+1', role: 'viewer' });
  });
  afterAll(async () => {
    await browser.close();
    await service.close();
  });
  afterEach(() => browser.expectNoProblems());

  it('shows who did what to which user, quiz and key, and from where', async () => {
    const page = await browser.openSignedIn('/audit');
    const row = page.getByRole('row').filter({ hasText: 'Changed a user' });
    await row.waitFor();
    expect(await row.innerText()).toContain('role: player → viewer');
    expect(await row.innerText()).toContain('127.0.0.1');
    const creation = page.getByRole('row').filter({ hasText: 'Created an API key' }).first();
    expect(await creation.innerText()).toContain('expires: Never');
    const deletion = page.getByRole('row').filter({ hasText: 'Deleted a quiz' });
    expect(await deletion.innerText()).toContain(XSS);
    expect(await deletion.innerText()).toContain(`by API key Key of ${author.displayName}`);
    await page.context().close();
  });

  it('shows what changed in a quiz, before and after', async () => {
    const page = await browser.openSignedIn('/audit?action=quiz.changed');
    const row = page.getByRole('row').filter({ hasText: 'Changed a quiz' });
    await row.getByText('title: Capitals → Rivers').waitFor();
    await row.getByText('questions: 1 changed').click();
    const shown = await row.innerText();
    expect(shown).toContain('Before, question 2');
    expect(shown).toContain('After, question 2');
    expect(shown).toContain(XSS);
    expect(shown).toContain('(correct)');
    await page.context().close();
  });

  it('is filtered by actor', async () => {
    const page = await browser.openSignedIn('/audit');
    await page.getByRole('row').filter({ hasText: 'Changed a user' }).waitFor();
    const who = page.getByRole('combobox', { name: 'Who' });
    await who.fill(author.displayName);
    await page.getByRole('option', { name: author.displayName }).click();
    await page.waitForURL(`**/admin/audit?actorId=${author.userId}`);
    await page.getByRole('row').filter({ hasText: 'Changed a user' }).waitFor({ state: 'detached' });
    await page.getByRole('row').filter({ hasText: 'Deleted a quiz' }).waitFor();
    await page.getByRole('button', { name: 'Show everything' }).last().click();
    await page.waitForURL('**/admin/audit');
    await page.context().close();
  });

  it('is filtered by the parameters of its address', async () => {
    const page = await browser.openSignedIn('/audit');
    await page.getByRole('combobox', { name: 'What' }).click();
    await page.getByRole('option', { name: 'Created an API key' }).click();
    await page.waitForURL('**/admin/audit?action=key.created');
    await page.getByRole('row').filter({ hasText: 'Changed a user' }).waitFor({ state: 'detached' });
    expect(await page.getByRole('row').filter({ hasText: 'Created an API key' }).count()).toBe(2);
    await page.reload();
    await page.getByRole('row').filter({ hasText: 'Created an API key' }).first().waitFor();
    await page.getByLabel('Until (included)').fill('2020-01-01');
    await page.getByText('No matching entries').waitFor();
    await page.getByRole('button', { name: 'Show everything' }).last().click();
    await page.waitForURL('**/admin/audit');
    await page.getByRole('row').filter({ hasText: 'Changed a user' }).waitFor();
    await page.context().close();
  });

  it('shows on the page of a user the newest of what they did and what was done to them', async () => {
    const { userId: changedId } = await createPlayer(service);
    for (let change = 0; change < 11; change++) {
      await service.backoffice.call('PATCH', `/users/${changedId}`, { displayName: `Name ${change}` });
    }
    const page = await browser.openSignedIn(`/users/${changedId}`);
    const tabs = page.getByRole('navigation', { name: 'Pages of this user' });
    await tabs.getByRole('link', { name: 'Audit log' }).click();
    await page.getByText('No entries', { exact: true }).waitFor();
    const done = page.getByRole('table', { name: 'What was done to the user' });
    await done.getByText('Changed a user').first().waitFor();
    await done.getByRole('columnheader', { name: 'Subject' }).waitFor();
    expect(await done.locator('tbody tr').count()).toBe(10);
    await expectAccessible(page);
    await page.getByRole('link', { name: 'All entries: what was done to the user' }).click();
    await page.getByRole('heading', { level: 1, name: 'Audit log' }).waitFor();
    expect(Object.fromEntries(new URL(page.url()).searchParams)).toEqual({ affectedUserId: changedId });
    await page.goto(`${service.url}/admin/users/${author.userId}/audit`);
    const did = page.getByRole('table', { name: 'What the user did' });
    await did.getByText('Deleted a quiz').waitFor();
    await page.context().close();
  });

  it('shows further entries on demand, and keeps those it has if that fails', async () => {
    const { userId: changedId } = await createPlayer(service);
    for (let change = 0; change < 31; change++) {
      await service.backoffice.call('PATCH', `/users/${changedId}`, { displayName: `Name ${change}` });
    }
    const page = await browser.openSignedIn(`/audit?subjectKind=user&subjectId=${changedId}&action=user.changed`);
    const expectEntries = async (count: number) => {
      await page
        .locator('tbody tr')
        .nth(count - 1)
        .waitFor();
      expect(await page.locator('tbody tr').count()).toBe(count);
    };
    await expectEntries(30);
    await page.route('**/audit?*after=*', (route) => route.fulfill({ status: 500, json: { error: 'Out of order' } }));
    await page.getByRole('button', { name: 'Show more' }).click();
    await page.getByRole('alert').getByText('Out of order').waitFor();
    await expectEntries(30);
    await page.unroute('**/audit?*after=*');
    await page.getByRole('button', { name: 'Try again' }).click();
    await expectEntries(31);
    expect(await page.getByRole('button', { name: 'Show more' }).count()).toBe(0);
    await page.context().close();
  });

  it('is exported as it is filtered, harmless for spreadsheets', async () => {
    const page = await browser.openSignedIn(`/audit?subjectId=${userId}`);
    await page.getByRole('row').nth(2).waitFor();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: 'Export CSV' }).click(),
    ]);
    const rows: Record<string, string>[] = parse(await readFile(await download.path(), 'utf8'), {
      bom: true,
      columns: true,
    });
    expect(rows).toHaveLength(2);
    expect(JSON.stringify(rows)).toContain('=1+1');
    for (const row of rows) for (const cell of Object.values(row)) expect(cell).not.toMatch(/^[=+\-@\t\r]/);
    await page.context().close();
  });

  it('reports that it cannot be loaded, and retries', async () => {
    const page = await browser.openSignedIn('/audit?action=key.created');
    await page.getByRole('row').nth(1).waitFor();
    await page.route('**/admin/api/audit?*', (route) =>
      route.fulfill({ status: 503, json: { error: 'Service temporarily unavailable' } }),
    );
    await page.reload();
    await page.getByRole('alert').getByText('Service temporarily unavailable').waitFor();
    await page.unroute('**/admin/api/audit?*');
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByRole('row').nth(1).waitFor();
    await page.context().close();
  });
});
