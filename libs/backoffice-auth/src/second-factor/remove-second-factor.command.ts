import { Command, CommandHandler, type ICommandHandler, QueryBus } from '@nestjs/cqrs';
import { FindUser, UserNotFound } from '#libs/auth';
import { Audited, type UserActor } from '#libs/audit';
import { UnitOfWork } from '#libs/database';
import { CurrentPassword } from '../current-password.js';
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
    private readonly queries: QueryBus,
    private readonly unitOfWork: UnitOfWork,
    private readonly currentPassword: CurrentPassword,
    private readonly secondFactors: SecondFactors,
    private readonly sessions: Sessions,
  ) {}

  async execute({ password, actor }: RemoveSecondFactor): Promise<void> {
    const user = await this.queries.execute(new FindUser({ id: actor.userId }));
    if (user === undefined) throw new UserNotFound();
    await this.currentPassword.verify(user, password, actor);
    await this.unitOfWork.run(async (transaction) => {
      await this.sessions.lowerAllOf(user.id, transaction);
      if (!(await this.secondFactors.remove(user.id, transaction))) return;
      const subject = { kind: 'user', id: user.id, name: user.displayName };
      await transaction.publish(new Audited(actor, 'second-factor.disabled', subject));
    });
  }
}
