import { readFileSync } from 'node:fs';
import { expectAccessibleOnAllScreens } from '../../../test/support/accessible-states.js';
import { submitAccepted } from '../../../test/support/attempts.js';
import { describePages, expectAccessible } from '../../../test/support/browser.js';
import {
  attemptAt,
  createPlayer,
  createQuiz,
  type Player,
  quizBody,
  updateQuiz,
} from '../../../test/support/factories.js';
import { cellsOf, createNamed, numbersOf, submitAll } from '../../../test/support/results.js';
import { until } from '../../../test/support/until.js';

/** How many of 10 questions each attempt answers correctly: the first ones, as `attemptAt` does. */
const CORRECTS = [0, 1, 2, 2, 3, 3, 4, 4, 4, 5, 5, 5, 6, 6, 7, 7, 8, 9, 10, 10];

describePages('statistics of a quiz', (site) => {
  let author: Player;

  beforeAll(async () => {
    author = await createPlayer(site.service, 'admin');
  });

  const newQuiz = (questions = 4) => createQuiz(author, quizBody(questions, { maxAttempts: 100 }));

  it('a teacher reads the figures of a quiz, its charts and its questions, and opens a hard one in the editor', async () => {
    const quiz = await newQuiz(10);
    await submitAll(await createNamed(site.service, 'Statistician'), quiz, CORRECTS);
    const page = await site.browser.visit(`/quizzes/${quiz.id}/statistics`);
    await page.getByRole('img', { name: /^Bar chart: Score distribution.* Pass mark 70%\.$/ }).waitFor();
    await page.getByText('Pass mark 70%', { exact: true }).waitFor();
    await page.getByRole('img', { name: /^Bar chart: Attempts over time/ }).waitFor();
    await page.getByRole('img', { name: /^Bar chart: Score distribution/ }).focus();
    for (let range = 0; range < 9; range++) await page.keyboard.press('ArrowRight');
    await page.locator('.recharts-tooltip-wrapper:visible').getByText('90–100%', { exact: true }).waitFor();
    // 7 of 10 passes: 6 attempts of 20.
    const tiles = (await page.getByRole('main').locator('dl').innerText()).replaceAll(/\s+/g, ' ');
    expect(tiles).toMatch(
      /Attempts 20 .* timed out Pass rate 30.0% 6 passed Mean score 50.5% Median score 50.0% standard deviation 28/,
    );
    await page.getByText("Reliability (Cronbach's alpha) is good").waitFor();

    const scores = await numbersOf(page, 'Score distribution');
    expect(scores.map(([, attempts]) => Number(attempts))).toEqual(
      Array.from({ length: 10 }, (_, range) => CORRECTS.filter((correct) => Math.min(correct, 9) === range).length),
    );
    const days = await numbersOf(page, 'Attempts over time');
    // Only the day that has attempts.
    expect(days).toHaveLength(1);
    const sums = [1, 2, 3].map((column) => days.reduce((sum, day) => sum + Number(day[column]), 0));
    expect(sums).toEqual([20, 6, 14]);

    const table = 'Statistics of the questions';
    const questions = await cellsOf(page, table);
    expect(questions.map((cells) => cells.slice(0, 4))).toEqual(
      Array.from({ length: 10 }, (_, index) => [`${index + 1}`, `Question ${index + 1}`, '20', '0.0%']),
    );
    // 19 of 20 answered the first correctly, 2 the last.
    expect(questions[0]?.[4]).toBe('95.0% (19) very easy');
    expect(questions[9]?.[4]).toBe('10.0% (2) very hard');
    questions.forEach((cells, index) => {
      expect(cells[5]).toMatch(new RegExp(`^${pointBiserial(CORRECTS, index).toFixed(2)} (very good|good|fair|poor)`));
    });
    // 11 of 20 answered question 5 correctly: nobody of the lower third.
    expect(await cellsOf(page, 'Answers to question 5')).toEqual([
      ['Right – correct', '55.0% (11)', '100.0%', '0.0%'],
      ['Wrong – wrong', '45.0% (9)', '0.0%', '100.0%'],
      ['Not answered', '0.0% (0)', '0.0%', '0.0%'],
    ]);
    await page.getByRole('button', { name: 'Answered correctly' }).focus();
    await page.keyboard.press('Enter');
    const head = page.getByRole('columnheader', { name: 'Answered correctly' });
    await head.and(page.locator('[aria-sort=ascending]')).waitFor();
    expect(await page.getByRole('article').getByRole('heading').first().innerText()).toBe('10. Question 10');
    await page.reload();
    expect((await cellsOf(page, table))[0]?.[0]).toBe('10');
    await page.getByRole('table', { name: table }).getByRole('link', { name: 'Question 7', exact: true }).click();
    await page
      .getByRole('button', { name: /^Question 7/ })
      .and(page.locator('[aria-expanded=true]'))
      .waitFor();
    expect(await page.evaluate<string>('document.activeElement.innerText')).toContain('Question 7');
  });

  it('statistics begin with the questions to check, and have their table within three screens of a phone', async () => {
    const body = quizBody(8, { maxAttempts: 100 });
    const [first, second] = body.questions;
    if (first === undefined || second === undefined) throw new Error('The quiz has too few questions');
    first.text = `Which of these is true? ${'It is a long question. '.repeat(12)}`.trim();
    second.answers.push({ text: '`Never` chosen', isCorrect: false });
    const quiz = await createQuiz(author, body);
    const player = await createNamed(site.service, 'Checker');
    // Everybody answers the first question correctly; those who answer few others correctly know the last one.
    for (const correct of [1, 2, 3, 4, 5, 6, 7, 1, 2, 3, 4, 5, 6, 7, 1, 2, 3, 4, 5, 6, 7]) {
      const attempt = attemptAt(quiz, correct);
      const last = quiz.questions[7]?.answers.find(({ isCorrect }) => isCorrect === correct < 4);
      attempt.answers = attempt.answers.map((answer, index) =>
        index === 7 && last !== undefined ? { ...answer, answerId: last.id } : answer,
      );
      await submitAccepted(player, quiz.id, attempt);
    }
    const page = await site.browser.visit(`/quizzes/${quiz.id}/statistics`);
    const found = await cellsOf(page, 'Questions to check');
    expect(found.map(([question]) => question?.slice(0, 13))).toEqual([
      '8. Question 8',
      '1. Which of t',
      '2. Question 2',
    ]);
    expect(found.map(([, why]) => why)).toEqual([
      expect.stringMatching(/^Discrimination −0.\d\d: good players miss it more often. Is the right answer marked\?$/),
      'Everybody answered it correctly',
      'Nobody chose “Never chosen”',
    ]);
    expect(await page.getByRole('heading', { level: 2 }).first().innerText()).toBe('Questions to check');
    const link = page.getByRole('link', { name: /^Which of these/ }).first();
    expect((await link.locator('span').first().boundingBox())?.height).toBeLessThan(60);
    await expectAccessibleOnAllScreens(page, 'questions to check');
    await page.setViewportSize({ width: 390, height: 844 });
    await page.getByRole('img', { name: /^Bar chart: Attempts over time/ }).waitFor();
    const table = await page.getByRole('table', { name: 'Statistics of the questions' }).boundingBox();
    expect(table?.y).toBeLessThan(3 * 844);
    await page.getByLabel('Version').waitFor({ state: 'hidden' });
    await page.getByRole('button', { name: 'Filters', expanded: false }).click();
    await page.getByLabel('Version').waitFor();
    await page.getByRole('link', { name: 'Regrade question 8' }).first().click();
    await page.waitForURL('**/regrades/new?version=1&question=8');
  });

  it('a teacher chooses attempts by user and version, and learns how certain few of them are', async () => {
    const quiz = await newQuiz(2);
    const page = await site.browser.visit(`/quizzes/${quiz.id}/statistics`);
    const tiles = page.getByRole('main').locator('dl');
    await page.getByText('Nobody has taken this quiz yet').waitFor();
    const [one, other] = [await createNamed(site.service, 'One'), await createNamed(site.service, 'Other')];
    await submitAll(one, quiz, [1, 2, 1]);
    await submitAll(other, quiz, [0]);
    const broken = '**/admin/api/**/statistics';
    const json = { error: 'Internal server error' };
    await page.route(broken, (route) => route.fulfill({ status: 500, json }));
    await page.reload();
    await page.getByRole('alert').getByText(json.error).waitFor();
    await page.unroute(broken);
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByText('Most figures are shown from 5 attempts on.').waitFor();
    await expectAccessible(page);
    await submitAll(other, quiz, [1]);
    const [first] = quizBody(2).questions;
    if (first === undefined) throw new Error('The quiz has no question');
    const questions = [first, { ...first, text: 'A new question' }];
    await updateQuiz(author, quiz.id, { ...quizBody(2, { maxAttempts: 100 }), questions });
    await page.reload();
    await page.getByText('With so few attempts, a few more').waitFor();
    expect((await cellsOf(page, 'Statistics of the questions')).map((cells) => cells.slice(1, 5))).toEqual([
      ['Question 1', '5', '0.0%', '80.0% (4) no verdict below 20 attempts'],
      ['A new question', '0', '–', 'Not enough attempts yet (0 of 5)'],
    ]);
    await page.getByRole('combobox', { name: 'Attempts' }).selectOption('First of each user');
    await until('the first are shown', async () =>
      /Attempts\s+2\s+0 timed out\s+Pass rate\s+0.0%/.test(await tiles.innerText()),
    );
    await page.getByRole('combobox', { name: 'Attempts' }).selectOption('Best of each user');
    await tiles.getByText('50.0%').first().waitFor();
    expect(new URL(page.url()).search).toBe('?attempts=best');
    await page.getByRole('combobox', { name: 'Version' }).selectOption({ index: 1 });
    await page.getByText('No matching attempts').waitFor();
    await page.getByRole('button', { name: 'Show all attempts' }).click();
    await tiles.getByText('Mean score').waitFor();
  });

  it('a teacher sees the answers of each user in a grid, exports it, and opens an attempt', async () => {
    const quiz = await newQuiz(12);
    const page = await site.browser.visit(`/quizzes/${quiz.id}/statistics`);
    await page.getByRole('link', { name: 'Answers' }).click();
    await page.getByText('There are no answers yet').waitFor();
    await submitAll(await createNamed(site.service, 'Grid Player'), quiz, [2, 12, 0]);
    await page.reload();
    const row = page.getByRole('row', { name: /Grid Player/ });
    const cells = async () => (await row.getByRole('cell').allInnerTexts()).map((text) => text.replaceAll(/\s+/g, ' '));
    await row.waitFor();
    expect(await cells()).toEqual(Array<string>(12).fill('✓ correct'));
    await page.getByRole('combobox', { name: 'Attempts' }).selectOption('First of each user');
    await until('the first is shown', async () => (await cells())[11] === '✗ wrong');
    expect((await cells()).slice(0, 3)).toEqual(['✓ correct', '✓ correct', '✗ wrong']);
    await row.getByText('16.67%, not passed').waitFor();
    await page.getByRole('columnheader', { name: '12. Question 12' }).waitFor();
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: 'Export CSV' }).click(),
    ]);
    expect(readFileSync(await file.path(), 'utf8')).toMatch(/Grid Player,.*,16.67,no,correct,correct,wrong,/);
    await row.getByRole('link', { name: 'Grid Player' }).click();
    await page.getByRole('heading', { level: 1, name: 'Attempt of Grid Player' }).waitFor();
  });
});

/** Correlation of answering a question correctly with the number of the other 9 answered correctly, if the first `correct` attempts are correct. */
function pointBiserial(corrects: readonly number[], index: number): number {
  const pairs = corrects.map((correct) => {
    const isRight = Number(correct > index);
    return [isRight, correct - isRight] as const;
  });
  const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
  const [x, y] = [mean(pairs.map(([right]) => right)), mean(pairs.map(([, rest]) => rest))];
  const covariance = mean(pairs.map(([right, rest]) => (right - x) * (rest - y)));
  const deviation = (values: number[], center: number) => Math.sqrt(mean(values.map((value) => (value - center) ** 2)));
  return (
    covariance /
    deviation(
      pairs.map(([right]) => right),
      x,
    ) /
    deviation(
      pairs.map(([, rest]) => rest),
      y,
    )
  );
}
