import { readFile } from 'node:fs/promises';
import { describePages } from '../../../test/support/browser.js';
import { createPlayers, createPlayer, createQuiz, quizBody } from '../../../test/support/factories.js';
import { createNamed, expectRows, submitAll } from '../../../test/support/results.js';
import { until } from '../../../test/support/until.js';

describePages('leaderboards', (site) => {
  const newQuiz = async () => createQuiz(await createPlayer(site.service, 'admin'), quizBody(4, { maxAttempts: 100 }));

  it.each(['quiz', 'global'] as const)(
    'a class watches the leaderboard (%s): it updates unless it is paused',
    async (kind) => {
      const quiz = await newQuiz();
      const [first, second, third] = [
        await createNamed(site.service, `First ${kind}`),
        await createNamed(site.service, `Second ${kind}`),
        await createNamed(site.service, `Third ${kind}`),
      ];
      await submitAll(first, quiz, [2]);
      const page = await site.browser.openSignedIn('/account');
      const link = (name: string) => page.getByRole('link', { name, exact: true });
      // The page's clock is wound on by hand.
      await page.clock.install();
      const path = kind === 'quiz' ? `/quizzes/${quiz.id}/leaderboard` : '/leaderboard';
      await page.goto(`${site.service.url}/admin${path}`);
      await link(first.displayName).waitFor();
      await page.getByText('Updates every 5 seconds.').waitFor();
      await submitAll(second, quiz, [4]);
      await page.clock.fastForward(6_000);
      await link(second.displayName).waitFor();
      const names = await page.locator('tbody').getByRole('link').allInnerTexts();
      expect(names.indexOf(second.displayName)).toBeLessThan(names.indexOf(first.displayName));

      const api = kind === 'quiz' ? '**/admin/api/quizzes/*/leaderboard' : '**/admin/api/leaderboard';
      const error = 'Service temporarily unavailable';
      await page.route(api, (route) => route.fulfill({ status: 503, json: { error } }));
      await until('the failure is said', async () => {
        await page.clock.fastForward(6_000);
        return page.getByRole('alert').getByText(error).isVisible();
      });
      await link(second.displayName).waitFor();
      await page.unroute(api);
      await until('it is over', async () => {
        await page.clock.fastForward(6_000);
        return (await page.getByRole('alert').count()) === 0;
      });

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
      await link(third.displayName).waitFor();
      const [download] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('link', { name: 'Export CSV' }).click(),
      ]);
      expect(download.suggestedFilename()).toBe(kind === 'quiz' ? 'leaderboard-Capitals.csv' : 'leaderboard.csv');
      expect(await readFile(await download.path(), 'utf8')).toContain(`,${third.displayName},`);
      await page.context().close();
    },
  );

  it('a class of 31 is shown on two pages, whose names lead to users', async () => {
    const quiz = await newQuiz();
    for (const player of await createPlayers(site.service, 31)) await submitAll(player, quiz, [1]);
    const page = await site.browser.visit(`/quizzes/${quiz.id}/leaderboard?page=9`);
    await page.waitForURL('**/leaderboard?page=2');
    await expectRows(page, 1);
    await page.getByRole('button', { name: 'Page 1' }).click();
    await page.waitForURL('**/leaderboard');
    await expectRows(page, 30);
    await page.locator('tbody').getByRole('link').first().click();
    await page.waitForURL('**/admin/users/*');
  });
});
