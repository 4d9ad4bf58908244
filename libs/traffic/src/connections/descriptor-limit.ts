import type { Configuration } from '#libs/configuration';

/**
 * Open files apart from those of clients and database: 64 for standard streams, Redis and outbound requests, 128 for acceptors and their
 * helper, and two for each of 100 connections in excess.
 */
const OWN_FILES = 64 + 128 + 2 * 100;

type Pools = Pick<Configuration, 'DATABASE_POOL_SIZE' | 'DATABASE_REPLICA_URL'>;

/**
 * The number of concurrent clients with which the process never runs out of file descriptors: each takes one for its
 * connection, and one for a file that it is sent.
 * @param limit of the process
 */
export function possibleConnections(
  { DATABASE_POOL_SIZE, DATABASE_REPLICA_URL }: Pools,
  limit = descriptorLimit(),
): number {
  const pools = DATABASE_REPLICA_URL === undefined ? DATABASE_POOL_SIZE : 2 * DATABASE_POOL_SIZE;
  return Math.max(1, Math.floor((limit - pools - OWN_FILES) / 2));
}

/** The part of https://nodejs.org/docs/latest-v20.x/api/report.html that is read; Windows has no such limits. */
interface Report {
  userLimits?: { open_files: { soft: number | 'unlimited' } };
}

/** The limit of file descriptors of this process; Infinity if there is none. */
function descriptorLimit(): number {
  const soft = (process.report.getReport() as Report).userLimits?.open_files.soft;
  return typeof soft === 'number' ? soft : Infinity;
}
