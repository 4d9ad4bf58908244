import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { userSubject } from '#libs/auth';
import { Audited } from '#libs/audit';
import { UnitOfWork } from '#libs/database';
import { Passwords } from '../passwords.js';
import { Sessions } from '../sessions.js';
import { Invitations } from './invitations.js';

/**
 * Sets the password of an invited user, once, and ends their sessions. Their second factor stays.
 * @throws InvitationNotFound, InvitationUsed, InvitationExpired, TooManySignIns, ValidationFailed, ServiceUnavailable
 */
export class AcceptInvitation extends Command<void> {
  constructor(
    /** As the client sent it. */
    readonly token: string,
    readonly password: string,
    /** Where the client is. */
    readonly address: string,
  ) {
    super();
  }
}

@CommandHandler(AcceptInvitation)
export class AcceptInvitationHandler implements ICommandHandler<AcceptInvitation> {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly invitations: Invitations,
    private readonly passwords: Passwords,
    private readonly sessions: Sessions,
  ) {}

  async execute({ token, password, address }: AcceptInvitation): Promise<void> {
    const { user } = await this.invitations.find(token, address);
    const passwordHash = await this.passwords.hashNew(password, user);
    await this.unitOfWork.run(async (transaction) => {
      await this.sessions.endAllOf(user.id, transaction);
      await this.invitations.use(token, transaction);
      await this.passwords.store(user.id, passwordHash, transaction);
      const actor = { userId: user.id, keyId: null, address };
      await transaction.publish(new Audited(actor, 'invitation.accepted', userSubject(user)));
    });
  }
}
