import { submitAccepted } from '../../../test/support/attempts.js';
import { describePages, expectAccessible } from '../../../test/support/browser.js';
import { attemptAt, createPlayer, createQuiz } from '../../../test/support/factories.js';
import { createApplication, registerPlayer } from '../../../test/support/players.js';
import { cellsOf } from '../../../test/support/results.js';

describePages('players of applications', (site) => {
  it('an administrator finds the players of an application, and suspends one', async () => {
    const application = await createApplication(site.service);
    const player = await registerPlayer(site.service, application, 'learner/4711', 'Ada');
    await registerPlayer(site.service, application, 'learner/4712', 'Grace');
    const page = await site.browser.visit(`/users/${application.userId}`);
    await page.getByRole('link', { name: 'Players', exact: true }).click();
    await page.getByText(`Players of ${application.displayName}`).waitFor();
    await page.getByRole('link', { name: 'Grace', exact: true }).waitFor();
    const external = (id: string) => `learner/${id} of ${application.displayName}`;
    expect((await cellsOf(page, 'Users')).map((cells) => cells.slice(1, 3))).toEqual([
      ['Grace', external('4712')],
      ['Ada', external('4711')],
    ]);
    await expectAccessible(page);
    await page.getByLabel('Search users').fill('4711');
    await page.getByText('Grace').waitFor({ state: 'detached' });
    await page.getByRole('link', { name: 'Ada', exact: true }).click();
    await page.getByText(external('4711')).waitFor();
    expect(await page.getByLabel('Role').count()).toBe(0);
    expect(await page.getByRole('button', { name: 'Create key' }).count()).toBe(0);
    await expectAccessible(page);
    await page.getByLabel('Suspended').check();
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Suspend', exact: true }).click();
    await page.getByText('Ada is saved.').waitFor();
    expect((await player.api.GET('/me', {})).response.status).toBe(403);
  });

  it('attempts name the application that submitted them, and show its reference', async () => {
    const admin = await createPlayer(site.service, 'admin');
    const application = await createApplication(site.service);
    const player = await registerPlayer(site.service, application, 'named', 'Ada');
    const quiz = await createQuiz(admin);
    const { attemptId } = await submitAccepted(player, quiz.id, {
      ...attemptAt(quiz, 2),
      reference: 'exam-2026/seat-17',
    });
    await submitAccepted(admin, quiz.id, attemptAt(quiz, 1));
    const page = await site.browser.visit(`/quizzes/${quiz.id}/attempts`);
    await page.getByText(`by ${application.displayName}`).waitFor();
    expect((await cellsOf(page, 'Attempts')).map(([user]) => user)).toEqual([
      admin.displayName,
      `Ada by ${application.displayName}`,
    ]);
    const attempt = await site.browser.visit(`/quizzes/${quiz.id}/attempts/${attemptId}`);
    await attempt.getByText('Submitted by').waitFor();
    await attempt.getByRole('link', { name: application.displayName }).waitFor();
    await attempt.getByText('exam-2026/seat-17').waitFor();
    await expectAccessible(attempt);
  });
});
