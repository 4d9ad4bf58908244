import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { describePages, expectAccessible } from '../../../test/support/browser.js';
import { type Quiz, quizBody, type QuizBody } from '../../../test/support/factories.js';
import { QuizForm } from '../../../test/support/quiz-form.js';
import { ADMINISTRATOR } from '../../../test/support/service.js';
import { xlsxOf } from '../../../test/support/xlsx.js';

const SUPPORT = `${__dirname}/../../../test/support`;
const LINES = readFileSync(`${SUPPORT}/sample-quizzes.jsonl`, 'utf8').trim().split('\n');

describePages('import and export of quizzes', (site) => {
  const total = async () => {
    const path = '/quizzes?limit=1';
    return (await site.service.backoffice.call<{ pagination: { total: number } }>('GET', path)).pagination.total;
  };
  const readShown = (page: Page) => {
    const id = new URL(page.url()).pathname.split('/').at(-1) ?? '';
    return site.service.backoffice.call<Quiz>('GET', `/quizzes/${id}`);
  };
  /** The part of a quiz that can create another one. */
  const bodyOf = ({ title, description, heroImageUrl, maxAttempts, timeLimitSeconds, ...rest }: Quiz): QuizBody => ({
    title,
    description,
    heroImageUrl,
    maxAttempts,
    timeLimitSeconds,
    randomizeQuestions: rest.randomizeQuestions,
    questions: rest.questions.map(({ text, imageUrl, answers }) => ({
      text,
      imageUrl,
      answers: answers.map((answer) => ({ text: answer.text, isCorrect: answer.isCorrect })),
    })),
  });
  const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
  const choose = async (page: Page, label: string, content: string | Uint8Array, name = 'file') => {
    const chooser = page.waitForEvent('filechooser');
    await page.getByLabel(label, { exact: true }).click();
    await (await chooser).setFiles({ name, mimeType: 'text/plain', buffer: Buffer.from(content as Uint8Array) });
  };
  const importLines = async (page: Page, lines: readonly string[]) => {
    await choose(page, 'File of JSON lines', lines.join('\n'));
    await button(page, 'Import').click();
  };
  const rowsOf = async (page: Page, name: string) => {
    const rows = page.getByRole('table', { name }).getByRole('row');
    const found = await rows.filter({ has: page.getByRole('cell') }).all();
    return Promise.all(found.map((row) => row.getByRole('cell').allInnerTexts()));
  };
  const download = async (page: Page, click: () => Promise<void>) => {
    const saving = page.waitForEvent('download');
    await click();
    const saved = await saving;
    return { name: saved.suggestedFilename(), text: await readFile(await saved.path(), 'utf8') };
  };

  it('an author exports quizzes and imports the file, which creates each once and reports what is rejected', async () => {
    const page = await site.browser.visit('/quizzes/import');
    await importLines(page, ['<?xml version="1.0"?>', '<quiz/>']);
    await page.getByRole('alert').getByText('its first line does not begin with {').waitFor();
    const broken = [...LINES];
    broken.splice(4, 0, '{"title": "Broken"', '', '{"title": " ", "questions": []}');
    await importLines(page, broken);
    await page.getByRole('status').getByText('Finished').waitFor();
    await page.getByText(`${LINES.length} created, 2 rejected`).waitFor();
    await expectAccessible(page);
    expect(await total()).toBe(LINES.length);
    const rows = await rowsOf(page, 'Lines of the file');
    expect(rows[0]).toEqual(['1', 'Created', 'Capitals that surprise']);
    expect(rows[4]).toEqual(['5', 'Rejected', 'Request body is not valid JSON']);
    expect(rows[5]?.slice(0, 2)).toEqual(['7', 'Rejected']);
    const rejected = await download(page, () => button(page, 'Save the rejected lines').click());
    expect(rejected.text).toBe(`${broken[4] ?? ''}\n${broken[6] ?? ''}\n`);
    await page.getByText('Rejected', { exact: true }).first().click();
    expect((await rowsOf(page, 'Lines of the file')).map(([line]) => line)).toEqual(['5', '7']);
    await page.getByText('All', { exact: true }).click();
    await page.getByRole('link', { name: 'Planeten für Anfänger' }).click();
    await page.getByText('All changes are saved.').waitFor();
    const quiz = await readShown(page);
    expect(bodyOf(quiz)).toMatchObject(JSON.parse(LINES[1] ?? '') as QuizBody);

    const exportAs = (format: string) =>
      download(page, async () => {
        await page.getByRole('button', { name: 'More for Planeten' }).click();
        await page.getByRole('menuitem', { name: format }).click();
      });
    const line = await exportAs('Export as JSON line');
    expect(line.name).toMatch(/\.jsonl$/);
    expect(JSON.parse(line.text)).toEqual(bodyOf(quiz));
    expect((await exportAs('Export as GIFT')).text).toContain('\t=Jupiter');
    expect((await exportAs('Export as Moodle XML')).text).toContain('<question type="multichoice">');
    await site.browser.visit('/quizzes?search=planeten');
    const found = await download(page, () => page.getByRole('link', { name: 'Export results' }).click());
    expect(found.text).toBe(line.text);
    await site.browser.visit('/quizzes');
    const all = await download(page, () => page.getByRole('link', { name: 'Export all' }).click());
    await site.service.backoffice.call('DELETE', `/quizzes/${quiz.id}`);
    await site.browser.visit('/quizzes/import');
    await importLines(page, LINES);
    await page.getByText(`1 created, ${LINES.length - 1} already there, 0 rejected`).waitFor();
    expect(all.text.trim().split('\n')).toHaveLength(await total());
  });

  it('an import has four lines in flight, warns before it is left, stops, waits for a sign-in and continues', async () => {
    const before = await total();
    const lines = Array.from({ length: 60 }, (_, index) => JSON.stringify(quizBody(1, { title: `Slow ${index}` })));
    const page = await site.browser.openSignedIn('/quizzes/import');
    let held: (() => void)[] = [];
    let isHolding = true;
    let failures = 1;
    await page.route('**/admin/api/quizzes', async (route) => {
      if (isHolding) await new Promise<void>((resolve) => held.push(resolve));
      const isFailing = route.request().postData()?.includes('Slow 20"') === true && failures-- > 0;
      return isFailing ? route.fulfill({ status: 500, json: { error: 'Internal server error' } }) : route.continue();
    });
    const sent: string[] = [];
    page.on('request', (request) => request.method() === 'POST' && sent.push(request.postData() ?? ''));
    const fourth = page.waitForRequest(() => held.length >= 3 && sent.length >= 4);
    await importLines(page, lines);
    await fourth;
    await button(page, 'Stop').click();
    await page.getByText('Stopping').waitFor();
    await page.getByRole('link', { name: 'Users' }).click();
    await expectAccessible(page);
    await page.getByRole('dialog', { name: 'Stop the import?' }).getByRole('button', { name: 'Stay' }).click();
    isHolding = false;
    for (const letGo of held) letGo();
    held = [];
    await page.getByRole('status').getByText('Stopped', { exact: true }).waitFor();
    expect([sent.length, await total()]).toEqual([4, before + 4]);
    await page.context().clearCookies();
    await button(page, 'Continue').click();
    const dialog = page.getByRole('dialog', { name: 'Your session has ended' });
    await dialog.getByLabel('Password', { exact: true }).fill(ADMINISTRATOR.password);
    await dialog.getByRole('button', { name: 'Sign in', exact: true }).click();
    await page.getByRole('alert').getByText('Line 21: Internal server error').waitFor();
    await button(page, 'Continue').click();
    await page.getByText('60 created, 0 rejected').waitFor();
    expect(await total()).toBe(before + 60);
    await page.getByRole('button', { name: 'Page 2' }).click();
    await page.getByText('51–60 of 60').waitFor();
    await page.context().close();
  });

  it('an author reads a GIFT file with errors, and creates a quiz from the readable questions', async () => {
    const page = await site.browser.openSignedIn('/quizzes/import');
    await page.getByRole('button', { name: 'Import', exact: true, description: 'Choose a file first.' }).waitFor();
    await page.getByRole('tab', { name: 'GIFT (Moodle)' }).click();
    await page.waitForURL('**format=gift');
    const description = 'Choose a file or enter its text first.';
    await page.getByRole('button', { name: 'Read questions', description }).waitFor();
    const text = page.getByLabel('Text of the GIFT file');
    await text.fill('// nothing');
    await button(page, 'Read questions').click();
    await page.getByText('There is no question in this text').waitFor();
    await text.fill('What is `x` in $2x$? {=$x$#Yes ~wrong}');
    await button(page, 'Read questions').click();
    const losses = page.getByRole('status').getByText('One of them loses parts that quizzes do not have.');
    await losses.waitFor();
    expect(await losses.textContent()).not.toContain('weight');
    await page.getByRole('table').locator('math').nth(1).waitFor();
    expect(await page.getByRole('table').locator('code').allInnerTexts()).toEqual(['x']);
    await text.fill('caf\uFFFD {T}');
    await page.getByText('not to be in UTF-8').waitFor();
    await choose(page, 'GIFT file', readFileSync(`${SUPPORT}/sample.gift`), 'sample.gift');
    await button(page, 'Read questions').click();
    await page.getByRole('heading', { name: '6 of 14 questions can be read' }).waitFor();
    const rows = (await rowsOf(page, 'Questions of the text')).map((cells) => cells.map((cell) => cell.trim()));
    expect(rows[0]).toEqual(expect.arrayContaining(['6', 'Longest river', 'The Volga']));
    await page.getByText('otherwise each answer with a positive weight becomes a correct one').waitFor();
    expect(rows[0]?.at(-1)).toBe('Left out: weights (line 10), feedback (lines 7, 8, 10), formatting (line 6)');
    expect(rows[1]?.[3]?.split(/\n+/)).toEqual(['the Black Sea', 'the North Sea', 'the Adriatic Sea']);
    expect(rows[3]?.at(-1)).toBe('Fine');
    expect(rows[10]?.at(-1)).toBe('Line 74: the closing brace is missing');
    await expectAccessible(page);
    await button(page, 'Create quiz with the 6 readable questions').click();
    await page.getByRole('heading', { level: 1, name: 'New quiz' }).waitFor();
    const form = new QuizForm(page);
    expect(await page.getByLabel('Title').inputValue()).toBe('sample');
    await page.getByText('This quiz is not saved yet.').waitFor();
    // The quiz is not stored yet, but a reload of the page preserves it.
    await page.getByRole('link', { name: 'Users' }).click();
    await form.button('Stay on this page').click();
    page.once('dialog', (dialog) => void dialog.accept());
    await page.reload();
    await page.getByLabel('Title').fill('Rivers and seas');
    await form.button('Create quiz').click();
    await page.getByText('All changes are saved.').waitFor();
    const { questions } = await readShown(page);
    expect(questions.map(({ text: question }) => question)).toHaveLength(6);
    expect(questions[1]?.answers.map(({ isCorrect }) => isCorrect)).toEqual([true, true, true, false]);
    expect(questions[0]?.explanation).toBe('See chapter 4.');
    expect(questions[4]?.answers[2]?.text).toBe("<script>document.title='hacked'</script>");
    expect(await page.title()).toBe('Rivers and seas · Edit quiz · Quiz service');
    await page.context().close();
  });

  it('an author adds the readable questions of a file to a quiz, can undo it, and saves them once', async () => {
    const { id } = await site.service.backoffice.call<Quiz>('POST', '/quizzes', quizBody(2, { title: 'Waters' }));
    const page = await site.browser.openSignedIn(`/quizzes/${id}`);
    const form = new QuizForm(page);
    const importQuestions = async () => {
      await button(page, 'More for Waters').click();
      await page.getByRole('menuitem', { name: 'Import questions' }).click();
      await page.getByRole('heading', { level: 1, name: 'Import questions' }).waitFor();
      await choose(page, 'GIFT file', readFileSync(`${SUPPORT}/sample.gift`), 'sample.gift');
      await button(page, 'Read questions').click();
      await page.getByRole('heading', { name: '6 of 14 questions can be read' }).waitFor();
    };
    await importQuestions();
    await expectAccessible(page);
    await button(page, 'Add the 6 readable questions').click();
    await page.getByText('6 questions are added.').waitFor();
    await page.getByRole('heading', { name: 'Questions (8)' }).waitFor();
    await button(page, 'Undo').click();
    await page.getByRole('heading', { name: 'Questions (2)' }).waitFor();
    await importQuestions();
    await button(page, 'Add the 6 readable questions').click();
    await page.getByText('6 questions are added.').waitFor();
    await form.save();
    // The address does not add them again.
    await page.reload();
    await page.getByText('All changes are saved.').waitFor();
    await page.getByRole('heading', { name: 'Questions (8)' }).waitFor();
    const { questions } = await readShown(page);
    expect(questions.map(({ text }) => text)).toHaveLength(8);
    expect(questions[2]?.explanation).toBe('See chapter 4.');
    await page.context().close();
  });

  it('an author reads questions from files of other formats, and says which column of a table is which', async () => {
    const page = await site.browser.visit('/quizzes/import?format=csv');
    const template = await download(page, () => button(page, 'Download a template').click());
    const xml =
      '<quiz><question type="multichoice"><questiontext><text>Which?</text></questiontext>' +
      '<answer fraction="100"><text>this</text></answer><answer><text>that</text></answer></question></quiz>';
    for (const [format, label, text, count] of [
      ['csv', 'CSV or Excel file', template.text, 2],
      ['aiken', 'Aiken file', 'Which?\nA) this\nB) that\nANSWER: A\n', 1],
      ['moodle-xml', 'Moodle XML file', xml, 1],
    ] as const) {
      await site.browser.visit(`/quizzes/import?format=${format}`);
      await choose(page, label, text, 'questions');
      await button(page, 'Read questions').click();
      await page.getByRole('heading', { name: `${count} of ${count} question` }).waitFor();
    }
    const sheet = xlsxOf(['Frage', 'Erste', 'Zweite', 'Richtig'], ['Which?', 'this', 'that', 'this']);
    await site.browser.visit('/quizzes/import?format=gift');
    await choose(page, 'GIFT file', sheet, 'questions.xlsx');
    await button(page, 'Read questions').click();
    await page.getByRole('alert').getByText('This is an Excel file (.xlsx). Import it as a table').waitFor();
    await site.browser.visit('/quizzes/import?format=csv');
    await choose(page, 'CSV or Excel file', sheet, 'questions.xlsx');
    await button(page, 'Read questions').click();
    await page.getByRole('heading', { name: 'Which column is which?' }).waitFor();
    await expectAccessible(page);
    const roles = { Frage: 'Question', Erste: 'Answer', Zweite: 'Answer', Richtig: 'Correct answers' };
    for (const [name, role] of Object.entries(roles)) {
      await page.getByLabel(`What is “${name}”?`).selectOption(role);
    }
    await button(page, 'Read with these columns').click();
    // The first row could be a question.
    await page.getByRole('heading', { name: '1 of 2 questions can be read' }).waitFor();
    await button(page, 'Create quiz with the readable question').click();
    await new QuizForm(page).button('Create quiz').click();
    await page.getByText('All changes are saved.').waitFor();
    const answers = [
      { text: 'this', isCorrect: true },
      { text: 'that', isCorrect: false },
    ];
    expect((await readShown(page)).questions).toMatchObject([{ text: 'Which?', imageUrl: null, answers }]);
  });
});
