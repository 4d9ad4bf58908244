import { readFileSync } from 'node:fs';
import type { Locator, Page } from 'playwright-core';
import { describePages, expectAccessible } from '../../../test/support/browser.js';
import { query } from '../../../test/support/database.js';
import { doubleClick } from '../../../test/support/double-click.js';
import {
  createPlayer,
  createPlayers,
  createQuiz,
  type Quiz,
  quizBody,
  type QuizBody,
} from '../../../test/support/factories.js';
import { QuizForm } from '../../../test/support/quiz-form.js';
import { cellsOf, submitAll } from '../../../test/support/results.js';
import { until } from '../../../test/support/until.js';

describePages('quizzes', (site) => {
  const create = (body: QuizBody) => site.service.backoffice.call<Quiz>('POST', '/quizzes', body);
  const read = (id: string) => site.service.backoffice.call<Quiz>('GET', `/quizzes/${id}`);
  const statusOf = async (id: string) => (await site.service.backoffice.request('GET', `/quizzes/${id}`)).status;
  const button = (parent: Page | Locator, name: string) => parent.getByRole('button', { name, exact: true });
  const openMenu = async (page: Page, title: string, item: string) => {
    await button(page, `More for ${title}`).click();
    await page.getByRole('menuitem', { name: item }).click();
  };

  it('an author finds a quiz in the list, whose address and browser keep search, order, size and columns', async () => {
    for (let number = 1; number <= 31; number++) await create(quizBody(1, { title: `Filler ${number}` }));
    const author = await createPlayer(site.service, 'admin');
    const quiz = await createQuiz(author, quizBody(4, { title: 'Zebras of the savannah', maxAttempts: 9 }));
    await submitAll(author, quiz, [4, 0, 3]);
    const page = await site.browser.visit('/quizzes?page=999');
    await page.waitForURL('**/admin/quizzes?page=2');
    await page.getByText('31–32 of 32').waitFor();
    await page.getByRole('combobox', { name: 'Entries per page' }).selectOption('100 per page');
    await page.waitForURL('**/admin/quizzes?limit=100');
    await button(page, 'Title').click();
    await page.getByRole('columnheader', { name: 'Title' }).and(page.locator('[aria-sort=ascending]')).waitFor();
    await page.getByRole('searchbox', { name: 'Search titles' }).fill('savan ZEB');
    await page.getByText('1–1 of 1').waitFor();
    await page.reload();
    const shown = async () => (await cellsOf(page, 'Quizzes'))[0] ?? [];
    await until('the totals are shown', async () => (await shown())[5] === '3');
    expect((await shown()).slice(1, 3)).toEqual(['Zebras of the savannah', '4']);
    expect((await shown())[6]).toBe('66.7%');
    await button(page, 'Columns').click();
    for (const head of ['Questions', 'Author', 'Attempts']) await page.getByLabel(head, { exact: true }).uncheck();
    await page.getByLabel('Changed', { exact: true }).check();
    await expectAccessible(page);
    await page.reload();
    await until('the columns are hidden', async () => (await shown())[4] === '66.7%');
    const heads = await page.getByRole('columnheader').allInnerTexts();
    expect(heads).toEqual(['', 'Title', 'Created', 'Changed', 'Pass rate', 'Last attempt', 'Actions']);
    for (const name of ['Preview', 'Statistics', 'Attempts', 'Leaderboard']) {
      await openMenu(page, quiz.title, name);
      await page.waitForURL(`**/quizzes/${quiz.id}/${name.toLowerCase()}`);
      await page.locator('[aria-label="Pages of this quiz"] [aria-current=page]').getByText(name).waitFor();
      await page.goBack();
    }
    await page.route('**/attempt-totals?*', (route) => route.fulfill({ status: 500, json: { error: 'Out of order' } }));
    await page.reload();
    await page.getByRole('alert').getByText('Out of order').waitFor();
    expect((await shown())[4]).toBe('–');
    await page.evaluate('localStorage.clear()');
  });

  it('an author filters quizzes by tag and language, and exports what is shown', async () => {
    const made = (title: string, tags: string[], language: string) => create(quizBody(1, { title, tags, language }));
    await made('Rivers', ['Geography', 'Year 7'], 'de-AT');
    await made('Mountains', ['geography'], 'en');
    await made('Kings', ['History'], 'de');
    const page = await site.browser.visit('/quizzes?page=2&sort=title&order=asc');
    const choose = async (filter: string, option: string) => {
      await page.getByRole('combobox', { name: filter, exact: true }).click();
      await page.getByRole('option', { name: option }).click();
    };
    const untilShown = (...rows: string[]) =>
      until(`the quizzes are ${rows.join()}`, async () => {
        const shown = (await cellsOf(page, 'Quizzes')).map(([, title = '']) => title);
        return shown.join() === rows.join() || shown;
      });
    await choose('Tag', 'Geography (2)');
    await untilShown('Mountains geography', 'Rivers Geography · Year 7');
    await choose('Language', 'German (de)');
    await untilShown('Rivers Geography · Year 7');
    expect(new URL(page.url()).search).toBe('?tag=Geography&sort=title&order=asc&language=de');
    await page.reload();
    await untilShown('Rivers Geography · Year 7');
    await page.getByRole('combobox', { name: 'Tag', exact: true }).and(page.locator('[value^=Geography]')).waitFor();
    await expectAccessible(page);
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: 'Export results' }).click(),
    ]);
    const lines = readFileSync(await file.path(), 'utf8')
      .trim()
      .split('\n');
    expect(lines.map((line) => (JSON.parse(line) as QuizBody).title)).toEqual(['Rivers']);
    await choose('Tag', 'Geography (2)');
    await untilShown('Kings History', 'Rivers Geography · Year 7');
    // Links with tags in another case, and with tags that are not used.
    await page.goto(`${site.service.url}/admin/quizzes?tag=YEAR+7`);
    await untilShown('Rivers Geography · Year 7');
    await page.goto(`${site.service.url}/admin/quizzes?tag=unused`);
    await button(page, 'Clear filters').click();
    await page.waitForURL('**/admin/quizzes');
    await page.getByText('Kings', { exact: true }).waitFor();
  });

  it('an author deletes a quiz by typing its title, from the list and from its page, once', async () => {
    const quiz = await create(quizBody(1, { title: 'To  be "deleted"' }));
    await submitAll(await createPlayer(site.service), quiz, [0, 1]);
    const page = await site.browser.visit('/quizzes?search=deleted');
    const dialog = page.getByRole('dialog', { name: 'Delete this quiz?' });
    const menu = page.getByRole('button', { name: 'More for To be "deleted"' });
    await menu.click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    await dialog.getByText('All attempts at To be "deleted" (2)').waitFor();
    await dialog.getByRole('textbox').fill('To be');
    expect(await button(dialog, 'Delete quiz').isDisabled()).toBe(true);
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    await new QuizForm(page).expectFocus('More for To  be "deleted"');
    expect(await statusOf(quiz.id)).toBe(200);
    await menu.click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    await dialog.getByRole('textbox').fill('To be "deleted"');
    await page.keyboard.press('Enter');
    await page.getByText('No matching quizzes').waitFor();
    expect(await statusOf(quiz.id)).toBe(404);

    const { id } = await create(quizBody(1, { title: 'Gone' }));
    const own = await site.browser.openSignedIn(`/quizzes/${id}`);
    await own.getByLabel('Title').fill('Changed and gone');
    await openMenu(own, 'Gone', 'Delete');
    await own.getByLabel('Type “Gone” to confirm').fill('Gone');
    const writes = await doubleClick(button(own, 'Delete quiz'));
    await own.waitForURL('**/admin/quizzes');
    expect(writes).toEqual([`DELETE /admin/api/quizzes/${id}`]);
    await own.context().close();
  });

  it('an author duplicates a quiz, and changes the copy before it is created', async () => {
    const settings = { maxAttempts: 3, tags: ['Maps'], passPercentage: 50, opensAt: '2026-01-01T00:00:00Z' };
    const quiz = await create(quizBody(2, { title: 'Lakes', ...settings }));
    const page = await site.browser.visit('/quizzes?search=lakes');
    for (const title of ['Copy of Lakes', 'Lakes, easier']) {
      await openMenu(page, 'Lakes', 'Duplicate');
      await page.getByRole('heading', { level: 1, name: 'New quiz' }).waitFor();
      expect(await page.getByLabel('Title').inputValue()).toBe('Copy of Lakes');
      await page.getByText('This copy is not saved yet.').waitFor();
      await page.getByLabel('Title').fill(title);
      await button(page, 'Create quiz').click();
      await page.getByText(`“${title}” is created`).waitFor();
      const copy = await read(new URL(page.url()).pathname.split('/').at(-1) ?? '');
      expect(copy).toMatchObject({ title, maxAttempts: 3, tags: ['Maps'], passPercentage: 50 });
      expect(copy.opensAt).toBeUndefined();
      expect(copy.questions.map(({ text }) => text)).toEqual(quiz.questions.map(({ text }) => text));
      expect(copy.questions[0]?.id).not.toBe(quiz.questions[0]?.id);
      await site.service.backoffice.call('DELETE', `/quizzes/${copy.id}`);
      await page.goto(`${site.service.url}/admin/quizzes?search=lakes`);
    }
    await button(page, 'More for Lakes').waitFor();
    await site.service.backoffice.call('DELETE', `/quizzes/${quiz.id}`);
    await openMenu(page, 'Lakes', 'Duplicate');
    await page.getByRole('alert').getByText('Quiz not found').waitFor();
  });

  it('an author restores a deleted quiz from the trash, and deletes another one for good', async () => {
    const [restored, purged] = [
      await create(quizBody(2, { title: 'Seas' })),
      await create(quizBody(1, { title: 'Bays' })),
    ];
    await submitAll(await createPlayer(site.service), restored, [0]);
    for (const player of await createPlayers(site.service, 2)) await submitAll(player, purged, [0]);
    for (const { id } of [restored, purged]) await site.service.backoffice.call('DELETE', `/quizzes/${id}`);
    const page = await site.browser.visit('/quizzes');
    await page.getByRole('link', { name: 'Trash' }).click();
    await page.getByRole('heading', { level: 1, name: 'Trash' }).waitFor();
    const row = (title: string) => page.getByRole('row').filter({ hasText: title });
    await row('Seas').waitFor();
    await expectAccessible(page);
    expect((await row('Seas').getByRole('cell').allInnerTexts()).slice(0, 2)).toEqual(['Seas', '1']);
    await button(row('Bays'), 'Delete for good …').click();
    const dialog = page.getByRole('dialog', { name: 'Delete this quiz for good?' });
    await dialog.getByText('Bays and all attempts at it (2) are deleted. This cannot be undone.').waitFor();
    await dialog.getByLabel('Type “Bays” to confirm').fill('Bays');
    await expectAccessible(page);
    await button(dialog, 'Delete for good').click();
    await row('Bays').waitFor({ state: 'detached' });
    // As if it had many attempts.
    const { databaseUrl } = site.service;
    const later = `INSERT INTO deferred_deletions (name, subject, created_at) VALUES ('restorations', $1, now() + interval '1 day')`;
    await query(databaseUrl, later, [restored.id]);
    await button(row('Seas'), 'Restore').click();
    await page.getByText('is being restored: it has many attempts').waitFor();
    await row('Seas').getByText('Being restored …').waitFor();
    await expectAccessible(page);
    await query(databaseUrl, 'UPDATE deferred_deletions SET created_at = now()');
    await row('Seas').waitFor({ state: 'detached' });
    await site.service.backoffice.call('DELETE', `/quizzes/${restored.id}`);
    await page.reload();
    await button(row('Seas'), 'Restore').click();
    await row('Seas').waitFor({ state: 'detached' });
    await page.getByText('is restored').getByRole('link', { name: 'Seas' }).click();
    await page.getByText('All changes are saved.').waitFor();
    expect((await read(restored.id)).questions).toEqual(restored.questions);
    expect(await statusOf(purged.id)).toBe(404);
  });

  it('an author selects quizzes on several pages, exports them, and deletes them together', async () => {
    const ids: string[] = [];
    for (let number = 1; number <= 12; number++) ids.push((await create(quizBody(1, { title: `Pile ${number}` }))).id);
    const page = await site.browser.visit('/quizzes?search=pile&limit=10&order=asc');
    const select = (title: string) => page.getByRole('checkbox', { name: `Select ${title}`, exact: true }).check();
    const dialog = page.getByRole('dialog');
    await select('Pile 2');
    await button(page, 'Page 2').click();
    await select('Pile 11');
    await select('Pile 12');
    await page.getByText('3 selected, 1 of them not on this page').waitFor();
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: 'Export selected' }).click(),
    ]);
    const lines = readFileSync(await file.path(), 'utf8')
      .trim()
      .split('\n');
    expect(lines.map((line) => (JSON.parse(line) as QuizBody).title).sort()).toEqual(['Pile 11', 'Pile 12', 'Pile 2']);
    await openMenu(page, 'Pile 11', 'Delete');
    await dialog.getByRole('textbox').fill('Pile 11');
    await page.keyboard.press('Enter');
    await page.getByText('2 selected, 1 of them not on this page').waitFor();
    await button(page, 'Page 1').click();
    await page.getByText('1–10 of 11').waitFor();
    const failing = `**/quizzes/${ids[1]}`;
    await page.route(failing, (route) => route.fulfill({ status: 500, json: { error: 'Out of order' } }));
    await page.getByRole('button', { name: 'Delete selected' }).click();
    await dialog.getByText('the overall leaderboard no longer counts them').waitFor();
    expect((await dialog.getByRole('listitem').allInnerTexts()).sort()).toEqual(['Pile 12', 'Pile 2']);
    expect(await button(dialog, 'Delete 2 quizzes').isDisabled()).toBe(true);
    await expectAccessible(page);
    await dialog.getByRole('textbox').fill('2 quizzes');
    await page.keyboard.press('Enter');
    await dialog.getByRole('alert').getByText('Pile 2: Out of order').waitFor();
    await page.unroute(failing);
    await dialog.getByRole('textbox').fill('1 quiz');
    await page.keyboard.press('Enter');
    await page.getByText('1–9 of 9').waitFor();
    await page.getByText('None selected').waitFor();
    expect(await Promise.all([1, 10, 11].map((index) => statusOf(ids[index] ?? '')))).toEqual([404, 404, 404]);
  });

  it('an author tries a quiz as players see it, and nothing is sent', async () => {
    // A time limit without a start cuts nobody off: it shows no clock.
    const settings = { description: 'Be quick', timeLimitSeconds: 60, randomizeQuestions: false, passPercentage: 33 };
    const quiz = await create(quizBody(3, settings));
    const page = await site.browser.visit(`/quizzes/${quiz.id}/preview`);
    const written: string[] = [];
    page.on('request', (request) => request.method() !== 'GET' && written.push(request.url()));
    await page.getByText('3 questions · 1 minute · 3 attempts').waitFor();
    const question = (text: string) => page.getByRole('radiogroup', { name: text });
    await question('Question 1').getByRole('radio', { name: 'Right' }).check();
    expect(await button(page, 'Back').count()).toBe(0);
    await button(page, 'Next').click();
    await question('Question 2').getByRole('radio', { name: 'Wrong' }).check();
    await button(page, 'Back').click();
    expect(await question('Question 1').getByRole('radio', { name: 'Right' }).isChecked()).toBe(true);
    await page.getByText('All questions').click();
    expect(await page.getByRole('radiogroup').filter({ hasText: 'Wrong' }).count()).toBe(3);
    expect(await page.getByRole('timer').count()).toBe(0);
    await expectAccessible(page);
    await button(page, 'Finish').click();
    await page.getByRole('heading', { name: '1 of 3 correct (33.33%)' }).waitFor();
    await page.getByText('Passed. The pass mark is 33%.', { exact: true }).waitFor();
    await page.getByText('Players see the correct answers: after each attempt.').waitFor();
    await page.getByRole('heading', { name: 'Question 1: correct' }).waitFor();
    await page.getByRole('heading', { name: 'Question 2: wrong' }).waitFor();
    await page.getByRole('heading', { name: 'Question 3: not answered' }).waitFor();
    expect(await page.getByText('Wrong: Wrong (chosen)').count()).toBe(1);
    await expectAccessible(page);
    expect(written).toEqual([]);

    const random = await create(quizBody(20));
    await site.browser.visit(`/quizzes/${random.id}/preview`);
    const order = async () => {
      await page.getByText('All questions').click();
      await page.getByRole('radiogroup').nth(20).waitFor();
      return page.locator('text=/^Question \\d+$/').allInnerTexts();
    };
    const first = await order();
    expect(first).not.toEqual(random.questions.map(({ text }) => text));
    await page.getByText('One at a time').click();
    expect(await order()).toEqual(first);
  });

  it('an author sees formulas and code, also in what changed, and only pages with formulas load their library', async () => {
    const [plain] = quizBody(1).questions;
    const answers = [
      { text: String.raw`\(x = \frac{1}{2}\)`, isCorrect: true },
      { text: String.raw`$\frac{$`, isCorrect: false },
    ];
    const costly = { ...plain, text: 'It costs $5 or $10.' };
    const ofCode = { ...plain, text: 'What does `len(x)` return?' };
    const formula = { ...plain, text: 'Solve $$2x - 1 = 0$$', answers };
    const without = await create(
      quizBody(2, { randomizeQuestions: false, questions: [costly, ofCode] as QuizBody['questions'] }),
    );
    const quiz = await create(quizBody(1, { questions: [formula] as QuizBody['questions'] }));
    const page = await site.browser.visit(`/quizzes/${without.id}/preview`);
    const loaded: string[] = [];
    page.on('request', (request) => loaded.push(request.url()));
    await page.reload();
    await page.getByRole('radiogroup', { name: 'It costs $5 or $10.' }).waitFor();
    await button(page, 'Next').click();
    expect(await page.locator('code').allInnerTexts()).toEqual(['len(x)']);
    const ground = await page.evaluate(`getComputedStyle(document.querySelector('code')).backgroundColor`);
    expect(ground).not.toBe('rgba(0, 0, 0, 0)');
    await page.getByRole('radiogroup', { name: 'What does len(x) return?' }).waitFor();
    expect(loaded.filter((url) => url.includes('katex'))).toEqual([]);
    await site.browser.visit(`/quizzes/${quiz.id}/preview`);
    await page.locator('math[display=block]').waitFor();
    expect(await page.locator('math mfrac').count()).toBe(1);
    await page.getByText(String.raw`$\frac{$`, { exact: true }).waitFor();
    expect(loaded.filter((url) => url.includes('katex'))).toHaveLength(1);
    await expectAccessible(page);
    await site.browser.visit(`/quizzes/${quiz.id}`);
    await button(page, 'Close all').click();
    await page.locator('h3 math').waitFor();
    const changed = { ...formula, answers: [{ text: String.raw`\(x = \frac{1}{3}\)`, isCorrect: true }, answers[1]] };
    const body = quizBody(1, { questions: [changed] as QuizBody['questions'] });
    await site.service.backoffice.call('PUT', `/quizzes/${quiz.id}`, body);
    await site.browser.visit(`/quizzes/${quiz.id}/versions/comparison`);
    await page.locator('mark mfrac').nth(1).waitFor();
    expect(await page.locator('mark').count()).toBe(2);
    expect(await page.locator('math[display=block]').count()).toBe(2);
  });

  it('an author plays a start, with drawn questions and a clock that ends it', async () => {
    const { questions, ...settings } = quizBody(20, { timeLimitSeconds: 7_200, randomizeQuestions: false });
    const quiz = await create({
      ...settings,
      requireStart: true,
      drawCount: 3,
      passPercentage: 34,
      revealAnswers: 'afterLastAttempt',
      questions: questions.map((question) => ({ ...question, explanation: `Why ${question.text}` })),
    });
    const page = await site.browser.visit(`/quizzes/${quiz.id}/preview`);
    await page.clock.install();
    await page.getByText('3 questions · 120 minutes').waitFor();
    await page.getByText('They are drawn at random from 20 questions').waitFor();
    await page.getByText('Here nothing is recorded.').waitFor();
    await expectAccessible(page);
    await button(page, 'Start').click();
    await page.getByText('All questions').click();
    expect(await page.getByRole('radiogroup').filter({ hasText: 'Wrong' }).count()).toBe(3);
    await page.getByRole('radio', { name: 'Right' }).first().check();
    await page.clock.fastForward('01:30:00');
    await page
      .getByRole('timer')
      .filter({ hasText: /^(30|2\d)\smin/ })
      .waitFor();
    await expectAccessible(page);
    await page.clock.fastForward('00:30:01');
    await page.getByText('What was saved until now counts.').waitFor();
    await page.getByRole('heading', { name: '1 of 3 correct (33.33%)' }).waitFor();
    await page.getByText('Not passed. The pass mark is 34%.').waitFor();
    await page.getByText('after their last attempt, or once the quiz is closed.').waitFor();
    expect(await page.getByText(/^Explanation: Why Question \d+$/).count()).toBe(3);
    await expectAccessible(page);
    await button(page, 'Start again').click();
    await page.getByRole('timer').waitFor();
  });

  it('an image is loaded only after a click that names its host, and nothing else is sent there', async () => {
    const heroImageUrl = 'https://images.example/a.png?%22%3E%3Cscript%3E';
    const quiz = await create(quizBody(1, { heroImageUrl }));
    const page = await site.browser.visit(`/quizzes/${quiz.id}`);
    const requested: (string | undefined)[][] = [];
    await page.route('https://images.example/**', (route) => {
      const { referer, cookie } = route.request().headers();
      requested.push([route.request().url(), referer, cookie]);
      const body = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>';
      return route.fulfill({ contentType: 'image/svg+xml', body });
    });
    await button(page, 'Load image from images.example').click();
    await page.getByRole('img', { name: 'The image at this address' }).waitFor();
    expect(requested).toEqual([[heroImageUrl, undefined, undefined]]);
    site.browser.expectProblems(`request to another host: ${heroImageUrl}`);
    await page.getByLabel('Cover image', { exact: true }).fill('javascript:window.hacked=1');
    await page.getByText('No image address').waitFor();
  });

  it('an author compares the versions of a quiz, and restores one by keyboard', async () => {
    const quiz = await create(quizBody(3, { title: 'Rivers' }));
    for (const count of [3, 2]) {
      const body = quizBody(count, { title: 'Rivers' });
      if (body.questions[0]) body.questions[0].text = 'Another question';
      await site.service.backoffice.call('PUT', `/quizzes/${quiz.id}`, body);
    }
    await submitAll(await createPlayer(site.service), quiz, [0, 1]);
    const page = await site.browser.visit(`/quizzes/${quiz.id}/versions`);
    const rows = page.getByRole('table', { name: 'Versions' }).getByRole('row');
    await rows.getByRole('cell', { name: '0' }).first().waitFor();
    const texts = await rows.allInnerTexts();
    expect(texts.slice(1).map((text) => text.replaceAll(/\s+/g, ' '))).toEqual([
      expect.stringMatching(/^Version 3 Current .* 2 0 Compare with version 2 Regrade a question of version 3 –$/i),
      expect.stringMatching(/^Version 2 .* 3 0 Compare with version 1 .* Restore version 2$/),
      expect.stringMatching(/^Version 1 .* 3 2 First version .* Restore version 1$/),
    ]);
    await page.getByRole('link', { name: 'Compare with version 1' }).click();
    const difference = async () =>
      (await page.getByRole('main').getByRole('region').allInnerTexts()).map((text) =>
        text.replaceAll(/\s*\n\s*/g, ' | '),
      );
    await page.getByRole('region', { name: 'Question 1: changed' }).waitFor();
    expect(await difference()).toEqual([
      expect.stringMatching(/^Question 1: changed \| Version 1 \| Question 1 \|.* Version 2 \| Another question \|/),
    ]);
    const marked = await page.locator('mark').allInnerTexts();
    expect(marked.join('').replaceAll(' ', '')).toBe('Question1Anotherquestion');
    await page.getByLabel('To version').selectOption('3');
    await page.getByRole('region', { name: 'Question 3 of version 1: removed' }).waitFor();
    expect(new URL(page.url()).search).toBe('?from=1&to=3');
    await expectAccessible(page);
    const dialog = page.getByRole('dialog', { name: 'Restore version 1?' });
    const restore = button(dialog, 'Restore');
    await button(page, 'Restore version 1').focus();
    await page.keyboard.press('Enter');
    await dialog.waitFor();
    await expectAccessible(page);
    await site.service.backoffice.call('PUT', `/quizzes/${quiz.id}`, quizBody(5));
    await restore.click();
    await dialog.getByText('Quiz has been changed since it was read').waitFor();
    expect((await read(quiz.id)).questions).toHaveLength(5);
    await button(dialog, 'Cancel').click();
    await page.getByRole('link', { name: 'Versions' }).first().click();
    await button(page, 'Restore version 3').waitFor();
    await button(page, 'Restore version 1').focus();
    await page.keyboard.press('Enter');
    await dialog.waitFor();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await page.getByText('Version 1 is restored').waitFor();
    await page.getByRole('row', { name: /^Version 5 Current/i }).waitFor();
    expect((await read(quiz.id)).questions).toEqual(quiz.questions);
    await site.browser.visit('/audit');
    await page.getByRole('table').getByText('Restored a version of a quiz').waitFor();
  });
});
