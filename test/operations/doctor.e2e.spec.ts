import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { startEmbeddedPostgres } from '#libs/embedded-postgres';
import { MAIN, requireBuild } from '../support/cluster/instance.js';
import { query } from '../support/database.js';
import { examine, operate, SECRET } from '../support/operations.js';
import { describeWithRedis, freePort, type RedisServer, startRedis } from '../support/redis.js';
import { type Service, startService } from '../support/service.js';

let folder: string;
/** With durability, which the server of the tests turns off. */
let server: Awaited<ReturnType<typeof startEmbeddedPostgres>>;
let databaseUrl: string;
let service: Service;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'quiz-doctor-'));
  await chmod(folder, 0o755);
  server = await startEmbeddedPostgres({ dataDirectory: join(folder, 'postgres'), log: () => undefined });
  databaseUrl = server.url;
  service = await startService({ DATABASE_URL: databaseUrl });
});

afterAll(async () => {
  await service.close();
  await server.stop();
  await rm(folder, { recursive: true });
});

describe('npm run doctor: the database', () => {
  it('is ok after a start of the service, and its password is not printed', async () => {
    const { password } = new URL(databaseUrl);
    expect(password).not.toBe('');
    const { exitCode, lines, out } = await examine({ DATABASE_URL: databaseUrl });
    expect(out).not.toContain(password);
    expect(exitCode).toBe(0);
    expect(Object.fromEntries(lines)).toEqual({
      Configuration: 'ok all variables are valid',
      Database: `ok answers at ${new URL(databaseUrl).host}`,
      PostgreSQL: expect.stringMatching(/^ok 1\d/) as string,
      Encoding: 'ok UTF8',
      Connections: expect.stringMatching(/^ok /) as string,
      Clock: 'ok that of the database agrees with that of this machine',
      Transactions: 'ok none has been open for long',
      Migrations: 'ok up to date',
      Redis: 'ok none: each instance counts rate limits for itself',
    });
    expect(out).toMatch(/\n0 problems, 0 warnings\.\n$/);
  });

  it('requires connections for all instances', async () => {
    const { exitCode, lines } = await examine({ DATABASE_URL: databaseUrl }, '--instances', '1000');
    expect([exitCode, lines.get('Connections')]).toEqual([
      1,
      expect.stringMatching(/^problem .* not for 1000 → raise max_connections/),
    ]);
  });

  it('is a problem if the server or its database is missing, or it does not answer', async () => {
    const silent = await startSilentServer();
    const missing = new URL(databaseUrl);
    missing.pathname = '/quiz_test_missing';
    const urls: [string, RegExp][] = [
      [`postgres://quiz:${SECRET}@127.0.0.1:${await freePort()}/quiz`, /ECONNREFUSED/],
      [`postgres://quiz:${SECRET}@127.0.0.1:${silent.port}/quiz`, /timeout/],
      [databaseUrl.replace(/:[^:@]+@/, `:${SECRET}@`), /password authentication failed/],
      [missing.href, /database "quiz_test_missing" does not exist/],
    ];
    for (const [url, reason] of urls) {
      const { exitCode, lines } = await examine({ DATABASE_URL: url });
      expect([exitCode, lines.get('Database')]).toEqual([1, expect.stringMatching(/^problem cannot be checked: .*→ /)]);
      expect(lines.get('Database')).toMatch(reason);
    }
    await silent.close();
  });

  it('reports pending migrations, and those of a newer version', async () => {
    await query(databaseUrl, 'CREATE DATABASE empty');
    const fresh = await examine({ DATABASE_URL: new URL('/empty', databaseUrl).href });
    expect([fresh.exitCode, fresh.lines.get('Migrations')]).toEqual([
      0,
      expect.stringMatching(/^warning \d+ have not run yet .* → they run at the next start$/),
    ]);
    await query(
      databaseUrl,
      `INSERT INTO migrations (timestamp, name) VALUES (9999999999999, 'FromTheFuture9999999999999')`,
    );
    const newer = await examine({ DATABASE_URL: databaseUrl });
    await query(databaseUrl, `DELETE FROM migrations WHERE name = 'FromTheFuture9999999999999'`);
    expect([newer.exitCode, newer.lines.get('Migrations')]).toEqual([
      1,
      expect.stringMatching(/^problem this version does not know 1 of those that ran \(FromTheFuture9999999999999\)/),
    ]);
  });
});

it('npm run doctor: without DATABASE_URL starts nothing', async () => {
  const unused = await mkdtemp(join(tmpdir(), 'quiz-doctor-'));
  const { exitCode, lines } = await examine({ DATA_DIRECTORY: unused });
  await rm(unused, { recursive: true });
  expect([exitCode, lines.get('Database')]).toEqual([0, 'ok an embedded one, which runs while the service runs']);
});

it('npm run doctor: without DATABASE_URL checks the database of the running service, as npm run verify does', async () => {
  const { exitCode, lines } = await examine({ DATA_DIRECTORY: folder });
  expect([exitCode, lines.get('Database')]).toEqual([0, `ok answers at ${new URL(databaseUrl).host}`]);
  expect((await operate(['verify'], { DATA_DIRECTORY: folder })).exitCode).toBe(0);
});

it('npm run doctor: reports invalid settings before it checks anything else', async () => {
  const { exitCode, out } = await examine({ DATABASE_URL: databaseUrl, PASS_PERCENTAGE: '101' });
  expect([exitCode, out]).toEqual([
    1,
    'problem  Configuration: PASS_PERCENTAGE must be a whole number from 0 to 100\n' +
      '         → correct it; the doctor then checks everything else\n\n1 problem, 0 warnings.\n',
  ]);
});

it('npm run doctor: ends without an error if its output is closed', () => {
  requireBuild();
  const script = '"$1" "$2" doctor --help | { exec <&-; }; echo "${PIPESTATUS[0]}"';
  const operations = join(dirname(MAIN), 'operations.js');
  const { stdout, stderr } = spawnSync('bash', ['-c', script, 'bash', process.execPath, operations], {
    encoding: 'utf8',
  });
  expect([stdout, stderr]).toEqual(['0\n', '']);
});

it('npm run doctor: wrong usage has exit code 2, and --help prints the usage', async () => {
  const wrong = await operate(['doctor', '--instances', 'many'], {});
  expect([wrong.exitCode, wrong.out, wrong.errors.at(-1)]).toEqual([
    2,
    '',
    '--instances must be a whole number from 1',
  ]);
  expect((await operate(['verify', '--mend'], {})).exitCode).toBe(2);
  expect((await operate([], {})).exitCode).toBe(2);
  expect(await operate(['verify', '--help'], {})).toMatchObject({
    exitCode: 0,
    errors: [],
    out: expect.stringContaining('--fix') as string,
  });
});

describeWithRedis('npm run doctor: Redis', () => {
  let redis: RedisServer;
  beforeAll(async () => (redis = await startRedis()));
  afterAll(() => redis.stop());

  it('is ok, may drop counts, or is unreachable', async () => {
    const aboutRedis = async (url: string) => {
      const { exitCode, lines } = await examine({ DATABASE_URL: databaseUrl, REDIS_URL: url });
      return [exitCode, lines.get('Redis'), lines.get('Redis memory')];
    };
    expect(await aboutRedis(redis.url)).toEqual([0, 'ok answers', 'ok it drops no counts (noeviction)']);
    const { Redis } = await import('ioredis');
    const client = new Redis(redis.url);
    await client.config('SET', 'maxmemory', '100mb');
    await client.config('SET', 'maxmemory-policy', 'allkeys-lru');
    await client.config('SET', 'requirepass', SECRET);
    client.disconnect();
    expect(await aboutRedis(redis.url)).toEqual([1, expect.stringMatching(/^problem .*NOAUTH/), undefined]);
    const url = redis.url.replace('redis://', `redis://:${SECRET}@`);
    expect(await aboutRedis(url)).toEqual([0, 'ok answers', expect.stringMatching(/^warning .*allkeys-lru may drop/)]);
    await redis.stop();
    expect(await aboutRedis(url)).toEqual([1, expect.stringMatching(/^problem .*ECONNREFUSED/), undefined]);
  });
});

/** A server that accepts connections and never answers. */
async function startSilentServer(): Promise<{ port: number; close: () => Promise<void> }> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => sockets.add(socket)).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as { port: number }).port,
    close: async () => {
      server.close();
      for (const socket of sockets) socket.destroy();
      await once(server, 'close');
    },
  };
}
