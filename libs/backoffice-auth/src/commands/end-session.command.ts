import { Command, CommandHandler, type ICommandHandler, QueryBus } from '@nestjs/cqrs';
import { GetUser, userSubject } from '#libs/auth';
import { Audited, type UserActor } from '#libs/audit';
import { UnitOfWork } from '#libs/database';
import { isId } from '#libs/http';
import { SessionNotFound } from '../backoffice-auth.errors.js';
import { Sessions } from '../sessions.js';

/** Ends one session of a user. @throws UserNotFound, and SessionNotFound, also for a session of somebody else */
export class EndSession extends Command<void> {
  constructor(
    readonly userId: string,
    readonly id: string,
    readonly actor: UserActor,
  ) {
    super();
  }
}

@CommandHandler(EndSession)
export class EndSessionHandler implements ICommandHandler<EndSession> {
  constructor(
    private readonly queries: QueryBus,
    private readonly unitOfWork: UnitOfWork,
    private readonly sessions: Sessions,
  ) {}

  async execute({ userId, id, actor }: EndSession): Promise<void> {
    if (!isId(id)) throw new SessionNotFound();
    const user = await this.queries.execute(new GetUser(userId));
    await this.unitOfWork.run(async (transaction) => {
      const ended = await this.sessions.endOneOf(user.id, id, transaction);
      if (ended === undefined) throw new SessionNotFound();
      const details = { signedInAt: ended.createdAt };
      const personal = { signedInFrom: ended.address };
      await transaction.publish(new Audited(actor, 'session.revoked', userSubject(user), details, personal));
    });
  }
}
