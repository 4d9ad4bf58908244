import { types } from 'node:util';

/** SQLSTATE classes and codes of temporary failures: https://www.postgresql.org/docs/current/errcodes-appendix.html */
const UNAVAILABLE = [
  /^08/, // connection exception
  /^25006$/, // read-only: a standby, or a primary that is one by now. Transactions that may only read throw another error
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

/** Messages of `pg` and TypeORM, without a code, for a connection that is lost or not available in time. */
const MESSAGES =
  /timeout exceeded when trying to connect|Connection terminated|Query read timeout|Client has encountered a connection error|not queryable|Connection ended unexpectedly|Query runner already released/;

/** Whether an error means that the database is unreachable or overloaded, so that a later retry may succeed. */
export function isDatabaseUnavailable(error: unknown): boolean {
  if (!types.isNativeError(error)) return false;
  const { code, driverError, errors } = error as { code?: unknown; driverError?: unknown; errors?: unknown };
  if (Array.isArray(errors) && errors.some(isDatabaseUnavailable)) return true;
  if (driverError !== undefined && driverError !== error && isDatabaseUnavailable(driverError)) return true;
  if (typeof code === 'string' && (NETWORK.has(code) || UNAVAILABLE.some((pattern) => pattern.test(code)))) return true;
  return MESSAGES.test(error.message);
}

/** Whether an error means that the connection is lost or does not answer, so that it cannot be used any more. */
export function isConnectionLost(error: unknown): boolean {
  if (!types.isNativeError(error)) return false;
  const { code, driverError } = error as { code?: unknown; driverError?: unknown };
  if (driverError !== undefined && driverError !== error) return isConnectionLost(driverError);
  return (
    (typeof code === 'string' && (NETWORK.has(code) || /^(08|57P0|25006)/.test(code))) || MESSAGES.test(error.message)
  );
}

/** Whether PostgreSQL rolled a transaction back because of another one, so that it can be repeated. */
export function isConflict(error: unknown): boolean {
  return hasSqlState(error, '40001') || hasSqlState(error, '40P01');
}

/** Whether a statement failed because it would write in a read-only transaction, or on a standby. */
export const isReadOnly = (error: unknown): boolean => hasSqlState(error, '25006');

/** Whether an error has this SQLSTATE. */
export function hasSqlState(error: unknown, code: string): boolean {
  if (!types.isNativeError(error)) return false;
  const { code: own, driverError } = error as { code?: unknown; driverError?: unknown };
  return own === code || (driverError !== error && hasSqlState(driverError, code));
}
