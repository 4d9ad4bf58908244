import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { userSubject } from '#libs/auth';
import { Audited, type UserActor } from '#libs/audit';
import { UnitOfWork } from '#libs/database';
import type { ChangePasswordBody } from '../backoffice-auth.dto.js';
import { WrongCurrentPassword } from '../backoffice-auth.errors.js';
import { OwnCredentials } from '../own-credentials.js';
import { browserTokenOf } from '../known-browser.js';
import { Passwords } from '../passwords.js';
import { Sessions } from '../sessions.js';

/**
 * Changes the actor's own password and ends their other sessions.
 * @returns the new token of the known browser
 * @throws WrongCurrentPassword, TooManySignIns, ValidationFailed, ServiceUnavailable
 */
export class ChangePassword extends Command<string> {
  constructor(
    readonly passwords: ChangePasswordBody,
    /** Of the session that continues. */
    readonly token: string,
    readonly actor: UserActor,
  ) {
    super();
  }
}

@CommandHandler(ChangePassword)
export class ChangePasswordHandler implements ICommandHandler<ChangePassword> {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly credentials: OwnCredentials,
    private readonly passwords: Passwords,
    private readonly sessions: Sessions,
  ) {}

  async execute({ passwords: { currentPassword, newPassword }, token, actor }: ChangePassword): Promise<string> {
    const { user, passwordHash: verified } = await this.credentials.verifyPassword(actor, currentPassword);
    const passwordHash = await this.passwords.hashNew(newPassword, user, 'newPassword');
    await this.unitOfWork.run(async (transaction) => {
      await this.sessions.endAllOf(user.id, transaction, token);
      // A password that another administrator has set in the meantime stays.
      if (!(await this.passwords.isCurrent(user.id, verified, transaction))) throw new WrongCurrentPassword();
      await this.passwords.store(user.id, passwordHash, transaction);
      await transaction.publish(new Audited(actor, 'password.changed', userSubject(user)));
    });
    return browserTokenOf(passwordHash);
  }
}
