import { Command, CommandHandler, type ICommandHandler, QueryBus } from '@nestjs/cqrs';
import { GetUser, userSubject } from '#libs/auth';
import { type Actor, Audited } from '#libs/audit';
import { UnitOfWork } from '#libs/database';
import { Sessions, SESSIONS_LOCK } from '../sessions.js';
import { OwnSecondFactor } from './second-factor.errors.js';
import { SecondFactors } from './second-factors.js';

/**
 * Removes a user's second factor, for example when their phone is lost, and ends their sessions.
 * @returns whether they had one
 * @throws OwnSecondFactor, UserNotFound
 */
export class ResetSecondFactor extends Command<boolean> {
  constructor(
    /** As the client sent it. */
    readonly userId: string,
    readonly actor: Actor,
  ) {
    super();
  }
}

@CommandHandler(ResetSecondFactor)
export class ResetSecondFactorHandler implements ICommandHandler<ResetSecondFactor> {
  constructor(
    private readonly queries: QueryBus,
    private readonly unitOfWork: UnitOfWork,
    private readonly secondFactors: SecondFactors,
    private readonly sessions: Sessions,
  ) {}

  async execute({ userId, actor }: ResetSecondFactor): Promise<boolean> {
    if (userId === actor.userId) throw new OwnSecondFactor();
    const user = await this.queries.execute(new GetUser(userId));
    return this.unitOfWork.run(async (transaction) => {
      // Before the second factor, as in the other commands.
      await transaction.lock([SESSIONS_LOCK(user.id)]);
      if (!(await this.secondFactors.lock(user.id, transaction))) return false;
      await this.sessions.endAllOf(user.id, transaction);
      await this.secondFactors.remove(user.id, transaction);
      await transaction.publish(new Audited(actor, 'second-factor.reset', userSubject(user)));
      return true;
    });
  }
}
