import { setTimeout as sleep } from 'node:timers/promises';
import type { Client } from 'pg';
import { withClient } from './database.js';
import { type Finding, ok, problem, warning } from './finding.js';
import { INSUFFICIENT_PRIVILEGE } from './sql-states.js';

/** Longest acceptable lag of the replica, in milliseconds. */
const LAG_MS = 2_000;

/** What a server reports about itself. It has the same system id as all its standbys. */
interface ServerFacts {
  systemId: string;
  database: string;
  /** In seconds since 1970: the text of a timestamp would depend on the time zone of the role. */
  startedAt: string;
  isStandby: boolean;
  /** Its position in the write-ahead log; null if unknown. */
  position: string | null;
}

const FACTS = `
  SELECT system_identifier::text AS "systemId", current_database() AS database, pg_is_in_recovery() AS "isStandby",
    extract(epoch FROM pg_postmaster_start_time())::text AS "startedAt",
    CASE WHEN pg_is_in_recovery() THEN pg_last_wal_replay_lsn() ELSE pg_current_wal_flush_lsn() END::text AS position
  FROM pg_control_system()`;

const HAS_POSITION = 'SELECT pg_last_wal_replay_lsn() >= $1::pg_lsn AS "hasIt"';

const ADVICE = 'until then exports are read from the primary: start the standby, or correct DATABASE_REPLICA_URL';

/** Checks the server that exports are read from. */
export async function checkReplica(url: string, primaryUrl: string): Promise<Finding[]> {
  const findings = await withClient(url, (replica) => examine(replica, primaryUrl));
  return findings.map((finding) =>
    finding.subject === 'Database'
      ? { ...finding, subject: 'Replica', ...(finding.advice !== undefined && { advice: ADVICE }) }
      : finding,
  );
}

async function examine(replica: Client, primaryUrl: string): Promise<Finding[]> {
  try {
    const found = await factsOf(replica);
    const primary: ServerFacts[] = [];
    await withClient(primaryUrl, async (client) => {
      primary.push(await factsOf(client));
      return [];
    });
    const [expected] = primary;
    // The findings of the database say why it does not answer.
    if (expected === undefined) return [];
    const source = judgeSource(found, expected);
    return source.level === 'ok' ? [source, await checkLag(replica, expected.position)] : [source];
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== INSUFFICIENT_PRIVILEGE) throw error;
    const text = 'the role cannot query whether this server is a standby of the database';
    return [
      warning('Replica source', text, 'on the primary: GRANT EXECUTE ON FUNCTION pg_control_system() TO the role'),
    ];
  }
}

async function factsOf(client: Client): Promise<ServerFacts> {
  const [facts] = (await client.query<ServerFacts>(FACTS)).rows;
  if (facts === undefined) throw new Error('the server reports nothing about itself');
  return facts;
}

function judgeSource(found: ServerFacts, expected: ServerFacts): Finding {
  const isSame = found.systemId === expected.systemId && found.database === expected.database;
  if (isSame && found.isStandby) return ok('Replica source', 'is a standby of the database');
  if (isSame && found.startedAt === expected.startedAt) {
    const advice = 'leave DATABASE_REPLICA_URL out, or name a standby';
    return warning('Replica source', 'is the database itself, so exports still load it', advice);
  }
  const text = isSame ? 'has been promoted to a primary' : 'belongs to another database';
  const advice = 'name a standby of the database that DATABASE_URL names';
  return problem('Replica source', `${text}: exports show other data than the database`, advice);
}

/** @param position an earlier position of the primary, which the replica should reach */
async function checkLag(replica: Client, position: string | null): Promise<Finding> {
  const from = performance.now();
  for (;;) {
    const [row] = (await replica.query<{ hasIt: boolean | null }>(HAS_POSITION, [position])).rows;
    const waited = performance.now() - from;
    if (row?.hasIt === true) return ok('Replica lag', `${(waited / 1_000).toFixed(1)} s`);
    if (row?.hasIt !== false) return ok('Replica lag', 'unknown');
    if (waited > LAG_MS) {
      const text = `more than ${LAG_MS / 1_000} s: exports are that old`;
      return warning('Replica lag', text, 'check that it is connected (pg_stat_replication) and not paused');
    }
    await sleep(100);
  }
}
