import { Command, CommandHandler, type ICommandHandler, QueryBus } from '@nestjs/cqrs';
import { GetUser, userSubject } from '#libs/auth';
import { Audited, type UserActor } from '#libs/audit';
import { UnitOfWork } from '#libs/database';
import { SESSIONS_LOCK } from '../sessions.js';
import { InvitationNotFound } from './invitation.errors.js';
import { Invitations } from './invitations.js';

/** Makes the open invitation of a user void. @throws UserNotFound, InvitationNotFound */
export class RevokeInvitation extends Command<void> {
  constructor(
    /** As the client sent it. */
    readonly userId: string,
    readonly actor: UserActor,
  ) {
    super();
  }
}

@CommandHandler(RevokeInvitation)
export class RevokeInvitationHandler implements ICommandHandler<RevokeInvitation> {
  constructor(
    private readonly queries: QueryBus,
    private readonly unitOfWork: UnitOfWork,
    private readonly invitations: Invitations,
  ) {}

  async execute({ userId, actor }: RevokeInvitation): Promise<void> {
    const user = await this.queries.execute(new GetUser(userId));
    await this.unitOfWork.run(async (transaction) => {
      await transaction.lock([SESSIONS_LOCK(user.id)]);
      if (!(await this.invitations.revoke(user.id, transaction))) throw new InvitationNotFound();
      await transaction.publish(new Audited(actor, 'invitation.revoked', userSubject(user)));
    });
  }
}
