// Actions that exactly one of the instances takes.
import { fileURLToPath } from 'node:url';
import type { Client } from 'pg';
import { ADMINISTRATOR, type Cluster, startCluster } from '../support/cluster/cluster.js';
import { Backoffice } from '../support/backoffice.js';
import { query, withClient } from '../support/database.js';
import { until } from '../support/until.js';
import { extent } from './extent.js';
import { record } from './results.js';
import { describeWithCluster } from './site.js';

const STARTS = extent({ short: 1, soak: 20 });
const CLEANINGS = extent({ short: 1, soak: 10 });
/** Expired rows of each kind: more than one statement of an instance removes. */
const OLD_ROWS = 20_000;
const YOUNG_ROWS = 100;

const SHORT_MINUTES = fileURLToPath(new URL('short-minutes.js', import.meta.url));

describeWithCluster('three instances', () => {
  let cluster: Cluster;
  let databaseUrl: string;

  beforeAll(async () => {
    cluster = await startCluster({ environment: { NODE_OPTIONS: `--import=${SHORT_MINUTES}` }, hasLongTimeouts: true });
    ({ databaseUrl } = cluster);
  });

  afterAll(() => cluster.stop());

  /** Stops all instances, and starts them concurrently on an empty database. */
  async function startOnEmptyDatabase(name: string): Promise<void> {
    await Promise.all(cluster.instances.map((instance) => instance.stop()));
    databaseUrl = await cluster.postgres.createDatabase(name);
    for (const { environment } of cluster.instances) environment.DATABASE_URL = databaseUrl;
    await Promise.all(cluster.instances.map((instance) => instance.start()));
  }

  const count = async (what: string) =>
    (await query<{ count: number }>(databaseUrl, `SELECT count(*)::int FROM ${what}`))[0]?.count;

  it('that start concurrently on an empty database migrate it once and create one first administrator', async () => {
    const migrations = await count('migrations');
    expect(migrations).toBeGreaterThan(5);
    const found: unknown[] = [];
    for (let start = 1; start <= STARTS; start++) {
      // The cluster itself does the first start.
      if (start > 1) await startOnEmptyDatabase(`start_${start}`);
      const applied = cluster.instances.map((each) => each.readLog().match(/Applied \d+, up to/g)?.length ?? 0);
      const created = cluster.instances.map(
        (each) => each.readLog().match(/Created the first administrator/g)?.length ?? 0,
      );
      const sum = (counts: number[]) => counts.reduce((total, one) => total + one, 0);
      expect([sum(applied), sum(created)]).toEqual([start, start]);
      found.push({
        migrations: await count('migrations'),
        names: await count('(SELECT DISTINCT name FROM migrations) AS names'),
        administrators: await count('users'),
        passwords: await count('credentials'),
        entries: await count(`audit_entries WHERE action = 'user.created'`),
      });
      for (const { url } of cluster.instances) await Backoffice.signIn(url, ADMINISTRATOR);
    }
    record({
      name: 'three instances start at once on an empty database',
      done: `${STARTS} times`,
      expected: 'all ready; each migration applied once, one administrator created, who can sign in at each',
      measured: `${new Set(found.map((each) => JSON.stringify(each))).size === 1 ? 'always' : 'not always'} ${JSON.stringify(found[0])}`,
    });
    const once = { migrations, names: migrations, administrators: 1, passwords: 1, entries: 1 };
    expect(found).toEqual(Array.from({ length: STARTS }, () => once));
  });

  it('remove expired Idempotency-Keys and sessions together, also if one is killed in the meantime', async () => {
    const left = {
      keys: `idempotency_keys WHERE key LIKE 'old %'`,
      sessions: `sessions WHERE expires_at <= now()`,
    };
    const took: number[] = [];
    for (let round = 0; round < CLEANINGS; round++) {
      for (const instance of cluster.instances) if (!instance.isRunning) await instance.start();
      const killed = cluster.instances[round % cluster.instances.length];
      await withClient(databaseUrl, async (client) => {
        await client.query('BEGIN');
        await client.query('LOCK TABLE idempotency_keys, sessions IN SHARE MODE');
        await fillWithOldAndYoung(client, round);
        // No instance runs a task concurrently with itself, so that all three are about to remove keys, and sessions.
        await until('all instances are removing', async () => {
          const { rows } = await client.query<{ relation: string; waiting: number }>(
            `SELECT relation::regclass::text AS relation, count(*)::int AS waiting FROM pg_locks
               WHERE NOT granted AND relation IN ('idempotency_keys'::regclass, 'sessions'::regclass) GROUP BY 1 ORDER BY 1`,
          );
          const all = [
            { relation: 'idempotency_keys', waiting: 3 },
            { relation: 'sessions', waiting: 3 },
          ];
          return JSON.stringify(rows) === JSON.stringify(all) || rows;
        });
        await killed?.kill();
        await client.query('COMMIT');
      });
      const from = performance.now();
      await until('all that is old is removed', async () => {
        const counts = [await count(left.keys), await count(left.sessions)];
        return JSON.stringify(counts) === '[0,0]' || counts;
      });
      took.push(performance.now() - from);
      expect(await count(`idempotency_keys WHERE key LIKE 'young ${round} %'`)).toBe(YOUNG_ROWS);
      expect(await count(`sessions WHERE expires_at > now() + interval '1 hour'`)).toBeGreaterThanOrEqual(
        (round + 1) * YOUNG_ROWS,
      );
    }
    for (const instance of cluster.instances) expect(instance.readLog()).not.toMatch(/"level":[56]0/);
    record({
      name: 'expired Idempotency-Keys and sessions with one instance killed while it removes them',
      done: `${CLEANINGS} times ${OLD_ROWS} of each, with ${YOUNG_ROWS} that are not expired`,
      expected: 'all that is expired is removed by those that are left, nothing else, no errors',
      measured: `removed at most ${(Math.max(...took) / 1_000).toFixed(1)} s later`,
    });
  });

  async function fillWithOldAndYoung(client: Client, round: number): Promise<void> {
    const keys = `INSERT INTO idempotency_keys (user_id, key, request_hash, created_at)
      SELECT id, $1 || ' ' || n, '\\x00', now() - $2::interval FROM users, generate_series(1, $3::integer) AS n`;
    const sessions = `INSERT INTO sessions (token_hash, user_id, method, address, last_used_at, confirmed_at, expires_at)
      SELECT sha256(($1 || ' ' || n)::bytea), id, 'password', '203.0.113.7', now(), now(), now() - $2::interval FROM users, generate_series(1, $3::integer) AS n`;
    await client.query(keys, ['old', '26 hours', OLD_ROWS]);
    await client.query(keys, [`young ${round}`, '23 hours', YOUNG_ROWS]);
    await client.query(sessions, [`old ${round}`, '1 minute', OLD_ROWS]);
    await client.query(sessions, [`young ${round}`, '-10 hours', YOUNG_ROWS]);
  }
});
