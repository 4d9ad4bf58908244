import { EventEmitter, once } from 'node:events';
import * as fs from 'node:fs/promises';
import net from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { type EmbeddedPostgres, findEmbeddedPostgres, startEmbeddedPostgres } from './embedded-postgres.js';

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

const asRoot = process.getuid?.() === 0 ? it : it.skip;

describe('the embedded PostgreSQL', () => {
  let folder: string;
  let dataDirectory: string;
  let started: EmbeddedPostgres[] = [];
  let lines: string[] = [];

  async function makeFolder(): Promise<void> {
    folder = await fs.mkdtemp(join(tmpdir(), 'embedded-postgres-'));
    await fs.chmod(folder, 0o755); // as root the server runs as another user, who has to get in
    dataDirectory = join(folder, 'postgres');
  }

  const removeFolder = () => fs.rm(folder, { recursive: true });

  async function stopAll(): Promise<void> {
    for (const database of started) await database.stop();
    started = [];
    lines = [];
  }

  async function start(): Promise<EmbeddedPostgres> {
    const database = await startEmbeddedPostgres({ dataDirectory, log: (line) => lines.push(line) });
    started.push(database);
    return database;
  }

  async function query(url: string, sql: string): Promise<unknown[]> {
    const client = new Client(url);
    await client.connect();
    try {
      return (await client.query<Record<string, unknown>>(sql)).rows;
    } finally {
      await client.end();
    }
  }

  async function makeStaleLockFile(text: string): Promise<void> {
    const path = join(dataDirectory, 'data', 'postmaster.pid');
    const { uid, gid } = await fs.stat(join(dataDirectory, 'data'));
    await fs.writeFile(path, text, { mode: 0o600 });
    await fs.chown(path, uid, gid);
    const anHourAgo = Date.now() / 1000 - 3600;
    await fs.utimes(path, anHourAgo, anHourAgo);
  }

  describe('at its first start', () => {
    beforeEach(makeFolder);
    afterEach(async () => {
      await stopAll();
      await removeFolder();
    });

    it('is a durable UTF-8 database with a password', async () => {
      const { url, stop } = await start();
      const settings = `SELECT current_database() AS database, current_setting('server_encoding') AS encoding,
        current_setting('TimeZone') AS timezone, current_setting('fsync') AS fsync,
        current_setting('full_page_writes') AS pages, current_setting('listen_addresses') AS addresses,
        current_setting('unix_socket_directories') AS sockets, lower('É') AS lower`;
      expect(await query(url, settings)).toEqual([
        {
          database: 'quiz',
          encoding: 'UTF8',
          timezone: 'UTC',
          fsync: 'on',
          pages: 'on',
          addresses: '127.0.0.1',
          sockets: '',
          lower: 'é',
        },
      ]);
      expect((await fs.stat(join(dataDirectory, 'password'))).mode & 0o777).toBe(0o600);
      await expect(query(url.replace(/:[^:@]+@/, ':wrong@'), 'SELECT 1')).rejects.toThrow(/password authentication/);

      await stop();
      await expect(query(url, 'SELECT 1')).rejects.toThrow(/ECONNREFUSED/);
      expect(lines).toEqual([
        expect.stringMatching(/^Preparing an embedded PostgreSQL in .*postgres \(first start\)/),
        expect.stringMatching(/^Embedded PostgreSQL started on port \d+$/),
        'Embedded PostgreSQL stopped',
      ]);
    });

    it('belongs to one of two processes that start it concurrently', async () => {
      const results = await Promise.allSettled([start(), start()]);
      expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
      const [problem] = results.flatMap((result) => (result.status === 'rejected' ? [String(result.reason)] : []));
      expect(problem).toContain(`belongs to process ${process.pid}`);
    });

    it('is created again if a former one was interrupted', async () => {
      const abandoned = `${dataDirectory}.new-AbC123`;
      await fs.mkdir(join(abandoned, 'data'), { recursive: true });
      const { url } = await start();
      expect(await query(url, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
    });

    it('does not use a folder of other files', async () => {
      dataDirectory = join(folder, 'holiday-photos');
      await fs.mkdir(join(dataDirectory, '2026'), { recursive: true });
      await expect(start()).rejects.toThrow(/holiday-photos exists but is no embedded database/);
    });

    asRoot('stores its data in /var/lib if its user cannot access the clone', async () => {
      await fs.chmod(folder, 0o700);
      const { url } = await start();
      const [{ data }] = (await query(url, `SELECT current_setting('data_directory') AS data`)) as [{ data: string }];
      const place = dirname(dirname(data));
      try {
        expect(place).toMatch(/^\/var\/lib\/quiz-service\/[0-9a-f]{12}$/);
        expect(lines[0]).toContain(`the database lives in ${place}/postgres`);
        expect(await fs.readdir(folder)).toEqual([]);
      } finally {
        await stopAll();
        await fs.rm(place, { recursive: true });
      }
    });
  });

  describe('at a later start', () => {
    beforeAll(async () => {
      await makeFolder();
      await start();
      await stopAll();
    });
    afterEach(stopAll);
    afterAll(removeFolder);

    it('belongs to the process that started it', async () => {
      expect(await findEmbeddedPostgres(dataDirectory)).toBeUndefined();
      const { url, stop } = await start();
      await expect(start()).rejects.toThrow(
        `The embedded database in ${dataDirectory} belongs to process ${process.pid}: stop it, or give this one ` +
          'a database of its own, such as DATABASE_URL=postgres://user:password@host:5432/database.',
      );
      expect(await findEmbeddedPostgres(dataDirectory)).toBe(url);
      await stop();
      expect(await findEmbeddedPostgres(dataDirectory)).toBeUndefined();
      expect((await start()).url).toMatch(/^postgres:/);
    });

    it('is taken over from an owner who was killed', async () => {
      const { url } = await start();
      await query(
        url,
        `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'process ${process.pid}'`,
      );
      expect((await start()).url).toBe(url);
    });

    it('stops after its log was removed', async () => {
      const { stop } = await start();
      const [pid = ''] = (await fs.readFile(join(dataDirectory, 'data', 'postmaster.pid'), 'utf8')).split('\n');
      const log = join(dataDirectory, 'server.log');
      await fs.rm(log);
      await stop();
      while (isRunning(Number(pid))) await sleep(20);
      // The end of the process reads the log, before this does.
      await expect(fs.readFile(log)).rejects.toThrow('ENOENT');
    });

    it('recovers committed data after the server was killed', async () => {
      const { url } = await start();
      await query(url, 'CREATE TABLE kept AS SELECT 42 AS value');
      const [pid] = (await fs.readFile(join(dataDirectory, 'data', 'postmaster.pid'), 'utf8')).split('\n');
      process.kill(Number(pid), 'SIGKILL');

      const restarted = await start();
      expect(await query(restarted.url, 'SELECT value FROM kept')).toEqual([{ value: 42 }]);
    });

    it('starts in spite of a stale lock file that names another program', async () => {
      await makeStaleLockFile(`${process.pid}\n${join(dataDirectory, 'data')}\n1700000000\n1\n\n127.0.0.1\n`);
      const { url } = await start();
      expect(await query(url, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
    });

    it('uses another port if its port is taken', async () => {
      const other = net.createServer((socket) => socket.destroy()).listen(0, '127.0.0.1');
      await once(other, 'listening');
      const { port } = other.address() as net.AddressInfo;
      const probe = Object.assign(new EventEmitter(), {
        listen: () => (setImmediate(() => probe.emit('listening')), probe),
        address: () => ({ port }),
        close: () => setImmediate(() => probe.emit('close')),
      });
      const createServer = jest.spyOn(net, 'createServer').mockReturnValueOnce(probe as unknown as net.Server);
      try {
        const { url } = await start();
        expect(Number(new URL(url).port)).not.toBe(port);
        expect(await query(url, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
        expect(createServer).toHaveBeenCalledTimes(2);
      } finally {
        createServer.mockRestore();
        other.close();
      }
    });

    it('reports why it does not start', async () => {
      const file = join(dataDirectory, 'data', 'postgresql.conf');
      const settings = await fs.readFile(file);
      await fs.appendFile(file, '\nno_such_setting = 1\n');
      await expect(start()).rejects.toThrow(/does not start[^]*no_such_setting[^]*DATABASE_URL/);
      await fs.writeFile(file, settings);
    });
  });
});
