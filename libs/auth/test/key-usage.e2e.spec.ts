import { Client } from 'pg';
import { generateApiKey } from '#libs/auth';
import { Background } from '#libs/database';
import { query } from '../../../test/support/database.js';
import { apiWith, createPlayer, type Player, quizBody } from '../../../test/support/factories.js';
import { send } from '../../../test/support/http.js';
import { createServiceDatabase, type Service, startService } from '../../../test/support/service.js';
import { until } from '../../../test/support/until.js';

interface Requests {
  requests: number;
  rejections: number;
}

interface Usage {
  since: string;
  hours: ({ at: string } & Requests)[];
  keys: ({ keyId: string; name: string | null; ownerName: string | null } & Requests)[];
}

const HOUR = 3_600_000;

let databaseUrl: string;
let service: Service;
let running: Service[] = [];

beforeAll(async () => {
  databaseUrl = await createServiceDatabase();
  service = await start({ TRUSTED_PROXIES: '127.0.0.1', RATE_LIMIT_WINDOW_SECONDS: '3600' });
});

afterAll(() => service.close());

beforeEach(async () => {
  running = [service];
  await write(service);
  await query(databaseUrl, 'TRUNCATE key_usage, key_addresses');
});

afterEach(async () => {
  for (const one of running) if (one !== service) await one.close();
});

/** Writes the counts of an instance, as it does every few seconds. */
const write = ({ app }: Service) => app.get(Background).run('Writing the usage of keys');

/** Starts another instance. */
async function start(environment: Record<string, string> = {}): Promise<Service> {
  const started = await startService({ DATABASE_URL: databaseUrl, ...environment });
  running.push(started);
  return started;
}

async function stop(stopped: Service): Promise<void> {
  running = running.filter((one) => one !== stopped);
  await stopped.close();
}

const usage = () => service.backoffice.call<Usage>('GET', '/key-usage');

const NOTHING: Requests = { requests: 0, rejections: 0 };

/** The usage of a key. */
async function countsOf({ keyId }: Player): Promise<Requests> {
  const found = (await usage()).keys.find((one) => one.keyId === keyId);
  return found === undefined ? NOTHING : { requests: found.requests, rejections: found.rejections };
}

/** Waits until so much is written of a key. */
async function untilCounted(player: Player, expected: Requests): Promise<void> {
  await until(`${JSON.stringify(expected)} are counted`, async () => {
    await Promise.all(running.map(write));
    const counted = await countsOf(player);
    return (counted.requests >= expected.requests && counted.rejections >= expected.rejections) || counted;
  });
  expect(await countsOf(player)).toEqual(expected);
}

async function read(player: Player, times: number): Promise<void> {
  await Promise.all(Array.from({ length: times }, () => player.api.GET('/quizzes')));
}

/** Locks a table until {@link unlock}. @param name may be followed by a mode */
async function lockTable(name: string): Promise<Client> {
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  await client.query('BEGIN');
  await client.query(`LOCK TABLE ${name}`);
  return client;
}

/** Whether a statement of the service waits for a lock. */
async function isWaiting(): Promise<boolean> {
  const waiting = `SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`;
  return (await query(databaseUrl, waiting)).length > 0;
}

async function unlock(client: Client): Promise<void> {
  await client.query('ROLLBACK');
  await client.end();
}

describe('the usage of keys', () => {
  it('is zero for every hour at first', async () => {
    await createPlayer(service);
    const { since, hours, keys } = await usage();
    const currentHour = Math.floor(Date.now() / HOUR) * HOUR;
    expect(Date.parse(since)).toBe(currentHour - 24 * HOUR);
    expect(hours).toEqual(
      Array.from({ length: 25 }, (_, index) => ({
        at: new Date(Date.parse(since) + index * HOUR).toISOString(),
        ...NOTHING,
      })),
    );
    expect(keys).toEqual([]);
  });

  it('counts every answered API request with a valid key', async () => {
    const player = await createPlayer(service);
    const other = await createPlayer(service, 'viewer');
    const paths = { path: { id: '019b76da-a800-7000-8000-000000000001' } };
    await read(player, 3);
    await player.api.GET('/quizzes/{id}', { params: paths });
    await player.api.GET('/quizzes', { params: { query: { page: 0 } } });
    await send(service.url, 'GET', '/api/nothing', { headers: { 'x-api-key': player.key } });
    await send(service.url, 'PATCH', '/api/quizzes', { headers: { 'x-api-key': player.key } });
    await send(service.url, 'HEAD', '/api/quizzes', { headers: { 'x-api-key': player.key } });
    // Nothing of these: no key, no valid key, no request of the API.
    await send(service.url, 'GET', '/api/quizzes');
    await apiWith(service.url, generateApiKey()).GET('/quizzes');
    await send(service.url, 'GET', '/health/ready', { headers: { 'x-api-key': player.key } });
    await send(service.url, 'GET', '/admin/api/users', { headers: { 'x-api-key': player.key } });
    await send(service.url, 'OPTIONS', '/api/quizzes', {
      headers: { origin: 'https://example.com', 'access-control-request-method': 'GET', 'x-api-key': player.key },
    });
    await read(other, 1);
    await untilCounted(other, { requests: 1, rejections: 0 });
    await untilCounted(player, { requests: 8, rejections: 0 });
    const { hours, keys } = await usage();
    expect(hours.reduce((sum, { requests }) => sum + requests, 0)).toBe(9);
    const owned = { name: `Key of ${player.displayName}`, ownerName: player.displayName };
    expect(keys[0]).toEqual({ keyId: player.keyId, ...owned, requests: 8, rejections: 0 });
    expect(keys.map(({ keyId }) => keyId)).toEqual([player.keyId, other.keyId]);
  });

  it('counts requests that are rejected for missing rights', async () => {
    const player = await createPlayer(service);
    await player.api.POST('/quizzes', { body: quizBody() });
    await read(player, 2);
    await service.backoffice.call('PATCH', `/users/${player.userId}`, { suspended: true });
    await read(player, 3);
    await untilCounted(player, { requests: 6, rejections: 4 });
    const { hours } = await usage();
    expect(hours.reduce((sum, { rejections }) => sum + rejections, 0)).toBe(4);
  });

  it('counts requests that are rejected over the rate limit', async () => {
    const player = await createPlayer(service);
    await service.backoffice.call('PATCH', `/keys/${player.keyId}`, { rateLimit: 2 });
    await read(player, 5);
    await untilCounted(player, { requests: 5, rejections: 3 });
  });

  it('is the sum of all instances, and stored when one stops', async () => {
    const other = await start();
    const player = await createPlayer(other);
    await read(player, 3);
    await stop(other);
    expect(await countsOf(player)).toEqual({ requests: 3, rejections: 0 });
    const again = { ...player, api: apiWith(service.url, player.key) };
    await read(again, 2);
    await untilCounted(player, { requests: 5, rejections: 0 });
    await read(again, 4);
    await untilCounted(player, { requests: 9, rejections: 0 });
  });

  it('includes requests that are answered while the service stops', async () => {
    const other = await start();
    const player = await createPlayer(other, 'admin');
    // Tasks in the background read the table, and would not end.
    const lock = await lockTable('quizzes IN SHARE MODE');
    const answer = player.api.POST('/quizzes', { body: quizBody() });
    await until('the request waits', isWaiting);
    const stopped = stop(other);
    await until('the service takes no connections', () =>
      fetch(other.url).then(
        () => false,
        () => true,
      ),
    );
    await unlock(lock);
    expect((await answer).response.status).toBe(201);
    await stopped;
    const written = await query(databaseUrl, 'SELECT key_id, requests FROM key_usage');
    expect(written).toEqual([{ key_id: player.keyId, requests: 1 }]);
  });

  it('is retained while it cannot be written', async () => {
    const other = await start({ DATABASE_LOCK_TIMEOUT_MS: '300' });
    const player = await createPlayer(other);
    const lock = await lockTable('key_usage');
    await read(player, 2);
    const written = write(other);
    await until('the counts are to be written', isWaiting);
    await read(player, 1);
    await written;
    await read(player, 3);
    await unlock(lock);
    await untilCounted(player, { requests: 6, rejections: 0 });
  });
});

interface KeyUsage {
  days: { day: string; [count: string]: unknown }[];
  addresses: { address: string; lastUsedAt: string }[];
}

const usageOfKey = ({ keyId }: Player) => service.backoffice.call<KeyUsage>('GET', `/keys/${keyId}/usage`);

describe('the usage of one key', () => {
  const ZEROS = {
    requests: 0,
    successes: 0,
    clientErrors: 0,
    rejectedRights: 0,
    rateLimited: 0,
    serverErrors: 0,
    limitReached: 0,
  };

  it('is the number of requests by UTC day and outcome', async () => {
    const player = await createPlayer(service);
    await service.backoffice.call('PATCH', `/keys/${player.keyId}`, { rateLimit: 6 });
    const other = await createPlayer(service);
    await read(player, 3);
    await player.api.GET('/quizzes', { params: { query: { page: 0 } } });
    await player.api.POST('/quizzes', { body: quizBody() });
    await query(databaseUrl, 'ALTER TABLE quizzes RENAME TO away');
    await player.api.GET('/quizzes/{id}', { params: { path: { id: '019b76da-a800-7000-8000-000000000001' } } });
    await query(databaseUrl, 'ALTER TABLE away RENAME TO quizzes');
    await read(player, 3);
    await read(other, 1);
    await untilCounted(player, { requests: 9, rejections: 4 });
    const { days } = await usageOfKey(player);
    const [today, ...before] = days.toReversed();
    expect(today).toEqual({
      day: new Date().toISOString().slice(0, 10),
      requests: 9,
      successes: 3,
      clientErrors: 1,
      rejectedRights: 1,
      rateLimited: 3,
      serverErrors: 1,
      limitReached: 1,
    });
    expect(before).toEqual(before.map(({ day }) => ({ day, ...ZEROS })));
    expect(days.map(({ day }) => Date.parse(day)).map((day) => ((Date.now() - day) / (24 * HOUR)) | 0)).toEqual([
      6, 5, 4, 3, 2, 1, 0,
    ]);
  });

  it('has the last five addresses, each with its last use', async () => {
    const player = await createPlayer(service);
    const from = (address: string) =>
      send(service.url, 'GET', '/api/quizzes', { headers: { 'x-api-key': player.key, 'x-forwarded-for': address } });
    expect(await usageOfKey(player)).toMatchObject({ addresses: [] });
    for (const number of [1, 2, 3, 4]) await from(`203.0.113.${number}`);
    await write(service);
    const minute = Math.floor(Date.now() / 60_000) * 60_000;
    await query(databaseUrl, `UPDATE key_addresses SET last_used_at = last_used_at - interval '1 hour'`);
    for (const address of ['2001:db8::1', '203.0.113.4', '203.0.113.5', '203.0.113.6']) await from(address);
    await write(service);
    const { addresses } = await usageOfKey(player);
    expect(addresses.map(({ address }) => address)).toEqual([
      '2001:db8::1',
      '203.0.113.4',
      '203.0.113.5',
      '203.0.113.6',
      '203.0.113.1',
    ]);
    expect(Date.parse(addresses[0]?.lastUsedAt ?? '')).toBeGreaterThanOrEqual(minute);
    expect(await query(databaseUrl, 'SELECT address FROM key_addresses')).toHaveLength(5);
    await from('203.0.113.7');
    await service.backoffice.call('DELETE', `/keys/${player.keyId}`);
    await write(service);
    expect(await query(databaseUrl, 'SELECT address FROM key_addresses')).toEqual([]);
  });

  it('has the addresses of the last 7 days', async () => {
    const player = await createPlayer(service);
    for (const days of [6, 8]) {
      const statement = `INSERT INTO key_addresses VALUES ($1, '203.0.113.' || $2::int, now() - $2::int * interval '1 day')`;
      await query(databaseUrl, statement, [player.keyId, days]);
    }
    await service.app.get(Background).run('Deleting expired rows of key_addresses');
    const stored = await query(databaseUrl, 'SELECT address FROM key_addresses');
    expect(stored).toEqual([{ address: '203.0.113.6' }]);
  });

  it.each(['019b76da-a800-7000-8000-000000000001', 'no-key'])('is not found for an unknown id: %s', async (id) => {
    const response = await service.backoffice.request('GET', `/keys/${id}/usage`);
    expect([response.status, await response.json()]).toEqual([404, { error: 'API key not found' }]);
  });
});

describe('the usage of the last 24 hours', () => {
  /** Adds what was counted so many hours ago. */
  let now: Date;

  // Otherwise an hour that ends during a test would shift some rows.
  beforeEach(() => void (now = new Date()));

  const insert = (...counts: [hoursAgo: number, keyId: string, requests: number, rejections?: number][]) =>
    query(
      databaseUrl,
      `INSERT INTO key_usage (hour, key_id, requests, rejections)
       SELECT date_trunc('hour', $1::timestamptz, 'UTC') - ago * interval '1 hour', key, requests, rejections
       FROM unnest($2::int[], $3::uuid[], $4::int[], $5::int[]) AS counted (ago, key, requests, rejections)`,
      [now, ...[0, 1, 2, 3].map((column) => counts.map((counted) => counted[column] ?? 0))],
    );

  const KEY = (n: number) => `019b76da-a800-7000-8000-${String(n).padStart(12, '0')}`;

  it('has zeros for hours without requests, and nothing older', async () => {
    const player = await createPlayer(service);
    await insert(
      [0, player.keyId, 1, 0],
      [3, player.keyId, 20, 2],
      [24, player.keyId, 300, 30],
      [25, player.keyId, 4_000, 400],
      [3, KEY(1), 5, 1],
    );
    const { hours, keys } = await usage();
    const filled = hours.flatMap(({ requests, rejections }, index) =>
      requests > 0 ? [[24 - index, requests, rejections]] : [],
    );
    expect(hours).toHaveLength(25);
    expect(filled).toEqual([
      [24, 300, 30],
      [3, 25, 3],
      [0, 1, 0],
    ]);
    expect(keys).toEqual([
      {
        keyId: player.keyId,
        name: `Key of ${player.displayName}`,
        ownerName: player.displayName,
        requests: 321,
        rejections: 32,
      },
      { keyId: KEY(1), name: null, ownerName: null, requests: 5, rejections: 1 },
    ]);
  });

  it('names the 20 keys with the most requests', async () => {
    const counts = Array.from({ length: 25 }, (_, index) => index + 1).flatMap((n): Parameters<typeof insert> => [
      [1, KEY(n), n === 7 ? 100 : Math.ceil(n / 2)],
      [2, KEY(n), 1],
    ]);
    await insert(...counts);
    const { keys } = await usage();
    const expected = [7, 25, 23, 24, 21, 22, 19, 20, 17, 18, 15, 16, 13, 14, 11, 12, 9, 10, 8, 5];
    expect(keys.map(({ keyId }) => keyId)).toEqual(expected.map(KEY));
    expect(keys.slice(0, 3).map(({ requests }) => requests)).toEqual([101, 14, 13]);
  });

  it('still includes a deleted key', async () => {
    const player = await createPlayer(service);
    await insert([1, player.keyId, 7]);
    await service.backoffice.call('DELETE', `/keys/${player.keyId}`);
    const { keys } = await usage();
    expect(keys).toEqual([{ keyId: player.keyId, name: null, ownerName: null, requests: 7, rejections: 0 }]);
  });

  it('is retained for 7 days', async () => {
    await insert(...[0, 167, 168, 169, 1_000].map((hoursAgo) => [hoursAgo, KEY(1), 1] as [number, string, number]));
    await service.app.get(Background).run('Deleting expired rows of key_usage');
    const left = `SELECT round(extract(epoch FROM date_trunc('hour', now(), 'UTC') - hour) / 3600)::int AS ago FROM key_usage ORDER BY ago`;
    expect(await query(databaseUrl, left)).toEqual([{ ago: 0 }, { ago: 167 }, { ago: 168 }]);
    expect((await usage()).hours).toHaveLength(25);
  });
});
