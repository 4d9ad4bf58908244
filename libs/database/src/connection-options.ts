import type { ClientBase } from 'pg';
import type { Configuration } from '#libs/configuration';

/** Options of `pg` for the connections to all servers. */
export function connectionOptions({ DATABASE_STATEMENT_TIMEOUT_MS, DATABASE_LOCK_TIMEOUT_MS }: Configuration) {
  return {
    statement_timeout: DATABASE_STATEMENT_TIMEOUT_MS,
    lock_timeout: DATABASE_LOCK_TIMEOUT_MS,
    idle_in_transaction_session_timeout: DATABASE_STATEMENT_TIMEOUT_MS,
    // A server that is down or frozen cannot apply its own timeouts, so the client has one too.
    query_timeout: DATABASE_STATEMENT_TIMEOUT_MS + 1_000,
    keepAlive: true,
    // Independent statements of a transaction share a round trip.
    pipeline: true,
    // If the planner overestimates a statement of a few milliseconds, JIT compilation takes ten times as long.
    options: '-c jit=off',
    // A connection can end after the pool has handed it out and before its user listens for errors. Without this
    // listener that would end the process; with it, the next query fails.
    onConnect: (client: ClientBase) => void client.on('error', () => undefined),
  };
}
