import { Client } from 'pg';
import type { Configuration } from '#libs/configuration';
import { type MigrationState, readMigrationState } from '#libs/database';
import { AppModule } from '../../app.module.js';
import { type Finding, ok, problem, warning } from './finding.js';

/** Time limit for connecting, and for each query, in milliseconds. */
const ANSWER_MS = 3_000;

/** Difference between the clocks of the database and of this machine from which on the doctor warns, in milliseconds. */
const CLOCK_MS = 1_000;

/** Connections that a migrating instance needs beside its pool. */
const EXTRA_CONNECTIONS = 2;

/** From which age on the doctor warns of a transaction, in seconds. */
const TRANSACTION_SECONDS = 300;

/** Settings that must not be off, and what happens otherwise. */
const RISKS = {
  fsync: 'a crash may destroy the database',
  full_page_writes: 'a crash may destroy the database',
  synchronous_commit: 'a crash may lose attempts that the service has confirmed',
  autovacuum: 'tables grow and reads become slower',
};

export interface DatabaseFacts {
  /** Such as 150004. */
  versionNumber: number;
  version: string;
  encoding: string;
  /** Connections that this role can use in this database. */
  connections: number;
  /** Those of RISKS. */
  settings: Record<string, string>;
  /** The time, in Unix milliseconds. */
  now: number;
}

const FACTS = `
  SELECT current_setting('server_version_num')::integer AS "versionNumber", current_setting('server_version') AS version,
    pg_encoding_to_char(encoding) AS encoding,
    least(
      current_setting('max_connections')::integer
        - CASE WHEN rolsuper THEN 0 ELSE current_setting('superuser_reserved_connections')::integer END,
      nullif(datconnlimit, -1), nullif(rolconnlimit, -1)) AS connections,
    (SELECT json_object_agg(name, setting) FROM pg_settings WHERE name = ANY ($1)) AS settings,
    extract(epoch FROM clock_timestamp())::float8 * 1000 AS now
  FROM pg_database, pg_roles WHERE datname = current_database() AND rolname = current_user`;

export interface OldTransaction {
  database: string;
  /** Its age. */
  seconds: number;
  /** The statement that ends it. */
  end: string;
}

/** The oldest transaction that has written, in all databases of the server. Of other users' sessions only `pg_monitor` sees it. */
const OLDEST = `
  SELECT * FROM (
    SELECT datname AS database, extract(epoch FROM now() - xact_start)::float8 AS seconds,
      format('SELECT pg_terminate_backend(%s)', pid) AS "end"
    FROM pg_stat_activity WHERE backend_xid IS NOT NULL
    UNION ALL
    SELECT database, extract(epoch FROM now() - prepared)::float8, format('ROLLBACK PREPARED %L', gid) FROM pg_prepared_xacts
  ) AS transactions ORDER BY seconds DESC LIMIT 1`;

/** @throws Error if the database does not answer; neither it nor the findings contain the password */
export async function checkDatabase(url: string, configuration: Configuration, instances: number): Promise<Finding[]> {
  return withClient(url, async (client) => {
    const sent = Date.now();
    const { rows } = await client.query<DatabaseFacts>(FACTS, [Object.keys(RISKS)]);
    const [facts] = rows as [DatabaseFacts];
    const answered = Date.now();
    const oldest = await client.query<OldTransaction>(OLDEST);
    return [
      ok('Database', `answers at ${client.host}:${client.port}`),
      ...judgeDatabase(facts, configuration.DATABASE_POOL_SIZE, instances),
      judgeClock(facts.now, sent, answered),
      judgeTransaction(oldest.rows[0]),
      judgeMigrations(await readMigrationState(client, AppModule.forRoot(configuration))),
    ];
  });
}

/** @throws Error if the server does not answer */
export async function withClient<Result>(url: string, work: (client: Client) => Promise<Result>): Promise<Result> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: ANSWER_MS, query_timeout: ANSWER_MS });
  client.on('error', () => undefined); // the query fails
  await client.connect();
  try {
    return await work(client);
  } finally {
    void client.end();
  }
}

export function judgeDatabase(facts: DatabaseFacts, poolSize: number, instances: number): Finding[] {
  const { versionNumber, version, encoding, settings } = facts;
  const off = Object.entries(RISKS).filter(([name]) => settings[name] === 'off');
  return [
    versionNumber >= 150_000
      ? ok('PostgreSQL', version)
      : problem('PostgreSQL', `${version} is too old`, 'use PostgreSQL 15 or later'),
    encoding === 'UTF8'
      ? ok('Encoding', encoding)
      : problem('Encoding', `${encoding}: not every text can be stored`, `create the database with ENCODING 'UTF8'`),
    judgeConnections(facts.connections, poolSize, instances),
    ...off.map(([name, risk]) => problem('Settings', `${name} is off: ${risk}`, `set ${name} = on`)),
  ];
}

export function judgeConnections(connections: number, poolSize: number, instances: number): Finding {
  const fit = Math.max(0, Math.floor((connections - EXTRA_CONNECTIONS) / poolSize));
  const text = `${connections} connections are enough for ${fit} instances with DATABASE_POOL_SIZE=${poolSize}`;
  if (instances <= fit) return ok('Connections', text);
  return problem('Connections', `${text}, not for ${instances}`, 'raise max_connections, or lower DATABASE_POOL_SIZE');
}

/**
 * The time of the round trip counts in favour of the database.
 * @param theirs time of the database, in Unix milliseconds
 * @param sent time of the query by this machine's clock, and `answered` that of the response
 */
export function judgeClock(theirs: number, sent: number, answered: number): Finding {
  const offset = Math.max(sent - theirs, theirs - answered, 0);
  if (offset <= CLOCK_MS) return ok('Clock', 'that of the database agrees with that of this machine');
  const text = `that of the database and that of this machine differ by ${(offset / 1_000).toFixed(1)} s`;
  return warning('Clock', text, 'synchronise both by NTP: sessions, keys and rate-limit windows end by them');
}

/** @param oldest of all that have written; undefined if there is none */
export function judgeTransaction(oldest: OldTransaction | undefined): Finding {
  if (oldest === undefined || oldest.seconds < TRANSACTION_SECONDS)
    return ok('Transactions', 'none has been open for long');
  const text = `one in the database ${oldest.database} has been open for ${Math.floor(oldest.seconds / 60)} minutes: GET /attempts shows nothing newer`;
  return warning('Transactions', text, `end it: ${oldest.end}`);
}

export function judgeMigrations({ pending, unknown, isEarlier }: MigrationState): Finding {
  if (isEarlier) {
    const advice = 'export the quizzes with the commit that made it, and start with an empty database';
    return problem('Migrations', 'the database was made before version 1.0', advice);
  }
  if (unknown.length > 0) {
    const text = `this version does not know ${unknown.length} of those that ran (${unknown.join(', ')}): the database belongs to a newer version`;
    return problem('Migrations', text, 'run the newer version, or restore the backup made before the upgrade');
  }
  if (pending.length === 0) return ok('Migrations', 'up to date');
  const text = `${pending.length} have not run yet (next: ${pending[0]})`;
  return warning('Migrations', text, 'they run at the next start');
}
