import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { Writable } from 'node:stream';
import { CommandBus } from '@nestjs/cqrs';
import { CreateUserBody } from '#libs/auth';
import { CreateAdministrator } from '#libs/backoffice-auth';
import { loadConfiguration } from '#libs/configuration';
import { parseBody } from '#libs/http';
import { explain } from '../explain.js';
import type { OperationIo } from './output.js';
import { withService } from './with-service.js';

/**
 * Creates an administrator with a password, or makes an existing user one, for when no administrator can sign in. The password is that of
 * `NEW_PASSWORD`, or is asked for: arguments of a command are visible to other users of the machine.
 * @returns the exit code: 0 done, 2 the command failed
 */
export async function runCreateAdministrator(given: string, io: OperationIo): Promise<number> {
  const { stdout, stderr, env } = io;
  try {
    const password = env.NEW_PASSWORD ?? (await askPassword(io));
    const body = { email: given, displayName: 'Administrator', role: 'admin', password };
    const { email } = parseBody(CreateUserBody, body) as CreateUserBody;
    return await withService(loadConfiguration(env), stderr, async (service) => {
      const isNew = await service.get(CommandBus).execute(new CreateAdministrator(email, password));
      stdout.write(
        isNew
          ? `${email} is a new administrator.\n`
          : `${email} is an administrator and has a new password. Their sessions have ended.\n`,
      );
      return 0;
    });
  } catch (error) {
    stderr.write(`The administrator could not be created. ${explain(error)}\n`);
    return 2;
  }
}

/** Reads a line. A terminal does not show it. */
async function askPassword({ stdin, stderr }: OperationIo): Promise<string> {
  const terminal = stdin.isTTY === true;
  if (terminal) stderr.write('New password: ');
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() });
  const lines = createInterface({ input: stdin, output: nowhere, terminal });
  const [line] = (await Promise.race([once(lines, 'line'), once(lines, 'close')])) as string[];
  lines.close();
  if (terminal) stderr.write('\n');
  if (line === undefined) throw new Error('No password was given: set NEW_PASSWORD, or enter it.');
  return line;
}
