import { describePages, expectAccessible } from '../support/browser.js';
import { query } from '../support/database.js';
import { attemptAt, createPlayer, createQuiz, quizBody } from '../support/factories.js';
import { cellsOf, createNamed, numbersOf, submitAll } from '../support/results.js';
import { until } from '../support/until.js';

interface Usage {
  keys: { keyId: string; requests: number; rejections: number }[];
}

const ATTEMPTS = 5;
const REJECTIONS = 3;

const sum = (numbers: number[]) => numbers.reduce((total, number) => total + number, 0);

describePages('the overview', (site) => {
  it('leads a new administrator to the first steps, and shows whether the dependencies are available', async () => {
    const page = await site.browser.visit('/');
    await page.getByRole('heading', { name: 'First steps' }).waitFor();
    await page.getByText('There were no attempts in the last 30 days.').waitFor();
    await page.getByText('No key was used in the last day').first().waitFor();
    await page.getByRole('link', { name: 'Create an API key' }).click();
    await page.getByRole('dialog', { name: 'Create an API key' }).getByRole('button', { name: 'Cancel' }).click();
    await page.waitForURL('**/admin/settings/keys');
    await page.goBack();
    const health = page.getByRole('region', { name: 'Health' });
    await health.getByText('Database: available').waitFor();
    await health.getByText('Rate limits: working').waitFor();
    const error = 'Not ready: database not available';
    await page.route('**/health/ready', (route) => route.fulfill({ status: 503, json: { error } }), { times: 1 });
    await health.getByRole('button', { name: 'Check now' }).click();
    await health.getByText('Database: not available').waitFor();
    await page.route('**/health/ready', (route) => route.abort());
    await health.getByRole('button', { name: 'Check now' }).click();
    await health.getByText('The service cannot be reached').waitFor();
    await expectAccessible(page);
    await page.getByRole('link', { name: 'Create a quiz' }).click();
    await page.waitForURL('**/admin/quizzes/new');
  });

  it('says what needs attention until it is done, and leads there', async () => {
    const page = await site.browser.visit('/');
    const execute = (text: string) => query(site.service.databaseUrl, text);
    const notices = page.getByRole('region', { name: 'Needs attention' });
    const sources = ['keys?state=*', 'failed-sign-ins', 'background-tasks', 'consistency-checks'];
    const reload = () =>
      Promise.all([...sources.map((path) => page.waitForResponse(`**/admin/api/${path}`)), page.reload()]);
    await reload();
    await page.getByText('No key was used in the last day').first().waitFor();
    expect(await notices.count()).toBe(0);

    const { userId } = await createPlayer(site.service);
    const expiresAt = new Date(Date.now() + 86_400_000).toISOString();
    await site.service.backoffice.call('POST', '/keys', { name: 'Ending', userId, expiresAt });
    // Of hours to come, so that they are not moved to the audit log meanwhile.
    const failures = Array.from(
      { length: 12 },
      (_, hour) => `(now() + interval '${hour + 1} h', gen_random_uuid(), 1)`,
    );
    await execute(`INSERT INTO failed_sign_ins VALUES ${failures.join()}`);
    await execute(`
      INSERT INTO background_tasks (name, interval_ms, observed_since, reported_at, last_succeeded_at, last_failed_at)
      VALUES ('Polishing badges', 1000, '2026-01-01T10:00:00Z', now() + interval '1 h', '2026-01-02T10:00:00Z', NULL),
        ('Polishing medals', 1000, '2026-01-01T10:00:00Z', now() + interval '1 h', NULL, '2026-01-03T10:00:00Z')`);
    await execute(`
      INSERT INTO consistency_checks
      VALUES ('counts of badges', '2026-01-04T10:00:00Z', 1), ('counts of medals', '2026-01-04T10:00:00Z', 0)`);
    await reload();
    await notices.getByText('One API key ends within 14 days.').waitFor();
    const signIns =
      '12 sign-ins failed in the last 24 hours. The audit log shows those of this hour when the hour is over.';
    await notices.getByText(signIns).waitFor();
    expect(await notices.getByRole('link', { name: 'Failed sign-ins in the audit log' }).count()).toBe(0);
    await notices.getByText('2 background tasks are late.').waitFor();
    await notices.getByText('One consistency check failed.').waitFor();
    const lineOf = (name: string) => notices.getByRole('listitem').filter({ hasText: name }).last();
    expect(await lineOf('Polishing badges').innerText()).toContain('Polishing badges: last success ');
    expect(await lineOf('Polishing medals').innerText()).toMatch(
      /^Polishing medals: no success since .*, last failure /,
    );
    expect(await lineOf('counts of badges').innerText()).toContain('counts of badges: one difference, checked ');
    const times = await lineOf('Polishing medals').getByRole('time').all();
    expect(await Promise.all(times.map((time) => time.getAttribute('datetime')))).toEqual([
      '2026-01-01T10:00:00.000Z',
      '2026-01-03T10:00:00.000Z',
    ]);
    expect(await notices.getByText('counts of medals').count()).toBe(0);
    await expectAccessible(page);

    await execute(`UPDATE background_tasks SET last_succeeded_at = now() WHERE name LIKE 'Polishing %'`);
    await execute('UPDATE consistency_checks SET differences = 0');
    await execute(
      `INSERT INTO audit_entries (id, actor_name, action, subject_kind, subject_id, subject_name, details)
       VALUES (gen_random_uuid(), 'Service', 'session.failed', 'user', gen_random_uuid(), 'Unknown accounts', '{"failures": 2}')`,
    );
    await reload();
    await notices.getByText('14 sign-ins failed in the last 24 hours.').waitFor();
    expect(await notices.getByText(/late|consistency check/).count()).toBe(0);
    await notices.getByRole('link', { name: 'Failed sign-ins in the audit log' }).click();
    await page.waitForURL('**/admin/audit?action=session.failed');
    await page.goBack();
    await notices.getByRole('link', { name: 'Keys that end soon' }).click();
    await page.waitForURL('**/admin/settings/keys?state=ending');
    await page.getByRole('link', { name: 'Ending', exact: true }).waitFor();
    await page.route('**/admin/api/failed-sign-ins', (route) =>
      route.fulfill({ status: 500, json: { error: 'Broken' } }),
    );
    await page.goto(`${site.service.url}/admin/`);
    await notices.getByText('Not everything could be checked.').waitFor();
  });

  it('shows the attempts, users and requests of a service in use, also if a part cannot be loaded', async () => {
    const { backoffice } = site.service;
    const author = await createPlayer(site.service, 'admin');
    const quiz = await createQuiz(author, quizBody(3, { maxAttempts: 100 }));
    await submitAll(await createNamed(site.service, 'Ada Lovelace'), quiz, Array<number>(ATTEMPTS - 1).fill(1));
    await submitAll(await createPlayer(site.service), quiz, [2]);
    const viewer = await createPlayer(site.service, 'viewer');
    for (let index = 0; index < REJECTIONS; index++) {
      const params = { path: { id: quiz.id }, header: {} };
      await viewer.api.POST('/quizzes/{id}/attempts', { params, body: attemptAt(quiz, 1) });
    }
    await until('everything is counted', async () => {
      const usage = await backoffice.call<Usage>('GET', '/key-usage');
      const activity = await backoffice.call<{ days: { attempts: number }[] }>('GET', '/activity?days=7');
      const sums = [
        sum(usage.keys.map(({ requests }) => requests)),
        sum(usage.keys.map(({ rejections }) => rejections)),
        sum(activity.days.map(({ attempts }) => attempts)),
      ];
      return sums.join() === [1 + ATTEMPTS + REJECTIONS, REJECTIONS, ATTEMPTS].join() || sums;
    });
    const page = await site.browser.visit('/account');
    const broken = '**/admin/api/activity*';
    const error = 'Internal server error';
    await page.route(broken, (route) => route.fulfill({ status: 500, json: { error } }));
    await page.goto(`${site.service.url}/admin/`);
    await page.getByRole('alert').getByText(error).waitFor();
    await page.getByRole('img', { name: /^Bar chart: Requests by hour/ }).waitFor();
    await page.unroute(broken);
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByRole('img', { name: /^Bar chart: Attempts/ }).waitFor();
    expect(await page.getByRole('heading', { name: 'First steps' }).count()).toBe(0);
    const attempts = await numbersOf(page, 'Attempts');
    expect(attempts).toHaveLength(30);
    expect(sum(attempts.map(([, number]) => Number(number)))).toBe(ATTEMPTS);
    expect(sum((await numbersOf(page, 'Active users')).map(([, number]) => Number(number)))).toBe(2);
    const hours = await numbersOf(page, 'Requests by hour');
    const sums = [1, 2, 3].map((column) => sum(hours.map((hour) => Number(hour[column]))));
    expect(sums).toEqual([1 + ATTEMPTS + REJECTIONS, 1 + ATTEMPTS, REJECTIONS]);
    const keys = await cellsOf(page, 'Requests by API key in the last day');
    expect(keys.map(([, , ...numbers]) => numbers)).toEqual([
      [String(ATTEMPTS - 1), '0', '0.0%'],
      [String(REJECTIONS), String(REJECTIONS), '100.0%'],
      ['1', '0', '0.0%'],
      ['1', '0', '0.0%'],
    ]);
    expect(keys[0]?.[1]).toBe('Ada Lovelace');
    await page.getByText('90 days', { exact: true }).click();
    await until('90 days are shown', async () => (await cellsOf(page, 'Attempts')).length === 90);
    expect(new URL(page.url()).searchParams.get('days')).toBe('90');
    await page.reload();
    await page.getByText('Attempts in 90 days').waitFor();
  });
});
