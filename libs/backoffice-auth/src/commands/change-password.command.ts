import { Command, CommandHandler, type ICommandHandler, QueryBus } from '@nestjs/cqrs';
import { FindUser, UserNotFound } from '#libs/auth';
import { Audited, UnitOfWork, type UserActor } from '#libs/platform';
import type { ChangePasswordBody } from '../backoffice-auth.dto.js';
import { WrongCurrentPassword } from '../backoffice-auth.errors.js';
import { browserTokenOf } from '../known-browser.js';
import { Passwords } from '../passwords.js';
import { Sessions } from '../sessions.js';
import { SignInLimiter } from '../sign-in-limiter.js';

/**
 * Changes the actor's own password and ends their other sessions.
 * @returns what the browser is known by from now on
 * @throws WrongCurrentPassword, TooManySignIns, ValidationFailed, ServiceUnavailable
 */
export class ChangePassword extends Command<string> {
  constructor(
    readonly passwords: ChangePasswordBody,
    /** Of the session that goes on. */
    readonly token: string,
    readonly actor: UserActor,
  ) {
    super();
  }
}

@CommandHandler(ChangePassword)
export class ChangePasswordHandler implements ICommandHandler<ChangePassword> {
  constructor(
    private readonly queries: QueryBus,
    private readonly unitOfWork: UnitOfWork,
    private readonly limiter: SignInLimiter,
    private readonly passwords: Passwords,
    private readonly sessions: Sessions,
  ) {}

  async execute({ passwords: { currentPassword, newPassword }, token, actor }: ChangePassword): Promise<string> {
    const user = await this.queries.execute(new FindUser({ id: actor.userId }));
    if (user === undefined) throw new UserNotFound();
    const isKnown = () => Promise.resolve(true);
    const attempt = { account: user.email, address: actor.address ?? '', isKnown };
    const verified = await this.limiter.run(attempt, () => this.verify(user.id, currentPassword));
    const passwordHash = await this.passwords.hashNew(newPassword, user, 'newPassword');
    const subject = { kind: 'user' as const, id: user.id, name: user.displayName };
    await this.unitOfWork.run(async (transaction) => {
      await this.sessions.endAllOf(user.id, transaction, token);
      // A password that another administrator gave meanwhile stays: who knows only the one before is shut out.
      if (!(await this.passwords.isCurrent(user.id, verified, transaction))) throw new WrongCurrentPassword();
      await this.passwords.keep(user.id, passwordHash, transaction);
      await transaction.publish(new Audited(actor, 'password.changed', subject));
    });
    return browserTokenOf(passwordHash);
  }

  private async verify(userId: string, password: string): Promise<string> {
    const verified = await this.passwords.verify(userId, password);
    if (verified === undefined) throw new WrongCurrentPassword();
    return verified;
  }
}
