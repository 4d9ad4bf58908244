// An integrator reads the documentation, sends requests with "Try it out", and uses the client on a page of another origin.
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';
import { build, type Rolldown } from 'vite';
import type * as Client from '../../libs/client/src/index.js';
import { describePages, expectAccessible, expectNoSidewaysScroll, TestBrowser } from '../support/browser.js';
import { createPlayer, createQuiz, type Player, type Quiz, quizBody } from '../support/factories.js';
import { until } from '../support/until.js';

const REFERENCE = '/../docs/reference';
const GET_QUIZ = '#/Quizzes/getQuiz';
const CLIENT = fileURLToPath(new URL('../../libs/client/src/index.ts', import.meta.url));

/** The height of the operation before its responses were shortened, in pixels. */
const FORMER_HEIGHT = 6_260;

describePages('an integrator', (site) => {
  let admin: Player;
  let quiz: Quiz;

  beforeAll(async () => {
    admin = await createPlayer(site.service, 'admin');
    quiz = await createQuiz(admin, quizBody(1));
  });

  const operation = (page: Page, name: string) => page.locator(`[id$="-${name}"].opblock`);

  async function useKey(page: Page): Promise<void> {
    await page.getByLabel('API key').fill(admin.key);
    await page.getByRole('button', { name: 'Use this key' }).click();
    await page.getByText(`the key that begins with ${admin.key.slice(0, 8)}`).waitFor();
  }

  it('searches guides and operations, and copies an example that calls this service', async () => {
    const page = await site.browser.open('/../docs');
    const results = page.locator('#found li a');
    await page.keyboard.press('/');
    await page.keyboard.type('xyzzy');
    await page.getByText('0 results').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('navigation').waitFor();
    await page.getByRole('searchbox').fill('idempotency keys');
    await results.first().waitFor();
    expect(await results.first().innerText()).toBe('Idempotency keys\nRetries and idempotency');
    expect(await page.getByRole('navigation').isVisible()).toBe(false);
    await page.keyboard.press('Enter');
    await page.waitForURL('**/docs/retries#idempotency-keys');
    await page.getByRole('searchbox').fill('GET /leaderboard/me');
    // The contents have a link with this name too, until the results take their place.
    await results.filter({ hasText: 'Get your own entry in the global leaderboard' }).click();
    await operation(page, 'findGlobalEntry').and(page.locator('.is-open')).waitFor();
    await page.goto(`${site.service.url}/docs/first-call`);
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.getByRole('button', { name: 'Copy' }).first().click();
    await page.getByRole('button', { name: 'Copied' }).waitFor();
    const copied = await page.evaluate<string>('navigator.clipboard.readText()');
    expect(copied).toContain(`API=${site.service.url}/api`);
    await page.context().close();
  });

  it('tries a list and other operations with a key, which stays in this tab until it is forgotten', async () => {
    const page = await site.browser.open(REFERENCE);
    await useKey(page);
    const list = operation(page, 'listQuizzes');
    await list.locator('.opblock-summary-control').click();
    await list.locator('.try-out__btn').click();
    const read = page.waitForResponse((response) => response.url().includes('/api/quizzes?'));
    await list.locator('.execute').click();
    const response = await read;
    expect(response.status()).toBe(200);
    const { quizzes } = (await response.json()) as { quizzes: { id: string }[] };
    expect(quizzes.map(({ id }) => id)).toContain(quiz.id);
    await list.locator('.live-responses-table').waitFor();
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
    // Each request has an idempotency key of its own.
    expect(await tryOut('updateQuiz', [quizBody(1), quizBody(1)])).toEqual([200, 200]);
    const attempts = [1_000, 2_000].map((totalTimeMs) => ({ answers: [], totalTimeMs }));
    expect(await tryOut('submitAttempt', attempts)).toEqual([201, 201]);
    await page.reload();
    await page.getByText('Requests use the key').waitFor();
    expect(await page.evaluate('JSON.stringify(localStorage) + document.cookie')).toBe('{}');
    const other = await page.context().newPage();
    await other.goto(page.url());
    await other.getByText('The requests below need a key').waitFor();
    await other.close();
    await page.getByRole('button', { name: 'Forget the key' }).click();
    await page.getByText('The requests below need a key').waitFor();
    expect(await page.evaluate('sessionStorage.length')).toBe(0);
    expect(await tryOut('updateQuiz', [quizBody(1)])).toEqual([401]);
    await page.evaluate('scrollTo(0, 0)');
    const contents = page.getByRole('navigation');
    await contents.getByRole('link', { name: 'List attempts at a quiz GET', exact: true }).click();
    const opened = operation(page, 'listAttempts').and(page.locator('.is-open'));
    await opened.waitFor();
    await until('it is at the top', async () => ((await opened.boundingBox())?.y ?? NaN) < 150);
    await page.context().close();
  });

  it('opens a link to an operation, which is short and at the top, and reads it by keyboard', async () => {
    const page = await site.browser.open(REFERENCE + GET_QUIZ, { viewport: { width: 1440, height: 1000 } });
    const block = operation(page, 'getQuiz');
    await block.locator('.responses-table').waitFor();
    const { height, y } = (await block.boundingBox()) ?? { height: NaN, y: NaN };
    expect(height).toBeLessThan(FORMER_HEIGHT / 3);
    // A jump ends here, and the movement of Swagger UI nine pixels below.
    expect(Math.abs(y)).toBeLessThan(2);
    await page.goto('about:blank');
    await page.goto(`${site.service.url}/docs/reference`);
    await block.waitFor();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await page.waitForURL('**/docs/reference#content');
    await block.getByRole('button').first().focus();
    await page.keyboard.press('Enter');
    const example = block.locator('pre').first();
    await example.focus();
    expect(await example.evaluate('document.activeElement.tagName')).toBe('PRE');
    await page.context().close();
  });

  it('every guide, the search and the reference: axe finds nothing (light at 1440 px, dark at 390 px)', async () => {
    const page = await site.browser.open('/../docs');
    const check = async () => {
      for (const [colorScheme, width] of [
        ['light', 1440],
        ['dark', 390],
      ] as const) {
        await page.emulateMedia({ colorScheme });
        await page.setViewportSize({ width, height: 900 });
        await expectAccessible(page);
        await expectNoSidewaysScroll(page);
        for (const headers of await page.locator('.headers-wrapper:visible').all()) {
          expect(await headers.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0);
        }
      }
    };
    for (const path of ['', '/limits', '/errors', '/rights', '/first-call']) {
      await page.goto(`${site.service.url}/docs${path}`);
      await check();
    }
    await page.getByRole('searchbox').fill('quiz');
    await page.locator('#found li').first().waitFor();
    await check();
    await page.goto(`${site.service.url}/docs/reference${GET_QUIZ}`);
    const block = operation(page, 'getQuiz');
    await block.locator('.responses-table').waitFor();
    await block.locator('.headers-wrapper').first().waitFor();
    await check();
    await useKey(page);
    await block.locator('.try-out__btn').click();
    await block.locator('input[placeholder="id"]').fill(quiz.id);
    // Swagger UI takes over what was typed when the field loses the focus.
    await block.locator('input[placeholder="id"]').blur();
    await block.locator('.execute').click();
    await block.locator('.live-responses-table').waitFor();
    await check();
    await page.context().close();
  });

  describe('with a site of another origin', () => {
    let browser: TestBrowser;
    let server: Server;
    let origin: string;

    beforeAll(async () => {
      const lib = { entry: CLIENT, formats: ['es' as const] };
      const [{ output }] = (await build({ logLevel: 'error', configFile: false, build: { write: false, lib } })) as [
        Rolldown.RolldownOutput,
      ];
      server = createServer(({ url }, response) => {
        const isScript = url === '/client.js';
        response.setHeader('content-type', isScript ? 'text/javascript' : 'text/html');
        response.end(isScript ? output[0].code : '<!doctype html><title>A site</title>');
      });
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
      origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
      browser = await TestBrowser.start(site.service, [origin]);
    });
    afterAll(async () => {
      await browser.close();
      server.close();
    });

    it('reads, creates and fails with the client as in Node.js', async () => {
      const page = await browser.open('/');
      await page.goto(origin);
      await page.addScriptTag({ type: 'module', content: "globalThis.client = await import('/client.js');" });
      await page.waitForFunction('globalThis.client');
      const outcome = await page.evaluate(
        async ([baseUrl, apiKey, id]) => {
          const { QuizServiceClient, NotFoundError, etagOf } = (globalThis as unknown as { client: typeof Client })
            .client;
          const client = new QuizServiceClient({ baseUrl, apiKey });
          const read = await client.getQuiz(id);
          const again = await client.getQuiz(id);
          const created = await client.createQuiz(read);
          const titles = [];
          for await (const { title } of client.listQuizzes({ limit: 1 })) titles.push(title);
          const error = await client.getQuiz('none').catch((thrown: unknown) => thrown);
          return {
            isSame: JSON.stringify(read) === JSON.stringify(again),
            hasEtag: etagOf(created) !== undefined,
            titles,
            isNotFound: error instanceof NotFoundError && error.message,
          };
        },
        [`${site.service.url}/api`, admin.key, quiz.id] as const,
      );
      const titles = ['Capitals', 'Capitals'];
      expect(outcome).toEqual({ isSame: true, hasEtag: true, titles, isNotFound: 'Quiz not found' });
      await page.context().close();
      browser.expectNoProblems();
    });
  });
});
