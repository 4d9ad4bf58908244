import { Command, CommandHandler, type ICommandHandler, QueryBus } from '@nestjs/cqrs';
import { GetUser, userSubject } from '#libs/auth';
import { Audited, type UserActor } from '#libs/audit';
import { UnitOfWork } from '#libs/database';
import { Sessions } from '../sessions.js';

/** Ends all sessions of a user, for an administrator. @throws UserNotFound */
export class EndSessionsOfUser extends Command<void> {
  constructor(
    /** As the client sent it. */
    readonly userId: string,
    readonly actor: UserActor,
  ) {
    super();
  }
}

@CommandHandler(EndSessionsOfUser)
export class EndSessionsOfUserHandler implements ICommandHandler<EndSessionsOfUser> {
  constructor(
    private readonly queries: QueryBus,
    private readonly unitOfWork: UnitOfWork,
    private readonly sessions: Sessions,
  ) {}

  async execute({ userId, actor }: EndSessionsOfUser): Promise<void> {
    const user = await this.queries.execute(new GetUser(userId));
    await this.unitOfWork.run(async (transaction) => {
      const ended = await this.sessions.endAllOf(user.id, transaction);
      if (ended > 0) await transaction.publish(new Audited(actor, 'sessions.terminated', userSubject(user), { ended }));
    });
  }
}
