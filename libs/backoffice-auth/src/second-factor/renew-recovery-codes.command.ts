import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { userSubject } from '#libs/auth';
import { Audited, type UserActor } from '#libs/audit';
import { UnitOfWork } from '#libs/database';
import { OwnCredentials } from '../own-credentials.js';
import type { RecoveryCodes } from './second-factor.dto.js';
import { NoSecondFactor } from './second-factor.errors.js';
import { SecondFactors } from './second-factors.js';

/** Gives the actor new recovery codes; the former ones are void. @throws WrongCurrentPassword, TooManySignIns, NoSecondFactor */
export class RenewRecoveryCodes extends Command<RecoveryCodes> {
  constructor(
    readonly password: string,
    readonly actor: UserActor,
  ) {
    super();
  }
}

@CommandHandler(RenewRecoveryCodes)
export class RenewRecoveryCodesHandler implements ICommandHandler<RenewRecoveryCodes> {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly credentials: OwnCredentials,
    private readonly secondFactors: SecondFactors,
  ) {}

  async execute({ password, actor }: RenewRecoveryCodes): Promise<RecoveryCodes> {
    const { user } = await this.credentials.verifyPassword(actor, password);
    return this.unitOfWork.run(async (transaction) => {
      if (!(await this.secondFactors.lock(user.id, transaction))) throw new NoSecondFactor();
      const recoveryCodes = await this.secondFactors.renewRecoveryCodes(user.id, transaction);
      await transaction.publish(new Audited(actor, 'recovery-codes.renewed', userSubject(user)));
      return { recoveryCodes };
    });
  }
}
