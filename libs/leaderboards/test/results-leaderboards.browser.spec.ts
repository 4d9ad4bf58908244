import { readFile } from 'node:fs/promises';
import { describeInBrowser, TestBrowser } from '../../../test/support/browser.js';
import { createPlayer, createQuiz, type Player, quizBody } from '../../../test/support/factories.js';
import { createNamed, expectRows, submitAll } from '../../../test/support/results.js';
import { type Service, startService } from '../../../test/support/service.js';
import { until } from '../../../test/support/until.js';

describeInBrowser('leaderboards', () => {
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

  const newQuiz = () => createQuiz(author, quizBody(4, { maxAttempts: 100 }));

  it.each(['quiz', 'global'] as const)('are downloaded as CSV (%s)', async (kind) => {
    const quiz = await newQuiz();
    const player = await createNamed(service, `Downloaded ${kind}`);
    await submitAll(player, quiz, [3]);
    const page = await browser.openSignedIn(kind === 'quiz' ? `/quizzes/${quiz.id}/leaderboard` : '/leaderboard');
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: 'Export CSV' }).click(),
    ]);
    expect(download.suggestedFilename()).toBe(kind === 'quiz' ? 'leaderboard-Capitals.csv' : 'leaderboard.csv');
    expect(await readFile(await download.path(), 'utf8')).toContain(`,${player.displayName},`);
  });

  it.each(['quiz', 'global'] as const)('update by themselves unless they are paused (%s)', async (kind) => {
    const quiz = await newQuiz();
    const [first, second, third] = [
      await createNamed(service, `First ${kind}`),
      await createNamed(service, `Second ${kind}`),
      await createNamed(service, `Third ${kind}`),
    ];
    await submitAll(first, quiz, [2]);
    const page = await browser.openSignedIn('/account');
    // The page's clock is wound on by hand.
    await page.clock.install();
    const path = kind === 'quiz' ? `/quizzes/${quiz.id}/leaderboard` : '/leaderboard';
    await page.goto(`${service.url}/admin${path}`);
    await page.getByRole('link', { name: first.displayName, exact: true }).waitFor();
    await page.getByText('Updates every 5 seconds.').waitFor();
    await submitAll(second, quiz, [4]);
    await page.clock.fastForward(6_000);
    await page.getByRole('link', { name: second.displayName, exact: true }).waitFor();
    const names = await page.locator('tbody').getByRole('link').allInnerTexts();
    expect(names.indexOf(second.displayName)).toBeLessThan(names.indexOf(first.displayName));

    await page.getByRole('button', { name: 'Pause updates' }).click();
    await page.getByText('Paused.').waitFor();
    await submitAll(third, quiz, [3]);
    let requests = 0;
    page.on('request', (request) => (requests += Number(request.url().includes('/leaderboard'))));
    await page.clock.fastForward(60_000);
    // Every answer to a request that began before has come.
    await page.waitForLoadState('networkidle');
    expect(requests).toBe(0);
    await page.getByRole('button', { name: 'Resume updates' }).click();
    await page.getByRole('link', { name: third.displayName, exact: true }).waitFor();
    await page.context().close();
  });

  it('are shown in pages and link to users', async () => {
    const quiz = await newQuiz();
    for (let index = 0; index < 31; index++) await submitAll(await createPlayer(service), quiz, [index % 5]);
    const page = await browser.openSignedIn(`/quizzes/${quiz.id}/leaderboard`);
    await expectRows(page, 30);
    await page.getByRole('button', { name: 'Page 2' }).click();
    await expectRows(page, 1);
    expect(new URL(page.url()).searchParams.get('page')).toBe('2');
    await page.goto(`${service.url}/admin/quizzes/${quiz.id}/leaderboard?page=9`);
    await page.waitForURL('**/leaderboard?page=2');
    await page.getByRole('button', { name: 'Page 1' }).click();
    await page.waitForURL('**/leaderboard');
    await expectRows(page, 30);
    await page.locator('tbody').getByRole('link').first().click();
    await page.waitForURL('**/admin/users/*');
    await page.context().close();
  });

  it('keep their last content while updates fail', async () => {
    const quiz = await newQuiz();
    await submitAll(await createNamed(service, 'Stays'), quiz, [2]);
    const page = await browser.openSignedIn('/account');
    await page.clock.install();
    await page.goto(`${service.url}/admin/quizzes/${quiz.id}/leaderboard`);
    await page.getByRole('link', { name: 'Stays' }).waitFor();
    await page.route('**/admin/api/quizzes/*/leaderboard', (route) =>
      route.fulfill({ status: 503, json: { error: 'Service temporarily unavailable' } }),
    );
    await until('the failure is said', async () => {
      await page.clock.fastForward(6_000);
      return page.getByRole('alert').getByText('Service temporarily unavailable').isVisible();
    });
    await page.getByRole('link', { name: 'Stays' }).waitFor();
    await page.unroute('**/admin/api/quizzes/*/leaderboard');
    await until('it is over', async () => {
      await page.clock.fastForward(6_000);
      return (await page.getByRole('alert').count()) === 0;
    });
    await page.context().close();
  });
});
