import { setTimeout as sleep } from 'node:timers/promises';
import type { Client } from 'pg';
import { withClient } from './database.js';
import { type Finding, ok, problem, warning } from './finding.js';

/** Longest acceptable lag, in milliseconds. */
const LAG_MS = 2_000;

/** Standbys have the identifier of their primary. */
const IDENTITY = `SELECT system_identifier::text || current_database() AS identity FROM pg_control_system()`;

interface Primary {
  identity: string;
  /** Its position in the write-ahead log. */
  position: string;
}

/** Checks the server that exports are read from. @throws Error if one of the servers does not answer */
export function checkReplica(url: string, primaryUrl = ''): Promise<Finding[]> {
  return withClient(url, async (replica) => {
    const primary = await withClient(primaryUrl, async (client) => {
      const { rows } = await client.query<Primary>(
        `SELECT identity, pg_current_wal_flush_lsn()::text AS position FROM (${IDENTITY}) AS server`,
      );
      return rows[0] as Primary;
    });
    const { rows } = await replica.query<{ identity: string; isStandby: boolean }>(
      `SELECT identity, pg_is_in_recovery() AS "isStandby" FROM (${IDENTITY}) AS server`,
    );
    if (rows[0]?.identity !== primary.identity || !rows[0].isStandby) {
      const text = 'is no standby of the database: exports show other data, or load the database itself';
      return [problem('Replica', text, 'name a standby in DATABASE_REPLICA_URL, or leave it out')];
    }
    return [ok('Replica', 'is a standby of the database'), await checkLag(replica, primary.position)];
  });
}

async function checkLag(replica: Client, position: string): Promise<Finding> {
  const from = performance.now();
  while (performance.now() - from < LAG_MS) {
    const { rows } = await replica.query<{ hasIt: boolean | null }>(
      'SELECT pg_last_wal_replay_lsn() >= $1::pg_lsn AS "hasIt"',
      [position],
    );
    if (rows[0]?.hasIt === true) return ok('Replica lag', `${((performance.now() - from) / 1_000).toFixed(1)} s`);
    await sleep(100);
  }
  const advice = 'check that it is connected (pg_stat_replication) and not paused';
  return warning('Replica lag', `more than ${LAG_MS / 1_000} s: exports are that old`, advice);
}
