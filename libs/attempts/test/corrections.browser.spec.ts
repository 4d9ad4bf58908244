import { submit, submitAccepted } from '../../../test/support/attempts.js';
import { expectAccessibleOnAllScreens } from '../../../test/support/accessible-states.js';
import { describeInBrowser, TestBrowser } from '../../../test/support/browser.js';
import { attemptAt, createPlayer, createQuiz, type Player, quizBody } from '../../../test/support/factories.js';
import { createNamed } from '../../../test/support/results.js';
import { type Service, startService } from '../../../test/support/service.js';

describeInBrowser('corrections', () => {
  let service: Service;
  let browser: TestBrowser;
  let author: Player;
  let ada: Player;

  beforeAll(async () => {
    service = await startService();
    browser = await TestBrowser.start(service);
    author = await createPlayer(service, 'admin');
    ada = await createNamed(service, 'Ada Attempter');
  });
  afterAll(async () => {
    await browser.close();
    await service.close();
  });
  afterEach(() => browser.expectNoProblems());

  const newQuiz = (limits: { maxAttempts?: number; timeLimitSeconds?: number } = {}) =>
    createQuiz(author, quizBody(4, { title: 'Capitals', ...limits }));

  it('an attempt is voided with a reason, found in the audit log, and restored', async () => {
    const quiz = await newQuiz();
    const { attemptId } = await submitAccepted(ada, quiz.id, attemptAt(quiz, 2));
    const page = await browser.openSignedIn(`/quizzes/${quiz.id}/attempts/${attemptId}`);
    await page.getByRole('button', { name: 'Void attempt' }).click();
    const dialog = page.getByRole('dialog');
    const confirm = dialog.getByRole('button', { name: 'Void attempt' });
    expect(await confirm.isDisabled()).toBe(true);
    await dialog.getByLabel('Reason').fill('Taken on behalf of another student');
    await expectAccessibleOnAllScreens(page, 'void');
    await confirm.click();
    await page.getByText('Reason: Taken on behalf of another student').waitFor();
    await dialog.waitFor({ state: 'hidden' });
    await expectAccessibleOnAllScreens(page, 'voided');
    await page.getByRole('link', { name: 'All attempts' }).click();
    await page.getByRole('table').getByText('Voided').waitFor();
    await expectAccessibleOnAllScreens(page, 'voided in the list');
    await page.goto(`${service.url}/admin/audit`);
    await page.getByRole('table').getByText('Voided an attempt').waitFor();
    await page.getByRole('table').getByRole('link', { name: 'Ada Attempter' }).first().click();
    await page.getByRole('button', { name: 'Restore attempt' }).click();
    await dialog.getByRole('button', { name: 'Restore attempt' }).click();
    await dialog.waitFor({ state: 'hidden' });
    await page.getByRole('button', { name: 'Void attempt' }).waitFor();
    expect(await page.getByText('This attempt is voided').count()).toBe(0);
    await page.context().close();
  });

  it('a question is regraded after a look at what changes, and the regrade is undone', async () => {
    const quiz = await newQuiz();
    const { attemptId } = await submitAccepted(ada, quiz.id, attemptAt(quiz, 2));
    const page = await browser.openSignedIn(`/quizzes/${quiz.id}/attempts/${attemptId}`);
    await page.getByRole('link', { name: 'Regrade question 4' }).click();
    expect(await page.getByRole('combobox', { name: 'Question' }).inputValue()).toBe('4');
    const preview = page.getByRole('button', { name: 'See what changes' });
    await page.getByRole('checkbox', { name: /^Right/ }).uncheck();
    expect(await preview.isDisabled()).toBe(true);
    await page.getByRole('checkbox', { name: /^Wrong/ }).check();
    await preview.click();
    await page.getByRole('table').getByText('50.00% → 75.00%').waitFor();
    await page.getByRole('table').getByText('Not passed → Passed').waitFor();
    const confirm = page.getByRole('button', { name: 'Regrade', exact: true });
    expect(await confirm.isDisabled()).toBe(true);
    await page.getByLabel('Reason').fill('Both names are in use');
    await expectAccessibleOnAllScreens(page, 'regrade preview');
    // Another rule needs another look.
    await page.getByRole('radio', { name: 'Everybody gets the point' }).check();
    expect(await confirm.count()).toBe(0);
    await preview.click();
    await confirm.click();
    await page.getByRole('table').getByText('Both names are in use').waitFor();
    await expectAccessibleOnAllScreens(page, 'regrades');
    await page.goto(`${service.url}/admin/quizzes/${quiz.id}/attempts/${attemptId}`);
    await page.getByText('Regraded: everybody gets the point').waitFor();
    await page.goto(`${service.url}/admin/audit`);
    await page.getByRole('table').getByText('Regraded a question').waitFor();
    await page.getByRole('table').getByRole('link', { name: 'Capitals' }).first().click();
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Undo regrade' }).click();
    await page.getByRole('table').getByText('Undone').waitFor();
    await page.context().close();
  });

  it('more attempts and time are granted to a user of an attempt, and changed', async () => {
    const quiz = await newQuiz({ maxAttempts: 1, timeLimitSeconds: 600 });
    const { attemptId } = await submitAccepted(ada, quiz.id, attemptAt(quiz, 2));
    const page = await browser.openSignedIn(`/quizzes/${quiz.id}/attempts/${attemptId}`);
    const open = page.getByRole('button', { name: 'Grant attempts or time' });
    await open.click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('The quiz allows 1 attempt of 10 min 0 s. The user has made 1 attempt.').waitFor();
    await dialog.getByLabel('Extra attempts').fill('1');
    await dialog.getByLabel('Extra minutes').fill('2.5');
    await expectAccessibleOnAllScreens(page, 'grant');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await page.getByText('The grant is saved').waitFor();
    expect((await submit(ada, quiz.id, attemptAt(quiz, 4, 750_000))).status).toBe(201);
    await open.click();
    await dialog.getByText('The user has made 2 attempts.').waitFor();
    expect(await dialog.getByLabel('Extra minutes').inputValue()).toBe('2.5');
    await page.context().close();
  });

  it('more attempts are granted to a user without attempts', async () => {
    const quiz = await newQuiz();
    const page = await browser.openSignedIn(`/quizzes/${quiz.id}/attempts`);
    await page.getByRole('button', { name: 'Grant attempts or time' }).click();
    const dialog = page.getByRole('dialog');
    expect(await dialog.getByRole('button', { name: 'Save' }).isDisabled()).toBe(true);
    await dialog.getByRole('combobox', { name: 'User' }).fill('ada');
    await page.getByRole('option', { name: /Ada Attempter/ }).click();
    await dialog.getByText('The user has made 0 attempts.').waitFor();
    await dialog.getByLabel('Extra attempts').fill('2');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await page.getByText('The grant is saved').waitFor();
    const grant = await service.backoffice.call('GET', `/quizzes/${quiz.id}/grants/${ada.userId}`);
    expect(grant).toEqual({ attempts: 0, extraAttempts: 2, extraSeconds: 0 });
    await page.context().close();
  });
});
