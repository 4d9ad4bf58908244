import { Background } from '#libs/database';
import { query } from '../../../test/support/database.js';
import { type Service, startService, startTwoServices } from '../../../test/support/service.js';
import { until } from '../../../test/support/until.js';

const TASK = 'Deleting expired entries of the audit log';

/** When the day in UTC began. */
const TODAY = "date_trunc('day', now() AT TIME ZONE 'UTC') AT TIME ZONE 'UTC'";

/** Entries of the beginnings of the last 50 days, each about a user of its own, as instances of 1.0 write them. */
const INSERT = `
  INSERT INTO audit_entries
  SELECT gen_random_uuid(), ${TODAY} - make_interval(hours => 24 * day), NULL, 'Service', NULL, NULL, 'user.changed',
    'user', gen_random_uuid(), 'Ada', '{}'
  FROM generate_series(1, 50) AS day`;

/** So many that PostgreSQL does not read them all. */
const INSERT_RECENT = `
  INSERT INTO audit_entries (id, action, subject_kind, subject_id, subject_name, details)
  SELECT gen_random_uuid(), 'quiz.created', 'quiz', gen_random_uuid(), 'Capitals', '{}' FROM generate_series(1, 20000)`;

const SCANS = "SELECT idx_scan AS scans FROM pg_stat_user_indexes WHERE indexrelname = 'audit_entries_expiry'";

const daysOf = (databaseUrl: string) =>
  query<{ entries: number; persons: number }>(
    databaseUrl,
    `SELECT count(*)::integer AS entries, count(audit_persons)::integer AS persons,
       max(extract(day FROM ${TODAY} - at))::integer AS oldest
     FROM audit_entries LEFT JOIN audit_persons ON entry_id = id WHERE action = 'user.changed'`,
  );

const personsOfNone = `
  SELECT entry_id FROM audit_persons WHERE NOT EXISTS (SELECT FROM audit_entries WHERE id = entry_id)`;

describe('AUDIT_RETENTION_DAYS', () => {
  let services: [Service, Service];
  let url: string;

  beforeAll(async () => {
    services = await startTwoServices({ AUDIT_RETENTION_DAYS: '30' });
    url = services[0].databaseUrl;
    await query(url, INSERT);
  });

  afterAll(() => services[0].close());

  it.each([
    'DELETE FROM audit_entries',
    "SET audit.retention_days = '40'; DELETE FROM audit_entries",
    "SET audit.retention_days = '40'; DELETE FROM audit_entries WHERE at > now() - interval '39 days'",
  ])('lets nothing else delete entries: %s', async (statement) => {
    await expect(query(url, statement)).rejects.toThrow('The audit log is append-only');
    expect(await daysOf(url)).toEqual([{ entries: 50, persons: 50, oldest: 50 }]);
  });

  it('lets instances delete older entries with what they say of users, and no others', async () => {
    await Promise.all(services.map(({ app }) => app.get(Background).run(TASK)));
    expect(await daysOf(url)).toEqual([{ entries: 30, persons: 30, oldest: 30 }]);
    expect(await query(url, personsOfNone)).toEqual([]);
    const { entries } = await services[0].backoffice.call<{ entries: unknown[] }>('GET', '/audit?limit=100');
    expect(entries.length).toBeGreaterThanOrEqual(30);
  });

  it('writes an entry about each deletion: how many, and from before when', async () => {
    for (const { app } of services) await app.get(Background).run(TASK);
    const { entries } = await services[0].backoffice.call<{
      entries: { actorName: string; subject: object; details: { entries: number; beforeAt: string } }[];
    }>('GET', '/audit?action=log.expired');
    expect(entries.reduce((sum, { details }) => sum + details.entries, 0)).toBe(20);
    const [row] = await query<{ before: Date }>(url, `SELECT ${TODAY} - interval '30 days' AS before`);
    expect(entries[0]).toMatchObject({
      actorName: 'Service',
      subject: { kind: 'log', name: 'Audit log' },
      details: { beforeAt: row?.before.toISOString() },
    });
  });

  it('finds expired entries by an index', async () => {
    await query(url, INSERT_RECENT);
    await query(url, 'ANALYZE audit_entries');
    const [before] = await query(url, SCANS);
    await services[0].app.get(Background).run(TASK);
    await until(
      'the index has been used',
      async () => (await query<{ scans: string }>(url, SCANS))[0]?.scans !== before?.scans,
    );
  });
});

it('without AUDIT_RETENTION_DAYS entries are kept for ever', async () => {
  const service = await startService();
  try {
    expect([...service.app.get(Background).tasks.keys()]).not.toContain(TASK);
  } finally {
    await service.close();
  }
});
