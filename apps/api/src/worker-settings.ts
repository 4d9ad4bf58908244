import type { Configuration } from '#libs/configuration';
import { isWorker } from '#libs/workers';

const NAME = 'QUIZ_WORKER_SETTINGS';

/** The settings in which a worker differs from its instance. */
type Settings = Pick<Configuration, 'DATABASE_URL' | 'DATABASE_POOL_SIZE' | 'WORKERS'>;

/** The environment that gives a worker its share of the connections, and the database of the primary process. */
export function workerEnvironment({ DATABASE_URL, DATABASE_POOL_SIZE, WORKERS }: Settings): Record<string, string> {
  const share = Math.floor(DATABASE_POOL_SIZE / WORKERS);
  return { [NAME]: JSON.stringify({ DATABASE_URL, DATABASE_POOL_SIZE: share, WORKERS: 1 } satisfies Settings) };
}

/** @returns the settings of this worker; none in other processes */
export const workerSettings = () => (isWorker ? (JSON.parse(process.env[NAME] ?? '{}') as Settings) : {});
