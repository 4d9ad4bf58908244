import { Command, CommandHandler, type ICommandHandler, QueryBus } from '@nestjs/cqrs';
import { GetUser, userSubject } from '#libs/auth';
import { Audited, type UserActor } from '#libs/audit';
import { UnitOfWork } from '#libs/database';
import { Sessions } from '../sessions.js';

/** Ends all sessions of the actor, or all but one. */
export class EndSessions extends Command<void> {
  constructor(
    readonly actor: UserActor,
    /** The token of a session that continues. */
    readonly except?: string,
  ) {
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

  async execute({ actor, except }: EndSessions): Promise<void> {
    const user = await this.queries.execute(new GetUser(actor.userId));
    await this.unitOfWork.run(async (transaction) => {
      await this.sessions.endAllOf(user.id, transaction, except);
      const subject = userSubject(user);
      await transaction.publish(
        except === undefined
          ? new Audited(actor, 'sessions.ended', subject)
          : new Audited(actor, 'sessions.revoked', subject),
      );
    });
  }
}
