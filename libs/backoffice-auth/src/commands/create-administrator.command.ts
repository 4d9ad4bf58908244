import { Command, CommandBus, CommandHandler, type ICommandHandler, QueryBus } from '@nestjs/cqrs';
import { CreateUser, FindUser, UpdateUser } from '#libs/auth';
import { THE_SERVICE } from '#libs/audit';
import { SetPassword, SetPasswordHandler } from './set-password.command.js';

/**
 * Makes a user an administrator who signs in with a password, for operators who are locked out: a new user, or an existing one, who is
 * then no longer suspended.
 * @returns whether the user was created
 * @throws ValidationFailed for a password that is too easy to guess
 */
export class CreateAdministrator extends Command<boolean> {
  constructor(
    readonly email: string,
    readonly password: string,
  ) {
    super();
  }
}

@CommandHandler(CreateAdministrator)
export class CreateAdministratorHandler implements ICommandHandler<CreateAdministrator> {
  constructor(
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
    private readonly setPassword: SetPasswordHandler,
  ) {}

  async execute({ email, password }: CreateAdministrator): Promise<boolean> {
    const user = await this.queries.execute(new FindUser({ email }));
    if (user === undefined) {
      const created = {
        email,
        displayName: 'Administrator',
        image: null,
        role: 'admin' as const,
        tags: [],
        password,
      };
      await this.commands.execute(new CreateUser(created, THE_SERVICE));
      return true;
    }
    await this.setPassword.execute(new SetPassword(user.id, password, THE_SERVICE));
    await this.commands.execute(new UpdateUser(user.id, { role: 'admin', suspended: false }, THE_SERVICE, true));
    return false;
  }
}
