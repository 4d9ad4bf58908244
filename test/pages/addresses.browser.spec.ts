// Mistyped addresses, and bookmarks of an older version.
import { describeInBrowser, TestBrowser } from '../support/browser.js';
import { createPlayer, createQuiz } from '../support/factories.js';
import { type Service, startService } from '../support/service.js';

describeInBrowser('a page whose address has an invalid parameter', () => {
  let service: Service;
  let browser: TestBrowser;

  beforeAll(async () => {
    service = await startService();
    await createQuiz(await createPlayer(service, 'admin'));
    browser = await TestBrowser.start(service);
  });
  afterAll(async () => {
    await browser.close();
    await service.close();
  });
  afterEach(() => browser.expectNoProblems());

  it.each([
    '/quizzes?page=-1&sort=shoe-size&limit=abc',
    '/users?role=boss&page=2&page=3',
    '/settings/keys?order=up&suspended=maybe',
    '/audit?subjectKind=planet',
    '/audit?subjectKind=constructor',
  ])('opens without it: %s', async (address) => {
    const page = await browser.openSignedIn(address);
    await page.getByRole('table').waitFor();
    expect(await page.getByRole('alert').count()).toBe(0);
    await page.context().close();
  });
});
