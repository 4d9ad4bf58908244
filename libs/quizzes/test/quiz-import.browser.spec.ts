import { readFileSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Locator, Page } from 'playwright-core';
import { expectAccessibleOnAllScreens } from '../../../test/support/accessible-states.js';
import { describeInBrowser, TestBrowser } from '../../../test/support/browser.js';
import { type Quiz, quizBody, type QuizBody } from '../../../test/support/factories.js';
import { QuizForm } from '../../../test/support/quiz-form.js';
import { xlsxOf } from '../../../test/support/xlsx.js';
import { ADMINISTRATOR, type Service, startService } from '../../../test/support/service.js';

const SAMPLES = `${__dirname}/../../../test/support/sample-quizzes.jsonl`;
const GIFT = `${__dirname}/../../../test/support/sample.gift`;
const LINES = readFileSync(SAMPLES, 'utf8').trim().split('\n');

describeInBrowser('import and export of quizzes', () => {
  let service: Service;
  let browser: TestBrowser;
  let directory: string;

  beforeAll(async () => {
    service = await startService();
    browser = await TestBrowser.start(service);
    directory = await mkdtemp(join(tmpdir(), 'quiz-import-'));
  });
  afterAll(async () => {
    await browser.close();
    await service.close();
    await rm(directory, { recursive: true });
  });
  afterEach(() => browser.expectNoProblems());

  const file = async (name: string, content: string) => {
    const path = join(directory, name);
    await writeFile(path, content);
    return path;
  };
  const total = async () =>
    (await service.backoffice.call<{ pagination: { total: number } }>('GET', '/quizzes?limit=1')).pagination.total;
  const read = (id: string) => service.backoffice.call<Quiz>('GET', `/quizzes/${id}`);
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
  const choose = async (page: Page, label: string, path: string) => {
    const chooser = page.waitForEvent('filechooser');
    await page.getByLabel(label, { exact: true }).click();
    await (await chooser).setFiles(path);
  };
  const rowsOf = async (table: Locator) => {
    const rows = await table
      .getByRole('row')
      .filter({ has: table.page().getByRole('cell') })
      .all();
    return Promise.all(rows.map((row) => row.getByRole('cell').allInnerTexts()));
  };

  it('creates the quizzes of a file of JSON lines, and reports what is rejected', async () => {
    const before = await total();
    const broken = [...LINES];
    broken.splice(4, 0, '{"title": "Broken"', '', '{"title": " ", "questions": []}');
    const path = await file('broken.jsonl', `\uFEFF${broken.join('\r\n')}\n\n`);
    const page = await browser.openSignedIn('/quizzes/import');
    await choose(page, 'File of JSON lines', path);
    await page.getByRole('button', { name: 'Import', exact: true }).click();
    await page.getByRole('status').getByText('Finished').waitFor();
    await page.getByText(`${LINES.length} created, 2 rejected`).waitFor();
    expect(await total()).toBe(before + LINES.length);

    const table = page.getByRole('table', { name: 'Lines of the file' });
    const rows = await rowsOf(table);
    expect(rows.map(([line]) => Number(line))).toEqual(
      [1, 2, 3, 4, 5, ...LINES.slice(4).map((_, index) => index + 8), 7].sort((one, other) => one - other),
    );
    expect(rows[4]).toEqual(['5', 'Rejected', 'Request body is not valid JSON']);
    expect(rows[5]).toEqual([
      '7',
      'Rejected',
      expect.stringMatching(/^title: .*; questions: must have 1 to 200 items$/),
    ]);
    expect(rows[0]).toEqual(['1', 'Created', 'Capitals that surprise']);

    const saving = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Save the rejected lines' }).click();
    expect(await readFile(await (await saving).path(), 'utf8')).toBe(`${broken[4] ?? ''}\n${broken[6] ?? ''}\n`);

    await page.getByText('Rejected', { exact: true }).first().click();
    expect((await rowsOf(table)).map(([line]) => line)).toEqual(['5', '7']);
    await page.getByText('All', { exact: true }).click();
    await page.getByRole('link', { name: 'Planeten für Anfänger' }).click();
    await page.getByText('All changes are saved.').waitFor();
    const created = await read(new URL(page.url()).pathname.split('/').at(-1) ?? '');
    expect(bodyOf(created)).toMatchObject(JSON.parse(LINES[1] ?? '') as QuizBody);
    await page.context().close();
  });

  it('sends nothing of a file in another format, and says so', async () => {
    const page = await browser.openSignedIn('/quizzes/import');
    const sent: string[] = [];
    page.on('request', (request) => request.method() === 'POST' && sent.push(request.url()));
    await choose(page, 'File of JSON lines', await file('moodle.xml', '<?xml version="1.0"?>\n<quiz>\n</quiz>\n'));
    await page.getByRole('button', { name: 'Import', exact: true }).click();
    await page.getByRole('alert').getByText('its first line does not begin with {').waitFor();
    expect(sent).toEqual([]);
    await expectAccessibleOnAllScreens(page, 'file in another format');
    await choose(page, 'File of JSON lines', await file('right.jsonl', JSON.stringify(quizBody(1))));
    await page.getByRole('alert').waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Import', exact: true }).click();
    await page.getByText('1 created, 0 rejected').waitFor();
    await page.context().close();
  });

  it('has at most four lines in flight, can be stopped, and continues where it stopped', async () => {
    const before = await total();
    const lines = Array.from({ length: 60 }, (_, index) => JSON.stringify(quizBody(1, { title: `Slow ${index}` })));
    const page = await browser.openSignedIn('/quizzes/import');
    let held: (() => void)[] = [];
    let isHolding = true;
    await page.route('**/admin/api/quizzes', async (route) => {
      if (isHolding) await new Promise<void>((resolve) => held.push(resolve));
      await route.continue();
    });
    await choose(page, 'File of JSON lines', await file('slow.jsonl', lines.join('\n')));
    const sent: string[] = [];
    page.on('request', (request) => request.method() === 'POST' && sent.push(request.postData() ?? ''));
    const fourth = page.waitForRequest(() => held.length >= 3 && sent.length >= 4);
    await page.getByRole('button', { name: 'Import', exact: true }).click();
    await fourth;
    await page.getByRole('button', { name: 'Stop' }).click();
    await page.getByText('Stopping').waitFor();
    // Leaving would lose the rest.
    await page.getByRole('link', { name: 'Users' }).click();
    await page.getByRole('dialog', { name: 'Stop the import?' }).getByRole('button', { name: 'Stay' }).click();
    isHolding = false;
    for (const letGo of held) letGo();
    held = [];
    await page.getByRole('status').getByText('Stopped', { exact: true }).waitFor();
    expect(sent).toHaveLength(4);
    expect(await total()).toBe(before + 4);
    await page.getByText('4 created, 0 rejected').waitFor();

    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByRole('status').getByText('Finished').waitFor();
    expect(await total()).toBe(before + 60);
    expect([...sent].sort()).toEqual([...lines].sort());
    await page.getByText('1–50 of 60').waitFor();
    await page.getByRole('button', { name: 'Page 2' }).click();
    await page.getByText('51–60 of 60').waitFor();
    await page.context().close();
  });

  it('waits if the session ends, and stops if the service fails', async () => {
    const before = await total();
    const lines = Array.from({ length: 8 }, (_, index) => JSON.stringify(quizBody(1, { title: `Later ${index}` })));
    const page = await browser.openSignedIn('/quizzes/import');
    await choose(page, 'File of JSON lines', await file('later.jsonl', lines.join('\n')));
    await page.context().clearCookies();
    let failures = 1;
    await page.route('**/admin/api/quizzes', (route) =>
      (route.request().postData()?.includes('Later 5') ?? false) && failures-- > 0
        ? route.fulfill({ status: 500, json: { error: 'Internal server error' } })
        : route.continue(),
    );
    await page.getByRole('button', { name: 'Import', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Your session has ended' });
    await dialog.getByLabel('Password', { exact: true }).fill(ADMINISTRATOR.password);
    await dialog.getByRole('button', { name: 'Sign in', exact: true }).click();
    await page.getByRole('alert').getByText('Line 6: Internal server error').waitFor();
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByText('8 created, 0 rejected').waitFor();
    expect(await total()).toBe(before + 8);
    await page.context().close();
  });

  it('reads a GIFT file with errors, and creates a quiz from the readable questions', async () => {
    const page = await browser.openSignedIn('/quizzes/import?format=gift');
    await choose(page, 'GIFT file', GIFT);
    await page.getByRole('button', { name: 'Read questions' }).click();
    await page.getByRole('heading', { name: '6 of 14 questions can be read' }).waitFor();
    const rows = await rowsOf(page.getByRole('table', { name: 'Questions of the text' }));
    expect(rows.map(([line, name, , , result]) => [line, name, result?.trim()])).toEqual([
      ['6', 'Longest river', 'Left out: weights (line 10), feedback (lines 7, 8, 10, 11), formatting (line 6)'],
      ['17', 'Seas of Europe', 'Left out: weights (lines 18, 19, 20, 21)'],
      ['26', 'Loch Ness', 'Left out: feedback (line 26)'],
      ['30', '–', 'Fine'],
      ['38', 'Escapes : and more', 'Fine'],
      ['46', 'Capital (short answer)', expect.stringContaining('short answer question')],
      ['50', 'Length of the Rhine', expect.stringContaining('numerical question')],
      ['56', 'Rivers and mouths', expect.stringContaining('matching question')],
      ['64', 'Floods', expect.stringContaining('essay question')],
      ['68', 'Introduction', expect.stringContaining('text without answers')],
      ['72', 'Forgot to close', 'Line 74: the closing brace is missing'],
      ['78', 'No right answer', 'answers: at least one answer must be correct'],
      ['85', 'Weight', 'Line 87: the weight of an answer must be a number from -100 to 100'],
      ['92', 'Jezera 湖 🏞', 'Fine'],
    ]);

    expect(rows.map((cells) => cells[3]?.split(/\n+/)).slice(0, 6)).toEqual([
      ['The Volga'],
      ['the Black Sea', 'the North Sea', 'the Adriatic Sea'],
      ['False'],
      ['Vienna'],
      ['{2} = {1 + 1}'],
      ['–'],
    ]);

    await page.getByRole('button', { name: 'Create quiz with the 6 readable questions' }).click();
    await page.getByRole('heading', { level: 1, name: 'New quiz' }).waitFor();
    const form = new QuizForm(page);
    expect(await page.getByLabel('Title').inputValue()).toBe('sample');
    expect(await form.order()).toHaveLength(6);
    // The quiz is not stored yet, but a reload of the page preserves it.
    await page.getByRole('link', { name: 'Users' }).click();
    await form.button('Stay on this page').click();
    page.once('dialog', (dialog) => void dialog.accept());
    await page.reload();
    await page.getByLabel('Title').fill('Rivers and seas');
    await form.button('Create quiz').click();
    await page.getByText('All changes are saved.').waitFor();

    const { questions } = await read(new URL(page.url()).pathname.split('/').at(-1) ?? '');
    expect(questions.map(({ text }) => text)).toEqual([
      'Which river is the longest of Europe?',
      'Which of these seas have a shore in Europe?',
      'Loch Ness is a sea loch.',
      'The capital on the Danube _____ is also a federal state.',
      'What is 2 = 1 + 1 in set notation {a, b}, C:\\rivers and issue #7~?',
      'Które jezioro jest największe w Polsce?',
    ]);
    expect(questions[1]?.answers.map(({ isCorrect }) => isCorrect)).toEqual([true, true, true, false]);
    expect(questions[4]?.answers[2]?.text).toBe("<script>document.title='hacked'</script>");
    expect(await page.title()).toBe('Rivers and seas · Edit quiz · Quiz service');
    await page.context().close();
  });

  it('reads pasted GIFT, and reports a text without questions', async () => {
    const page = await browser.openSignedIn('/quizzes/import');
    await page.getByRole('tab', { name: 'GIFT (Moodle)' }).click();
    await page.waitForURL('**format=gift');
    const text = page.getByLabel('Text of the GIFT file');
    await text.fill('// nothing');
    await page.getByRole('button', { name: 'Read questions' }).click();
    await page.getByText('There is no question in this text').waitFor();
    await text.fill('a? {=b ~c}');
    await page.getByText('There is no question').waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Read questions' }).click();
    await page.getByRole('button', { name: 'Create quiz with the readable question' }).waitFor();
    await text.fill('One? {\n~%50%b#half\n~%50%c\n~d\n}\n\nTwo? {T}');
    await page.getByRole('button', { name: 'Read questions' }).click();
    await page.getByText('One of them loses parts that quizzes do not have').waitFor();
    await page.getByRole('cell', { name: 'Left out: weights (lines 2, 3), feedback (line 2)' }).waitFor();
    await page.getByRole('cell', { name: 'Fine' }).waitFor();
    await page.setViewportSize({ width: 320, height: 800 });
    const label = page.getByText('Create quiz with the 2 readable questions');
    await label.waitFor();
    const hidden = await page.evaluate<number>(`(() => {
      const label = [...document.querySelectorAll('button *')].find(
        ({ textContent }) => textContent === 'Create quiz with the 2 readable questions');
      return label.scrollWidth - label.clientWidth;
    })()`);
    expect(hidden).toBe(0);
    await text.fill('caf\uFFFD {T}');
    await page.getByText('not to be in UTF-8').waitFor();
    await page.context().close();
  });

  it.each([
    ['aiken', 'Aiken', 'txt', ['Unanswered?', '–'], 'Which?\nA) this\nB) that\nANSWER: A\n\nUnanswered?\nA) a\nB) b\n'],
    [
      'moodle-xml',
      'Moodle XML',
      'xml',
      ['Essay', '–'],
      '<quiz><question type="multichoice"><questiontext><text>Which?</text>' +
        `<file name="a.png" encoding="base64">${'A'.repeat(1_100_000)}</file></questiontext>` +
        '<answer fraction="100"><text>this</text></answer><answer><text>that</text></answer></question>' +
        '\n<question type="essay"><name><text>Essay</text></name></question></quiz>',
    ],
    [
      'csv',
      'CSV or Excel',
      'csv',
      ['Unanswered?,a,b,', '–'],
      'question,answer1,answer2,correct\nWhich?,this,that,1\nUnanswered?,a,b,\n',
    ],
  ])(
    'reads a file of %s, and creates a quiz from the readable question',
    async (format, label, extension, shown, text) => {
      const page = await browser.openSignedIn(`/quizzes/import?format=${format}`);
      await choose(page, `${label} file`, await file(`questions.${extension}`, text));
      await page.getByRole('button', { name: 'Read questions' }).click();
      await page.getByRole('heading', { name: '1 of 2 questions can be read' }).waitFor();
      const [readable, rejected] = await rowsOf(page.getByRole('table', { name: 'Questions of the text' }));
      expect(readable?.slice(-3)).toEqual(['Which?', 'this', expect.stringMatching(/^\s*Fine$/)]);
      expect(rejected?.slice(1, 3)).toEqual(shown);
      await page.getByRole('button', { name: 'Create quiz with the readable question' }).click();
      await new QuizForm(page).button('Create quiz').click();
      await page.getByText('All changes are saved.').waitFor();
      const { questions } = await read(new URL(page.url()).pathname.split('/').at(-1) ?? '');
      const answers = [
        { text: 'this', isCorrect: true },
        { text: 'that', isCorrect: false },
      ];
      expect(questions).toMatchObject([{ text: 'Which?', imageUrl: null, answers }]);
      await page.context().close();
    },
  );

  it('offers a template of CSV that can be read', async () => {
    const page = await browser.openSignedIn('/quizzes/import?format=csv');
    const saving = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download a template' }).click();
    const template = await saving;
    expect(template.suggestedFilename()).toBe('questions.csv');
    await choose(page, 'CSV or Excel file', await template.path());
    await page.getByRole('button', { name: 'Read questions' }).click();
    await page.getByRole('heading', { name: '2 of 2 questions can be read' }).waitFor();
    await page.context().close();
  });

  it('reads an Excel file, and asks which column is which', async () => {
    const page = await browser.openSignedIn('/quizzes/import?format=csv');
    const path = join(directory, 'questions.xlsx');
    await writeFile(path, xlsxOf(['Frage', 'Erste', 'Zweite', 'Richtig'], ['Which?', 'this', 'that', 'this']));
    await choose(page, 'CSV or Excel file', path);
    await page.getByRole('button', { name: 'Read questions' }).click();
    await page.getByRole('heading', { name: 'Which column is which?' }).waitFor();
    await expectAccessibleOnAllScreens(page, 'columns of a file of questions');
    const roles = { Frage: 'Question', Erste: 'Answer', Zweite: 'Answer', Richtig: 'Correct answers' };
    for (const [name, role] of Object.entries(roles)) {
      await page.getByLabel(`What is “${name}”?`).selectOption(role);
    }
    await page.getByRole('button', { name: 'Read with these columns' }).click();
    // The first row could be a question.
    await page.getByRole('heading', { name: '1 of 2 questions can be read' }).waitFor();
    await page.goto(page.url().replace('csv', 'gift'));
    await choose(page, 'GIFT file', path);
    await page.getByRole('button', { name: 'Read questions' }).click();
    await page.getByRole('alert').getByText('This is an Excel file (.xlsx). Import it as a table').waitFor();
    await page.context().close();
  });

  it('exports a file that creates the same quizzes again', async () => {
    const quiz = await service.backoffice.call<Quiz>('POST', '/quizzes', {
      ...quizBody(2, { title: 'Exported "one"', description: 'Zwei\nZeilen' }),
      timeLimitSeconds: 61,
    });
    const page = await browser.openSignedIn(`/quizzes/${quiz.id}`);
    const download = async (click: () => Promise<void>) => {
      const saving = page.waitForEvent('download');
      await click();
      const saved = await saving;
      return { name: saved.suggestedFilename(), text: await readFile(await saved.path(), 'utf8') };
    };
    const exportAs = (format: string) =>
      download(async () => {
        await page.getByRole('button', { name: 'More for Exported' }).click();
        await page.getByRole('menuitem', { name: format }).click();
      });
    const line = await exportAs('Export as JSON line');
    expect(line.name).toMatch(/\.jsonl$/);
    expect(line.text.endsWith('\n')).toBe(true);
    expect(JSON.parse(line.text)).toEqual(bodyOf(quiz));
    const gift = await exportAs('Export as GIFT');
    const reading = await service.backoffice.call<{ questions: { question: unknown }[] }>(
      'POST',
      '/quizzes/question-reading',
      { text: gift.text },
    );
    expect(reading.questions.map(({ question }) => question)).toEqual(bodyOf(quiz).questions);
    expect(await exportAs('Export as Moodle XML')).toMatchObject({
      name: expect.stringMatching(/\.xml$/) as string,
      text: expect.stringContaining('<question type="multichoice">') as string,
    });

    await page.goto(`${service.url}/admin/quizzes`);
    const all = await download(() => page.getByRole('link', { name: 'Export all' }).click());
    const bodies = all.text
      .trim()
      .split('\n')
      .map((text) => JSON.parse(text) as QuizBody);
    expect(bodies).toHaveLength(await total());
    expect(bodies[0]).toEqual(bodyOf(quiz));
    await page.getByRole('searchbox').fill('expor');
    const found = await download(() => page.getByRole('link', { name: 'Export results' }).click());
    expect(found.text).toBe(line.text);

    // And back again.
    await page.goto(`${service.url}/admin/quizzes/import`);
    await choose(page, 'File of JSON lines', await file('exported.jsonl', all.text));
    await page.getByRole('button', { name: 'Import', exact: true }).click();
    await page.getByRole('status').getByText('Finished').waitFor();
    // Lines that were imported before create nothing again.
    const [created = 0, existing = 0, rejected] = (
      (await page.getByText(/ rejected$/).innerText()).match(/\d+/g) ?? []
    ).map(Number);
    expect([created + existing, rejected]).toEqual([bodies.length, 0]);
    expect(created).toBeGreaterThan(0);
    await page.context().close();
  });
});
