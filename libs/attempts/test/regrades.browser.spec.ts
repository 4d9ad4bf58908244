import { expectAccessibleOnAllScreens } from '../../../test/support/accessible-states.js';
import { describeInBrowser, TestBrowser } from '../../../test/support/browser.js';
import {
  createPlayer,
  createPlayers,
  createQuiz,
  type Player,
  quizBody,
  updateQuiz,
} from '../../../test/support/factories.js';
import { QuizForm } from '../../../test/support/quiz-form.js';
import { submitAll } from '../../../test/support/results.js';
import { type Service, startService } from '../../../test/support/service.js';

describeInBrowser('regrades across versions', () => {
  let service: Service;
  let browser: TestBrowser;
  let author: Player;

  beforeAll(async () => {
    service = await startService();
    browser = await TestBrowser.start(service);
    author = await createPlayer(service, 'admin');
  });
  afterAll(async () => {
    await browser.close();
    await service.close();
  });
  afterEach(() => browser.expectNoProblems());

  const body = quizBody(4, { title: 'Capitals' });

  it('a question is regraded in earlier versions after another question was reworded, and restored', async () => {
    const quiz = await createQuiz(author, body);
    for (const player of await createPlayers(service, 3)) await submitAll(player, quiz, [2]);
    const [, , third] = body.questions;
    const questions = body.questions.map((one) => (one === third ? { ...one, text: 'Reworded' } : one));
    const reworded = await updateQuiz(author, quiz.id, { ...body, questions });
    await submitAll(await createPlayer(service), reworded, [4]);
    const page = await browser.openSignedIn(`/quizzes/${quiz.id}/statistics`);
    await page.getByRole('link', { name: 'Regrade question 4' }).click();
    await page.getByRole('checkbox', { name: /^Wrong/ }).check();
    await page.getByRole('button', { name: 'See what changes' }).click();
    const versions = page.getByRole('table', { name: 'Attempts at the versions that have the question' });
    await versions.getByRole('row').nth(2).waitFor();
    expect(await versions.getByRole('row').allInnerTexts()).toEqual([
      expect.stringMatching(/^Version\s+Attempts\s+With another score$/),
      expect.stringMatching(/^2\s+1\s+0$/),
      expect.stringMatching(/^1\s+3\s+3$/),
    ]);
    await page.getByLabel('Reason').fill('Both are capitals');
    await expectAccessibleOnAllScreens(page, 'regrade preview of versions');
    await page.setViewportSize({ width: 390, height: 800 });
    expect(await versions.getByRole('row').nth(1).innerText()).toMatch(/^Version 2\s/);
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.getByRole('button', { name: 'Regrade', exact: true }).click();
    const regrades = page.getByRole('table', { name: 'Regrades' });
    await regrades.getByText('3 of 4 scores changed').waitFor();
    await expectAccessibleOnAllScreens(page, 'list of regrades');
    const cell = regrades.getByRole('cell').filter({ has: page.getByRole('button', { name: 'Undo' }) });
    expect(await cell.getAttribute('data-role')).toBe('action');
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Undo regrade' }).click();
    await regrades.getByText('Undone').waitFor();
    await page.getByRole('link', { name: 'Attempts' }).first().click();
    await page.getByRole('table').getByText('50.00%').first().waitFor();
    expect(await page.getByRole('table').getByText('Regraded').count()).toBe(0);
    await page.context().close();
  });

  it('after a correction of a wrong key, the editor says how many attempts were scored by it and leads to their regrade', async () => {
    const quiz = await createQuiz(author, body);
    for (const player of await createPlayers(service, 5)) await submitAll(player, quiz, [0]);
    const page = await browser.openSignedIn(`/quizzes/${quiz.id}`);
    const form = new QuizForm(page);
    await form.open(1);
    await form.correct(1, 2).check();
    await form.correct(1, 1).uncheck();
    await page.getByText('After saving you can regrade them by the new correct answers.').waitFor();
    await form.save();
    const offer = page.getByText('5 attempts were scored by the former key of question 1.');
    await offer.waitFor();
    await expectAccessibleOnAllScreens(page, 'offer to regrade');
    // Another save, and statistics that cannot be read, leave it there.
    const statistics = '**/admin/api/quizzes/*/statistics';
    const answer = { status: 503, json: { error: 'The service is overloaded' }, headers: { 'retry-after': '0' } };
    await page.route(statistics, (route) => route.fulfill(answer));
    await page.getByLabel('Title').fill('Capitals of countries');
    await form.save();
    await page.getByText(/could not be read: The service is overloaded/).waitFor();
    await page.unroute(statistics);
    await form.button('Try again').click();
    await offer.waitFor();
    await page.goto(`${service.url}/admin/quizzes/${quiz.id}/statistics`);
    const outdated = page.getByText('5 attempts were scored by another key');
    await outdated.waitFor();
    await page.getByText('scored by different keys').first().waitFor();
    // Only the other questions have a verdict.
    expect(await page.getByText('very hard').count()).toBe(3);
    await expectAccessibleOnAllScreens(page, 'attempts scored by another key');
    await page.getByRole('link', { name: 'Edit' }).first().click();
    await form.open(1);
    await form.correct(1, 1).check();
    await form.save();
    await offer.waitFor();
    // On a phone its sign is visible, too.
    await page.setViewportSize({ width: 390, height: 800 });
    const close = page.getByRole('button', { name: 'Do not regrade now' });
    expect((await close.locator('svg').boundingBox())?.width).toBeGreaterThan(8);
    await close.click();
    await page.setViewportSize({ width: 1280, height: 800 });
    await offer.waitFor({ state: 'detached' });
    await form.correct(1, 1).uncheck();
    await form.save();
    await page.getByRole('link', { name: 'Regrade question 1' }).click();
    expect(await page.getByRole('checkbox', { name: /^Wrong/ }).isChecked()).toBe(true);
    await page.getByRole('button', { name: 'See what changes' }).click();
    await page.getByLabel('Reason').fill('The key was wrong');
    await page.getByRole('button', { name: 'Regrade', exact: true }).click();
    await page.getByRole('table', { name: 'Regrades' }).getByText('5 of 5 scores changed').waitFor();
    await expectAccessibleOnAllScreens(page, 'regrade of all versions');
    await page.getByRole('link', { name: 'Statistics' }).click();
    await page.getByText('Regraded: other answers count').waitFor();
    expect(await outdated.count()).toBe(0);
    await page.context().close();
  });
});
