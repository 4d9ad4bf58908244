import { describeInBrowser, TestBrowser } from '../../../test/support/browser.js';
import { createPlayer, createQuiz, type Player, quizBody, updateQuiz } from '../../../test/support/factories.js';
import { cellsOf, countedAttempts, createNamed, numbersOf, submitAll } from '../../../test/support/results.js';
import { type Service, startService } from '../../../test/support/service.js';

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

  it('have charts from 20 attempts on, with the numbers that were submitted', async () => {
    const quiz = await newQuiz(10);
    const player = await createNamed(service, 'Statistician');
    await submitAll(player, quiz, CORRECTS.slice(0, -1));
    await countedAttempts(service, quiz, 19);
    const page = await browser.openSignedIn(`/quizzes/${quiz.id}/statistics`);
    await page.getByText('Not enough attempts yet').waitFor();
    expect(await page.getByRole('img').count()).toBe(0);
    expect(await page.getByRole('table').count()).toBe(0);

    await submitAll(player, quiz, CORRECTS.slice(-1));
    await countedAttempts(service, quiz, 20);
    await page.reload();
    await page.getByRole('img', { name: /^Bar chart: Score distribution/ }).waitFor();
    await page.getByRole('img', { name: /^Bar chart: Attempts over time/ }).waitFor();
    // They are pictures: the keyboard does not stop in them.
    expect(await page.getByRole('img').locator('[tabindex="0"], a, button').count()).toBe(0);
    // 7 of 10 passes: 6 attempts of 20.
    expect(await page.getByRole('main').locator('dl').innerText()).toMatch(
      /Attempts\s+20\s+Pass rate\s+30%\s+6 passed/,
    );

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
      Array.from({ length: 10 }, (_, index) => {
        return [`Question ${index + 1}`, '20', String(CORRECTS.filter((correct) => correct > index).length)];
      }),
    );
    // 19 of 20 answered the first correctly, 2 the last.
    expect(questions[0]?.[4]).toBe('95% very easy');
    expect(questions[9]?.[4]).toBe('10% very hard');
    questions.forEach((cells, index) => {
      expect(cells[5]).toMatch(new RegExp(`^${pointBiserial(CORRECTS, index).toFixed(2)} separates`));
    });
    await page.context().close();
  });

  it('name the questions with too few attempts since their last change', async () => {
    const quiz = await newQuiz(2);
    const player = await createNamed(service, 'Twice');
    await submitAll(
      player,
      quiz,
      Array.from({ length: 20 }, () => 1),
    );
    const [first] = quizBody(2).questions;
    if (first === undefined) throw new Error('The quiz has no question');
    await updateQuiz(author, quiz.id, {
      ...quizBody(2, { maxAttempts: 100 }),
      questions: [first, { ...first, text: 'A new question' }],
    });
    await countedAttempts(service, quiz, 20);
    const page = await browser.openSignedIn(`/quizzes/${quiz.id}/statistics`);
    const questions = await cellsOf(page, 'Statistics of the questions');
    expect(questions.map((cells) => cells.slice(1))).toEqual([
      ['Question 1', '20', '20', '100% very easy', '– cannot be computed'],
      ['A new question', '0', '0', 'Not enough attempts yet (0 of 20)', 'Not enough attempts yet (0 of 20)'],
    ]);
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
    await page.getByText('Not enough attempts yet').waitFor();
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
