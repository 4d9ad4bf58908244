import { readFileSync } from 'node:fs';
import { describeInBrowser, TestBrowser } from '../../../test/support/browser.js';
import { type Quiz, quizBody, type QuizBody } from '../../../test/support/factories.js';
import { QuizForm } from '../../../test/support/quiz-form.js';
import { type Service, startService } from '../../../test/support/service.js';

const SAMPLES = readFileSync(`${__dirname}/../../../test/support/sample-quizzes.jsonl`, 'utf8')
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line) as QuizBody);

describeInBrowser('quizzes', () => {
  let service: Service;
  let browser: TestBrowser;

  beforeAll(async () => {
    service = await startService();
    browser = await TestBrowser.start(service);
    for (const body of SAMPLES) await create(body);
  });
  afterAll(async () => {
    await browser.close();
    await service.close();
  });
  afterEach(() => browser.expectNoProblems());

  const create = (body: QuizBody) => service.backoffice.call<Quiz>('POST', '/quizzes', body);
  const statusOf = async (id: string) => (await service.backoffice.request('GET', `/quizzes/${id}`)).status;

  it('are listed, searched and sorted, with bookmarkable addresses', async () => {
    const last = await create(quizBody(7, { title: 'Zebras of the savannah' }));
    const page = await browser.openSignedIn('/quizzes');
    const rows = page.getByRole('row').filter({ has: page.getByRole('cell') });
    await rows.first().getByText('Zebras of the savannah').waitFor();
    const cells = await rows.first().getByRole('cell').allInnerTexts();
    expect(cells.slice(0, 3)).toEqual(['Zebras of the savannah', '7', 'Administrator']);

    await page.getByRole('button', { name: 'Title' }).click();
    await page.waitForURL('**/admin/quizzes?**');
    await page.getByRole('columnheader', { name: 'Title' }).and(page.locator('[aria-sort=ascending]')).waitFor();
    await page.getByRole('searchbox', { name: 'Search titles' }).fill('savan ZEB');
    await page.waitForURL('**search=savan*');
    await page.getByText('1–1 of 1').waitFor();
    await page.reload();
    await page.getByRole('link', { name: 'Zebras of the savannah' }).click();
    await page.waitForURL(`**/quizzes/${last.id}`);
    await page.goBack();
    await page.getByRole('searchbox', { name: 'Search titles' }).fill('nothing like it');
    await page.getByText('No title has all these words').waitFor();

    await page.goto(`${service.url}/admin/quizzes?page=2&order=asc`);
    await page.getByText(/^31–\d+ of \d+$/).waitFor();
    await page.goto(`${service.url}/admin/quizzes?page=999&order=asc`);
    await page.waitForURL('**/admin/quizzes?page=2&order=asc');
    await page.getByText(/^31–\d+ of \d+$/).waitFor();
    await page.context().close();
  });

  it('lead to their pages', async () => {
    const quiz = await create(quizBody(1, { title: 'Pages' }));
    const page = await browser.openSignedIn('/quizzes?search=Pages');
    for (const name of ['Preview', 'Statistics', 'Attempts', 'Leaderboard']) {
      await page.getByRole('button', { name: 'More for Pages' }).click();
      await page.getByRole('menuitem', { name }).click();
      await page.waitForURL(`**/quizzes/${quiz.id}/${name.toLowerCase()}`);
      await page.locator('[aria-label="Pages of this quiz"] [aria-current=page]').getByText(name).waitFor();
      await page.goBack();
    }
    await page.context().close();
  });

  it('are deleted after their title is typed', async () => {
    const quiz = await create(quizBody(1, { title: 'To  be "deleted"' }));
    const page = await browser.openSignedIn('/quizzes?search=deleted');
    const more = page.getByRole('button', { name: 'More for To be "deleted"' });
    const dialog = page.getByRole('dialog', { name: 'Delete this quiz?' });
    const remove = dialog.getByRole('button', { name: 'Delete quiz' });
    await more.click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    await dialog.getByText('All attempts at').waitFor();
    expect(await remove.isDisabled()).toBe(true);
    await dialog.getByRole('textbox').fill('To be');
    expect(await remove.isDisabled()).toBe(true);
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    await new QuizForm(page).expectFocus('More for To  be "deleted"');
    expect(await statusOf(quiz.id)).toBe(200);

    await more.click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    await dialog.getByRole('textbox').fill('To be "deleted"');
    await page.keyboard.press('Enter');
    await page.getByText('No title has all these words').waitFor();
    expect(await statusOf(quiz.id)).toBe(404);
    await page.context().close();
  });

  it('are deleted from their own page, which then opens the list', async () => {
    const quiz = await create(quizBody(1, { title: 'Gone' }));
    const form = new QuizForm(await browser.openSignedIn(`/quizzes/${quiz.id}`));
    const { page } = form;
    await page.getByLabel('Title').fill('Changed and gone');
    await form.button('More for Gone').click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    await page.getByRole('dialog').getByRole('textbox').fill('Gone');
    await form.button('Delete quiz').click();
    await page.waitForURL('**/admin/quizzes');
    expect(await statusOf(quiz.id)).toBe(404);
    await page.goto(`${service.url}/admin/quizzes/${quiz.id}`);
    await page.getByRole('heading', { level: 1, name: 'Quiz not found' }).waitFor();
    await page.context().close();
  });

  it('are previewed as players see them, and nothing is sent', async () => {
    const body = quizBody(3, {
      title: 'Played',
      description: 'Be quick',
      timeLimitSeconds: 90,
      randomizeQuestions: false,
    });
    const quiz = await create(body);
    const page = await browser.openSignedIn(`/quizzes/${quiz.id}/preview`);
    const written: string[] = [];
    page.on('request', (request) => request.method() !== 'GET' && written.push(request.url()));
    await page.getByText('3 questions · 1 minute 30 seconds · 3 attempts').waitFor();
    await page.getByText('Be quick').waitFor();
    const question = (text: string) => page.getByRole('radiogroup', { name: text });
    await question('Question 1').getByRole('radio', { name: 'Right' }).check();
    await page.getByRole('button', { name: 'Next' }).click();
    await question('Question 2').getByRole('radio', { name: 'Wrong' }).check();
    await page.getByRole('button', { name: 'Back' }).click();
    expect(await question('Question 1').getByRole('radio', { name: 'Right' }).isChecked()).toBe(true);
    await page.getByText('All questions').click();
    expect(await page.getByRole('radiogroup').filter({ hasText: 'Wrong' }).count()).toBe(3);
    await page.getByRole('button', { name: 'Finish' }).click();
    await page.getByRole('heading', { name: '1 of 3 correct (33.33%)' }).waitFor();
    await page.getByRole('heading', { name: 'Question 1: right' }).waitFor();
    await page.getByRole('heading', { name: 'Question 2: wrong' }).waitFor();
    await page.getByRole('heading', { name: 'Question 3: not answered' }).waitFor();
    expect(await page.getByText('Wrong: Wrong (chosen)').count()).toBe(1);
    await page.getByRole('button', { name: 'Start again' }).click();
    await page.getByRole('button', { name: 'Finish' }).waitFor();
    expect(written).toEqual([]);
    await page.context().close();
  });

  it('are previewed in a random order that does not change', async () => {
    const quiz = await create(quizBody(60, { title: 'Random' }));
    const page = await browser.openSignedIn(`/quizzes/${quiz.id}/preview`);
    const order = async () => {
      await page.getByText('All questions').click();
      return (await page.getByRole('radiogroup').all()).slice(1).length === 60
        ? page.locator('text=/^Question \\d+$/').allInnerTexts()
        : [];
    };
    const first = await order();
    expect(first).not.toEqual(quiz.questions.map(({ text }) => text));
    expect([...first].sort()).toEqual(quiz.questions.map(({ text }) => text).sort());
    await page.getByText('One at a time').click();
    expect(await order()).toEqual(first);
    await page.reload();
    expect(await order()).not.toEqual(first);
    await page.context().close();
  });

  describe('with hostile texts', () => {
    const HOSTILE = `<img src=x onerror="window.hacked=1"><script>window.hacked=1</script>`;
    const IMAGE = 'https://images.example/a.png?"><script>window.hacked=1</script>';
    const body: QuizBody = {
      title: `${HOSTILE} \u202Eltit {{7*7}}`,
      description: `${HOSTILE} javascript:alert(1)`,
      heroImageUrl: IMAGE.replaceAll(/["<>]/g, encodeURIComponent),
      questions: [
        {
          text: HOSTILE,
          imageUrl: 'https://images.example/question.png',
          answers: [
            { text: HOSTILE, isCorrect: true },
            { text: '"><svg onload=window.hacked=1>', isCorrect: false },
          ],
        },
      ],
    };

    it('show them as plain texts everywhere', async () => {
      const quiz = await create(body);
      const page = await browser.openSignedIn('/quizzes');
      await page.getByRole('link', { name: '<img src=x' }).click();
      const form = new QuizForm(page);
      await form.open(1);
      expect(await form.text(1).inputValue()).toBe(HOSTILE);
      expect(await form.answer(1, 1).inputValue()).toBe(HOSTILE);
      await form.head(1).click();
      await page.getByText(HOSTILE).first().waitFor();
      // A conflict shows both versions.
      await service.backoffice.call('PUT', `/quizzes/${quiz.id}`, { ...body, title: `${HOSTILE} theirs` });
      await page.getByLabel('Description').fill(HOSTILE);
      await form.button('Save').click();
      await page.getByRole('dialog').getByText(`${HOSTILE} theirs`).waitFor();
      await page.getByRole('button', { name: 'Take theirs' }).click();
      await page.getByRole('link', { name: 'Preview' }).click();
      await page.getByRole('radio', { name: HOSTILE }).check();
      await page.getByRole('button', { name: 'Finish' }).click();
      await page.getByText(`Correct: ${HOSTILE} (chosen)`).waitFor();
      await page.getByRole('link', { name: 'Edit' }).click();
      await page.getByRole('button', { name: /^More for/ }).click();
      await page.getByRole('menuitem', { name: 'Delete' }).click();
      await page.getByRole('dialog').getByRole('textbox').fill(`${HOSTILE} theirs`);
      await form.button('Delete quiz').click();
      await page.waitForURL('**/admin/quizzes');
      expect(await page.evaluate('window.hacked')).toBeUndefined();
      await page.context().close();
    });

    it('load an image only after a click that names its host, and nothing else from there', async () => {
      const quiz = await create({ ...body, title: 'Images' });
      const page = await browser.openSignedIn(`/quizzes/${quiz.id}`);
      const requested: (string | undefined)[][] = [];
      await page.route('https://images.example/**', (route) => {
        const { referer, cookie } = route.request().headers();
        requested.push([route.request().url(), referer, cookie]);
        return route.fulfill({
          contentType: 'image/svg+xml',
          body: '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>',
        });
      });
      await page.getByRole('button', { name: 'Load image from images.example' }).first().click();
      await page.getByRole('img', { name: 'The image at this address' }).waitFor();
      expect(requested).toEqual([[body.heroImageUrl, undefined, undefined]]);
      browser.expectProblems(`request to another host: ${body.heroImageUrl ?? ''}`);

      const form = new QuizForm(page);
      await page.getByLabel('Hero image').fill('javascript:window.hacked=1');
      await page.getByText('No image address').waitFor();
      await form.open(1);
      await page.getByRole('link', { name: 'Preview' }).click();
      await form.button('Leave without saving').click();
      await page.getByRole('radiogroup', { name: HOSTILE }).waitFor();
      expect(await page.getByRole('button', { name: 'Load image from images.example' }).count()).toBe(2);
      expect(await page.evaluate('window.hacked')).toBeUndefined();
      expect(requested).toHaveLength(1);
      await page.context().close();
    });
  });
});
