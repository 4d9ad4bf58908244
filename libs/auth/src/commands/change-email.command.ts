import { Command, CommandHandler, type ICommandHandler, QueryBus } from '@nestjs/cqrs';
import { type Actor, Audited } from '#libs/audit';
import { hasSqlState, type Transaction, UnitOfWork } from '#libs/database';
import { UserNotFound } from '#libs/profiles';
import { EmailTaken, NoSignInLeft, PlayerWithoutEmail } from '../auth.errors.js';
import { normalEmail } from '../email.js';
import { EmailChanged } from '../events/email-changed.event.js';
import { WhoCanSignIn } from '../queries/who-can-sign-in.query.js';
import { isActiveAdministrator, UserChanges } from '../user-changes.js';
import type { User } from '../user.dto.js';
import { UserEntity } from '../user.entity.js';
import { userSubject } from '../user-subject.js';

/**
 * Changes the email by which a user signs in. Their sessions end, and an account at the provider no longer belongs to them.
 * @throws UserNotFound, EmailTaken, PlayerWithoutEmail, NoSignInLeft
 */
export class ChangeEmail extends Command<User> {
  constructor(
    readonly userId: string,
    readonly email: string,
    readonly actor: Actor,
  ) {
    super();
  }
}

@CommandHandler(ChangeEmail)
export class ChangeEmailHandler implements ICommandHandler<ChangeEmail> {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly userChanges: UserChanges,
    private readonly queries: QueryBus,
  ) {}

  execute(command: ChangeEmail): Promise<User> {
    return this.unitOfWork
      .run((transaction) => this.change(transaction, command))
      .catch((error: unknown) => {
        throw hasSqlState(error, '23505') ? new EmailTaken() : error;
      });
  }

  private async change(transaction: Transaction, { userId, email, actor }: ChangeEmail): Promise<User> {
    // With all administrators, as for a suspension: the user may be the only one who can sign in.
    const { users } = await this.userChanges.lock(transaction, [userId], { suspended: true });
    const [user] = users;
    if (user === undefined) throw new UserNotFound();
    const { email: from } = user;
    if (from === null) throw new PlayerWithoutEmail();
    const to = normalEmail(email);
    if (to === from) return user;
    await transaction.manager.save(transaction.manager.merge(UserEntity, user, { email: to }));
    await transaction.publish(new EmailChanged(userId));
    if (isActiveAdministrator(user) && !(await this.canSomebodySignIn(transaction))) throw new NoSignInLeft();
    await transaction.publish(new Audited(actor, 'user.changed', userSubject(user), {}, { email: { from, to } }));
    return user;
  }

  private async canSomebodySignIn(transaction: Transaction): Promise<boolean> {
    const administrators = await transaction.manager.findBy(UserEntity, { role: 'admin', suspended: false });
    const ids = administrators.map(({ id }) => id);
    return (await this.queries.execute(new WhoCanSignIn(ids, transaction))).size > 0;
  }
}
