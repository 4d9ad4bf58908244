import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { userSubject } from '#libs/auth';
import { Audited, type UserActor } from '#libs/audit';
import { UnitOfWork } from '#libs/database';
import { OwnCredentials } from '../own-credentials.js';
import { Sessions } from '../sessions.js';
import { SecondFactors } from './second-factors.js';

/** Turns the actor's own second factor off. @throws WrongCurrentPassword, TooManySignIns */
export class RemoveSecondFactor extends Command<void> {
  constructor(
    readonly password: string,
    readonly actor: UserActor,
  ) {
    super();
  }
}

@CommandHandler(RemoveSecondFactor)
export class RemoveSecondFactorHandler implements ICommandHandler<RemoveSecondFactor> {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly credentials: OwnCredentials,
    private readonly secondFactors: SecondFactors,
    private readonly sessions: Sessions,
  ) {}

  async execute({ password, actor }: RemoveSecondFactor): Promise<void> {
    const { user } = await this.credentials.verifyPassword(actor, password);
    await this.unitOfWork.run(async (transaction) => {
      await this.sessions.lowerAllOf(user.id, transaction);
      if (!(await this.secondFactors.remove(user.id, transaction))) return;
      await transaction.publish(new Audited(actor, 'second-factor.disabled', userSubject(user)));
    });
  }
}
