import { loadConfiguration } from '#libs/configuration';
import { explain } from '../explain.js';
import type { OperationIo } from './output.js';
import { withService } from './with-service.js';

/**
 * Runs the migrations that have not run yet, as a start of the service does. Nothing limits its time, unlike that of a start.
 * @returns the exit code: 0 the database is up to date, 2 the command failed
 */
export async function runMigrate({ stdout, stderr, env }: OperationIo): Promise<number> {
  let names: string[] = [];
  try {
    const configuration = loadConfiguration(env);
    const done = () => Promise.resolve();
    await withService(configuration, stderr, done, ({ pending }) => (names = pending));
  } catch (error) {
    stderr.write(`The database could not be migrated. ${explain(error)}\n`);
    return 2;
  }
  const applied = names.length === 0 ? '' : ` Migrations: ${names.join(', ')}.`;
  stdout.write(`The database is up to date.${applied}\n`);
  return 0;
}
