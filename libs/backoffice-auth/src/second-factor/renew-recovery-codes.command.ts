import { Command, CommandHandler, type ICommandHandler, QueryBus } from '@nestjs/cqrs';
import { FindUser, UserNotFound } from '#libs/auth';
import { Audited, UnitOfWork, type UserActor } from '#libs/platform';
import { SecondFactorCodes } from './second-factor-codes.js';
import type { RecoveryCodes } from './second-factor.dto.js';
import { WrongCode } from './second-factor.errors.js';
import { SecondFactors } from './second-factors.js';

/** Gives the actor new recovery codes; those before are void. @throws WrongCode, TooManySignIns */
export class RenewRecoveryCodes extends Command<RecoveryCodes> {
  constructor(
    readonly code: string,
    readonly actor: UserActor,
  ) {
    super();
  }
}

@CommandHandler(RenewRecoveryCodes)
export class RenewRecoveryCodesHandler implements ICommandHandler<RenewRecoveryCodes> {
  constructor(
    private readonly queries: QueryBus,
    private readonly unitOfWork: UnitOfWork,
    private readonly codes: SecondFactorCodes,
    private readonly secondFactors: SecondFactors,
  ) {}

  async execute({ code, actor }: RenewRecoveryCodes): Promise<RecoveryCodes> {
    const user = await this.queries.execute(new FindUser({ id: actor.userId }));
    if (user === undefined) throw new UserNotFound();
    if (!(await this.codes.use(user, code, actor.address))) throw new WrongCode();
    return this.unitOfWork.run(async (transaction) => {
      if (!(await this.secondFactors.lock(user.id, transaction))) throw new WrongCode();
      const recoveryCodes = await this.secondFactors.renewRecoveryCodes(user.id, transaction);
      const subject = { kind: 'user' as const, id: user.id, name: user.displayName };
      await transaction.publish(new Audited(actor, 'recovery-codes.renewed', subject));
      return { recoveryCodes };
    });
  }
}
