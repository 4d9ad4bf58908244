import { existsSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Configuration } from '#libs/configuration';
import { findRunningPostgres } from '#libs/embedded-postgres';
import { embeddedFolder } from '../../with-database.js';
import { checkDatabase } from './database.js';
import { type Finding, ok, problem } from './finding.js';
import { checkSpace } from './machine.js';

/** Checks the embedded database without starting or preparing it. */
export async function checkEmbedded(configuration: Configuration, instances: number): Promise<Finding[]> {
  let running: Awaited<ReturnType<typeof findRunningPostgres>>;
  try {
    running = await findRunningPostgres(embeddedFolder(configuration));
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    const advice = 'run the doctor as the user who runs the service';
    return [problem('Embedded database', `its data cannot be read (${code ?? message})`, advice)];
  }
  const { home, state, url } = running;
  const texts = {
    absent: `none in ${home} yet: the first start creates it`,
    stopped: `its data are in ${home}; it runs while the service runs`,
    running: `its data are in ${home}; it is running`,
  };
  const space = await checkSpace(nearestFolder(home));
  const findings = [ok('Embedded database', texts[state]), space];
  return url === undefined ? findings : [...findings, ...(await checkDatabase(url, configuration, instances))];
}

const nearestFolder = (path: string): string => (existsSync(path) ? path : nearestFolder(dirname(path)));
