import { Client } from 'pg';
import type { Configuration } from '#libs/configuration';
import { AppModule } from '../../app.module.js';
import { readMigrationState } from '../migration-state.js';
import { checkEmails } from './emails.js';
import { judgeClock } from './clock.js';
import { type DatabaseFacts, judgeDatabase, judgeMigrations } from './database-rules.js';
import { type Finding, ok, problem } from './finding.js';
import { INSUFFICIENT_PRIVILEGE } from './sql-states.js';

/** Time limits for connecting and for a query, in milliseconds. */
const CONNECT_MS = 3_000;
const ANSWER_MS = 3_000;

const FACTS = `
  SELECT current_setting('server_version_num')::integer AS "versionNumber", current_setting('server_version') AS version,
    current_user AS user, current_database() AS database, current_schema() AS schema,
    coalesce(has_schema_privilege(current_schema(), 'CREATE'), false) AS "mayCreate",
    pg_is_in_recovery() OR current_setting('transaction_read_only') = 'on' AS "isReadOnly",
    pg_encoding_to_char(encoding) AS encoding,
    least(
      current_setting('max_connections')::integer
        - CASE WHEN rolsuper THEN 0 ELSE current_setting('superuser_reserved_connections')::integer END,
      nullif(datconnlimit, -1), nullif(rolconnlimit, -1)) AS connections,
    current_setting('fsync') AS fsync, current_setting('synchronous_commit') AS "synchronousCommit",
    current_setting('full_page_writes') AS "fullPageWrites", current_setting('autovacuum') AS autovacuum,
    (SELECT json_object_agg(name, setting::integer) FROM pg_settings
      WHERE name IN ('statement_timeout', 'idle_in_transaction_session_timeout', 'transaction_timeout')) AS timeouts
  FROM pg_database, pg_roles WHERE datname = current_database() AND rolname = current_user`;

/** Checks the database as far as it works. The findings never contain the password. */
export function checkDatabase(url: string, configuration: Configuration, instances: number): Promise<Finding[]> {
  return withClient(url, (client) => examine(client, configuration, instances));
}

/** Connects and examines. @returns also a finding `Database`: whether it answers, and why not */
export async function withClient(url: string, examine: (client: Client) => Promise<Finding[]>): Promise<Finding[]> {
  const { hostname, port, pathname, username } = new URL(url);
  const where = `${hostname || 'localhost'}:${port || '5432'}`;
  const client = new Client({ connectionString: url, connectionTimeoutMillis: CONNECT_MS, query_timeout: ANSWER_MS });
  // If the connection is lost, the query fails.
  client.on('error', () => undefined);
  try {
    await client.connect();
  } catch (error) {
    return [explainConnectionError(error as NodeJS.ErrnoException, where, pathname.slice(1), username)];
  }
  try {
    return [ok('Database', `answers at ${where}`), ...(await examine(client))];
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    return [problem('Database', `does not answer queries at ${where} (${code ?? message})`, 'read the server’s log')];
  } finally {
    await Promise.race([client.end(), new Promise((resolve) => setTimeout(resolve, 500).unref())]);
  }
}

async function examine(client: Client, configuration: Configuration, instances: number): Promise<Finding[]> {
  const { rows } = await client.query<DatabaseFacts>(FACTS);
  const [facts] = rows;
  if (facts === undefined) throw new Error('the server reports nothing about itself');
  const sent = Date.now();
  const clock = await client.query<{ now: number }>(
    'SELECT extract(epoch FROM clock_timestamp())::float8 * 1000 AS now',
  );
  return [
    ...judgeDatabase(facts, configuration, instances),
    await checkMigrations(client, configuration),
    ...(facts.encoding === 'UTF8' ? await checkEmails(client) : []),
    judgeClock('Database clock', clock.rows[0]?.now ?? 0, sent, Date.now()),
  ];
}

async function checkMigrations(client: Client, configuration: Configuration): Promise<Finding> {
  try {
    return judgeMigrations(await readMigrationState(client, AppModule.forRoot(configuration)));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== INSUFFICIENT_PRIVILEGE) throw error;
    return problem('Migrations', 'the role cannot read the existing tables', 'use the role that owns them');
  }
}

/** Why the connection failed, by PostgreSQL's or the system's code. */
export function explainConnectionError(
  error: NodeJS.ErrnoException,
  where: string,
  database: string,
  user: string,
): Finding {
  const { code = '' } = error;
  if (code === '28P01') {
    return problem('Database', `${where} rejects the password of the role ${user}`, 'correct it in DATABASE_URL');
  }
  if (code === '28000') {
    const advice = 'create the role with LOGIN, or allow it and this address in pg_hba.conf';
    return problem('Database', `${where} does not admit the role ${user}`, advice);
  }
  if (code === '3D000') {
    const advice = `CREATE DATABASE "${database}" OWNER "${user}" ENCODING 'UTF8' TEMPLATE template0`;
    return problem('Database', `there is no database ${database} at ${where}`, advice);
  }
  if (code === '53300') {
    return problem('Database', `${where} has no free connection`, 'raise max_connections, or run fewer instances');
  }
  if (code === '57P03')
    return problem('Database', `${where} is starting or stopping`, 'wait, then run the doctor again');
  const reason =
    code || (error.message.includes('timeout') ? `no answer within ${CONNECT_MS / 1_000} s` : error.message);
  const advice = 'start PostgreSQL, or correct host and port in DATABASE_URL';
  return problem('Database', `cannot be reached at ${where} (${reason})`, advice);
}
