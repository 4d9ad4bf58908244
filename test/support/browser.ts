// A real browser for the tests of the pages: Debian's Chromium, or another installed one, driven by Playwright.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import { beforeEach } from 'vitest';
import { Backoffice } from './backoffice.js';
import { CHROMIUM } from './chromium.js';
import { requireBuild } from './cluster/instance.js';
import { describeUnless } from './describe-with-programs.js';
import { ADMINISTRATOR, type Service, startService } from './service.js';
import { until } from './until.js';

const MISSING = 'Missing: Chromium. Install it, or set CHROMIUM to its path';

const AXE = readFileSync(createRequire(__filename).resolve('axe-core/axe.min.js'), 'utf8');

/** Pages of the tests live for seconds: optimising their code costs more than it saves. */
const FLAGS = ['--js-flags=--no-maglev --no-turbofan'];

/** Elements that fade in have too little contrast, and drawing them is much of a page's work. A drag ends with its transition. */
const WITHOUT_ANIMATIONS = `{
  const sheet = new CSSStyleSheet();
  const elements = ':not([data-rfd-draggable-id]), ::before, ::after';
  sheet.replaceSync(elements + ' { transition: none !important; animation: none !important }');
  document.adoptedStyleSheets.push(sheet);
}`;

/** Components that appear get their final style in the second frame. */
const TWO_FRAMES = `new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))`;

/** Long enough for a busy machine. */
const TIMEOUT_MS = 60_000;

const browsers = new Set<Browser>();

/** A describe that needs a browser. Without one its tests are skipped with a message; with CI=true they fail. */
export function describeInBrowser(name: string, tests: () => void): void {
  describeUnless(CHROMIUM === undefined ? MISSING : undefined, name, () => {
    beforeEach(({ onTestFailed }) => onTestFailed(printPages));
    tests();
  });
}

/** Prints what the pages show that a failed test has left open. */
async function printPages(): Promise<void> {
  const contexts = [...browsers].flatMap((browser) => browser.contexts());
  for (const page of contexts.flatMap((context) => context.pages())) {
    process.stderr.write(`${page.url()} shows:\n${await page.locator('body').ariaSnapshot()}\n`);
  }
}

const WIDE = { width: 1280, height: 900 };

/** What the tests of {@link describePages} use, once they run. */
export interface Site {
  service: Service;
  browser: TestBrowser;
}

/** A describe with a service and a browser. Its pages must have no problems at the end of each test. */
export function describePages(
  name: string,
  tests: (site: Site) => void,
  environment: Record<string, string> = {},
): void {
  describeInBrowser(name, () => {
    const site = {} as Site;
    beforeAll(async () => {
      site.service = await startService(environment);
      site.browser = await TestBrowser.start(site.service);
    });
    afterAll(async () => {
      await site.browser.close();
      await site.service.close();
    });
    afterEach(() => site.browser.expectNoProblems());
    tests(site);
  });
}

/** Pages of one service in one browser. Records problems of the pages, which {@link expectNoProblems} reports. */
export class TestBrowser {
  private readonly problems: string[] = [];
  private page?: Page;

  private constructor(
    private readonly browser: Browser,
    /** The address of the pages, and the session of {@link openSignedIn}. */
    private readonly service: Pick<Service, 'url' | 'backoffice'>,
    private readonly origins: readonly string[],
  ) {}

  /** @param others origins that pages may request besides the service's */
  static async start(service: Pick<Service, 'url' | 'backoffice'>, others: string[] = []): Promise<TestBrowser> {
    requireBuild();
    if (CHROMIUM === undefined) throw new Error(MISSING);
    // Chromium's sandbox does not work as root, as in containers. The browser visits only the service.
    const browser = await chromium.launch({ executablePath: CHROMIUM, args: ['--no-sandbox', ...FLAGS] });
    browsers.add(browser);
    return new TestBrowser(browser, service, [service.url, ...others]);
  }

  /** Opens a page of the backoffice in a new browser context without a session. */
  async open(path: string, options: BrowserContextOptions = {}): Promise<Page> {
    const context = await this.browser.newContext({ viewport: WIDE, ...options });
    context.setDefaultTimeout(TIMEOUT_MS);
    await context.addInitScript(WITHOUT_ANIMATIONS);
    const page = await context.newPage();
    this.watch(page);
    await page.goto(`${this.service.url}/admin${path}`);
    return page;
  }

  /**
   * Opens a page in a new browser context with a session.
   * @param credentials of a new session; without them the session of `service.backoffice` is used
   */
  async openSignedIn(
    path: string,
    options: BrowserContextOptions = {},
    credentials?: { email: string; password: string; code?: string },
  ): Promise<Page> {
    const { cookie } =
      credentials === undefined ? this.service.backoffice : await Backoffice.signIn(this.service.url, credentials);
    const [name = '', value = ''] = cookie.split('=');
    const attributes = { path: '/admin', httpOnly: true, sameSite: 'Strict' as const, secure: false, expires: -1 };
    const cookies = [{ name, value, domain: '127.0.0.1', ...attributes }];
    return this.open(path, { ...options, storageState: { cookies, origins: [] } });
  }

  /**
   * Opens a path in the signed-in page that tests share: a new page loads and compiles all scripts again. Tests that
   * change its cookies or its clock need a page of their own.
   */
  async visit(path: string): Promise<Page> {
    if (this.page === undefined) return (this.page = await this.openSignedIn(path));
    await this.page.unrouteAll({ behavior: 'ignoreErrors' });
    await this.page.setViewportSize(WIDE);
    await this.page.goto(`${this.service.url}/admin${path}`);
    return this.page;
  }

  close(): Promise<void> {
    browsers.delete(this.browser);
    return this.browser.close();
  }

  /**
   * Expects that pages wrote no errors to the console, threw nothing and requested nothing from other hosts since the
   * last call.
   */
  expectNoProblems(): void {
    this.expectProblems();
  }

  /** Expects these problems of pages since the last call. */
  expectProblems(...expected: string[]): void {
    expect(this.problems.splice(0)).toEqual(expected);
  }

  private watch(page: Page): void {
    page.on('pageerror', (error) => this.problems.push(`thrown: ${error.message}`));
    page.on('console', (message) => {
      if (message.type() !== 'error' && message.type() !== 'warning') return;
      // The browser reports every response from 400 on; each test decides which ones it expects.
      if (message.text().startsWith('Failed to load resource')) return;
      // On a busy machine a page takes seconds to use it.
      if (message.text().includes('preloaded using link preload but not used within a few seconds')) return;
      this.problems.push(`console: ${message.text()}`);
    });
    page.on('request', (request) => {
      const url = new URL(request.url());
      if (!this.origins.includes(url.origin) && /^(https?|wss?):$/.test(url.protocol)) {
        this.problems.push(`request to another host: ${request.url()}`);
      }
    });
  }
}

/** Fills in the sign-in form that the page shows. */
export async function signIn(
  page: Page,
  credentials: { email: string; password: string } = ADMINISTRATOR,
): Promise<void> {
  await page.getByLabel('Email').fill(credentials.email);
  await page.getByLabel('Password', { exact: true }).fill(credentials.password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.waitForURL((url) => !url.pathname.endsWith('/sign-in'));
}

/** Expects that axe finds nothing on the page in its current state (WCAG 2.2 A and AA, and axe's best practices). */
export async function expectAccessible(page: Page): Promise<void> {
  expect(await violationsOn(page)).toEqual([]);
}

/** The violations that axe finds on the page in its current state. */
export async function violationsOn(page: Page): Promise<unknown[]> {
  if (!(await page.evaluate<boolean>(`'axe' in window`))) await page.evaluate(AXE);
  await page.evaluate(TWO_FRAMES);
  // Otherwise axe would also list all elements without violations.
  const options = { resultTypes: ['violations'], selectors: false };
  return page.evaluate(
    `axe.run(document, ${JSON.stringify(options)}).then(({ violations }) => violations.map(({ id, nodes }) => ({ id, nodes: nodes.map(({ html, failureSummary }) => html.slice(0, 300) + ' ' + failureSummary) })))`,
  );
}

const CLIPPED_LABELS = `[...document.querySelectorAll('svg[role="img"] text')]
  .filter((text) => {
    let box = text.closest('svg').parentElement;
    while (box && getComputedStyle(box).overflowX === 'visible') box = box.parentElement;
    if (!box) return false;
    const [label, limits] = [text.getBoundingClientRect(), box.getBoundingClientRect()];
    return label.left < limits.left || label.right > limits.right;
  })
  .map(({ textContent }) => textContent)`;

/** Waits until the labels of charts are within the boxes that clip them: a chart is drawn anew after a change of its width. */
export async function expectNoClippedLabels(page: Page): Promise<void> {
  await page.locator('svg[role="img"] text').first().waitFor();
  await until('no label is clipped', async () => {
    const clipped = await page.evaluate<string[]>(CLIPPED_LABELS);
    return clipped.length === 0 || clipped.join();
  });
}

/** Expects that the page does not scroll sideways. */
export async function expectNoSidewaysScroll(page: Page): Promise<void> {
  const root = 'document.documentElement';
  const [content, window] = await page.evaluate<[number, number]>(`[${root}.scrollWidth, ${root}.clientWidth]`);
  expect(content).toBeLessThanOrEqual(window);
}
