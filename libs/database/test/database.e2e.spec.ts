import { DataSource, type DataSourceOptions } from 'typeorm';
import { Database, isDatabaseUnavailable, sql } from '#libs/database';
import { submitAccepted } from '../../../test/support/attempts.js';
import { createDatabase, query, withClient } from '../../../test/support/database.js';
import {
  apiWith,
  attemptAt,
  createPlayer,
  createQuiz,
  deleteQuiz,
  type Player,
  type Quiz,
  type QuizBody,
  quizBody,
} from '../../../test/support/factories.js';
import { migrationOf, schemaDifferences } from '../../../test/support/migrations.js';
import { createServiceDatabase, type Service, startService } from '../../../test/support/service.js';
import { startAccepted, submitStart } from '../../../test/support/starts.js';
import { startTcpProxy, type TcpProxy } from '../../../test/support/tcp-proxy.js';
import { until } from '../../../test/support/until.js';
import { purgeQuiz } from '../../../test/support/trash.js';

const UNAVAILABLE = [503, { error: 'Service temporarily unavailable' }];

async function answerOf(answer: Promise<Response>): Promise<[number, unknown]> {
  const response = await answer;
  const body: unknown = await response.json();
  if (response.status === 503) expect(response.headers.get('retry-after')).toMatch(/^[1-9]\d*$/);
  return [response.status, body];
}

let origin: Service;
let admin: Player;

beforeAll(async () => {
  origin = await startService();
  admin = await createPlayer(origin, 'admin');
});

afterAll(() => origin.close());

describe('migrations', () => {
  /** The schema of a database: tables, columns, indexes and constraints. */
  const catalogue = (url: string) =>
    query(
      url,
      `SELECT 'column' AS kind, table_name || '.' || column_name AS name,
         concat_ws(' ', data_type, is_nullable, column_default) AS definition
       FROM information_schema.columns WHERE table_schema = 'public'
       UNION ALL SELECT 'index', indexname, indexdef FROM pg_indexes WHERE schemaname = 'public'
       UNION ALL SELECT 'constraint', conname, pg_get_constraintdef(oid) FROM pg_constraint
         WHERE connamespace = 'public'::regnamespace
       UNION ALL SELECT 'table', relname, array_to_string(reloptions, ',') FROM pg_class
         WHERE relnamespace = 'public'::regnamespace AND relkind = 'r'
       ORDER BY kind, name, definition`,
    );

  /** Connects to another database like the service. */
  const connect = (url: string) => {
    const { options } = origin.app.get(DataSource);
    return new DataSource({
      ...(options as Extract<DataSourceOptions, { type: 'postgres' }>),
      url,
      subscribers: [],
    }).initialize();
  };

  it('run once for instances that start concurrently on an empty database', async () => {
    const url = await createDatabase();
    const services = await Promise.all([1, 2].map(() => startService({ DATABASE_URL: url })));
    try {
      const applied = await query<{ name: string }>(url, 'SELECT name FROM migrations ORDER BY id');
      const names = applied.map(({ name }) => name);
      expect(names.length).toBeGreaterThanOrEqual(6);
      expect([...new Set(names)].sort((one, other) => one.slice(-13).localeCompare(other.slice(-13)))).toEqual(names);
      for (const { backoffice } of services) expect((await backoffice.request('GET', '/users')).status).toBe(200);
      expect(await query(url, 'SELECT email FROM users')).toHaveLength(1);
    } finally {
      for (const service of services) await service.close();
    }
  });

  it('create the tables that the entities describe', async () => {
    const differences = (await schemaDifferences(origin)).join('\n');
    expect(differences && `Entities and migrations differ. The entities say, by table:\n${differences}`).toBe('');
  });

  it('can all be reverted and run again', async () => {
    const url = await createDatabase();
    const source = await connect(url);
    try {
      await source.runMigrations({ transaction: 'each' });
      for (const _ of source.migrations) await source.undoLastMigration({ transaction: 'each' });
      const tables = `SELECT relname FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'v', 'f')`;
      expect(await query(url, tables)).toEqual([{ relname: 'migrations' }]);
      expect(await query(url, 'SELECT name FROM migrations')).toEqual([]);
      await source.runMigrations({ transaction: 'each' });
      expect(await catalogue(url)).toEqual(await catalogue(origin.databaseUrl));
    } finally {
      await source.destroy();
    }
  });

  it.each([
    ['users', 'IndexPlayers1795730310000'],
    ['attempts', 'IndexChangePositions1795730600000'],
    ['quizzes', 'IndexSettings1795746950000'],
    ['audit_entries', 'LetAuditEntriesExpire1795773220000'],
  ])('build indexes of %s while requests write to it', async (table, name) => {
    const url = await createServiceDatabase();
    const source = await connect(url);
    const migration = source.migrations.find(({ constructor }) => constructor.name === name);
    const runner = source.createQueryRunner();
    const write = `LOCK TABLE ${table} IN ROW EXCLUSIVE MODE`;
    try {
      await migration?.down(runner);
      let building: Promise<void> | undefined;
      await withClient(url, async (client) => {
        await client.query(`BEGIN; ${write}`);
        building = migration?.up(runner);
        await until('the index waits for the transaction', async () => {
          const [found] = await query<{ count: number }>(
            url,
            `SELECT count(*)::integer FROM pg_stat_activity WHERE datname = current_database()
             AND wait_event_type = 'Lock' AND query ~ 'CREATE .*INDEX'`,
          );
          return found?.count === 1;
        });
        await query(url, `BEGIN; SET LOCAL lock_timeout = '1s'; ${write}; COMMIT`);
      });
      await building;
      // Another run, as after an interruption.
      await migration?.up(runner);
      expect(await catalogue(url)).toEqual(await catalogue(origin.databaseUrl));
    } finally {
      await runner.release();
      await source.destroy();
    }
  });

  describe('are not reverted', () => {
    async function purge({ id }: Quiz): Promise<void> {
      await deleteQuiz(admin, id);
      await purgeQuiz(origin, id);
    }

    it('if applications or references of attempts would be lost', async () => {
      const quiz = await createQuiz(admin);
      await submitAccepted(admin, quiz.id, { ...attemptAt(quiz, 1), reference: 'homework 7' });
      const { down } = migrationOf(origin, 'AddApplicationAndReference1795730400000');
      await expect(down()).rejects.toThrow('Attempts have applications or references');
      await purge(quiz);
    });

    it.each<Partial<QuizBody>>([
      { passPercentage: 50 },
      { opensAt: '2036-01-01T00:00:00Z' },
      { closesAt: '2036-01-01T00:00:00Z' },
      { revealAnswers: 'never' },
      { requireStart: true },
      { tags: ['geography'] },
      { language: 'en' },
    ])('if settings of quizzes would be lost: %j', async (settings) => {
      const { down } = migrationOf(origin, 'AddSettings1795746900000');
      const quiz = await createQuiz(admin, quizBody(2, settings));
      await expect(down()).rejects.toThrow('Quizzes have settings');
      await purge(quiz);
    });

    it('if open starts, what attempts keep of them, or quizzes in the trash would be lost', async () => {
      const own = await startService();
      try {
        const starts = migrationOf(own, 'CreateStarts1795749806000');
        const trash = migrationOf(own, 'CreateTrash1795774700000');
        const author = await createPlayer(own, 'admin');
        const quiz = await createQuiz(author, quizBody(4, { requireStart: true, drawCount: 2 }));
        const started = await startAccepted(author, quiz.id);
        await expect(starts.down()).rejects.toThrow('There are open starts');
        await submitStart(author, started, []);
        await expect(starts.down()).rejects.toThrow('attempts with drawn questions');
        await deleteQuiz(author, quiz.id);
        await expect(trash.down()).rejects.toThrow('Quizzes are in the trash');
        await purgeQuiz(own, quiz.id);
        await trash.down();
        await starts.down();
      } finally {
        await own.close();
      }
    });
  });
});

describe('the database', () => {
  let service: Service;
  let proxy: TcpProxy;
  let quiz: Quiz;

  beforeAll(async () => {
    proxy = await startTcpProxy(origin.databaseUrl);
    service = await startService({
      DATABASE_URL: proxy.url,
      DATABASE_CONNECT_TIMEOUT_MS: '4000',
      DATABASE_STATEMENT_TIMEOUT_MS: '5000',
      DATABASE_LOCK_TIMEOUT_MS: '200',
    });
    admin = { ...admin, api: apiWith(service.url, admin.key) };
    quiz = await createQuiz(admin);
  });

  afterAll(async () => {
    await service.close();
    await proxy.close();
  });

  const api = (method: string, path: string, body?: unknown) =>
    answerOf(
      fetch(`${service.url}/api${path}`, {
        method,
        headers: { 'x-api-key': admin.key, 'content-type': 'application/json' },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      }),
    );

  const settings = async (of: Service) => {
    const names = ['statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout', 'application_name'];
    const text = `SELECT ${names.map((name) => `current_setting('${name}') AS ${name}`).join(', ')}`;
    return of.app.get(Database).query(sql(text));
  };

  it('has the configured timeouts on each connection', async () => {
    expect(await settings(service)).toEqual([
      {
        statement_timeout: '5s',
        lock_timeout: '200ms',
        idle_in_transaction_session_timeout: '5s',
        application_name: 'quiz-service',
      },
    ]);
    expect(await settings(origin)).toMatchObject([
      { statement_timeout: '50s', lock_timeout: '45s', idle_in_transaction_session_timeout: '50s' },
    ]);
  });

  it('cancels a statement that takes too long', async () => {
    const error: unknown = await service.app
      .get(Database)
      .query(sql('SELECT pg_sleep(600)'))
      .catch((thrown: unknown) => thrown);
    // On a slow machine the client may give up before it reads the error of the server.
    expect(isDatabaseUnavailable(error)).toBe(true);
    const running = `SELECT FROM pg_stat_activity WHERE datname = current_database() AND state = 'active' AND query LIKE '%pg_sleep(600)'`;
    await until('it has ended', async () => (await query(service.databaseUrl, running)).length === 0);
  });

  it.each<[string, string, () => Promise<[number, unknown]>]>([
    ['a read', 'LOCK TABLE quizzes', () => api('GET', `/quizzes/${quiz.id}`)],
    ['the key', 'LOCK TABLE api_keys', () => api('GET', '/quizzes')],
    ['an update', 'SELECT FROM quizzes FOR UPDATE', () => api('PUT', `/quizzes/${quiz.id}`, quizBody())],
    ['a deletion', 'SELECT FROM quizzes FOR UPDATE', () => api('DELETE', `/quizzes/${quiz.id}`)],
    ['an attempt', 'LOCK TABLE attempts', () => api('POST', `/quizzes/${quiz.id}/attempts`, attemptAt(quiz, 1))],
    ['a session', 'LOCK TABLE sessions', () => answerOf(service.backoffice.request('GET', '/session'))],
    [
      'a user',
      'SELECT FROM users FOR UPDATE',
      () => answerOf(service.backoffice.request('PATCH', `/users/${admin.userId}`, { displayName: 'Renamed' })),
    ],
  ])('whose rows or tables are locked does not block %s forever', async (_, lock, request) => {
    await withClient(origin.databaseUrl, async (client) => {
      await client.query('BEGIN');
      await client.query(lock);
      // The lock is held until the response arrives.
      expect(await request()).toEqual(UNAVAILABLE);
      await client.query('ROLLBACK');
    });
    expect((await api('GET', `/quizzes/${quiz.id}`))[0]).toBe(200);
    const { pagination } = await origin.backoffice.call<{ pagination: object }>('GET', '/users');
    expect(pagination).toMatchObject({ total: 2 });
  });

  it.each<[string, () => void, () => void]>([
    ['is gone', () => proxy.cut(), () => proxy.mend()],
    ['hangs', () => proxy.freeze(), () => proxy.thaw()],
  ])('causes 503 everywhere while it %s, and is used again afterwards', async (_, end, begin) => {
    const ready = () => answerOf(fetch(`${service.url}/health/ready`));
    end();
    const answers = await Promise.all([
      api('GET', `/quizzes/${quiz.id}`),
      api('GET', '/leaderboard'),
      api('POST', '/quizzes', quizBody()),
      api('POST', `/quizzes/${quiz.id}/attempts`, attemptAt(quiz, 1)),
      answerOf(service.backoffice.request('GET', '/users')),
    ]);
    expect(answers).toEqual(answers.map(() => UNAVAILABLE));
    expect(await ready()).toEqual([503, { error: 'Not ready: database not available' }]);
    expect(await answerOf(fetch(`${service.url}/health/live`))).toEqual([200, { status: 'ok' }]);
    begin();
    await until('the service is ready again', async () => (await ready())[0] === 200);
    await until('requests are served again', async () => (await api('GET', `/quizzes/${quiz.id}`))[0] === 200);
    expect((await api('POST', '/quizzes', quizBody()))[0]).toBe(201);
  });
});
