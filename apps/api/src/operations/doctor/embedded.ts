import { existsSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Configuration } from '#libs/configuration';
import { findEmbeddedPostgres } from '#libs/embedded-postgres';
import { embeddedFolder } from '../../with-database.js';
import { checkDatabase } from './database.js';
import { type Finding, ok, problem } from './finding.js';
import { checkSpace } from './machine.js';

/** Checks the embedded database without starting or preparing it. */
export async function checkEmbedded(configuration: Configuration, instances: number): Promise<Finding[]> {
  const folder = embeddedFolder(configuration);
  let url: string | undefined;
  try {
    url = await findEmbeddedPostgres(folder);
  } catch (error) {
    return [problem('Embedded database', (error as Error).message, 'run the doctor as the user who runs the service')];
  }
  const space = await checkSpace(nearestFolder(folder));
  if (url === undefined) return [ok('Embedded database', `it runs in ${folder} while the service runs`), space];
  return [
    ok('Embedded database', `it is running in ${folder}`),
    space,
    ...(await checkDatabase(url, configuration, instances)),
  ];
}

const nearestFolder = (path: string): string => (existsSync(path) ? path : nearestFolder(dirname(path)));
