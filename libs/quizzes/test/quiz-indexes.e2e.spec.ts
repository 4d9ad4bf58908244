import { DataSource } from 'typeorm';
import { withClient } from '../../../test/support/database.js';
import { createPlayer, type Player } from '../../../test/support/factories.js';
import { type Service, startService } from '../../../test/support/service.js';
import { until } from '../../../test/support/until.js';

let service: Service;
let viewer: Player;

/** PostgreSQL plans a prepared statement of a connection for the values of a request up to its fifth execution. */
const CONNECTIONS = 2;
const TURNS = 6 * CONNECTIONS;

/** One of the authors of the quizzes. */
const AUTHOR = '00000000-0000-0000-0000-000000000007';
const CURSOR = Buffer.from(`${new Date().toISOString()} ${AUTHOR}`).toString('base64url');
const RECENTLY = new Date(Date.now() - 86_400_000).toISOString();

beforeAll(async () => {
  service = await startService({ DATABASE_POOL_SIZE: String(CONNECTIONS) });
  viewer = await createPlayer(service, 'viewer');
  await withClient(service.databaseUrl, async (client) => {
    await client.query(`
      INSERT INTO quizzes (id, author_id, title, max_attempts, time_limit_seconds, randomize_questions, version, revision, created_at, updated_at, tag_keys, language)
      SELECT gen_random_uuid(), lpad((n % 100)::text, 32, '0')::uuid, 'Title ' || md5(n::text), 1, 0, true, 1, 1,
        now() - random() * interval '1 year', now() - random() * interval '1 year',
        CASE WHEN n % 3 = 0 THEN ARRAY['tag ' || n % 600] ELSE '{}' END, CASE WHEN n % 99 = 0 THEN 'de-AT' END FROM generate_series(1, 20000) AS n`);
    // Scans of indexes alone are planned for pages that are visible to all. While another transaction runs, VACUUM marks none.
    await until('all pages of quizzes are visible', async () => {
      await client.query('VACUUM ANALYZE quizzes');
      const { rows } = await client.query<{ rest: number }>(
        `SELECT relpages - relallvisible AS rest FROM pg_class WHERE oid = 'quizzes'::regclass`,
      );
      return rows[0]?.rest === 0 || rows;
    });
  });
});

afterAll(() => service.close());

/** How often each index of the quizzes was used, and how many rows of the table were read without one. */
async function uses(): Promise<Record<string, number>> {
  const { rows } = await withClient(service.databaseUrl, (client) =>
    client.query<{ name: string; uses: number }>(`
      SELECT indexrelname AS name, idx_scan::int AS uses FROM pg_stat_user_indexes WHERE relname = 'quizzes'
      UNION ALL SELECT 'none', seq_tup_read::int FROM pg_stat_user_tables WHERE relname = 'quizzes'`),
  );
  return Object.fromEntries(rows.map((row) => [row.name, row.uses]));
}

it.each([
  ['/quizzes?page=600', 'quizzes_newest'],
  ['/quizzes?sort=createdAt&order=asc', 'quizzes_newest'],
  ['/quizzes?sort=updatedAt', 'quizzes_by_update'],
  ['/quizzes?sort=updatedAt&order=asc&page=600', 'quizzes_by_update'],
  ['/quizzes?sort=title&page=600', 'quizzes_by_title'],
  ['/quizzes?sort=title&order=asc', 'quizzes_by_title'],
  ['/quizzes?search=c4ca', 'quizzes_words'],
  ['/quizzes?search=title%20c4ca&sort=title', 'quizzes_words'],
  ['/quizzes/export?search=c4ca', 'quizzes_words'],
])('the backoffice: %s reads the index %s, and never the whole table', (path, index) =>
  expectUse(index, () => service.backoffice.request('GET', path)),
);

it.each([
  ['/quizzes?cursor=', 'quizzes_newest'],
  [`/quizzes?cursor=${CURSOR}`, 'quizzes_newest'],
  ['/quizzes?search=c4ca', 'quizzes_words'],
  [`/quizzes?search=c4ca&cursor=${CURSOR}`, 'quizzes_words'],
  [`/quizzes?authorId=${AUTHOR}&page=3`, 'quizzes_by_author'],
  [`/quizzes?authorId=${AUTHOR}&cursor=${CURSOR}`, 'quizzes_by_author'],
  ['/quizzes?tag=Tag%203', 'quizzes_by_tag'],
  ['/quizzes?language=de', 'quizzes_by_language'],
  [`/quizzes?updatedSince=${RECENTLY}`, 'quizzes_by_update'],
  [`/quizzes?updatedSince=${RECENTLY}&cursor=`, 'quizzes_by_update'],
  [`/quizzes?updatedSince=${RECENTLY}&authorId=${AUTHOR}&cursor=${CURSOR}`, 'quizzes_by_author'],
])('the API: %s reads the index %s, and never the whole table', (path, index) =>
  expectUse(index, async () => {
    const answer = () => fetch(`${service.url}/api${path}`, { headers: { 'x-api-key': viewer.key } });
    for (let turn = 0; turn < TURNS; turn++) await (await answer()).text();
    return answer();
  }),
);

async function expectUse(index: string, request: () => Promise<Response>): Promise<void> {
  const before = await uses();
  expect((await request()).status).toBe(200);
  // PostgreSQL publishes the statistics of a connection once it has been idle for a while, or is asked to.
  const flush = () => service.app.get(DataSource).query('SELECT pg_stat_force_next_flush(), pg_sleep(0.05)');
  await Promise.all(Array.from({ length: CONNECTIONS }, flush));
  await until(`${index} was used`, async () => {
    const now = await uses();
    return (now[index] ?? 0) > (before[index] ?? 0) || now;
  });
  expect((await uses()).none).toBe(before.none);
}
