import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { FindUser } from '#libs/auth';
import { ResetSecondFactor } from '#libs/backoffice-auth';
import { loadConfiguration } from '#libs/configuration';
import { THE_SERVICE } from '#libs/audit';
import { explain } from '../explain.js';
import type { OperationIo } from './run-operation.js';
import { withService } from './with-service.js';

/**
 * Takes the second factor of a user away, for whom no other administrator can do it.
 * @returns the exit code: 0 it is gone, 1 there is no such user, or no second factor of theirs, 2 it could not be done
 */
export async function runResetSecondFactor(email: string, { stdout, stderr, env }: OperationIo): Promise<number> {
  try {
    return await withService(loadConfiguration(env), stderr, async (service) => {
      const user = await service.get(QueryBus).execute(new FindUser({ email }));
      const wasOn =
        user !== undefined && (await service.get(CommandBus).execute(new ResetSecondFactor(user.id, THE_SERVICE)));
      stdout.write(
        wasOn
          ? `${email} signs in by password alone from now on. Their sessions have ended.\n`
          : `Nothing to reset: ${user === undefined ? 'there is no user' : 'there is no second factor of'} ${email}.\n`,
      );
      return wasOn ? 0 : 1;
    });
  } catch (error) {
    stderr.write(`It could not be reset. ${explain(error)}\n`);
    return 2;
  }
}
