// Texts of users: in any script, with line breaks, and longer than a page is wide.
import type { Page } from 'playwright-core';
import { submitAccepted } from '../support/attempts.js';
import { Backoffice } from '../support/backoffice.js';
import { describeInBrowser, expectNoSidewaysScroll, TestBrowser } from '../support/browser.js';
import { attemptAt, createPlayer, createQuiz, type Quiz, quizBody } from '../support/factories.js';
import { countedAttempts, createNamed, submitAll } from '../support/results.js';
import { type Service, startService } from '../support/service.js';
import { until } from '../support/until.js';

const HEBREW = 'שלום עולם';
const WORD = 'Wolfeschlegelsteinhausenbergerdorff'.repeat(4);

/** Texts of the page that begin in Hebrew, apart from ornaments, and do not run from right to left. */
const WRONG_DIRECTION = `(() => {
  const found = [...document.querySelectorAll('input, textarea')].filter(({ value }) => /[א-ת]/.test(value));
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) if (/^[^A-Za-z]*[א-ת]/.test(texts.currentNode.data)) found.push(texts.currentNode.parentElement);
  if (found.length === 0) return ['no Hebrew at all'];
  return found
    .filter((one) => one.closest('[aria-hidden=true]') === null && getComputedStyle(one).direction !== 'rtl')
    .map(({ outerHTML }) => outerHTML.slice(0, 200));
})()`;

/** The font and the weight of the texts on the page of a preview. */
const FONTS = `Object.fromEntries([...document.querySelectorAll('main bdi[data-block]')].map((text) => {
  const { fontFamily, fontWeight } = getComputedStyle(text);
  return [text.textContent, [/monospace/.test(fontFamily) ? 'monospace' : 'normal', fontWeight]];
}))`;

/** For each Hebrew text on the page of a preview, the pixels between its end and that of its frame. */
const GAPS_AT_THE_RIGHT = `[...document.querySelectorAll('main bdi[data-block]')]
  .filter(({ textContent }) => /[א-ת]/.test(textContent))
  .map((text) => {
    const range = document.createRange();
    range.selectNodeContents(text);
    return text.closest('.mantine-Paper-root').getBoundingClientRect().right - range.getBoundingClientRect().right;
  })`;

describeInBrowser('texts of users', () => {
  let service: Service;
  let browser: TestBrowser;

  beforeAll(async () => {
    service = await startService();
    browser = await TestBrowser.start(service);
  });
  afterAll(async () => {
    await browser.close();
    await service.close();
  });
  afterEach(() => browser.expectNoProblems());

  const goTo = (page: Page, path: string) => page.goto(`${service.url}/admin${path}`);

  describe('from right to left', () => {
    const credentials = { email: 'hebrew@example.com', password: 'a rather long password of 2026' };
    let quiz: Quiz;
    let userId: string;
    let keyId: string;
    let attemptId: string | undefined;

    beforeAll(async () => {
      await service.backoffice.call('POST', '/users', { ...credentials, displayName: HEBREW, role: 'admin' });
      const author = await Backoffice.signIn(service.url, credentials);
      const body = quizBody(1, { title: HEBREW, description: HEBREW, maxAttempts: 100 });
      const answers = body.questions.flatMap((question) => question.answers);
      const questions = [{ text: HEBREW, answers: answers.map((answer) => ({ ...answer, text: HEBREW })) }];
      quiz = await author.call<Quiz>('POST', '/quizzes', { ...body, questions });
      const player = await createNamed(service, HEBREW);
      ({ userId, keyId } = player);
      await service.backoffice.call('POST', '/keys', { name: HEBREW, userId });
      [attemptId] = await submitAll(player, quiz, Array<number>(20).fill(1));
      await countedAttempts(service, quiz, 20);
    });

    it('have their direction on every page, in fields, lists and dialogs', async () => {
      const page = await browser.openSignedIn('/account', {}, credentials);
      const expectDirection = async () => expect(await page.evaluate(WRONG_DIRECTION)).toEqual([]);
      const main = page.getByRole('main');
      const pages = [
        '/quizzes',
        '/leaderboard',
        '/users',
        `/users/${userId}`,
        '/settings/keys',
        `/settings/keys/${keyId}`,
        '/audit',
      ];
      const tabs = ['', '/preview', '/statistics', '/attempts', `/attempts/${attemptId}`, '/leaderboard', '/versions'];
      for (const path of [...pages, ...tabs.map((tab) => `/quizzes/${quiz.id}${tab}`)]) {
        await goTo(page, path);
        await main.getByText(HEBREW).first().waitFor({ state: 'attached' });
        await page.locator('[aria-busy=true]').first().waitFor({ state: 'detached' });
        await expectDirection();
      }
      await goTo(page, `/quizzes/${quiz.id}/preview`);
      await page.getByRole('button', { name: 'Finish' }).click();
      await page.getByText('not answered').waitFor();
      await expectDirection();
      await goTo(page, `/quizzes/${quiz.id}/attempts?userId=${userId}`);
      await page.getByRole('combobox', { name: 'User' }).click();
      await page.getByRole('listbox').getByText(HEBREW).first().waitFor();
      await expectDirection();
      await page.context().close();
    });
  });

  it('are aligned to the side where their script begins, in the preview', async () => {
    const answers = [
      { text: HEBREW, isCorrect: true },
      { text: 'none', isCorrect: false },
    ];
    const body = quizBody(1, { title: HEBREW, description: HEBREW, questions: [{ text: HEBREW, answers }] });
    const quiz = await service.backoffice.call<Quiz>('POST', '/quizzes', body);
    const page = await browser.openSignedIn(`/quizzes/${quiz.id}/preview`);
    const texts = page.getByRole('main').getByText(HEBREW);
    await texts.last().waitFor();
    const gaps = await page.evaluate<number[]>(GAPS_AT_THE_RIGHT);
    expect(gaps).toHaveLength(4);
    for (const gap of gaps) expect(gap).toBeLessThan(60);
    await page.context().close();
  });

  it('are shown as code if they are indented or have several lines', async () => {
    const code = 'def double(x):\n    return 2 * x';
    const answers = [
      { text: '    return x', isCorrect: true },
      { text: 'Both', isCorrect: false },
    ];
    const quiz = await service.backoffice.call<Quiz>(
      'POST',
      '/quizzes',
      quizBody(1, { description: 'One line\nand another', questions: [{ text: code, answers }] }),
    );
    const page = await browser.openSignedIn(`/quizzes/${quiz.id}/preview`);
    await page.getByText('return 2 * x').waitFor();
    expect(await page.evaluate(FONTS)).toEqual({
      [quiz.title]: ['normal', '700'],
      'One line\nand another': ['normal', '400'],
      [code]: ['monospace', '400'],
      '    return x': ['monospace', '400'],
      Both: ['normal', '400'],
    });
    await page.context().close();
  });

  it('keep their line breaks on the page of an attempt and in its quiz', async () => {
    const text = 'Which is right?\n  a) one\n  b) two';
    const answers = [
      { text: 'first\nsecond', isCorrect: true },
      { text: 'none', isCorrect: false },
    ];
    const player = await createPlayer(service, 'admin');
    const quiz = await createQuiz(player, quizBody(1, { questions: [{ text, answers }] }));
    const { attemptId } = await submitAccepted(player, quiz.id, attemptAt(quiz, 1));
    const page = await browser.openSignedIn(`/quizzes/${quiz.id}/attempts/${attemptId}`);
    const shown = async (start: string) => (await page.getByText(start).last().innerText()).trim();
    expect(await shown('Which is right?')).toBe(text);
    expect(await shown('first')).toBe('first\nsecond');
    await goTo(page, `/quizzes/${quiz.id}/preview`);
    expect(await shown('Which is right?')).toBe(text);
    expect(await shown('first')).toBe('first\nsecond');
    await page.context().close();
  });

  describe('with a long word', () => {
    let quiz: Quiz;

    beforeAll(async () => {
      await createNamed(service, WORD.slice(0, 100));
      const answers = [
        { text: WORD, isCorrect: true },
        { text: 'b', isCorrect: false },
      ];
      const body = quizBody(1, { title: WORD, description: WORD, questions: [{ text: WORD, answers }] });
      quiz = await service.backoffice.call<Quiz>('POST', '/quizzes', body);
      await service.backoffice.call('POST', '/users', {
        email: 'katherine.johnson@department.example.org',
        displayName: 'Katherine Johnson',
      });
    });

    it.each([320, 1280])('fit into the preview and its result at %d px', async (width) => {
      const page = await browser.openSignedIn(`/quizzes/${quiz.id}/preview`, { viewport: { width, height: 800 } });
      await page.getByText(WORD).last().waitFor();
      await expectNoSidewaysScroll(page);
      await page.getByRole('button', { name: 'Finish' }).click();
      await page.getByText('not answered').waitFor();
      await expectNoSidewaysScroll(page);
      await page.context().close();
    });

    it.each([1000, 1280])('do not truncate the emails beside them at %d px', async (width) => {
      const page = await browser.openSignedIn('/users', { viewport: { width, height: 800 } });
      const email = page.getByText('katherine.johnson@department.example.org');
      await page.getByText(WORD.slice(0, 100)).waitFor();
      const lines = async (text: typeof email) => ((await text.boundingBox())?.height ?? 0) / 20;
      expect(await lines(email)).toBeLessThan(1.5);
      expect(await lines(page.getByText('Katherine Johnson'))).toBeLessThan(2.5);
      await expectNoSidewaysScroll(page);
      await page.context().close();
    });
  });

  it('are in the browser title of the pages of a quiz', async () => {
    const player = await createPlayer(service, 'admin');
    const quiz = await createQuiz(player, quizBody(1, { title: 'Rivers' }));
    const { attemptId } = await submitAccepted(player, quiz.id, attemptAt(quiz, 1));
    const page = await browser.openSignedIn('/account');
    for (const [path, title] of [
      ['', 'Edit quiz'],
      ['/preview', 'Preview'],
      ['/statistics', 'Statistics'],
      ['/attempts', 'Attempts'],
      ['/leaderboard', 'Leaderboard'],
      [`/attempts/${attemptId}`, `Attempt of ${player.displayName}`],
    ]) {
      await goTo(page, `/quizzes/${quiz.id}${path}`);
      const expected = `Rivers · ${title} · Quiz service`;
      await until(expected, async () => (await page.title()) === expected || page.title());
    }
    await page.context().close();
  });
});
