import { readFileSync } from 'node:fs';
import { describeInBrowser, expectAccessible, TestBrowser } from '../../../test/support/browser.js';
import { createPlayer, createQuiz, type Quiz, quizBody, type QuizBody } from '../../../test/support/factories.js';
import { QuizForm } from '../../../test/support/quiz-form.js';
import { cellsOf, submitAll } from '../../../test/support/results.js';
import { type Service, startService } from '../../../test/support/service.js';
import { until } from '../../../test/support/until.js';

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
    expect(cells.slice(1, 4)).toEqual(['Zebras of the savannah', '7', 'Administrator']);

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
    await submitAll(await createPlayer(service), quiz, [0, 1]);
    const page = await browser.openSignedIn('/quizzes?search=deleted');
    const more = page.getByRole('button', { name: 'More for To be "deleted"' });
    const dialog = page.getByRole('dialog', { name: 'Delete this quiz?' });
    const remove = dialog.getByRole('button', { name: 'Delete quiz' });
    await more.click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    await dialog.getByText('All attempts at To be "deleted" (2)').waitFor();
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

  it('show totals of their attempts, in columns that the browser remembers', async () => {
    const author = await createPlayer(service, 'admin');
    const quiz = await createQuiz(author, quizBody(4, { title: 'Columns of attempts', maxAttempts: 9 }));
    await submitAll(author, quiz, [4, 0, 3]);
    const page = await browser.openSignedIn('/quizzes?search=columns');
    const shown = async () => (await cellsOf(page, 'Quizzes'))[0] ?? [];
    await until('the totals are shown', async () => (await shown())[5] === '3');
    expect((await shown())[6]).toBe('66.7%');
    expect((await shown())[7]).toMatch(/20\d\d/);
    await page.getByRole('button', { name: 'Columns', exact: true }).click();
    for (const head of ['Questions', 'Author', 'Attempts']) await page.getByLabel(head, { exact: true }).uncheck();
    await page.getByLabel('Changed', { exact: true }).check();
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    await until('Columns has the focus', () =>
      page.evaluate<boolean>('document.activeElement.innerText === "Columns"'),
    );
    await page.reload();
    await until('the columns are hidden', async () => (await shown())[4] === '66.7%');
    const heads = await page.getByRole('columnheader').allInnerTexts();
    expect(heads).toEqual(['Select', 'Title', 'Created', 'Changed', 'Pass rate', 'Last attempt', 'More']);
    await page.context().close();
  });

  it('are listed also if the totals of attempts cannot be loaded', async () => {
    await create(quizBody(1, { title: 'Without totals' }));
    const page = await browser.openSignedIn('/account');
    await page.route('**/attempt-totals?*', (route) => route.fulfill({ status: 500, json: { error: 'Out of order' } }));
    await page.goto(`${service.url}/admin/quizzes?search=without`);
    await page.getByRole('alert').getByText('Out of order').waitFor();
    expect((await cellsOf(page, 'Quizzes'))[0]?.slice(5, 8)).toEqual(['–', '–', '–']);
    await page.context().close();
  });

  it('are exported together', async () => {
    for (const title of ['Bundle one', 'Bundle two', 'Bundle three']) await create(quizBody(1, { title }));
    const page = await browser.openSignedIn('/quizzes?search=bundle');
    await page.getByRole('checkbox', { name: 'Select all on this page' }).check();
    await page.getByText('3 selected').waitFor();
    await page.getByRole('checkbox', { name: 'Select Bundle two' }).uncheck();
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: 'Export selected' }).click(),
    ]);
    expect(file.suggestedFilename()).toBe('quizzes.jsonl');
    const lines = readFileSync(await file.path(), 'utf8')
      .trim()
      .split('\n');
    expect(lines.map((line) => (JSON.parse(line) as QuizBody).title)).toEqual(['Bundle three', 'Bundle one']);
    await page.context().close();
  });

  it('are deleted together, each audited, and one that fails is reported', async () => {
    const quizzes: Quiz[] = [];
    for (const title of ['Heap one', 'Heap two', 'Heap three', 'Heap four'])
      quizzes.push(await create(quizBody(1, { title })));
    const [one, two, three, four] = quizzes.map(({ id }) => id) as [string, string, string, string];
    const page = await browser.openSignedIn('/quizzes?search=heap');
    for (const name of ['one', 'two', 'three'])
      await page.getByRole('checkbox', { name: `Select Heap ${name}` }).check();
    const failing = `**/quizzes/${two}`;
    await page.route(failing, (route) => route.fulfill({ status: 500, json: { error: 'Out of order' } }));
    await page.getByRole('button', { name: 'Delete selected' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('the overall leaderboard no longer counts them').waitFor();
    expect(await dialog.getByRole('listitem').allInnerTexts()).toEqual(['Heap three', 'Heap two', 'Heap one']);
    expect(await dialog.getByRole('button', { name: 'Delete 3 quizzes' }).isDisabled()).toBe(true);
    await expectAccessible(page);
    await dialog.getByRole('textbox').fill('3 quizzes');
    await page.keyboard.press('Enter');
    await dialog.getByRole('alert').getByText('Heap two: Out of order').waitFor();
    expect(await Promise.all([one, two, three, four].map(statusOf))).toEqual([404, 200, 404, 200]);
    await page.unroute(failing);
    await dialog.getByRole('textbox').fill('1 quiz');
    await page.keyboard.press('Enter');
    await dialog.waitFor({ state: 'detached' });
    await page.getByText('1–1 of 1').waitFor();
    const { entries } = await service.backoffice.call<{ entries: { subject: { id: string } | null }[] }>(
      'GET',
      '/audit?action=quiz.deleted',
    );
    const deleted = entries.map(({ subject }) => subject?.id);
    expect(deleted.filter((id) => [one, two, three, four].includes(id ?? '')).sort()).toEqual([one, two, three].sort());
    await page.context().close();
  });

  it('are selected over several pages, and leave the selection when they are deleted', async () => {
    const quizzes: Quiz[] = [];
    for (let number = 1; number <= 12; number++) quizzes.push(await create(quizBody(1, { title: `Pile ${number}` })));
    const page = await browser.openSignedIn('/quizzes?search=pile&limit=10&order=asc');
    await page.getByRole('checkbox', { name: 'Select Pile 2', exact: true }).check();
    await page.getByRole('button', { name: 'Page 2' }).click();
    await page.getByRole('checkbox', { name: 'Select Pile 11' }).check();
    await page.getByRole('checkbox', { name: 'Select Pile 12' }).check();
    await page.getByText('3 selected, 1 of them not on this page').waitFor();
    await page.getByRole('button', { name: 'More for Pile 11' }).click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    await page.getByRole('dialog').getByRole('textbox').fill('Pile 11');
    await page.keyboard.press('Enter');
    await page.getByText('2 selected, 1 of them not on this page').waitFor();
    await page.getByRole('button', { name: 'Delete selected' }).click();
    await page.getByRole('dialog').getByRole('textbox').fill('2 quizzes');
    await page.keyboard.press('Enter');
    await page.getByText('1–9 of 9').waitFor();
    await page.getByText('selected', { exact: false }).waitFor({ state: 'detached' });
    expect(await Promise.all([1, 10, 11].map((index) => statusOf(quizzes[index]?.id ?? '')))).toEqual([404, 404, 404]);
    await page.context().close();
  });

  it('are as many on a page as the user chooses, which the address keeps', async () => {
    const page = await browser.openSignedIn('/quizzes?page=2');
    await page.getByText(/^31–\d+ of \d+$/).waitFor();
    const size = page.getByRole('combobox', { name: 'Entries per page' });
    await size.selectOption('10 per page');
    await page.waitForURL('**/admin/quizzes?limit=10');
    await page.getByText(/^1–10 of \d+$/).waitFor();
    await page.getByRole('button', { name: 'Page 2' }).click();
    await page.reload();
    await page.getByText(/^11–20 of \d+$/).waitFor();
    await size.selectOption('100 per page');
    await page.waitForURL('**/admin/quizzes?limit=100');
    await size.selectOption('30 per page');
    await page.waitForURL('**/admin/quizzes');
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
    await page.getByRole('heading', { name: 'Question 1: correct' }).waitFor();
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
      await page.getByLabel('Title').fill(`${HOSTILE} mine`);
      await form.button('Save').click();
      await page.getByRole('dialog').getByText(`${HOSTILE} theirs`).waitFor();
      await page.getByRole('button', { name: 'Save with theirs' }).click();
      await page.getByRole('dialog').waitFor({ state: 'hidden' });
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
