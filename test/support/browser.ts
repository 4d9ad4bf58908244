// A real browser for the tests of the pages: Debian's Chromium, or another that is there, driven by Playwright.
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import { Backoffice } from './backoffice.js';
import { describeUnless } from './describe-with-programs.js';
import { ADMINISTRATOR, type Service } from './service.js';

const PROGRAMS = [
  process.env.CHROMIUM ?? '',
  // The engine alone, without windows.
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
];

const MISSING = 'Missing: Chromium. Install it, or set CHROMIUM to its path';

const AXE = readFileSync(createRequire(__filename).resolve('axe-core/axe.min.js'), 'utf8');

/** What is still fading in has too little contrast. One transition can begin as another ends, where a colour is inherited. */
const ANIMATIONS_TO_END = `(async () => {
  const running = () =>
    document.getAnimations().filter(({ effect, playState }) => playState === 'running' && effect.getTiming().iterations !== Infinity);
  for (let now = running(); now.length > 0; now = running()) await Promise.allSettled(now.map(({ finished }) => finished));
})()`;

/** Long enough for a machine that does other things too. */
const TIMEOUT_MS = 60_000;

/** A describe that needs a browser. Without one its tests are left out, and say so; where CI is true they fail. */
export function describeInBrowser(name: string, tests: () => void): void {
  describeUnless(PROGRAMS.some(existsSync) ? undefined : MISSING, name, tests);
}

/** Where the pages are, and the session of {@link TestBrowser.openSignedIn}. */
type Site = Pick<Service, 'url' | 'backoffice'>;

/** Pages of one service in one browser. What a page should never do is kept and fails the test by {@link expectNoProblems}. */
export class TestBrowser {
  private readonly problems: string[] = [];

  private constructor(
    private readonly browser: Browser,
    private readonly service: Site,
    private readonly origins: readonly string[],
  ) {}

  /** @param others origins that pages may ask besides the service's */
  static async start(service: Site, others: string[] = []): Promise<TestBrowser> {
    const executablePath = PROGRAMS.find(existsSync);
    if (executablePath === undefined) throw new Error(MISSING);
    // Chromium's own sandbox cannot be had as root, as containers run tests; it visits nothing but the service.
    const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] });
    return new TestBrowser(browser, service, [service.url, ...others]);
  }

  /** Opens a page of the backoffice in a browser context of its own: nobody is signed in there. */
  async open(path: string, options: BrowserContextOptions = {}): Promise<Page> {
    const context = await this.browser.newContext({ viewport: { width: 1280, height: 900 }, ...options });
    context.setDefaultTimeout(TIMEOUT_MS);
    const page = await context.newPage();
    this.watch(page);
    await page.goto(`${this.service.url}/admin${path}`);
    return page;
  }

  /**
   * Opens a page in a browser context of its own.
   * @param credentials of a new session; without them it is the one of `service.backoffice`
   */
  async openSignedIn(
    path: string,
    options: BrowserContextOptions = {},
    credentials?: { email: string; password: string },
  ): Promise<Page> {
    const { cookie } =
      credentials === undefined ? this.service.backoffice : await Backoffice.signIn(this.service.url, credentials);
    const [name = '', value = ''] = cookie.split('=');
    const attributes = { path: '/admin', httpOnly: true, sameSite: 'Strict' as const, secure: false, expires: -1 };
    const cookies = [{ name, value, domain: '127.0.0.1', ...attributes }];
    return this.open(path, { ...options, storageState: { cookies, origins: [] } });
  }

  close(): Promise<void> {
    return this.browser.close();
  }

  /** Whether pages wrote errors to the console, threw, or asked other hosts for anything, since this was last asked. */
  expectNoProblems(): void {
    this.expectProblems();
  }

  /** What pages did of that since this was last asked, where a test provokes it. */
  expectProblems(...expected: string[]): void {
    expect(this.problems.splice(0)).toEqual(expected);
  }

  private watch(page: Page): void {
    page.on('pageerror', (error) => this.problems.push(`thrown: ${error.message}`));
    page.on('console', (message) => {
      if (message.type() !== 'error' && message.type() !== 'warning') return;
      // The browser reports every answer of 400 and above; which ones are expected is for each test to judge.
      if (message.text().startsWith('Failed to load resource')) return;
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

/** Axe finds nothing on the page as it is now (WCAG 2.2 A and AA, and axe's best practices). */
export async function expectAccessible(page: Page): Promise<void> {
  expect(await violationsOn(page)).toEqual([]);
}

/** What axe finds on the page as it is now. */
export async function violationsOn(page: Page): Promise<unknown[]> {
  if (!(await page.evaluate<boolean>(`'axe' in window`))) await page.evaluate(AXE);
  await page.evaluate(ANIMATIONS_TO_END);
  // Axe would write down every element that is as it should be, too.
  const options = { resultTypes: ['violations'], selectors: false };
  return page.evaluate(
    `axe.run(document, ${JSON.stringify(options)}).then(({ violations }) => violations.map(({ id, nodes }) => ({ id, nodes: nodes.map(({ html, failureSummary }) => html.slice(0, 300) + ' ' + failureSummary) })))`,
  );
}

/** The page does not scroll sideways. */
export async function expectNoSidewaysScroll(page: Page): Promise<void> {
  const root = 'document.documentElement';
  const [content, window] = await page.evaluate<[number, number]>(`[${root}.scrollWidth, ${root}.clientWidth]`);
  expect(content).toBeLessThanOrEqual(window);
}
