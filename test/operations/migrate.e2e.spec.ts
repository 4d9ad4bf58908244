import { vi } from 'vitest';
import { createDatabase, query } from '../support/database.js';
import { operate, verify } from '../support/operations.js';
import { startService } from '../support/service.js';

const UP_TO_DATE = 'The database is up to date.\n';

let databaseUrl: string;

beforeEach(async () => {
  databaseUrl = await createDatabase();
});

const migrate = () => operate(['migrate'], { DATABASE_URL: databaseUrl });

const listApplied = async () =>
  (await query<{ name: string }>(databaseUrl, 'SELECT name FROM migrations ORDER BY id')).map(({ name }) => name);

it('migrate: brings an empty database up to date, names the migrations, and then finds nothing to do', async () => {
  const { exitCode, out, errors } = await migrate();
  const applied = await listApplied();
  expect({ exitCode, out, errors }).toEqual({
    exitCode: 0,
    out: `The database is up to date. Migrations: ${applied.join(', ')}.\n`,
    errors: [],
  });
  expect(applied.length).toBeGreaterThan(5);
  expect(await query(databaseUrl, 'SELECT FROM users')).toEqual([]);
  // As after the upgrade to a newer version: the older one can start, so its command succeeds too.
  await query(databaseUrl, `INSERT INTO migrations (timestamp, name) VALUES (9999999999999, 'Newer9999999999999')`);
  expect(await migrate()).toEqual({ exitCode: 0, out: UP_TO_DATE, errors: [] });
});

it('migrate: two that run concurrently apply each migration once', async () => {
  const [one, other] = await Promise.all([migrate(), migrate()]);
  expect([one.exitCode, other.exitCode, one.errors, other.errors]).toEqual([0, 0, [], []]);
  const applied = await listApplied();
  expect(new Set(applied).size).toBe(applied.length);
});

it('a database that was made before 1.0: migrate, verify and the start reject it and change nothing in it', async () => {
  await query(databaseUrl, 'CREATE TABLE migrations (id serial PRIMARY KEY, timestamp bigint, name varchar)');
  await query(
    databaseUrl,
    `INSERT INTO migrations (timestamp, name) VALUES (1760000300000, 'CreateQuizzes1760000300000')`,
  );
  await query(databaseUrl, 'CREATE TABLE quizzes AS SELECT 1 AS id');
  const reason =
    'The database was made before version 1.0: export the quizzes with the commit that made it and start with an ' +
    'empty database, or go back to that commit.';
  expect(await migrate()).toEqual({
    exitCode: 2,
    out: '',
    errors: [`The database could not be migrated. ${reason}`],
  });
  await expect(verify(databaseUrl)).rejects.toThrow(reason);
  await expect(startService({ DATABASE_URL: databaseUrl })).rejects.toThrow(reason);
  expect(await listApplied()).toEqual(['CreateQuizzes1760000300000']);
  expect(await query(databaseUrl, `SELECT tablename FROM pg_tables WHERE schemaname = 'public' ORDER BY 1`)).toEqual([
    { tablename: 'migrations' },
    { tablename: 'quizzes' },
  ]);
  expect(await query(databaseUrl, 'SELECT id FROM quizzes')).toEqual([{ id: 1 }]);
});

it('migrate: says why a migration failed', async () => {
  await query(databaseUrl, 'CREATE TABLE quizzes (id integer)');
  // TypeORM logs the failure too.
  vi.spyOn(console, 'log').mockReturnValue(undefined);
  expect(await migrate()).toEqual({
    exitCode: 2,
    out: '',
    errors: ['The database could not be migrated. relation "quizzes" already exists'],
  });
});
