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
    expect(out).not.toContain(`:${password}@`);
    expect(exitCode).toBe(0);
    expect(Object.fromEntries(lines)).toMatchObject({
      Configuration: 'ok all variables are valid',
      'Node.js': `ok ${process.versions.node}`,
      Database: `ok answers at ${new URL(databaseUrl).host}`,
      PostgreSQL: expect.stringMatching(/^ok 1\d/) as string,
      Rights: expect.stringMatching(/^ok .* can create tables in the schema public$/) as string,
      Encoding: 'ok UTF8',
      Connections: expect.stringMatching(/^ok /) as string,
      Migrations: 'ok up to date',
      'Database clock': 'ok agrees with the clock of this machine',
      Redis: 'ok none: each instance counts rate limits for itself',
    });
    expect(out).toMatch(/\n0 problems, \d warnings?\.\n$/);
  });

  it('requires connections for all instances', async () => {
    const { exitCode, lines } = await examine({ DATABASE_URL: databaseUrl }, '--instances', '1000');
    expect([exitCode, lines.get('Connections')]).toEqual([
      1,
      expect.stringMatching(/^problem .* not for 1000 → raise max_connections/),
    ]);
  });

  it('is a problem if the server is unreachable or does not answer', async () => {
    const away = await examine({ DATABASE_URL: `postgres://quiz:${SECRET}@127.0.0.1:${await freePort()}/quiz` });
    expect([away.exitCode, away.lines.get('Database')]).toEqual([
      1,
      expect.stringMatching(
        /^problem cannot be reached at 127\.0\.0\.1:\d+ \(ECONNREFUSED\) → start PostgreSQL, or correct/,
      ),
    ]);
    const silent = await startSilentServer();
    const { port } = silent;
    const both = await examine({
      DATABASE_URL: `postgres://quiz:${SECRET}@127.0.0.1:${port}/quiz`,
      REDIS_URL: `redis://:${SECRET}@127.0.0.1:${port}`,
    });
    expect([both.exitCode, both.lines.get('Database')]).toEqual([1, expect.stringContaining('no answer within 3 s')]);
    expect(both.lines.get('Redis')).toMatch(/^problem cannot be reached at 127\.0\.0\.1/);
    await silent.close();
  });

  it('is a problem if the password is wrong or the database does not exist', async () => {
    const wrong = new URL(databaseUrl);
    wrong.password = SECRET;
    const rejected = await examine({ DATABASE_URL: wrong.href });
    expect([rejected.exitCode, rejected.lines.get('Database')]).toEqual([
      1,
      expect.stringMatching(/^problem .* rejects the password of the role \w+ → correct it in DATABASE_URL$/),
    ]);
    const missing = new URL(databaseUrl);
    missing.pathname = '/quiz_test_missing';
    const { exitCode, lines } = await examine({ DATABASE_URL: missing.href });
    expect([exitCode, lines.get('Database')]).toEqual([
      1,
      expect.stringMatching(
        /^problem there is no database quiz_test_missing at .* → CREATE DATABASE "quiz_test_missing" OWNER/,
      ),
    ]);
  });

  it('reports pending migrations, and those of a newer version', async () => {
    await query(databaseUrl, 'CREATE DATABASE empty');
    const fresh = await examine({ DATABASE_URL: new URL('/empty', databaseUrl).href });
    expect([fresh.exitCode, fresh.lines.get('Migrations')]).toEqual([
      0,
      expect.stringMatching(
        /^warning \d+ have not run yet \(next: CreatePlatform1760000000000\) → they run at the next start$/,
      ),
    ]);
    await query(databaseUrl, `INSERT INTO migrations (timestamp, name) VALUES (9, 'FromTheFuture9999999999999')`);
    const newer = await examine({ DATABASE_URL: databaseUrl });
    await query(databaseUrl, `DELETE FROM migrations WHERE name = 'FromTheFuture9999999999999'`);
    expect([newer.exitCode, newer.lines.get('Migrations')]).toEqual([
      1,
      expect.stringMatching(/^problem this version does not know 1 of those that ran \(FromTheFuture9999999999999\)/),
    ]);
  });

  it('reports a role that cannot create tables, and a short statement_timeout', async () => {
    const role = `quiz_doctor_${Date.now()}`;
    await query(databaseUrl, `CREATE ROLE ${role} LOGIN PASSWORD '${SECRET}'`);
    await query(databaseUrl, `ALTER ROLE ${role} SET statement_timeout = 4000`);
    const url = new URL(databaseUrl);
    Object.assign(url, { username: role, password: SECRET });
    const { exitCode, lines, out } = await examine({ DATABASE_URL: url.href });
    await query(databaseUrl, `DROP ROLE ${role}`);
    expect([exitCode, lines.get('Rights')]).toEqual([
      1,
      `problem the role ${role} cannot create tables in the schema public → run as its owner: GRANT CREATE, USAGE ON SCHEMA public TO "${role}"`,
    ]);
    expect(out).toContain('problem  Migrations: the role cannot read the existing tables\n');
    expect(out).toContain('warning  Migrations: statement_timeout is 4000 ms for this role');
  });
});

it('npm run doctor: ends with the number of problems and warnings', async () => {
  const url = new URL(databaseUrl);
  url.pathname = '/quiz_test_missing';
  expect((await examine({ DATABASE_URL: url.href })).out).toMatch(/\n1 problem, \d+ warnings?\.\n$/);
});

describe('npm run doctor: without DATABASE_URL', () => {
  it('checks the embedded database, and starts nothing', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'quiz-doctor-'));
    const { exitCode, lines } = await examine({ DATA_DIRECTORY: folder });
    await rm(folder, { recursive: true });
    expect(exitCode).toBe(0);
    expect(lines.get('Embedded database')).toBe(`ok it runs in ${join(folder, 'postgres')} while the service runs`);
    expect(lines.get('Disk')).toMatch(/MiB are free in /);
    expect(lines.has('Database')).toBe(false);
  });

  it('checks that of the running service, as npm run verify does', async () => {
    const { exitCode, lines } = await examine({ DATA_DIRECTORY: folder });
    expect([exitCode, lines.get('Embedded database')]).toEqual([0, `ok it is running in ${join(folder, 'postgres')}`]);
    expect(lines.get('Database')).toBe(`ok answers at ${new URL(databaseUrl).host}`);
    expect((await operate(['verify'], { DATA_DIRECTORY: folder })).exitCode).toBe(0);
  });
});

describe('npm run doctor: the port', () => {
  it('is free, in use by the service, or in use by another program', async () => {
    const own = await examine({ DATABASE_URL: databaseUrl, HOST: '127.0.0.1', PORT: new URL(service.url).port });
    expect([own.exitCode, own.lines.get('Port')]).toEqual([0, expect.stringContaining('a quiz service answers on')]);
    const other = await startSilentServer();
    const { port } = other;
    const taken = await examine({ DATABASE_URL: databaseUrl, HOST: '127.0.0.1', PORT: String(port) });
    expect([taken.exitCode, taken.lines.get('Port')]).toEqual([
      1,
      expect.stringMatching(/^problem .* is in use by another program → set PORT/),
    ]);
    await other.close();
  });
});

it('npm run doctor: reports invalid settings and checks everything else', async () => {
  const { exitCode, lines } = await examine({
    DATABASE_URL: databaseUrl,
    PASS_PERCENTAGE: '101',
    ADMIN_PASSWORD: 'short',
  });
  expect(exitCode).toBe(1);
  expect(lines.get('Database')).toMatch(/^ok /);
  const { out } = await examine({ DATABASE_URL: databaseUrl, PASS_PERCENTAGE: '101', ADMIN_PASSWORD: 'short' });
  expect(out).toContain(
    'problem  Configuration: PASS_PERCENTAGE is invalid\n         → it must be a whole number from 0 to 100\n',
  );
  expect(out).toContain(
    'problem  Configuration: ADMIN_PASSWORD is invalid\n         → it must have at least 12 characters\n',
  );
});

it('npm run doctor: warns of settings that conflict, misspelt variables and too few open files', async () => {
  const { exitCode, lines, out } = await examine({
    DATABASE_URL: databaseUrl,
    MAX_CONNECTIONS: '1000000',
    REQUEST_DEADLINE_MS: '3000',
    RATE_LIMIT_REQUEST: '10',
  });
  expect(exitCode).toBe(0);
  expect(out).toContain(
    'warning  Configuration: DATABASE_LOCK_TIMEOUT_MS (3000) is not below REQUEST_DEADLINE_MS (3000)',
  );
  expect(out).toContain('warning  Configuration: RATE_LIMIT_REQUEST is not a variable of the service\n');
  expect(lines.get('Open files')).toMatch(/^(ok|warning) .*MAX_CONNECTIONS \(1000000\)/);
});

it.each([
  [{ DATABASE_URL: 'nonsense' }, ['Database', 'Migrations']],
  [{ REDIS_URL: 'http://redis' }, ['Redis']],
  [{ PORT: 'http' }, ['Port']],
])('npm run doctor: does not check the default in place of an invalid variable: %j', async (environment, subjects) => {
  const { exitCode, lines } = await examine({ DATABASE_URL: databaseUrl, ...environment });
  expect(exitCode).toBe(1);
  expect(lines.get('Configuration')).toMatch(/ is invalid /);
  for (const subject of subjects) expect(lines.has(subject)).toBe(false);
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
  expect([wrong.exitCode, wrong.out, wrong.errors[0]]).toEqual([2, '', '--instances must be a whole number from 1']);
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

  beforeAll(async () => {
    redis = await startRedis();
  });

  afterAll(() => redis.stop());

  it('is ok, may drop counts, or is unreachable', async () => {
    const there = await examine({ DATABASE_URL: databaseUrl, REDIS_URL: redis.url });
    expect(there.exitCode).toBe(0);
    expect(Object.fromEntries(there.lines)).toMatchObject({
      Redis: `ok answers at ${new URL(redis.url).host}`,
      'Redis version': expect.stringMatching(/^ok \d/) as string,
      'Redis memory': 'ok it drops no counts (noeviction)',
      'Redis clock': 'ok agrees with the clock of this machine',
    });
    const { Redis } = await import('ioredis');
    const client = new Redis(redis.url);
    await client.config('SET', 'maxmemory', '100mb');
    await client.config('SET', 'maxmemory-policy', 'allkeys-lru');
    await client.config('SET', 'requirepass', SECRET);
    client.disconnect();
    const rejecting = await examine({ DATABASE_URL: databaseUrl, REDIS_URL: redis.url });
    expect([rejecting.exitCode, rejecting.lines.get('Redis')]).toEqual([
      1,
      expect.stringContaining('rejects the password'),
    ]);
    const url = redis.url.replace('redis://', `redis://:${SECRET}@`);
    const dropping = await examine({ DATABASE_URL: databaseUrl, REDIS_URL: url });
    expect([dropping.exitCode, dropping.lines.get('Redis memory')]).toEqual([
      0,
      expect.stringMatching(/^warning .*allkeys-lru may drop counts/),
    ]);
    await redis.stop();
    const away = await examine({ DATABASE_URL: databaseUrl, REDIS_URL: url });
    expect([away.exitCode, away.lines.get('Redis')]).toEqual([
      1,
      expect.stringMatching(/^problem cannot be reached at .* \(ECONNREFUSED\)/),
    ]);
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
