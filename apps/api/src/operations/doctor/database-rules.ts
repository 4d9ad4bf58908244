// The doctor's rules for a database, from what it reports about itself.
import type { Configuration } from '#libs/configuration';
import type { MigrationState } from '#libs/database';
import { type Finding, ok, problem, warning } from './finding.js';

/** The database's own report of its version, settings and rights. */
export interface DatabaseFacts {
  /** Such as 150004. */
  versionNumber: number;
  version: string;
  user: string;
  database: string;
  /** Where tables are created; null if no schema is set. */
  schema: string | null;
  mayCreate: boolean;
  isReadOnly: boolean;
  encoding: string;
  /** Connections that this role can use in this database. */
  connections: number;
  fsync: string;
  synchronousCommit: string;
  fullPageWrites: string;
  autovacuum: string;
  /** Default timeouts of the role's sessions, in milliseconds; 0 for none. */
  timeouts: Record<string, number>;
}

export function judgeDatabase(facts: DatabaseFacts, configuration: Configuration, instances: number): Finding[] {
  return [
    judgeVersion(facts),
    judgeRights(facts),
    facts.encoding === 'UTF8'
      ? ok('Encoding', 'UTF8')
      : problem(
          'Encoding',
          `${facts.encoding}: not every text can be stored`,
          `create the database with ENCODING 'UTF8'`,
        ),
    judgeConnections(facts.connections, configuration.DATABASE_POOL_SIZE, instances),
    ...judgeDurability(facts),
    ...Object.entries(facts.timeouts)
      .filter(([, milliseconds]) => milliseconds > 0)
      .map(([name, milliseconds]) =>
        warning(
          'Migrations',
          `${name} is ${milliseconds} ms for this role: a long migration may be cancelled`,
          `ALTER ROLE "${facts.user}" SET ${name} = 0; the service sets its own for requests`,
        ),
      ),
  ];
}

export function judgeVersion({ versionNumber, version }: Pick<DatabaseFacts, 'versionNumber' | 'version'>): Finding {
  if (versionNumber >= 150_000) return ok('PostgreSQL', version);
  return problem('PostgreSQL', `${version} is too old`, 'use PostgreSQL 15 or later');
}

function judgeRights({ user, schema, mayCreate, isReadOnly }: DatabaseFacts): Finding {
  if (isReadOnly) {
    return problem(
      'Rights',
      'the database rejects writes (it is a standby or read-only)',
      'connect to the primary server',
    );
  }
  if (schema === null || !mayCreate) {
    const where = schema === null ? 'in no schema' : `in the schema ${schema}`;
    const advice = `run as its owner: GRANT CREATE, USAGE ON SCHEMA ${schema ?? 'public'} TO "${user}"`;
    return problem('Rights', `the role ${user} cannot create tables ${where}`, advice);
  }
  return ok('Rights', `the role ${user} can create tables in the schema ${schema}`);
}

/** Connections that a migrating instance needs beside its pool. */
const EXTRA_CONNECTIONS = 2;

export function judgeConnections(connections: number, poolSize: number, instances: number): Finding {
  const needed = instances * poolSize + EXTRA_CONNECTIONS;
  const fit = Math.max(0, Math.floor((connections - EXTRA_CONNECTIONS) / poolSize));
  const text = `${connections} connections are enough for ${fit} instances with DATABASE_POOL_SIZE=${poolSize}`;
  if (needed <= connections) return ok('Connections', text);
  return problem('Connections', `${text}, not for ${instances}`, 'raise max_connections, or lower DATABASE_POOL_SIZE');
}

function judgeDurability({ fsync, synchronousCommit, fullPageWrites, autovacuum }: DatabaseFacts): Finding[] {
  const findings: Finding[] = [];
  if (fsync === 'off' || fullPageWrites === 'off') {
    const name = fsync === 'off' ? 'fsync' : 'full_page_writes';
    findings.push(problem('Durability', `${name} is off: a crash may destroy the database`, `set ${name} = on`));
  }
  if (synchronousCommit === 'off') {
    const text = 'synchronous_commit is off: a crash may lose attempts that the service has confirmed';
    findings.push(problem('Durability', text, 'set synchronous_commit = on'));
  }
  if (findings.length === 0) findings.push(ok('Durability', 'commits are on disk before the service confirms them'));
  if (autovacuum === 'off') {
    findings.push(warning('Autovacuum', 'is off: tables grow and reads become slower', 'set autovacuum = on'));
  } else findings.push(ok('Autovacuum', 'is on'));
  return findings;
}

export function judgeMigrations({ pending, unknown }: MigrationState): Finding {
  if (unknown.length > 0) {
    const text = `this version does not know ${unknown.length} of those that ran (${unknown.join(', ')}): the database belongs to a newer version`;
    return problem('Migrations', text, 'run the newer version, or restore the backup made before the upgrade');
  }
  if (pending.length === 0) return ok('Migrations', 'up to date');
  return warning(
    'Migrations',
    `${pending.length} have not run yet (next: ${pending[0]})`,
    'they run at the next start',
  );
}
