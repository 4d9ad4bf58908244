import { Command, CommandHandler, type ICommandHandler, QueryBus } from '@nestjs/cqrs';
import { GetUser, userSubject } from '#libs/auth';
import { Audited, type UserActor } from '#libs/audit';
import { UnitOfWork } from '#libs/database';
import { isId } from '#libs/http';
import { UserNotFound } from '#libs/profiles';
import { mayUseBackoffice } from '../backoffice-access.js';
import { OwnPassword } from '../backoffice-auth.errors.js';
import { SESSIONS_LOCK } from '../sessions.js';
import type { CreatedInvitation } from './invitation.dto.js';
import { NotForBackoffice } from './invitation.errors.js';
import { Invitations } from './invitations.js';

/** Invites an active administrator or editor to set a password. @throws UserNotFound, NotForBackoffice, OwnPassword */
export class InviteUser extends Command<CreatedInvitation> {
  constructor(
    /** As the client sent it. */
    readonly userId: string,
    readonly actor: UserActor,
  ) {
    super();
  }
}

@CommandHandler(InviteUser)
export class InviteUserHandler implements ICommandHandler<InviteUser> {
  constructor(
    private readonly queries: QueryBus,
    private readonly unitOfWork: UnitOfWork,
    private readonly invitations: Invitations,
  ) {}

  async execute({ userId, actor }: InviteUser): Promise<CreatedInvitation> {
    if (!isId(userId)) throw new UserNotFound();
    if (userId === actor.userId) throw new OwnPassword();
    return this.unitOfWork.run(async (transaction) => {
      await transaction.lock([SESSIONS_LOCK(userId)]);
      const user = await this.queries.execute(new GetUser(userId, transaction));
      if (!mayUseBackoffice(user)) throw new NotForBackoffice();
      const created = await this.invitations.create(user.id, actor.userId, transaction);
      const { expiresAt } = created;
      await transaction.publish(new Audited(actor, 'invitation.created', userSubject(user), { expiresAt }));
      return created;
    });
  }
}
