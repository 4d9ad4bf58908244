import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { FindUser } from '#libs/auth';
import { ResetSecondFactor } from '#libs/backoffice-auth';
import { loadConfiguration } from '#libs/configuration';
import { THE_SERVICE } from '#libs/audit';
import { explain } from '../explain.js';
import type { OperationIo } from './output.js';
import { withService } from './with-service.js';

/**
 * Removes the second factor of a user, if no other administrator can.
 * @returns the exit code: 0 it was reset, 1 there is no such user or no second factor, 2 the command failed
 */
export async function runResetSecondFactor(email: string, { stdout, stderr, env }: OperationIo): Promise<number> {
  try {
    return await withService(loadConfiguration(env), stderr, async (service) => {
      const user = await service.get(QueryBus).execute(new FindUser({ email }));
      const wasOn =
        user !== undefined && (await service.get(CommandBus).execute(new ResetSecondFactor(user.id, THE_SERVICE)));
      stdout.write(
        wasOn
          ? `${email} now signs in with a password alone. Their sessions have ended.\n`
          : `Nothing to reset: ${user === undefined ? 'there is no user' : 'no second factor is set up for'} ${email}.\n`,
      );
      return wasOn ? 0 : 1;
    });
  } catch (error) {
    stderr.write(`The second factor could not be reset. ${explain(error)}\n`);
    return 2;
  }
}
