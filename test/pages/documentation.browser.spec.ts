// The documentation in a real browser: guides, search, and the requests that "Try it out" sends.
import type { Page } from 'playwright-core';
import { describeInBrowser, expectAccessible, expectNoSidewaysScroll, TestBrowser } from '../support/browser.js';
import { createPlayer, createQuiz, type Player, type Quiz, quizBody } from '../support/factories.js';
import { type Service, startService } from '../support/service.js';
import { until } from '../support/until.js';

const REFERENCE = '/../docs/reference';
const GET_QUIZ = '#/Quizzes/getQuiz';

/** The height of the operation before its responses were shortened, in pixels. */
const FORMER_HEIGHT = 6_260;

let service: Service;
let browser: TestBrowser;
let admin: Player;
let quiz: Quiz;

beforeAll(async () => {
  service = await startService();
  admin = await createPlayer(service, 'admin');
  quiz = await createQuiz(admin, quizBody(1));
});

afterAll(() => service.close());

const operation = (page: Page, name: string) => page.locator(`[id$="-${name}"].opblock`);

async function useKey(page: Page): Promise<void> {
  await page.getByLabel('API key').fill(admin.key);
  await page.getByRole('button', { name: 'Use this key' }).click();
  await page.getByText(`the key that begins with ${admin.key.slice(0, 8)}`).waitFor();
}

describeInBrowser('the documentation', () => {
  beforeAll(async () => (browser = await TestBrowser.start(service)));
  afterAll(() => browser.close());
  afterEach(() => browser.expectNoProblems());

  describe('the search', () => {
    let page: Page;
    const results = () => page.locator('#found li a');

    beforeAll(async () => (page = await browser.open('/../docs')));

    it('finds sections of guides, and Enter opens the first', async () => {
      await page.keyboard.press('/');
      await page.keyboard.type('idempotency keys');
      await results().first().waitFor();
      expect(await results().first().innerText()).toBe('Idempotency keys\nRetries and idempotency');
      expect(await page.getByRole('navigation').isVisible()).toBe(false);
      await page.keyboard.press('Enter');
      await page.waitForURL('**/docs/retries#idempotency-keys');
    });

    it('finds operations, and opens them on the reference', async () => {
      await page.getByRole('searchbox').fill('GET /leaderboard/me');
      // The contents have a link with this name too, until the results take their place.
      await results().filter({ hasText: 'Get your own entry in the global leaderboard' }).click();
      await operation(page, 'findGlobalEntry').and(page.locator('.is-open')).waitFor();
    });

    it('says how much it has found, and Escape closes it', async () => {
      await page.getByRole('searchbox').fill('xyzzy');
      await page.getByText('0 results').waitFor();
      await page.keyboard.press('Escape');
      await page.getByRole('navigation').waitFor();
    });
  });

  it('an example calls this service, and is copied', async () => {
    const page = await browser.open('/../docs/first-call');
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.getByRole('button', { name: 'Copy' }).first().click();
    await page.getByRole('button', { name: 'Copied' }).waitFor();
    const copied = await page.evaluate<string>('navigator.clipboard.readText()');
    expect(copied).toContain(`API=${new URL(page.url()).origin}/api`);
  });

  describe('the reference', () => {
    let page: Page;

    beforeAll(async () => {
      page = await browser.open(REFERENCE);
      await useKey(page);
    });

    /** Opens an operation, fills in the quiz's id, and sends the bodies. */
    async function tryOut(name: string, bodies: object[]): Promise<number[]> {
      const block = operation(page, name);
      await block.locator('.opblock-summary-control').click();
      await block.locator('.try-out__btn').click();
      await block.locator('input[placeholder="id"]').fill(quiz.id);
      const statuses: number[] = [];
      for (const body of bodies) {
        await block.locator('.body-param__text').fill(JSON.stringify(body));
        const answer = page.waitForResponse((response) => response.url().includes(`/api/quizzes/${quiz.id}`));
        await block.locator('.execute').click();
        statuses.push((await answer).status());
      }
      return statuses;
    }

    it('sends PUT /quizzes/{id} twice, and both are accepted', async () => {
      expect(await tryOut('updateQuiz', [quizBody(1), quizBody(1)])).toEqual([200, 200]);
    });

    it('sends two attempts to POST /quizzes/{id}/attempts, and both are accepted', async () => {
      const attempts = [1_000, 2_000].map((totalTimeMs) => ({ answers: [], totalTimeMs }));
      expect(await tryOut('submitAttempt', attempts)).toEqual([201, 201]);
    });

    it('keeps the key for the tab, and nowhere else', async () => {
      await page.reload();
      await page.getByText('Requests use the key').waitFor();
      expect(await page.evaluate('JSON.stringify(localStorage) + document.cookie')).toBe('{}');
      const other = await page.context().newPage();
      await other.goto(page.url());
      await other.getByText('The requests below need a key').waitFor();
      await other.close();
    });

    it('forgets the key', async () => {
      await page.getByRole('button', { name: 'Forget the key' }).click();
      await page.getByText('The requests below need a key').waitFor();
      expect(await page.evaluate('sessionStorage.length')).toBe(0);
      expect(await tryOut('updateQuiz', [quizBody(1)])).toEqual([401]);
    });

    it('opens the operation of a link in the contents, and scrolls to it', async () => {
      await page.evaluate('scrollTo(0, 0)');
      await page
        .getByRole('navigation')
        .getByRole('link', { name: 'List attempts at a quiz GET', exact: true })
        .click();
      const opened = operation(page, 'listAttempts').and(page.locator('.is-open'));
      await opened.waitFor();
      await until('it is at the top', async () => ((await opened.boundingBox())?.y ?? NaN) < 150);
    });
  });

  it('an operation takes less than a third of its former height', async () => {
    const page = await browser.open(REFERENCE + GET_QUIZ, { viewport: { width: 1440, height: 1000 } });
    await operation(page, 'getQuiz').locator('.responses-table').waitFor();
    const { height = Infinity } = (await operation(page, 'getQuiz').boundingBox()) ?? {};
    expect(height).toBeLessThan(FORMER_HEIGHT / 3);
  });

  it('is used by keyboard: skips to the content, opens an operation and scrolls an example', async () => {
    const page = await browser.open(REFERENCE);
    await operation(page, 'getQuiz').waitFor();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await page.waitForURL('**/docs/reference#content');
    await operation(page, 'getQuiz').getByRole('button').first().focus();
    await page.keyboard.press('Enter');
    const example = operation(page, 'getQuiz').locator('pre').first();
    await example.focus();
    expect(await example.evaluate('document.activeElement.tagName')).toBe('PRE');
  });

  describe.each(['light', 'dark'] as const)('in %s colours', (colorScheme) => {
    describe.each([1440, 390])('with a width of %i pixels', (width) => {
      const options = { colorScheme, viewport: { width, height: 900 } };

      it.each(['', '/limits', '/errors', '/rights', '/first-call'])('/docs%s is accessible', async (path) => {
        const page = await browser.open(`/../docs${path}`, options);
        await expectAccessible(page);
        await expectNoSidewaysScroll(page);
        await page.getByRole('searchbox').fill('quiz');
        await page.locator('#found li').first().waitFor();
        await expectAccessible(page);
        await page.context().close();
      });

      it('the reference is accessible, before and after a request', async () => {
        const page = await browser.open(REFERENCE + GET_QUIZ, options);
        const block = operation(page, 'getQuiz');
        await block.locator('.responses-table').waitFor();
        await expectAccessible(page);
        await expectNoSidewaysScroll(page);
        await useKey(page);
        await block.locator('.try-out__btn').click();
        await block.locator('input[placeholder="id"]').fill(quiz.id);
        // Swagger UI takes over what was typed when the field loses the focus.
        await block.locator('input[placeholder="id"]').blur();
        await block.locator('.execute').click();
        await block.locator('.live-responses-table').waitFor();
        await expectAccessible(page);
        await expectNoSidewaysScroll(page);
        await page.context().close();
      });
    });
  });
});
