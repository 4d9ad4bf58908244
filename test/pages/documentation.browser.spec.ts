// The documentation page in a real browser: the requests that "Try it out" sends.
import type { Page } from 'playwright-core';
import { describeInBrowser, TestBrowser } from '../support/browser.js';
import { createPlayer, createQuiz, type Player, type Quiz, quizBody } from '../support/factories.js';
import { type Service, startService } from '../support/service.js';

describeInBrowser('the documentation page', () => {
  let service: Service;
  let browser: TestBrowser;
  let admin: Player;
  let quiz: Quiz;
  let page: Page;

  beforeAll(async () => {
    service = await startService();
    browser = await TestBrowser.start(service);
    admin = await createPlayer(service, 'admin');
    quiz = await createQuiz(admin, quizBody(1));
    page = await browser.open('/../docs');
    await page.locator('.scheme-container .authorize').click();
    await page.locator('.modal-ux input').fill(admin.key);
    await page.locator('.auth-btn-wrapper .authorize').click();
    await page.locator('.auth-btn-wrapper .btn-done').click();
  });

  afterAll(async () => {
    await browser.close();
    await service.close();
  });

  /** Opens an operation, fills in the quiz's id, and sends the bodies. */
  async function tryOut(operation: string, bodies: object[]): Promise<number[]> {
    const block = page.locator(`[id$="-${operation}"].opblock`);
    await block.locator('.opblock-summary-control').click();
    await block.locator('.try-out__btn').click();
    await block.locator('input[placeholder="id"]').fill(quiz.id);
    const statuses: number[] = [];
    for (const body of bodies) {
      await block.locator('.body-param__text').fill(JSON.stringify(body));
      const answer = page.waitForResponse((response) => response.url().includes(`/api/quizzes/${quiz.id}`));
      await block.locator('.execute').click();
      statuses.push((await answer).status());
    }
    return statuses;
  }

  it('sends PUT /quizzes/{id} twice, and both are accepted', async () => {
    expect(await tryOut('updateQuiz', [quizBody(1), quizBody(1)])).toEqual([200, 200]);
    browser.expectNoProblems();
  });

  it('sends two attempts to POST /quizzes/{id}/attempts, and both are accepted', async () => {
    const attempts = [1_000, 2_000].map((totalTimeMs) => ({ answers: [], totalTimeMs }));
    expect(await tryOut('submitAttempt', attempts)).toEqual([201, 201]);
    browser.expectNoProblems();
  });
});
