import type { ClientBase } from 'pg';
import type { Configuration } from '#libs/configuration';

/** What the connections to all servers have in common, as `pg` takes it. */
export function connectionOptions({ DATABASE_STATEMENT_TIMEOUT_MS, DATABASE_LOCK_TIMEOUT_MS }: Configuration) {
  return {
    statement_timeout: DATABASE_STATEMENT_TIMEOUT_MS,
    lock_timeout: DATABASE_LOCK_TIMEOUT_MS,
    idle_in_transaction_session_timeout: DATABASE_STATEMENT_TIMEOUT_MS,
    // The server's time-outs cannot tell of a server that is gone or frozen; this one can.
    query_timeout: DATABASE_STATEMENT_TIMEOUT_MS + 1_000,
    keepAlive: true,
    // Statements of a transaction that do not depend on each other take one round trip.
    pipeline: true,
    // Statements that take milliseconds would be compiled for tens of them, where the planner takes them for large.
    options: '-c jit=off',
    // A connection can end between the moment when the pool hands it out and the moment when its user listens. Without a
    // listener that ends the process; with one the next query on it fails.
    onConnect: (client: ClientBase) => void client.on('error', () => undefined),
  };
}
