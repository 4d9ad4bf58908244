import { randomBytes, randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { Controller } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Pool } from 'pg';
import { DataSource, type ObjectLiteral, type Repository } from 'typeorm';
import { UsersChanged } from '#libs/auth';
import { isDatabaseUnavailable, Snapshots, sql, type Transaction, UnitOfWork } from '#libs/database';
import { Endpoint } from '#libs/http';
import { query } from '../../../test/support/database.js';
import { createPlayer } from '../../../test/support/factories.js';
import { captureLog } from '../../../test/support/log.js';
import { type Service, startService } from '../../../test/support/service.js';
import { moduleOf, TEAM_ROUTE } from '../../../test/support/team.js';
import { startTcpProxy, type TcpProxy } from '../../../test/support/tcp-proxy.js';
import { until } from '../../../test/support/until.js';

const POOL_SIZE = 3;

let origin: Service;
/** Connects to the database through the proxy, with timeouts that are short, but long enough for a busy machine. */
let service: Service;
let proxy: TcpProxy;
let unitOfWork: UnitOfWork;
let pool: Pool;

beforeAll(async () => {
  origin = await startService();
  await query(origin.databaseUrl, 'CREATE TABLE written (name text PRIMARY KEY)');
  await query(
    origin.databaseUrl,
    'CREATE FUNCTION end_sessions() RETURNS void LANGUAGE sql AS $$ DELETE FROM sessions $$',
  );
  proxy = await startTcpProxy(origin.databaseUrl);
  service = await startService({
    DATABASE_URL: proxy.url,
    DATABASE_POOL_SIZE: String(POOL_SIZE),
    DATABASE_CONNECT_TIMEOUT_MS: '8000',
    DATABASE_STATEMENT_TIMEOUT_MS: '8000',
  });
  unitOfWork = service.app.get(UnitOfWork);
  pool = service.app.get(Pool);
});

afterAll(async () => {
  await service.close();
  await proxy.close();
  await origin.close();
});

const INSERT = sql('INSERT INTO written (name) VALUES ($1)');
const PING = sql('SELECT 1');

const write = (name: string) => (transaction: Transaction) => transaction.query(INSERT, [name]);

const session = () => ({
  ...{ tokenHash: randomBytes(32), userId: randomUUID(), method: 'oidc', address: '203.0.113.7' },
  ...{ lastUsedAt: new Date(), confirmedAt: new Date(), expiresAt: new Date() },
});

/** The names that are visible outside the transaction. */
async function written(): Promise<string[]> {
  const rows = await query<{ name: string }>(origin.databaseUrl, 'SELECT name FROM written ORDER BY name');
  return rows.map(({ name }) => name);
}

const errorOf = (work: Promise<unknown>) =>
  work.then(
    () => 'no error',
    (error: unknown) => error,
  );

/** Every connection of the pool can be used, and commits. */
async function expectPoolIsWhole(): Promise<void> {
  const names = Array.from({ length: 3 * POOL_SIZE }, (_, index) => `again ${index}`);
  await Promise.all(names.map((name) => unitOfWork.run(write(name))));
  expect(await written()).toEqual(expect.arrayContaining(names));
  await query(origin.databaseUrl, 'DELETE FROM written WHERE name = ANY ($1)', [names]);
  await until('all connections are idle', () =>
    Promise.resolve(
      (pool.idleCount === pool.totalCount && pool.waitingCount === 0) || [pool.idleCount, pool.totalCount],
    ),
  );
}

beforeEach(() => query(origin.databaseUrl, 'DELETE FROM written'));
afterEach(expectPoolIsWhole);

it('UnitOfWork: commits all writes together', async () => {
  const result = await unitOfWork.run(async (transaction) => {
    await write('one')(transaction);
    await transaction.manager.query('INSERT INTO written (name) VALUES ($1)', ['two']);
    expect(await written()).toEqual([]);
    return 'result';
  });
  expect(result).toBe('result');
  expect(await written()).toEqual(['one', 'two']);
});

describe('a transaction that has ended', () => {
  /** A transaction that is kept beyond its work. */
  const ended = async (): Promise<Transaction> => unitOfWork.run((transaction) => Promise.resolve(transaction));

  it('runs no statement, so that none runs in the transaction of others', async () => {
    const kept = await ended();
    await unitOfWork.run(async (transaction) => {
      await write('one')(transaction);
      await expect(write('late')(kept)).rejects.toThrow('The transaction has ended: await every statement in its work');
    });
    expect(await written()).toEqual(['one']);
  });

  it('changes no entity', async () => {
    const { manager } = await ended();
    await expect(manager.query("INSERT INTO written (name) VALUES ('late')")).rejects.toThrow();
    expect(await written()).toEqual([]);
  });

  it('rejects a statement that its work did not await', async () => {
    let late: Promise<unknown> = Promise.resolve();
    await unitOfWork.run(async (transaction) => {
      await write('one')(transaction);
      late = setTimeout(0).then(() => transaction.manager.query("INSERT INTO written (name) VALUES ('late')"));
      late.catch(() => undefined);
    });
    await expect(late).rejects.toThrow();
    expect(await written()).toEqual(['one']);
  });
});

describe('UnitOfWork rolls back', () => {
  it('if the work throws, and passes the error on', async () => {
    const thrown = new Error('changed my mind');
    const work = unitOfWork.run(async (transaction) => {
      await write('one')(transaction);
      throw thrown;
    });
    expect(await errorOf(work)).toBe(thrown);
    expect(await written()).toEqual([]);
  });

  it('if a statement fails', async () => {
    const work = unitOfWork.run(async (transaction) => {
      await write('one')(transaction);
      await write('one')(transaction);
    });
    expect(await errorOf(work)).toMatchObject({ code: '23505' });
    expect(await written()).toEqual([]);
  });

  it('if a statement failed and the work continued, and throws an error', async () => {
    const work = unitOfWork.run(async (transaction) => {
      await write('one')(transaction);
      await errorOf(write('one')(transaction));
    });
    expect(await errorOf(work)).toBeInstanceOf(Error);
    expect(await written()).toEqual([]);
  });

  it('if one of several statements in flight fails, and throws the first error', async () => {
    const failures: unknown[] = [];
    const work = unitOfWork.run(async (transaction) => {
      const statements = ['one', 'two', 'two', 'three', 'four'].map((name) => write(name)(transaction));
      const outcomes = await Promise.allSettled(statements);
      expect(outcomes.map(({ status }) => status)).toEqual([
        ...['fulfilled', 'fulfilled'],
        ...['rejected', 'rejected', 'rejected'],
      ]);
      for (const outcome of outcomes) if (outcome.status === 'rejected') failures.push(outcome.reason);
      throw failures.at(-1);
    });
    const error = await errorOf(work);
    expect(error).toMatchObject({ code: '23505' });
    expect(new Set(failures)).toEqual(new Set([error]));
    expect(await written()).toEqual([]);
  });

  it('if a listener throws', async () => {
    await query(origin.databaseUrl, 'ALTER TABLE credentials ADD CONSTRAINT broken CHECK (false) NOT VALID');
    const user = { email: 'ada@example.com', displayName: 'Ada', password: 'correct horse battery' };
    const { status } = await service.backoffice.request('POST', '/users', user);
    expect(status).toBe(500);
    expect(await query(origin.databaseUrl, 'SELECT FROM users WHERE email = $1', [user.email])).toEqual([]);
    await query(origin.databaseUrl, 'ALTER TABLE credentials DROP CONSTRAINT broken');
  });

  it('the writes of listeners if the work throws afterwards', async () => {
    const { userId } = service.backoffice;
    const work = unitOfWork.run(async (transaction) => {
      await transaction.publish(
        new UsersChanged([
          { id: userId, displayName: 'Ada', image: null, role: 'admin', suspended: true, isAccessChanged: true },
        ]),
      );
      expect(await transaction.query(sql('SELECT FROM sessions WHERE user_id = $1'), [userId])).toEqual([]);
      throw new Error('changed my mind');
    });
    expect(await errorOf(work)).toMatchObject({ message: 'changed my mind' });
    expect((await service.backoffice.request('GET', '/session')).status).toBe(200);
  });
});

describe('a connection', () => {
  it('returns to the pool after each unit of work, whatever its outcome', async () => {
    const works = Array.from({ length: 40 }, (_, index) =>
      unitOfWork.run(async (transaction) => {
        await write(`unit ${index}`)(transaction);
        if (index % 2 === 0) throw new Error('changed my mind');
        if (index % 5 === 0) await transaction.query(sql('SELECT 1 / 0'));
      }),
    );
    const outcomes = await Promise.allSettled(works);
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(16);
    expect(await written()).toHaveLength(16);
  });

  const kill = (pid: unknown) => query(origin.databaseUrl, 'SELECT pg_terminate_backend($1, 5000)', [pid]);

  it.each(['the next statement', 'the commit'])(
    'that the server closed is detected by %s, and not used again',
    async (by) => {
      const work = unitOfWork.run(async (transaction) => {
        await write('lost')(transaction);
        const [row] = await transaction.query<{ pid: number }>(sql('SELECT pg_backend_pid() AS pid'));
        await kill(row?.pid);
        if (by === 'the next statement') await transaction.query(PING);
      });
      expect([by, isDatabaseUnavailable(await errorOf(work))]).toEqual([by, true]);
      expect(await written()).toEqual([]);
    },
  );

  it('that the server closed between two statements of a snapshot makes only the next one fail', async () => {
    const parts = service.app.get(Snapshots).during(async function* (snapshot) {
      const [row] = await snapshot.query<{ pid: number }>(sql('SELECT pg_backend_pid() AS pid'));
      yield row?.pid;
      yield* await snapshot.query(PING);
    });
    await kill((await parts.next()).value);
    expect(isDatabaseUnavailable(await errorOf(parts.next()))).toBe(true);
  });

  it('that is lost in the middle of a statement is not used again', async () => {
    const work = unitOfWork.run(async (transaction) => {
      await write('lost')(transaction);
      const statement = transaction.query(sql('SELECT pg_sleep(0.4)'));
      proxy.cut();
      await statement;
    });
    expect(isDatabaseUnavailable(await errorOf(work))).toBe(true);
    proxy.mend();
    expect(await written()).toEqual([]);
  });

  it('that hangs is closed, and not used again with its transaction open', async () => {
    const work = unitOfWork.run(async (transaction) => {
      await write('hung')(transaction);
      proxy.freeze();
      await transaction.query(PING);
    });
    expect(isDatabaseUnavailable(await errorOf(work))).toBe(true);
    proxy.thaw();
    await expectPoolIsWhole();
    expect(await written()).toEqual([]);
  });

  it('that hangs while a repository reads is closed, and not used again', async () => {
    const others = await Promise.all(Array.from({ length: POOL_SIZE - 1 }, () => pool.connect()));
    proxy.freeze();
    const error = await errorOf(service.app.get(DataSource).getRepository('users').find());
    const { idleCount } = pool;
    proxy.thaw();
    for (const client of others) client.release();
    expect([isDatabaseUnavailable(error), idleCount]).toEqual([true, 0]);
  });

  it('that does not become free in time counts as an outage', async () => {
    let release: (() => void) | undefined;
    const released = new Promise<void>((resolve) => (release = resolve));
    const holders = Array.from({ length: POOL_SIZE }, () => unitOfWork.run(() => released));
    const work = unitOfWork.run(write('late'));
    expect(isDatabaseUnavailable(await errorOf(work))).toBe(true);
    release?.();
    await Promise.allSettled(holders);
    expect(await written()).toEqual([]);
  });
});

const DELETE_IN_CTE = 'WITH gone AS (DELETE FROM sessions RETURNING *) SELECT * FROM gone';
const UPDATE_SESSIONS = `UPDATE "sessions" SET method = 'oidc'`;

it('a data source cannot write outside the unit of work', async () => {
  const error = await errorOf(service.app.get(DataSource).query('TRUNCATE written'));
  expect(String(error)).toBe(
    'Error: TRUNCATE written … runs outside the unit of work: use the transaction of UnitOfWork.run()',
  );
});

const CALL = 'SELECT end_sessions()';
const CALL_IS_OUTSIDE =
  'SELECT end_sessions() … runs outside the unit of work: use the transaction of UnitOfWork.run()';

describe('a function that writes', () => {
  it.each<[string, (source: DataSource) => Promise<unknown>]>([
    ['query() of a data source', (source) => source.query(CALL)],
    ['a transaction of a data source', (source) => source.transaction((manager) => manager.query(CALL))],
    [
      'a transaction of a query runner',
      async (source) => {
        const runner = source.createQueryRunner();
        await runner.startTransaction();
        try {
          await runner.query(CALL);
        } finally {
          await runner.rollbackTransaction();
          await runner.release();
        }
      },
    ],
    ['a snapshot', () => service.app.get(Snapshots).read((snapshot) => snapshot.query(sql(CALL)))],
  ])('cannot be called outside the unit of work, and that is no outage: by %s', async (_, call) => {
    const error = await errorOf(call(service.app.get(DataSource)));
    expect([String(error), isDatabaseUnavailable(error)]).toEqual([`Error: ${CALL_IS_OUTSIDE}`, false]);
  });

  it('is an outage if the unit of work calls it on a standby', async () => {
    const work = unitOfWork.run(async (transaction) => {
      // As every transaction of a standby is.
      await transaction.query(sql('SET TRANSACTION READ ONLY'));
      await transaction.query(sql(CALL));
    });
    expect(isDatabaseUnavailable(await errorOf(work))).toBe(true);
  });

  it('gets 500 outside the unit of work, and the log says what to use instead', async () => {
    @ApiTags('Quizzes')
    @Controller()
    class Careless {
      constructor(private readonly source: DataSource) {}

      @Endpoint('GET /careless', TEAM_ROUTE)
      async write(): Promise<object> {
        await this.source.transaction((manager) => manager.query(CALL));
        return {};
      }
    }
    const log = captureLog();
    const team = await startService({ DATABASE_URL: origin.databaseUrl }, [moduleOf(Careless)]);
    try {
      const { key } = await createPlayer(team, 'viewer');
      const { status } = await fetch(`${team.url}/api/careless`, { headers: { 'x-api-key': key } });
      expect([status, log.join('')]).toEqual([500, expect.stringContaining(CALL_IS_OUTSIDE)]);
    } finally {
      await team.close();
    }
  });
});

describe('a repository', () => {
  it('reads by statements outside the unit of work', async () => {
    const sessions = service.app.get(DataSource).getRepository<ObjectLiteral>('sessions');
    const counted = `/* update */ WITH all_of AS (SELECT * FROM sessions) SELECT count(*)::int AS "deleted" FROM all_of`;
    expect(await sessions.query(counted)).toEqual([{ deleted: await sessions.count() }]);
    expect(await sessions.query(`SELECT 'FOR UPDATE; ' || $1 AS "set";`, ['x'])).toEqual([{ set: 'FOR UPDATE; x' }]);
  });

  it.each([
    'WITH x AS (SELECT 1) UPDATE sessions s SET last_used_at = now()',
    'WITH x AS (SELECT 1) UPDATE ONLY sessions * AS "s" SET last_used_at = now()',
    'EXPLAIN ANALYZE UPDATE sessions s SET last_used_at = now()',
    'SELECT 1; TRUNCATE sessions',
    'SELECT 1; COMMIT; DELETE FROM sessions',
    'SELECT * INTO copied FROM sessions',
    'SELECT end_sessions()',
  ])('cannot write outside the unit of work: %s', async (text) => {
    const sessions = service.app.get(DataSource).getRepository<ObjectLiteral>('sessions');
    const before = await sessions.find();
    expect(before).not.toEqual([]);
    expect(String(await errorOf(sessions.query(text)))).toContain('runs outside the unit of work');
    const inTransaction = sessions.manager.transaction((manager) => manager.query(text));
    expect(String(await errorOf(inTransaction))).toContain('runs outside the unit of work');
    expect(await sessions.find()).toEqual(before);
  });

  it.each<[string, (repository: Repository<ObjectLiteral>) => Promise<unknown>]>([
    ['insert', (sessions) => sessions.insert(session())],
    ['upsert', (sessions) => sessions.upsert(session(), ['tokenHash'])],
    ['save', (sessions) => sessions.save(session())],
    ['update', (sessions) => sessions.updateAll({ method: 'oidc' })],
    ['delete', (sessions) => sessions.deleteAll()],
    ['query builder', (sessions) => sessions.createQueryBuilder().delete().execute()],
    ['clear', (sessions) => sessions.clear()],
    ['query', (sessions) => sessions.query('DELETE FROM sessions')],
    ['query with a common table expression', (sessions) => sessions.query(DELETE_IN_CTE)],
    ['transaction of the data source', ({ manager }) => manager.transaction((inner) => inner.query(UPDATE_SESSIONS))],
  ])('cannot write outside the unit of work: %s', async (_, write) => {
    const sessions = service.app.get(DataSource).getRepository<ObjectLiteral>('sessions');
    const before = await sessions.find();
    expect(before).not.toEqual([]);
    expect(String(await errorOf(write(sessions)))).toMatch(
      /^Error: .{6,40} … runs outside the unit of work: use the transaction of UnitOfWork.run\(\)$/,
    );
    expect(await sessions.find()).toEqual(before);
    const thrown = new Error('changed my mind');
    const work = unitOfWork.run(async ({ manager }) => {
      await write(manager.getRepository('sessions'));
      throw thrown;
    });
    expect(await errorOf(work)).toBe(thrown);
  });
});

it('UnitOfWork: retries one of two transactions that deadlock', async () => {
  await query(origin.databaseUrl, `INSERT INTO written VALUES ('one'), ('other')`);
  const touch = sql('UPDATE written SET name = name WHERE name = $1');
  let begun = 0;
  let runs = 0;
  const bothBegan: (() => void)[] = [];
  /** Locks a row, waits until both have locked theirs, then locks the other one. */
  const work = (first: string, second: string) => async (transaction: Transaction) => {
    runs++;
    await transaction.query(touch, [first]);
    if (++begun === 2) for (const go of bothBegan) go();
    else if (begun < 2) await new Promise<void>((resolve) => bothBegan.push(resolve));
    await transaction.query(touch, [second]);
    return `${first} and ${second}`;
  };
  const withLongTimeouts = await startService({ DATABASE_URL: origin.databaseUrl });
  try {
    const unit = withLongTimeouts.app.get(UnitOfWork);
    const done = await Promise.all([unit.run(work('one', 'other')), unit.run(work('other', 'one'))]);
    expect(done).toEqual(['one and other', 'other and one']);
    // The transaction that was rolled back may deadlock again.
    expect(runs).toBeGreaterThan(2);
  } finally {
    await withLongTimeouts.close();
  }
});

it('UnitOfWork: gives up after three serialization failures, with a pause before each repeat', async () => {
  const runs: number[] = [];
  const work = service.app.get(UnitOfWork).run(async (transaction) => {
    runs.push(performance.now());
    await transaction.query(sql(`DO $$ BEGIN RAISE EXCEPTION 'no' USING ERRCODE = 'serialization_failure'; END $$`));
  });
  expect(isDatabaseUnavailable(await errorOf(work))).toBe(true);
  const [first = 0, second = 0, third = 0, ...others] = runs;
  expect(others).toEqual([]);
  expect(second - first).toBeGreaterThanOrEqual(19);
  expect(third - second).toBeGreaterThanOrEqual(19);
});
