import type { Configuration } from '#libs/configuration';

/** Files that the service has open beside its clients' and the database's: standard streams, Redis, probes, requests of its own. */
const OWN_FILES = 64;

type Pools = Pick<Configuration, 'DATABASE_POOL_SIZE' | 'DATABASE_REPLICA_URL'>;

/**
 * How many clients may be connected at once so that the process never runs out of file descriptors: each takes one for its
 * connection, and may be sent a file.
 * @param limit of the process
 */
export function possibleConnections(
  { DATABASE_POOL_SIZE, DATABASE_REPLICA_URL }: Pools,
  limit = descriptorLimit(),
): number {
  const pools = DATABASE_REPLICA_URL === undefined ? DATABASE_POOL_SIZE : 2 * DATABASE_POOL_SIZE;
  return Math.max(1, Math.floor((limit - pools - OWN_FILES) / 2));
}

/** What is read of https://nodejs.org/docs/latest-v20.x/api/report.html; Windows has no such limits. */
interface Report {
  userLimits?: { open_files: { soft: number | 'unlimited' } };
}

/** The number of file descriptors that this process may have; Infinity where the system sets no limit. */
function descriptorLimit(): number {
  const soft = (process.report.getReport() as Report).userLimits?.open_files.soft;
  return typeof soft === 'number' ? soft : Infinity;
}
