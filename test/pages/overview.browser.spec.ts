import { expectAccessibleOnAllScreens } from '../support/accessible-states.js';
import { describeInBrowser, expectAccessible, TestBrowser } from '../support/browser.js';
import { attemptAt, createPlayer, createQuiz, quizBody } from '../support/factories.js';
import { query } from '../support/database.js';
import { cellsOf, createNamed, numbersOf, submitAll } from '../support/results.js';
import { type Service, startService } from '../support/service.js';
import { until } from '../support/until.js';

interface Usage {
  keys: { keyId: string; requests: number; rejections: number }[];
}

describeInBrowser('the overview', () => {
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

  it('leads to the first steps in an empty service', async () => {
    const page = await browser.openSignedIn('/');
    await page.getByRole('heading', { name: 'First steps' }).waitFor();
    await page.getByText('There were no attempts in the last 30 days.').waitFor();
    await page.getByText('No key was used in the last day').first().waitFor();
    await expectAccessible(page);
    await page.getByRole('link', { name: 'Create an API key' }).click();
    const dialog = page.getByRole('dialog', { name: 'Create an API key' });
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await page.waitForURL('**/admin/settings/keys');
    await page.goBack();
    await page.getByRole('link', { name: 'Create a quiz' }).click();
    await page.waitForURL('**/admin/quizzes/new');
    await page.context().close();
  });

  it('shows whether the dependencies of requests are available', async () => {
    const page = await browser.openSignedIn('/');
    const health = page.getByRole('region', { name: 'Health' });
    await health.getByText('Database: available').waitFor();
    await health.getByText('Rate limits: working').waitFor();
    await page.route('**/health/ready', (route) =>
      route.fulfill({ status: 503, json: { error: 'Not ready: database not available' } }),
    );
    await health.getByRole('button', { name: 'Check now' }).click();
    await health.getByText('Database: not available').waitFor();
    await page.unroute('**/health/ready');
    await page.route('**/health/ready', (route) => route.abort());
    await health.getByRole('button', { name: 'Check now' }).click();
    await health.getByText('The service cannot be reached').waitFor();
    await expectAccessible(page);
    await page.context().close();
  });

  it('says what needs attention, and nothing otherwise', async () => {
    const page = await browser.openSignedIn('/');
    const notices = page.getByRole('region', { name: 'Needs attention' });
    const checked = () =>
      Promise.all(
        ['**/admin/api/keys?state=*', '**/admin/api/failed-sign-ins'].map((url) => page.waitForResponse(url)),
      );
    const reload = () => Promise.all([checked(), page.reload()]);
    await reload();
    await page.getByText('No key was used in the last day').first().waitFor();
    expect(await notices.count()).toBe(0);
    const { userId } = await createPlayer(service);
    const expiresAt = new Date(Date.now() + 86_400_000).toISOString();
    await service.backoffice.call('POST', '/keys', { name: 'Ending', userId, expiresAt });
    // Of hours to come, so that they are not moved to the audit log meanwhile.
    const failures = Array.from(
      { length: 12 },
      (_, index) => `(now() + interval '${index + 1} h', gen_random_uuid(), 1)`,
    );
    await query(service.databaseUrl, `INSERT INTO failed_sign_ins VALUES ${failures.join()}`);
    await reload();
    await notices.getByText('One API key ends within 14 days.').waitFor();
    await notices
      .getByText(
        '12 sign-ins failed in the last 24 hours. The audit log shows those of this hour when the hour is over.',
      )
      .waitFor();
    await expectAccessible(page);
    expect(await notices.getByRole('link', { name: 'Failed sign-ins in the audit log' }).count()).toBe(0);
    await query(
      service.databaseUrl,
      `INSERT INTO audit_entries (id, actor_name, action, subject_kind, subject_id, subject_name, details)
       VALUES (gen_random_uuid(), 'Service', 'session.failed', 'user', gen_random_uuid(), 'Unknown accounts', '{"failures": 2}')`,
    );
    await reload();
    await notices.getByText('14 sign-ins failed in the last 24 hours.').waitFor();
    await notices.getByRole('link', { name: 'Failed sign-ins in the audit log' }).click();
    await page.waitForURL('**/admin/audit?action=session.failed');
    await page.goBack();
    await notices.getByRole('link', { name: 'Keys that end soon' }).click();
    await page.waitForURL('**/admin/settings/keys?state=ending');
    await page.getByRole('link', { name: 'Ending', exact: true }).waitFor();
    await page.route('**/admin/api/failed-sign-ins', (route) =>
      route.fulfill({ status: 500, json: { error: 'Broken' } }),
    );
    await page.goto(`${service.url}/admin/`);
    await notices.getByText('Not everything could be checked.').waitFor();
    await page.context().close();
  });

  it('says which background tasks are late and which consistency checks failed, until they are not', async () => {
    const page = await browser.openSignedIn('/');
    const notices = page.getByRole('region', { name: 'Needs attention' });
    const reload = () =>
      Promise.all([
        ...['**/admin/api/background-tasks', '**/admin/api/consistency-checks'].map((url) => page.waitForResponse(url)),
        page.reload(),
      ]);
    await reload();
    await page.getByText('No key was used in the last day').first().waitFor();
    expect(await notices.getByText(/late|failed\./).count()).toBe(0);
    const execute = (text: string) => query(service.databaseUrl, text);
    await execute(`
      INSERT INTO background_tasks (name, interval_ms, observed_since, reported_at, last_succeeded_at, last_failed_at)
      VALUES ('Polishing badges', 1000, '2026-01-01T10:00:00Z', now() + interval '1 h', '2026-01-02T10:00:00Z', NULL),
        ('Polishing medals', 1000, '2026-01-01T10:00:00Z', now() + interval '1 h', NULL, '2026-01-03T10:00:00Z')`);
    await execute(`
      INSERT INTO consistency_checks
      VALUES ('counts of badges', '2026-01-04T10:00:00Z', 1), ('counts of medals', '2026-01-04T10:00:00Z', 0)`);
    await reload();
    await notices.getByText('2 background tasks are late.').waitFor();
    await notices.getByText('One consistency check failed.').waitFor();
    const lines = async (name: string) => {
      const line = notices.getByRole('listitem').filter({ hasText: name }).last();
      const times = await line.getByRole('time').all();
      return [await line.innerText(), await Promise.all(times.map((time) => time.getAttribute('datetime')))];
    };
    expect(await lines('Polishing badges')).toEqual([
      expect.stringContaining('Polishing badges: last success '),
      ['2026-01-02T10:00:00.000Z'],
    ]);
    expect(await lines('Polishing medals')).toEqual([
      expect.stringMatching(/^Polishing medals: no success since .*, last failure /),
      ['2026-01-01T10:00:00.000Z', '2026-01-03T10:00:00.000Z'],
    ]);
    expect(await lines('counts of badges')).toEqual([
      expect.stringContaining('counts of badges: one difference, checked '),
      ['2026-01-04T10:00:00.000Z'],
    ]);
    expect(await notices.getByText('counts of medals').count()).toBe(0);
    await expectAccessibleOnAllScreens(page, 'late tasks and failed checks');
    await execute(`UPDATE background_tasks SET last_succeeded_at = now() WHERE name = 'Polishing medals'`);
    await execute('UPDATE consistency_checks SET differences = 0');
    await reload();
    await notices.getByText('One background task is late.').waitFor();
    expect(await notices.getByText(/Polishing medals|consistency check/).count()).toBe(0);
    await execute(`UPDATE background_tasks SET last_succeeded_at = now() WHERE name = 'Polishing badges'`);
    await reload();
    await page.getByText('No key was used in the last day').first().waitFor();
    expect(await notices.getByText('late').count()).toBe(0);
    await page.context().close();
  });

  describe('of a service in use', () => {
    const ATTEMPTS = 5;
    const REJECTIONS = 3;
    const NAME = `<b>Wolfeschlegelsteinhausenbergerdorffwelchevoralternwarengewissenhaft</b>`;

    beforeAll(async () => {
      const author = await createPlayer(service, 'admin');
      const quiz = await createQuiz(author, quizBody(3, { maxAttempts: 100 }));
      await submitAll(
        await createNamed(service, NAME),
        quiz,
        Array.from({ length: ATTEMPTS - 1 }, () => 1),
      );
      await submitAll(await createPlayer(service), quiz, [2]);
      const viewer = await createPlayer(service, 'viewer');
      for (let index = 0; index < REJECTIONS; index++) {
        const params = { path: { id: quiz.id }, header: {} };
        const { response } = await viewer.api.POST('/quizzes/{id}/attempts', { params, body: attemptAt(quiz, 1) });
        expect(response.status).toBe(403);
      }
      await until('everything is counted', async () => {
        const usage = await service.backoffice.call<Usage>('GET', '/key-usage');
        const activity = await service.backoffice.call<{ days: { attempts: number }[] }>('GET', '/activity?days=7');
        const sums = [
          sum(usage.keys.map(({ requests }) => requests)),
          sum(usage.keys.map(({ rejections }) => rejections)),
          sum(activity.days.map(({ attempts }) => attempts)),
        ];
        return sums.join() === [1 + ATTEMPTS + REJECTIONS, REJECTIONS, ATTEMPTS].join() || sums;
      });
    });

    it('shows attempts and active users by day, for a chosen period', async () => {
      const page = await browser.openSignedIn('/');
      await page.getByRole('img', { name: /^Bar chart: Attempts/ }).waitFor();
      expect(await page.getByRole('heading', { name: 'First steps' }).count()).toBe(0);
      const attempts = await numbersOf(page, 'Attempts');
      expect(attempts).toHaveLength(30);
      expect(sum(attempts.map(([, number]) => Number(number)))).toBe(ATTEMPTS);
      expect(sum((await numbersOf(page, 'Active users')).map(([, number]) => Number(number)))).toBe(2);
      await page.getByText('90 days', { exact: true }).click();
      await until('90 days are shown', async () => (await cellsOf(page, 'Attempts')).length === 90);
      expect(new URL(page.url()).searchParams.get('days')).toBe('90');
      await page.reload();
      await page.getByText('Attempts in 90 days').waitFor();
      await page.context().close();
    });

    it('shows requests and rejected requests by hour and by key', async () => {
      const page = await browser.openSignedIn('/');
      const hours = await numbersOf(page, 'Requests by hour');
      expect(hours.length).toBeGreaterThanOrEqual(24);
      const sums = [1, 2, 3].map((column) => sum(hours.map((hour) => Number(hour[column]))));
      expect(sums).toEqual([1 + ATTEMPTS + REJECTIONS, 1 + ATTEMPTS, REJECTIONS]);
      const keys = await cellsOf(page, 'Requests by API key in the last day');
      expect(keys.map(([, , ...numbers]) => numbers)).toEqual([
        [String(ATTEMPTS - 1), '0', '0.0%'],
        [String(REJECTIONS), String(REJECTIONS), '100.0%'],
        ['1', '0', '0.0%'],
        ['1', '0', '0.0%'],
      ]);
      expect(keys[0]?.[1]).toBe(NAME);
      await page.context().close();
    });

    it('reports the parts that could not be loaded, and shows the rest', async () => {
      const page = await browser.openSignedIn('/account');
      const broken = '**/admin/api/activity*';
      await page.route(broken, (route) => route.fulfill({ status: 500, json: { error: 'Internal server error' } }));
      await page.goto(`${service.url}/admin/`);
      await page.getByRole('alert').getByText('Internal server error').waitFor();
      await page.getByRole('img', { name: /^Bar chart: Requests by hour/ }).waitFor();
      await expectAccessible(page);
      await page.unroute(broken);
      await page.getByRole('button', { name: 'Try again' }).click();
      await page.getByRole('img', { name: /^Bar chart: Attempts/ }).waitFor();
      await page.context().close();
    });
  });
});

const sum = (numbers: number[]) => numbers.reduce((total, number) => total + number, 0);
