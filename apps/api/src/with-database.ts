import { resolve } from 'node:path';
import type { Configuration } from '#libs/configuration';
import { findEmbeddedPostgres, startEmbeddedPostgres } from '#libs/embedded-postgres';
import { PROJECT_ROOT } from './project-root.js';

/** The folder of the embedded database. */
export function embeddedFolder({ DATA_DIRECTORY }: Configuration): string {
  return resolve(PROJECT_ROOT, DATA_DIRECTORY, 'postgres');
}

/** Runs work with the configured database, or else with the embedded one that the running service owns. */
export async function withRunningDatabase<Result>(
  configuration: Configuration,
  log: (line: string) => void,
  work: (configuration: Configuration) => Promise<Result>,
): Promise<Result> {
  const running = configuration.DATABASE_URL ?? (await findEmbeddedPostgres(embeddedFolder(configuration)));
  return withDatabase({ ...configuration, DATABASE_URL: running }, log, work);
}

/** Runs work with the configured database, or else with the embedded one, which is started and stopped for it. */
export async function withDatabase<Result>(
  configuration: Configuration,
  log: (line: string) => void,
  work: (configuration: Configuration) => Promise<Result>,
): Promise<Result> {
  if (configuration.DATABASE_URL !== undefined) return work(configuration);
  const embedded = await startEmbeddedPostgres({ dataDirectory: embeddedFolder(configuration), log });
  try {
    return await work({ ...configuration, DATABASE_URL: embedded.url });
  } finally {
    await embedded.stop();
  }
}
