import { submitAccepted } from '../../../test/support/attempts.js';
import { describeInBrowser, expectAccessible, TestBrowser } from '../../../test/support/browser.js';
import { attemptAt, createPlayer, createQuiz } from '../../../test/support/factories.js';
import { type Service, startService } from '../../../test/support/service.js';

describeInBrowser('the page of certificates', () => {
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

  it('lists the certificates of a quiz and revokes one', async () => {
    const player = await createPlayer(service);
    const quiz = await createQuiz(await createPlayer(service, 'admin'));
    await submitAccepted(player, quiz.id, attemptAt(quiz, 3));
    const page = await browser.openSignedIn(`/quizzes/${quiz.id}/certificates`);
    await page.getByRole('link', { name: player.displayName }).waitFor();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Revoke', exact: true }).click();
    await page.getByLabel('Reason').fill('Copied');
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Revoke certificate' }).click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    expect(await page.getByRole('button', { name: 'Revoke', exact: true }).count()).toBe(0);
    await page.goto(`${service.url}/admin/audit`);
    const entries = page.getByRole('table');
    await entries.getByText('Revoked a certificate').waitFor();
    await entries.getByText('reason: Copied').waitFor();
    await page.context().close();
  });
});
