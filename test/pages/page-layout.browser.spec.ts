// Text stays readable in little space; pages without a subject say so.
import { describeInBrowser, expectAccessible, TestBrowser } from '../support/browser.js';
import { createPlayer, createQuiz, type Quiz, quizBody } from '../support/factories.js';
import { countedAttempts, createNamed, submitAll } from '../support/results.js';
import { type Service, startService } from '../support/service.js';

const NARROW = { viewport: { width: 320, height: 800 } };
/** Long enough to take the space of other columns. */
const LONG_NAME = 'Wolfeschlegelsteinhausenbergerdorffwelchevoralternwarengewissenhaft'.repeat(2).slice(0, 100);
const UNKNOWN = '019b76da-a800-7000-8000-000000000001';

/** Between the height of one line of text and that of two, in pixels. */
const MORE_THAN_ONE_LINE = 32;

describeInBrowser('the layout of the pages', () => {
  let service: Service;
  let browser: TestBrowser;
  let quiz: Quiz;

  beforeAll(async () => {
    service = await startService();
    browser = await TestBrowser.start(service);
    // By an API key, which the audit log names.
    await createQuiz(await createPlayer(service, 'admin'), quizBody(1));
    const player = await createNamed(service, LONG_NAME);
    await service.backoffice.call('POST', '/keys', { name: LONG_NAME, userId: player.userId });
    quiz = await service.backoffice.call<Quiz>('POST', '/quizzes', quizBody(11, { maxAttempts: 100 }));
    await submitAll(
      player,
      quiz,
      Array.from({ length: 20 }, (_, index) => index % 12),
    );
    await countedAttempts(service, quiz, 20);
  });
  afterAll(async () => {
    await browser.close();
    await service.close();
  });
  afterEach(() => browser.expectNoProblems());

  it('the header shows the whole name of the product at 320 px, and names the account button', async () => {
    const page = await browser.openSignedIn('/users', NARROW);
    await page.getByRole('button', { name: 'Administrator', exact: true }).waitFor();
    const hidden = await page.evaluate<number>(`(() => {
      const name = [...document.querySelectorAll('header p')].find(({ textContent }) => textContent === 'Quiz service');
      return name.scrollWidth - name.clientWidth;
    })()`);
    expect(hidden).toBe(0);
    await page.context().close();
  });

  it('the buttons that sort cards have the label "Sort by"', async () => {
    const page = await browser.openSignedIn('/users', NARROW);
    await page.getByRole('button', { name: 'Name', exact: true }).waitFor();
    const contentOf = () =>
      page.evaluate<string>(`getComputedStyle(document.querySelector('thead tr'), '::before').content`);
    expect(await contentOf()).toBe('"Sort by"');
    await page.setViewportSize({ width: 1280, height: 800 });
    expect(await contentOf()).toBe('none');
    await page.context().close();
  });

  it('an entry of a list at 320 px has its action beside its name, and the rest in small text below', async () => {
    const page = await browser.openSignedIn('/quizzes', NARROW);
    const boxOf = async (cell: string) => {
      const box = await page.getByRole('row').nth(1).locator(cell).boundingBox();
      if (box === null) throw new Error(`${cell} is not shown`);
      return { ...box, right: box.x + box.width, bottom: box.y + box.height };
    };
    await page
      .getByRole('button', { name: `More for ${quiz.title}` })
      .first()
      .waitFor();
    const [name, action, author] = [
      await boxOf('[data-role=name]'),
      await boxOf('[data-role=action]'),
      await boxOf('[data-head=Author]'),
    ];
    expect(action.y).toBe(name.y);
    expect(action.right).toBeLessThanOrEqual(NARROW.viewport.width);
    expect(author.y).toBeGreaterThanOrEqual(name.bottom);
    await page.context().close();
  });

  it('rows are 40 px high', async () => {
    const page = await browser.openSignedIn('/quizzes');
    await page
      .getByRole('button', { name: `More for ${quiz.title}` })
      .first()
      .waitFor();
    const box = await page.getByRole('row').nth(1).boundingBox();
    expect(Math.round(box?.height ?? 0)).toBe(40);
    await page.context().close();
  });

  it('the head of a table stays below the header of the page', async () => {
    const page = await browser.openSignedIn(`/quizzes/${quiz.id}/attempts`);
    await page.getByRole('row').nth(20).scrollIntoViewIfNeeded();
    const head = await page.getByRole('columnheader', { name: 'User' }).boundingBox();
    expect(head?.y).toBe((await page.getByRole('banner').boundingBox())?.height);
    await page.context().close();
  });

  it('a page of a quiz has the name of the quiz as its heading, and a link to the list of quizzes', async () => {
    const page = await browser.openSignedIn(`/quizzes/${quiz.id}/attempts`);
    await page.getByRole('heading', { level: 1, name: new RegExp(`^${quiz.title} ?: Attempts$`) }).waitFor();
    await page
      .getByRole('link', { name: /: answers$/ })
      .first()
      .click();
    await page.getByRole('heading', { level: 1, name: `Attempt of ${LONG_NAME}` }).waitFor();
    const breadcrumbs = page.getByRole('navigation', { name: 'Breadcrumb' }).getByRole('link');
    expect(await breadcrumbs.allInnerTexts()).toEqual(['Quizzes', quiz.title]);
    await breadcrumbs.first().click();
    await page.getByRole('heading', { level: 1, name: 'Quizzes' }).waitFor();
    await page.context().close();
  });

  it.each([
    ['/quizzes/:quiz/attempts', 'Not passed'],
    ['/settings/keys', 'by Administrator'],
    ['/audit', 'Created an API key'],
    ['/audit', 'by API key'],
  ])('%s: "%s" takes one line at 1280 px', async (path, text) => {
    const page = await browser.openSignedIn(path.replace(':quiz', quiz.id));
    const label = page.getByRole('table').getByText(text, { exact: true }).first();
    await label.waitFor();
    expect((await label.boundingBox())?.height).toBeLessThan(MORE_THAN_ONE_LINE);
    await page.context().close();
  });

  it.each([
    ...['', '/preview', '/statistics', '/attempts', '/leaderboard', '/versions'].map((tab) => [
      `/quizzes/${UNKNOWN}${tab}`,
      'Quiz not found',
      'To the quizzes',
    ]),
    ['/users/nobody', 'User not found', 'To the users'],
    ['/nowhere/at/all', 'Page not found', 'To the overview'],
  ])('%s: "%s", with a link, inside the frame', async (path, title, link) => {
    const page = await browser.openSignedIn(path);
    await page.getByRole('heading', { level: 1, name: title }).and(page.locator(':focus')).waitFor();
    expect(await page.title()).toBe(`${title} · Quiz service`);
    expect(await page.getByRole('navigation').count()).toBe(1);
    await expectAccessible(page);
    await page.getByRole('main').getByRole('link', { name: link }).click();
    await page.getByRole('main').getByRole('link', { name: link }).waitFor({ state: 'detached' });
    await page.context().close();
  });
});
