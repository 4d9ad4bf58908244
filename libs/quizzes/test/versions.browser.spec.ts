import { expectAccessibleOnAllScreens } from '../../../test/support/accessible-states.js';
import { describeInBrowser, TestBrowser } from '../../../test/support/browser.js';
import { createPlayer, type Quiz, quizBody } from '../../../test/support/factories.js';
import { submitAll } from '../../../test/support/results.js';
import { type Service, startService } from '../../../test/support/service.js';

describeInBrowser('the versions of a quiz', () => {
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

  const read = (id: string) => service.backoffice.call<Quiz>('GET', `/quizzes/${id}`);

  /** A quiz with three versions: the second one changes the first question, the third one removes the last. */
  async function quizWithVersions(): Promise<Quiz> {
    const quiz = await service.backoffice.call<Quiz>('POST', '/quizzes', quizBody(3, { title: 'Rivers' }));
    for (const count of [3, 2]) {
      const body = quizBody(count, { title: 'Rivers' });
      if (body.questions[0]) body.questions[0].text = 'Another question';
      await service.backoffice.call('PUT', `/quizzes/${quiz.id}`, body);
    }
    return quiz;
  }

  it('are listed with author and numbers of questions and attempts', async () => {
    const quiz = await quizWithVersions();
    await submitAll(await createPlayer(service), quiz, [0, 1]);
    const page = await browser.openSignedIn(`/quizzes/${quiz.id}`);
    await page.getByRole('link', { name: 'Versions' }).click();
    await page.getByRole('table', { name: 'Versions' }).getByRole('cell', { name: '0' }).first().waitFor();
    const rows = page.getByRole('table', { name: 'Versions' }).getByRole('row');
    await rows.nth(3).waitFor();
    const texts = await rows.allInnerTexts();
    expect(texts.slice(1).map((text) => text.replaceAll(/\s+/g, ' '))).toEqual([
      expect.stringMatching(/^Version 3 Current .* 2 0 Compare with version 2 Regrade a question of version 3 –$/i),
      expect.stringMatching(
        /^Version 2 .* 3 0 Compare with version 1 Regrade a question of version 2 Restore version 2$/,
      ),
      expect.stringMatching(/^Version 1 .* 3 2 First version Regrade a question of version 1 Restore version 1$/),
    ]);
    await expectAccessibleOnAllScreens(page, 'versions');
    await page.context().close();
  });

  it('are compared side by side', async () => {
    const quiz = await quizWithVersions();
    const page = await browser.openSignedIn(`/quizzes/${quiz.id}/versions`);
    await page.getByRole('link', { name: 'Compare with version 1' }).click();
    const difference = async () =>
      (await page.getByRole('main').getByRole('region').allInnerTexts()).map((text) =>
        text.replaceAll(/\s*\n\s*/g, ' | '),
      );
    await page.getByRole('region', { name: 'Question 1: changed' }).waitFor();
    expect(await difference()).toEqual([
      expect.stringMatching(/^Question 1: changed \| Version 1 \| Question 1 \|.* Version 2 \| Another question \|/),
    ]);
    await page.getByLabel('To version').selectOption('3');
    await page.getByRole('region', { name: 'Question 3 of version 1: removed' }).waitFor();
    expect(await difference()).toHaveLength(2);
    expect(new URL(page.url()).search).toBe('?from=1&to=3');
    await expectAccessibleOnAllScreens(page, 'comparison of versions');
    await page.getByLabel('From version').selectOption('3');
    await page.getByText('Both versions are the same.').waitFor();
    await page.context().close();
  });

  it('are restored after a confirmation, by keyboard', async () => {
    const quiz = await quizWithVersions();
    const page = await browser.openSignedIn(`/quizzes/${quiz.id}/versions`);
    await page.getByRole('button', { name: 'Restore version 1' }).focus();
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Restore version 1?' });
    await dialog.waitFor();
    await expectAccessibleOnAllScreens(page, 'restore a version');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await page.getByText('Version 1 is restored').waitFor();
    await page.getByRole('button', { name: 'Restore version 3' }).waitFor();
    expect((await read(quiz.id)).questions).toEqual(quiz.questions);
    await page.goto(`${service.url}/admin/audit`);
    await page.getByRole('table').getByText('Restored a version of a quiz').waitFor();
    await page.context().close();
  });

  it('are listed after one was restored from a comparison', async () => {
    const quiz = await quizWithVersions();
    const page = await browser.openSignedIn(`/quizzes/${quiz.id}/versions/comparison?from=1&to=2`);
    await page.getByRole('button', { name: 'Restore version 1' }).click();
    const dialog = page.getByRole('dialog', { name: 'Restore version 1?' });
    await dialog.getByRole('button', { name: 'Restore', exact: true }).click();
    await page.getByText('Version 1 is restored').waitFor();
    await page.getByRole('heading', { level: 1, name: 'Versions' }).waitFor();
    await page.getByRole('row', { name: /^Version 4 Current/i }).waitFor();
    await page.context().close();
  });

  it('are not restored if the quiz was deleted in the meantime', async () => {
    const quiz = await quizWithVersions();
    const page = await browser.openSignedIn(`/quizzes/${quiz.id}/versions`);
    await page.getByRole('button', { name: 'Restore version 1' }).click();
    const dialog = page.getByRole('dialog', { name: 'Restore version 1?' });
    await dialog.waitFor();
    await service.backoffice.call('DELETE', `/quizzes/${quiz.id}`);
    await dialog.getByRole('button', { name: 'Restore', exact: true }).click();
    await dialog.getByRole('alert').getByText('Quiz not found').waitFor();
    await page.context().close();
  });

  it('are not restored if somebody else changed the quiz in the meantime', async () => {
    const quiz = await quizWithVersions();
    const page = await browser.openSignedIn(`/quizzes/${quiz.id}/versions`);
    await page.getByRole('button', { name: 'Restore version 1' }).click();
    const dialog = page.getByRole('dialog', { name: 'Restore version 1?' });
    await dialog.waitFor();
    await service.backoffice.call('PUT', `/quizzes/${quiz.id}`, quizBody(5));
    await dialog.getByRole('button', { name: 'Restore', exact: true }).click();
    await dialog.getByText('Quiz has been changed since it was read').waitFor();
    expect((await read(quiz.id)).questions).toHaveLength(5);
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('button', { name: 'Restore version 3' }).waitFor();
    await page.context().close();
  });
});
