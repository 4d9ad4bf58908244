import { Command, CommandHandler, type ICommandHandler, QueryBus } from '@nestjs/cqrs';
import { GetUser, userSubject } from '#libs/auth';
import { Audited, type UserActor } from '#libs/audit';
import { UnitOfWork } from '#libs/database';
import { Sessions } from '../sessions.js';

/** Ends a session, for every request that begins after this has completed. */
export class SignOut extends Command<void> {
  constructor(
    readonly token: string,
    readonly actor: UserActor,
  ) {
    super();
  }
}

@CommandHandler(SignOut)
export class SignOutHandler implements ICommandHandler<SignOut> {
  constructor(
    private readonly queries: QueryBus,
    private readonly unitOfWork: UnitOfWork,
    private readonly sessions: Sessions,
  ) {}

  async execute({ token, actor }: SignOut): Promise<void> {
    const user = await this.queries.execute(new GetUser(actor.userId));
    await this.unitOfWork.run(async (transaction) => {
      // Of concurrent sign-outs, only one ends the session.
      if (await this.sessions.end(token, transaction)) {
        await transaction.publish(new Audited(actor, 'session.ended', userSubject(user)));
      }
    });
  }
}
