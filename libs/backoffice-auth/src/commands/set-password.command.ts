import { Command, CommandHandler, type ICommandHandler, QueryBus } from '@nestjs/cqrs';
import { GetUser, userSubject } from '#libs/auth';
import { type Actor, Audited } from '#libs/audit';
import { UnitOfWork } from '#libs/database';
import { OwnPassword, PlayerWithPassword } from '../backoffice-auth.errors.js';
import { Passwords } from '../passwords.js';
import { Sessions } from '../sessions.js';

/** Gives another user a password and ends their sessions. @throws OwnPassword, PlayerWithPassword, UserNotFound, ValidationFailed, ServiceUnavailable */
export class SetPassword extends Command<void> {
  constructor(
    /** As the client sent it. */
    readonly userId: string,
    readonly password: string,
    readonly actor: Actor,
  ) {
    super();
  }
}

@CommandHandler(SetPassword)
export class SetPasswordHandler implements ICommandHandler<SetPassword> {
  constructor(
    private readonly queries: QueryBus,
    private readonly unitOfWork: UnitOfWork,
    private readonly passwords: Passwords,
    private readonly sessions: Sessions,
  ) {}

  async execute({ userId, password, actor }: SetPassword): Promise<void> {
    if (userId === actor.userId) throw new OwnPassword();
    const user = await this.queries.execute(new GetUser(userId));
    if (user.email === null) throw new PlayerWithPassword();
    const passwordHash = await this.passwords.hashNew(password, user);
    await this.unitOfWork.run(async (transaction) => {
      await this.sessions.endAllOf(userId, transaction);
      await this.passwords.store(userId, passwordHash, transaction);
      await transaction.publish(new Audited(actor, 'password.set', userSubject(user)));
    });
  }
}
