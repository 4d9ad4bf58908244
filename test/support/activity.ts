// What the connections to a database are doing. The query runs outside transactions: within one, the view would always
// show the state of the first query (https://www.postgresql.org/docs/current/monitoring-stats.html).
import { query } from './database.js';
import { until } from './until.js';

const connections = (databaseUrl: string, condition: string, values: unknown[] = []) =>
  query<{ state: string; query: string }>(
    databaseUrl,
    `SELECT state, query FROM pg_stat_activity
     WHERE datname = current_database() AND pid <> pg_backend_pid() AND (${condition})`,
    values,
  );

/**
 * Waits until a connection waits for a lock.
 * @param statement part of what the connection executes: background tasks may wait for the same lock
 * @param count of such connections
 */
export function untilLocked(databaseUrl: string, statement = '', count = 1): Promise<void> {
  const condition = `wait_event_type = 'Lock' AND strpos(query, $1) > 0`;
  const isLocked = async () => (await connections(databaseUrl, condition, [statement])).length >= count;
  return until(`${count} connections wait for a lock: ${statement}`, isLocked);
}

/** Waits until no connection is in a transaction or holds a snapshot, as background tasks do for a short time. */
export function untilNoneInTransaction(databaseUrl: string): Promise<void> {
  return until('no connection is in a transaction', async () => {
    const open = await connections(databaseUrl, `state LIKE 'idle in transaction%' OR backend_xmin IS NOT NULL`);
    return open.length === 0 || open;
  });
}
