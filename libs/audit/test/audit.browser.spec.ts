import { readFile } from 'node:fs/promises';
import { parse } from 'csv-parse/sync';
import type { Page } from 'playwright-core';
import { submitAccepted } from '../../../test/support/attempts.js';
import { describePages, expectAccessible } from '../../../test/support/browser.js';
import {
  attemptAt,
  createPlayer,
  createQuiz,
  deleteQuiz,
  type Player,
  quizBody,
  updateQuiz,
} from '../../../test/support/factories.js';
import { expectRows } from '../../../test/support/results.js';
import { until } from '../../../test/support/until.js';

describePages('the audit log', (site) => {
  let userId: string;
  let author: Player;

  beforeAll(async () => {
    author = await createPlayer(site.service, 'admin');
    await deleteQuiz(author, (await createQuiz(author)).id);
    const changed = await createQuiz(author, quizBody(2, { title: 'Capitals' }));
    const questions = quizBody(2).questions.map((question, index) =>
      index === 0 ? question : { ...question, text: `${'Long'.repeat(60)}\nand \`a second line\`` },
    );
    await updateQuiz(author, changed.id, quizBody(2, { title: 'Rivers', questions }));
    ({ userId } = await createPlayer(site.service));
    await site.service.backoffice.call('PATCH', `/users/${userId}`, { displayName: '=1+1', role: 'viewer' });
    for (let change = 0; change < 31; change++) {
      await site.service.backoffice.call('PATCH', `/users/${userId}`, { displayName: `=${change}+1` });
    }
  });

  const rowOf = (page: Page, text: string) => page.getByRole('row').filter({ hasText: text });

  it('an administrator sees who did what from where, filters that by actor, action and day, and loads more', async () => {
    const page = await site.browser.visit('/audit');
    await rowOf(page, 'Changed a user').first().waitFor();
    expect(await rowOf(page, 'Changed a user').first().innerText()).toMatch(/=29\+1 → =30\+1.*127\.0\.0\.1/s);
    const broken = '**/audit?*cursor=*';
    const json = { error: 'Out of order' };
    await page.route(broken, (route) => route.fulfill({ status: 500, json }));
    await page.getByRole('button', { name: 'Show more' }).click();
    await page.getByRole('alert').getByText(json.error).waitFor();
    await expectRows(page, 30);
    await page.unroute(broken);
    await page.getByRole('button', { name: 'Try again' }).click();
    await rowOf(page, 'Role: player → viewer').waitFor();
    const who = page.getByRole('combobox', { name: 'Who' });
    await who.fill(author.displayName);
    await page.getByRole('option', { name: author.displayName }).click();
    await page.waitForURL(`**/admin/audit?actorId=${author.userId}`);
    await rowOf(page, 'Changed a user').first().waitFor({ state: 'detached' });
    const deletion = await rowOf(page, 'Deleted a quiz').innerText();
    expect(deletion).toContain(`by API key Key of ${author.displayName}`);
    const change = rowOf(page, 'Changed a quiz');
    await change.getByText('title: Capitals → Rivers').waitFor();
    await change.getByText('questions: 1 changed').click();
    expect(await change.innerText()).toMatch(/Before, question 2.*After, question 2.*\(correct\)/s);
    expect(await change.locator('details code').allInnerTexts()).toEqual(['a second line']);
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Show everything' }).last().click();
    await page.waitForURL('**/admin/audit');
    await page.getByRole('combobox', { name: 'What' }).click();
    await page.getByRole('option').first().waitFor();
    await expectAccessible(page);
    await page.getByRole('option', { name: 'Created an API key' }).click();
    await page.waitForURL('**/admin/audit?action=key.created');
    await expectRows(page, 2);
    expect(await rowOf(page, 'Created an API key').first().innerText()).toContain('Expires: Never');
    await page.reload();
    await expectRows(page, 2);
    await page.getByLabel('Until (included)').fill('2020-01-01');
    await page.getByText('No matching entries').waitFor();
    await page.getByRole('button', { name: 'Show everything' }).last().click();
    await page.waitForURL('**/admin/audit');
  });

  it('an administrator sees what was done to one quiz and its attempts; on a phone the filters are behind a button', async () => {
    const quiz = await createQuiz(author, quizBody(1, { title: 'Lakes' }));
    const { attemptId } = await submitAccepted(author, quiz.id, attemptAt(quiz, 1));
    const attempt = `/quizzes/${quiz.id}/attempts/${attemptId}`;
    await site.service.backoffice.call('PUT', `${attempt}/void`, { reason: 'Played by somebody else' });
    const page = await site.browser.visit('/audit');
    await page.setViewportSize({ width: 390, height: 844 });
    const choice = page.getByRole('combobox', { name: 'Quiz' });
    await page.getByRole('button', { name: 'Filters' }).and(page.locator('[aria-expanded=false]')).waitFor();
    expect(await choice.isVisible()).toBe(false);
    await page.getByRole('button', { name: 'Filters' }).click();
    await choice.fill('Lakes');
    await page.getByRole('option', { name: 'Lakes' }).click();
    await page.waitForURL(`**/admin/audit?affectedQuizId=${quiz.id}`);
    await expectRows(page, 2);
    await rowOf(page, 'Voided an attempt').waitFor();
    await expectAccessible(page);
    await page.reload();
    await until('the title is shown', async () => (await choice.inputValue()) === 'Lakes');
  });

  it('an administrator sees on the page of a user what was done to them, and exports it, harmless for spreadsheets', async () => {
    const page = await site.browser.visit(`/users/${userId}`);
    const tabs = page.getByRole('navigation', { name: 'Pages of this user' });
    await tabs.getByRole('link', { name: 'Audit log' }).click();
    await page.getByText('No entries', { exact: true }).waitFor();
    const done = page.getByRole('table', { name: 'What was done to the user' });
    await done.getByText('Changed a user').first().waitFor();
    expect(await done.locator('tbody tr').count()).toBe(10);
    await page.getByRole('link', { name: 'All entries: what was done to the user' }).click();
    await page.getByRole('heading', { level: 1, name: 'Audit log' }).waitFor();
    expect(Object.fromEntries(new URL(page.url()).searchParams)).toEqual({ affectedUserId: userId });
    await rowOf(page, 'Changed a user').first().waitFor();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: 'Export CSV' }).click(),
    ]);
    const text = await readFile(await download.path(), 'utf8');
    const rows: Record<string, string>[] = parse(text, { bom: true, columns: true });
    expect(rows.length).toBeGreaterThanOrEqual(33);
    expect(text).toContain('=1+1');
    for (const row of rows) for (const cell of Object.values(row)) expect(cell).not.toMatch(/^[=+\-@\t\r]/);
    await site.browser.visit(`/users/${author.userId}/audit`);
    await page.getByRole('table', { name: 'What the user did' }).getByText('Deleted a quiz').waitFor();
  });
});
