/** Settings with which a service waits for others as long as a slow machine takes. A connection is closed after a minute without traffic. */
export const LONG_TIMEOUTS = {
  REQUEST_DEADLINE_MS: '55000',
  DATABASE_CONNECT_TIMEOUT_MS: '50000',
  DATABASE_STATEMENT_TIMEOUT_MS: '50000',
  DATABASE_LOCK_TIMEOUT_MS: '45000',
  REDIS_TIMEOUT_MS: '10000',
  MAX_QUEUE_WAIT_MS: '50000',
};
