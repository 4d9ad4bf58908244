import { readFileSync } from 'node:fs';
import { describeInBrowser, TestBrowser } from '../../../test/support/browser.js';
import { createPlayer, createQuiz, type Player, quizBody, updateQuiz } from '../../../test/support/factories.js';
import { expectAccessibleOnAllScreens } from '../../../test/support/accessible-states.js';
import { cellsOf, createNamed, numbersOf, submitAll } from '../../../test/support/results.js';
import { type Service, startService } from '../../../test/support/service.js';
import { until } from '../../../test/support/until.js';

/** How many of 10 questions each attempt answers correctly: the first ones, as `attemptAt` does. */
const CORRECTS = [0, 1, 2, 2, 3, 3, 4, 4, 4, 5, 5, 5, 6, 6, 7, 7, 8, 9, 10, 10];

describeInBrowser('statistics of a quiz', () => {
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

  const newQuiz = (questions = 4) => createQuiz(author, quizBody(questions, { maxAttempts: 100 }));

  it('show the numbers that were submitted', async () => {
    const quiz = await newQuiz(10);
    const player = await createNamed(service, 'Statistician');
    await submitAll(player, quiz, CORRECTS);
    const page = await browser.openSignedIn(`/quizzes/${quiz.id}/statistics`);
    await page.getByRole('img', { name: /^Bar chart: Score distribution.* Pass mark 70%\.$/ }).waitFor();
    await page.getByText('Pass mark 70%', { exact: true }).waitFor();
    await page.getByRole('img', { name: /^Bar chart: Attempts over time/ }).waitFor();
    await page.getByRole('img', { name: /^Bar chart: Score distribution/ }).focus();
    for (let range = 0; range < 9; range++) await page.keyboard.press('ArrowRight');
    await page.locator('.recharts-tooltip-wrapper:visible').getByText('90–100%', { exact: true }).waitFor();
    // 7 of 10 passes: 6 attempts of 20.
    const tiles = (await page.getByRole('main').locator('dl').innerText()).replaceAll(/\s+/g, ' ');
    expect(tiles).toMatch(
      /Attempts 20 Pass rate 30.0% 6 passed .* Mean score 50.5% Median score 50.0% Standard deviation 28/,
    );
    await page.getByText("Reliability (Cronbach's alpha) is good").waitFor();

    const scores = await numbersOf(page, 'Score distribution');
    expect(scores.map(([, attempts]) => Number(attempts))).toEqual(
      Array.from({ length: 10 }, (_, range) => CORRECTS.filter((correct) => Math.min(correct, 9) === range).length),
    );
    expect(scores[9]?.[0]).toBe('90–100%');
    const days = await numbersOf(page, 'Attempts over time');
    expect(days).toHaveLength(90);
    const sums = [1, 2, 3].map((column) => days.reduce((sum, day) => sum + Number(day[column]), 0));
    expect(sums).toEqual([20, 6, 14]);

    const questions = await cellsOf(page, 'Statistics of the questions');
    expect(questions.map((cells) => cells.slice(1, 4))).toEqual(
      Array.from({ length: 10 }, (_, index) => [`Question ${index + 1}`, '20', '0.0%']),
    );
    // 19 of 20 answered the first correctly, 2 the last.
    expect(questions[0]?.[4]).toBe('95.0% (19) very easy');
    expect(questions[9]?.[4]).toBe('10.0% (2) very hard');
    questions.forEach((cells, index) => {
      expect(cells[5]).toMatch(new RegExp(`^${pointBiserial(CORRECTS, index).toFixed(2)} separates`));
    });
    // 11 of 20 answered question 5 correctly: nobody of the lower third.
    expect(await cellsOf(page, 'Answers to question 5')).toEqual([
      ['Right – correct', '55.0% (11)', '100.0%', '0.0%'],
      ['Wrong – wrong', '45.0% (9)', '0.0%', '100.0%'],
      ['Not answered', '0.0% (0)', '0.0%', '0.0%'],
    ]);
    await page.context().close();
  });

  it('are sorted by the keyboard, and each question links to the editor', async () => {
    const quiz = await newQuiz(10);
    await submitAll(await createNamed(service, 'Sorter'), quiz, CORRECTS);
    const page = await browser.openSignedIn(`/quizzes/${quiz.id}/statistics`);
    const numbers = async () => (await cellsOf(page, 'Statistics of the questions')).map(([number]) => number);
    expect(await numbers()).toEqual(['1', '2', '3', '4', '5', '6', '7', '8', '9', '10']);
    await page.getByRole('button', { name: 'Answered correctly' }).focus();
    await page.keyboard.press('Enter');
    await page
      .getByRole('columnheader', { name: 'Answered correctly' })
      .and(page.locator('[aria-sort=ascending]'))
      .waitFor();
    expect((await numbers())[0]).toBe('10');
    expect(await page.getByRole('article').getByRole('heading').first().innerText()).toBe('10. Question 10');
    await page.reload();
    expect((await numbers())[0]).toBe('10');
    await page
      .getByRole('table', { name: 'Statistics of the questions' })
      .getByRole('link', { name: 'Question 7', exact: true })
      .click();
    const opened = page.getByRole('button', { name: /^Question 7/ }).and(page.locator('[aria-expanded=true]'));
    await opened.waitFor();
    expect(await page.evaluate<string>('document.activeElement.innerText')).toContain('Question 7');
    await page.context().close();
  });

  it('are those of the chosen attempts', async () => {
    const quiz = await newQuiz(4);
    const [one, other] = [await createNamed(service, 'One'), await createNamed(service, 'Other')];
    await submitAll(one, quiz, [1, 4, 2]);
    await submitAll(other, quiz, [0, 3]);
    await updateQuiz(author, quiz.id, quizBody(3, { maxAttempts: 100 }));
    const page = await browser.openSignedIn(`/quizzes/${quiz.id}/statistics`);
    const tiles = page.getByRole('main').locator('dl');
    await tiles.getByText('Mean score').waitFor();
    await page.getByRole('combobox', { name: 'Attempts' }).selectOption('First of each user');
    await page.getByText('Most figures are shown from 5 attempts on.').waitFor();
    expect(await tiles.innerText()).toMatch(/Attempts\s+2\s+Pass rate\s+0.0%/);
    await page.getByRole('combobox', { name: 'Attempts' }).selectOption('Best of each user');
    await tiles.getByText('100.0%').waitFor();
    expect(new URL(page.url()).search).toBe('?attempts=best');
    await page.getByRole('combobox', { name: 'Version' }).selectOption({ index: 1 });
    await page.getByText('No matching attempts').waitFor();
    await page.getByRole('button', { name: 'Show all attempts' }).click();
    await tiles.getByText('Mean score').waitFor();
    await page.getByRole('combobox', { name: 'Version' }).selectOption({ index: 2 });
    expect((await cellsOf(page, 'Statistics of the questions')).length).toBe(4);
    await page.context().close();
  });

  it('name the questions with too few attempts since their last change', async () => {
    const quiz = await newQuiz(2);
    const player = await createNamed(service, 'Twice');
    await submitAll(player, quiz, [1, 1, 1, 1, 1]);
    const [first] = quizBody(2).questions;
    if (first === undefined) throw new Error('The quiz has no question');
    await updateQuiz(author, quiz.id, {
      ...quizBody(2, { maxAttempts: 100 }),
      questions: [first, { ...first, text: 'A new question' }],
    });
    const page = await browser.openSignedIn(`/quizzes/${quiz.id}/statistics`);
    const questions = await cellsOf(page, 'Statistics of the questions');
    expect(questions.map((cells) => cells.slice(1, 6))).toEqual([
      ['Question 1', '5', '0.0%', '100.0% (5) very easy', '– cannot be computed'],
      ['A new question', '0', '–', 'Not enough attempts yet (0 of 5)', 'Not enough attempts yet (0 of 5)'],
    ]);
    await page.context().close();
  });

  it('say how uncertain few attempts are, and axe finds nothing in any state', async () => {
    const quiz = await newQuiz(3);
    const page = await browser.openSignedIn(`/quizzes/${quiz.id}/statistics`);
    await page.getByText('Nobody has taken this quiz yet').waitFor();
    await expectAccessibleOnAllScreens(page, 'statistics without attempts');
    const player = await createNamed(service, 'Few');
    await submitAll(player, quiz, [0, 1, 2, 3]);
    await page.reload();
    await page.getByText('Most figures are shown from 5 attempts on.').waitFor();
    await expectAccessibleOnAllScreens(page, 'statistics of 4 attempts');
    await submitAll(player, quiz, [3]);
    await page.reload();
    await page.getByText('With so few attempts, a few more').waitFor();
    await expectAccessibleOnAllScreens(page, 'statistics of 5 attempts');
    await page.getByRole('combobox', { name: 'Version' }).selectOption({ index: 1 });
    await page.getByRole('button', { name: 'Clear filters' }).waitFor();
    await expectAccessibleOnAllScreens(page, 'statistics of a version');
    await page.context().close();
  });

  it('have a grid of the answers of each user', async () => {
    const quiz = await newQuiz(12);
    const page = await browser.openSignedIn(`/quizzes/${quiz.id}/statistics`);
    await page.getByRole('link', { name: 'Answers' }).click();
    await page.getByText('There are no answers yet').waitFor();
    await submitAll(await createNamed(service, 'Grid Player'), quiz, [2, 12, 0]);
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
    await expectAccessibleOnAllScreens(page, 'the grid of answers');
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: 'Export CSV' }).click(),
    ]);
    expect(readFileSync(await file.path(), 'utf8')).toMatch(/Grid Player,.*,16.67,no,correct,correct,wrong,/);
    await row.getByRole('link', { name: 'Grid Player' }).click();
    await page.getByRole('heading', { level: 1, name: 'Attempt of Grid Player' }).waitFor();
    await page.context().close();
  });

  it('show an error if they cannot be loaded, and load on retry', async () => {
    const quiz = await newQuiz();
    const page = await browser.openSignedIn('/account');
    await page.route('**/admin/api/**/statistics', (route) =>
      route.fulfill({ status: 500, json: { error: 'Internal server error' } }),
    );
    await page.goto(`${service.url}/admin/quizzes/${quiz.id}/statistics`);
    await page.getByRole('alert').getByText('Internal server error').waitFor();
    await page.unroute('**/admin/api/**/statistics');
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByText('Nobody has taken this quiz yet').waitFor();
    await page.goto(`${service.url}/admin/quizzes/${author.userId}/statistics`);
    await page.getByRole('heading', { level: 1, name: 'Quiz not found' }).waitFor();
    await page.context().close();
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
