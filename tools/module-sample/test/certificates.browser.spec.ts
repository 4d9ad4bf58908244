import { submitAccepted } from '../../../test/support/attempts.js';
import { describePages, expectAccessible } from '../../../test/support/browser.js';
import { attemptAt, createPlayer, createQuiz } from '../../../test/support/factories.js';

describePages('the page of certificates', (site) => {
  it('a teacher revokes a certificate of a quiz, and the audit log says so', async () => {
    const player = await createPlayer(site.service);
    const quiz = await createQuiz(await createPlayer(site.service, 'admin'));
    await submitAccepted(player, quiz.id, attemptAt(quiz, 3));
    const page = await site.browser.visit(`/quizzes/${quiz.id}/certificates`);
    await page.getByRole('link', { name: player.displayName }).waitFor();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Revoke', exact: true }).click();
    await page.getByLabel('Reason').fill('Copied');
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Revoke certificate' }).click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    expect(await page.getByRole('button', { name: 'Revoke', exact: true }).count()).toBe(0);
    await site.browser.visit('/audit');
    const entries = page.getByRole('table');
    await entries.getByText('Revoked a certificate').waitFor();
    await entries.getByText('reason: Copied').waitFor();
  });
});
