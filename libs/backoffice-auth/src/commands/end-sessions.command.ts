import { Command, CommandHandler, type ICommandHandler, QueryBus } from '@nestjs/cqrs';
import { GetUser, userSubject } from '#libs/auth';
import { Audited, type UserActor } from '#libs/audit';
import { UnitOfWork } from '#libs/database';
import { Sessions } from '../sessions.js';

/** Ends all sessions of the actor. */
export class EndSessions extends Command<void> {
  constructor(readonly actor: UserActor) {
    super();
  }
}

@CommandHandler(EndSessions)
export class EndSessionsHandler implements ICommandHandler<EndSessions> {
  constructor(
    private readonly queries: QueryBus,
    private readonly unitOfWork: UnitOfWork,
    private readonly sessions: Sessions,
  ) {}

  async execute({ actor }: EndSessions): Promise<void> {
    const user = await this.queries.execute(new GetUser(actor.userId));
    await this.unitOfWork.run(async (transaction) => {
      await this.sessions.endAllOf(user.id, transaction);
      await transaction.publish(new Audited(actor, 'sessions.ended', userSubject(user)));
    });
  }
}
