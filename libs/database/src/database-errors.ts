import { types } from 'node:util';

/** SQLSTATE classes and codes that say: not now. https://www.postgresql.org/docs/current/errcodes-appendix.html */
const UNAVAILABLE = [
  /^08/, // connection exception
  /^25006$/, // read-only: a standby, or a primary that is one by now
  /^3D000$/, // the database does not exist, as while it is restored
  /^53/, // insufficient resources
  /^57P0[1-5]$/, // shutting down, crashed, starting up, database dropped, idle session ended
  /^57014$/, // statement timeout
  /^55P03$/, // lock timeout
  /^25P0[34]$/, // idle-in-transaction and transaction timeout
  /^40001$/, // serialization failure
  /^40P01$/, // deadlock
];

const NETWORK = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOENT',
]);

/** What `pg` and TypeORM say without a code when a connection is lost or not to be had in time. */
const MESSAGES =
  /timeout exceeded when trying to connect|Connection terminated|Query read timeout|Client has encountered a connection error|not queryable|Connection ended unexpectedly|Query runner already released/;

/** Whether an error says that the database cannot be reached or is overloaded, so that trying again later may help. */
export function isDatabaseUnavailable(error: unknown): boolean {
  if (!types.isNativeError(error)) return false;
  const { code, driverError, errors } = error as { code?: unknown; driverError?: unknown; errors?: unknown };
  if (Array.isArray(errors) && errors.some(isDatabaseUnavailable)) return true;
  if (driverError !== undefined && driverError !== error && isDatabaseUnavailable(driverError)) return true;
  if (typeof code === 'string' && (NETWORK.has(code) || UNAVAILABLE.some((pattern) => pattern.test(code)))) return true;
  return MESSAGES.test(error.message);
}

/** Whether an error says that a connection is gone or does not answer, so that nothing more can be asked of it. */
export function isConnectionLost(error: unknown): boolean {
  if (!types.isNativeError(error)) return false;
  const { code, driverError } = error as { code?: unknown; driverError?: unknown };
  if (driverError !== undefined && driverError !== error) return isConnectionLost(driverError);
  return (
    (typeof code === 'string' && (NETWORK.has(code) || /^(08|57P0|25006)/.test(code))) || MESSAGES.test(error.message)
  );
}

/** Whether PostgreSQL undid a transaction because of another one, so that it can be carried out again at once. */
export function isConflict(error: unknown): boolean {
  return hasSqlState(error, '40001') || hasSqlState(error, '40P01');
}

/** Whether an error is PostgreSQL's with this SQLSTATE. */
export function hasSqlState(error: unknown, code: string): boolean {
  if (!types.isNativeError(error)) return false;
  const { code: own, driverError } = error as { code?: unknown; driverError?: unknown };
  return own === code || (driverError !== error && hasSqlState(driverError, code));
}
