import { readFile } from 'node:fs/promises';
import { parse } from 'csv-parse/sync';
import type { Page } from 'playwright-core';
import { submitAccepted } from '../../../test/support/attempts.js';
import { describeInBrowser, expectAccessible, TestBrowser } from '../../../test/support/browser.js';
import { query } from '../../../test/support/database.js';
import {
  attemptAt,
  createPlayer,
  createQuiz,
  type Player,
  type Quiz,
  quizBody,
  updateQuiz,
} from '../../../test/support/factories.js';
import { cellsOf, countedAttempts, createNamed, expectRows, submitAll } from '../../../test/support/results.js';
import { type Service, startService } from '../../../test/support/service.js';
import { until } from '../../../test/support/until.js';

const FORMULA = '=HYPERLINK("https://evil.example","click")';
const SCRIPT = '<img src=x onerror="document.title=\'run\'"><script>document.title="run"</script>';

describeInBrowser('results', () => {
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

  const newQuiz = (questions = 4, title = 'Capitals') =>
    createQuiz(author, quizBody(questions, { title, maxAttempts: 100 }));

  describe('attempts', () => {
    let quiz: Quiz;
    let ada: Player;
    let zoe: Player;

    beforeAll(async () => {
      quiz = await newQuiz();
      ada = await createNamed(service, 'Ada Attempter');
      zoe = await createNamed(service, 'Zoe Attempter');
      await submitAll(
        ada,
        quiz,
        Array.from({ length: 31 }, (_, index) => index % 5),
      );
      await submitAccepted(zoe, quiz.id, { ...attemptAt(quiz, 4), timedOut: true });
      await submitAll(zoe, quiz, [4, 1]);
    });

    it('are shown in pages of 30', async () => {
      const page = await browser.openSignedIn(`/quizzes/${quiz.id}/attempts`);
      await expectRows(page, 30);
      await page.getByText('Capitals').waitFor();
      const more = page.getByRole('button', { name: 'Show more' });
      await more.click();
      await expectRows(page, 34);
      expect(await more.count()).toBe(0);
      const shown = await page.locator('tbody time').all();
      const times = await Promise.all(shown.map((time) => time.getAttribute('datetime')));
      expect(times).toEqual([...times].sort().reverse());
      await page.context().close();
    });

    it('are opened by a click on their row, by mouse and keyboard; the name opens the user', async () => {
      const page = await browser.openSignedIn(`/quizzes/${quiz.id}/attempts`);
      const row = page.locator('tbody tr').filter({ hasText: 'Zoe Attempter' }).first();
      const openAttempt = row.getByRole('link', { name: 'by Zoe Attempter: answers' });
      const attempt = (await openAttempt.getAttribute('href')) ?? '';
      expect(attempt).toContain(`/quizzes/${quiz.id}/attempts/`);
      const follow = async (click: () => Promise<void>, address: string) => {
        await click();
        await page.waitForURL(`**${address}`);
        await page.goBack();
        await row.waitFor();
      };
      // The link lies over the cell.
      const score = row.getByRole('cell').nth(2);
      await follow(() => score.click({ force: true }), attempt);
      await follow(() => openAttempt.press('Enter'), attempt);
      await follow(() => row.getByRole('link', { name: 'Zoe Attempter', exact: true }).click(), `/users/${zoe.userId}`);
      await page.setViewportSize({ width: 390, height: 800 });
      await follow(() => score.click({ force: true }), attempt);
      await follow(() => row.getByRole('link', { name: 'Zoe Attempter', exact: true }).click(), `/users/${zoe.userId}`);
      await page.context().close();
    });

    it('of a user are a tab of their page, in pages of 30', async () => {
      const page = await browser.openSignedIn(`/users/${ada.userId}`);
      await page.getByRole('link', { name: 'Attempts', exact: true }).click();
      await page.getByRole('heading', { level: 1, name: 'Attempts' }).waitFor();
      await expectRows(page, 30);
      await page.getByText('Ada Attempter').waitFor();
      await page.getByRole('link', { name: 'Capitals' }).first().waitFor();
      await expectAccessible(page);
      await page.getByRole('button', { name: 'Show more' }).click();
      await expectRows(page, 31);
      await page.locator('tbody tr').first().getByRole('link').first().click();
      await page.waitForURL(`**/quizzes/${quiz.id}/attempts/*`);
      await page.context().close();
    });

    it('of a user are replaced by a message if there are none, or no such user', async () => {
      const page = await browser.openSignedIn(`/users/${author.userId}/attempts`);
      await page.getByText('The user has no attempts').waitFor();
      await page.goto(`${service.url}/admin/users/019b76da-a800-7000-8000-000000000001/attempts`);
      await page.getByText('User not found').waitFor();
      await page.context().close();
    });

    it('are filtered by result, time and user, as the address says', async () => {
      const page = await browser.openSignedIn(`/quizzes/${quiz.id}/attempts`);
      await page.getByLabel('Result').selectOption('Passed');
      // Of Ada's scores 0 to 4 of 4, 3 and 4 pass: 6 each. Of Zoe's, two.
      await expectRows(page, 14);
      expect(new URL(page.url()).searchParams.get('passed')).toBe('true');
      expect(await page.getByText('Not passed', { exact: true }).locator('visible=true').count()).toBe(0);
      await page.getByLabel('Time').selectOption('Timed out');
      await expectRows(page, 1);
      await page.reload();
      await expectRows(page, 1);
      await page.getByRole('button', { name: 'Clear filters' }).click();
      await expectRows(page, 30);
      await page.getByRole('combobox', { name: 'User' }).fill('zoe att');
      await page.getByRole('option', { name: /Zoe Attempter/ }).click();
      await expectRows(page, 3);
      expect(new URL(page.url()).searchParams.get('userId')).toBe(zoe.userId);
      await page.goBack();
      await expectRows(page, 30);
      await page.context().close();
    });

    it('name the user that the address filters by', async () => {
      const page = await browser.openSignedIn(`/quizzes/${quiz.id}/attempts?userId=${ada.userId}`);
      await until('the user is named', async () =>
        (await page.getByRole('combobox', { name: 'User' }).inputValue()).startsWith('Ada Attempter'),
      );
      await page.getByLabel('Result').selectOption('Passed');
      await page.getByRole('combobox', { name: 'User' }).click();
      await page.getByRole('option', { name: /Ada Attempter/ }).waitFor();
      await expectAccessible(page);
      await page.context().close();
    });

    it("are filtered by days of the viewer's time zone, the last one included", async () => {
      const other = await newQuiz();
      const ids = await submitAll(ada, other, [0, 1, 2, 3]);
      // New York is four hours behind UTC in June: only the two in the middle are of the 10th there.
      const times = [
        '2026-06-10T03:59:59.999Z',
        '2026-06-10T04:00:00Z',
        '2026-06-11T03:59:59.999Z',
        '2026-06-11T04:00:00Z',
      ];
      await query(
        service.databaseUrl,
        'UPDATE attempts SET completed_at = moved.at FROM unnest($1::uuid[], $2::timestamptz[]) AS moved (id, at) WHERE attempts.id = moved.id',
        [ids, times],
      );
      const page = await browser.openSignedIn(`/quizzes/${other.id}/attempts`, { timezoneId: 'America/New_York' });
      await expectRows(page, 4);
      await page.getByLabel('From').fill('2026-06-10');
      await expectRows(page, 3);
      await page.getByLabel('Until (included)').fill('2026-06-10');
      await expectRows(page, 2);
      const { searchParams } = new URL(page.url());
      expect([searchParams.get('from'), searchParams.get('to')]).toEqual([
        '2026-06-10T04:00:00.000Z',
        '2026-06-11T04:00:00.000Z',
      ]);
      await page.reload();
      await expectRows(page, 2);
      expect(await page.getByLabel('Until (included)').inputValue()).toBe('2026-06-10');
      expect(await page.locator('tbody time').first().getAttribute('title')).toBe('2026-06-11 03:59 UTC');
      await page.getByLabel('From').fill('2026-06-11');
      await page.getByText('The last day is before the first one').waitFor();
      await expectAccessible(page);
      await page.context().close();
    });

    it('are replaced by a message if there are none', async () => {
      const page = await browser.openSignedIn(`/quizzes/${(await newQuiz()).id}/attempts`);
      await page.getByText('Nobody has taken this quiz yet').waitFor();
      await page.goto(
        `${service.url}/admin/quizzes/${quiz.id}/attempts?from=2020-01-01T00:00:00.000Z&to=2020-01-02T00:00:00.000Z`,
      );
      await page.getByText('No matching attempts').waitFor();
      await page.getByRole('button', { name: 'Show all attempts' }).click();
      await expectRows(page, 30);
      await page.context().close();
    });

    it('are exported with the filters', async () => {
      const other = await newQuiz(4, '=1+1');
      const player = await createNamed(service, FORMULA);
      await submitAll(player, other, [0, 1, 4]);
      await submitAll(ada, other, [4]);
      const page = await browser.openSignedIn(`/quizzes/${other.id}/attempts?passed=true`);
      await expectRows(page, 2);
      const all = await download(page);
      expect(all).toHaveLength(2);
      expect(all[1]).toMatchObject({
        Name: `'${FORMULA}`,
        Correct: '4',
        Questions: '4',
        Percentage: '100',
        Passed: 'yes',
      });
      expect(all[0]).toMatchObject({ Name: 'Ada Attempter', User: ada.userId, 'Timed out': 'no', 'Time (ms)': '1000' });
      expect(all[0]?.['Completed (UTC)']).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
      await page.getByRole('button', { name: 'Clear filters' }).click();
      await expectRows(page, 4);
      expect(await download(page)).toHaveLength(4);
      await page.context().close();
    });

    it('are sorted by score and time taken, and opened one after the other', async () => {
      const sorted = await newQuiz();
      for (const [correct, time] of [
        [1, 3_000],
        [4, 2_000],
        [0, 1_000],
        [3, 4_000],
      ] as const)
        await submitAccepted(ada, sorted.id, attemptAt(sorted, correct, time));
      const page = await browser.openSignedIn(`/quizzes/${sorted.id}/attempts`);
      await page.getByRole('button', { name: 'Time taken' }).focus();
      await page.keyboard.press('Enter');
      await until('the shortest is first', async () => (await cellsOf(page, 'Attempts'))[0]?.[5] === '1 s');
      await page.getByRole('button', { name: 'Score' }).click();
      await page.getByRole('columnheader', { name: 'Score' }).and(page.locator('[aria-sort=ascending]')).waitFor();
      await page.getByLabel('Result').selectOption('Not passed');
      await until('two are shown', async () => (await cellsOf(page, 'Attempts')).length === 2);
      expect((await cellsOf(page, 'Attempts')).map((cells) => cells[2])).toEqual(['0.00%', '25.00%']);
      await page
        .getByRole('link', { name: /by Ada Attempter: answers/ })
        .first()
        .click();
      const facts = page.getByRole('main').locator('dl');
      await facts.getByText('0.00% (0').waitFor();
      await expectAccessible(page);
      const next = page.getByRole('link', { name: 'Next' });
      await next.and(page.locator(':not([aria-disabled=true])')).focus();
      await page.keyboard.press('Enter');
      await facts.getByText('25.00% (1').waitFor();
      await next.and(page.locator('[aria-disabled=true]')).waitFor();
      expect(await page.evaluate<string>('document.activeElement.innerText')).toBe('Next');
      await page.getByRole('link', { name: 'Previous' }).click();
      await facts.getByText('0.00% (0').waitFor();
      await page.getByRole('link', { name: 'All attempts' }).click();
      await expectRows(page, 2);
      expect(Object.fromEntries(new URL(page.url()).searchParams)).toEqual({
        passed: 'false',
        sort: 'percentage',
        order: 'asc',
      });
      await page.getByRole('button', { name: 'Clear filters' }).click();
      await expectRows(page, 4);
      expect(new URL(page.url()).search).toBe('?sort=percentage&order=asc');
      await page.context().close();
    });

    it('say if there are too many to sort', async () => {
      const page = await browser.openSignedIn('/account');
      await page.route('**/admin/api/**/attempts?*', async (route) => {
        const response = await route.fetch();
        const part = (await response.json()) as object;
        await route.fulfill({ response, json: { ...part, since: '2026-01-01T00:00:00.000Z' } });
      });
      await page.goto(`${service.url}/admin/quizzes/${quiz.id}/attempts?sort=percentage`);
      await page.getByRole('alert').getByText('Not all attempts are sorted').waitFor();
      await page.context().close();
    });

    it('stay on the page if loading more fails', async () => {
      const page = await browser.openSignedIn(`/quizzes/${quiz.id}/attempts`);
      await expectRows(page, 30);
      await page.route('**/attempts?*after=*', (route) =>
        route.fulfill({ status: 500, json: { error: 'Out of order' } }),
      );
      await page.getByRole('button', { name: 'Show more' }).click();
      await page.getByRole('alert').getByText('Out of order').waitFor();
      await expectRows(page, 30);
      await page.unroute('**/attempts?*after=*');
      await page.getByRole('button', { name: 'Try again' }).click();
      await expectRows(page, 34);
      await page.context().close();
    });
  });

  describe('an attempt', () => {
    it('is shown with the questions of its version, also after an update', async () => {
      const body = quizBody(3, { maxAttempts: 100 });
      const quiz = await createQuiz(author, body);
      const player = await createNamed(service, 'Grace');
      const { answers, totalTimeMs } = attemptAt(quiz, 1, 65_000);
      await submitAccepted(player, quiz.id, { totalTimeMs, answers: answers.slice(0, 2) });
      await updateQuiz(author, quiz.id, {
        ...body,
        title: 'Rewritten',
        questions: [
          {
            text: 'Quite another question',
            answers: [
              { text: 'Yes', isCorrect: true },
              { text: 'No', isCorrect: false },
            ],
          },
        ],
      });
      const page = await browser.openSignedIn(`/quizzes/${quiz.id}/attempts`);
      await page.getByRole('link', { name: /by Grace: answers/ }).click();
      await page.getByRole('heading', { level: 1, name: 'Attempt of Grace' }).waitFor();
      await page.getByText('Rewritten').waitFor();
      const facts = await page.getByRole('main').locator('dl').innerText();
      expect(facts.replaceAll('\u00a0', ' ')).toMatch(/33.33% \(1 of 3\)[^]*Not passed[^]*1 min 5 s/);
      const questions = await page.getByRole('article').allInnerTexts();
      expect(questions.map((text) => text.split('\n').filter(Boolean))).toEqual([
        ['1. Question 1', 'Correct', 'Right – chosen, correct', 'Wrong', 'Regrade question 1'],
        ['2. Question 2', 'Wrong', 'Right – correct answer', 'Wrong – chosen, wrong', 'Regrade question 2'],
        ['3. Question 3', 'Not answered', 'Right – correct answer', 'Wrong', 'Regrade question 3'],
      ]);
      await page.context().close();
    });

    it('is replaced by a message if it does not exist', async () => {
      const quiz = await newQuiz();
      const page = await browser.openSignedIn(`/quizzes/${quiz.id}/attempts/${quiz.id}`);
      await page.getByRole('alert').getByText('Attempt not found').waitFor();
      await page.context().close();
    });
  });

  it('escape texts of users', async () => {
    const body = quizBody(1, { title: SCRIPT, maxAttempts: 100 });
    const quiz = await createQuiz(author, {
      ...body,
      questions: [
        {
          text: SCRIPT,
          imageUrl: 'https://evil.example/?"><script>',
          answers: [
            { text: SCRIPT, isCorrect: true },
            { text: 'b', isCorrect: false },
          ],
        },
      ],
    });
    const player = await createNamed(service, SCRIPT, 'https://evil.example/image.png');
    const [attemptId = ''] = await submitAll(
      player,
      quiz,
      Array.from({ length: 20 }, () => 1),
    );
    await countedAttempts(service, quiz, 20);
    const page = await browser.openSignedIn('/account');
    for (const path of ['attempts', `attempts/${attemptId}`, 'statistics', 'leaderboard', '../../leaderboard']) {
      await page.goto(`${service.url}/admin/quizzes/${quiz.id}/${path}`);
      await page.getByRole('main').getByText(SCRIPT).first().waitFor();
      expect(await page.locator('main img, main script').count()).toBe(0);
      expect(await page.title()).toContain('Quiz service');
    }
    // Images are requested only after a click on a button that names their host.
    await page.getByRole('button', { name: 'Load image from evil.example' }).first().waitFor();
    await page.context().close();
  });
});

/** Clicks "Export CSV" and reads the file that comes. */
async function download(page: Page): Promise<Record<string, string>[]> {
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Export CSV' }).click(),
  ]);
  expect(file.suggestedFilename()).toBe('attempts-=1+1.csv');
  return parse(await readFile(await file.path()), { columns: true, bom: true });
}
