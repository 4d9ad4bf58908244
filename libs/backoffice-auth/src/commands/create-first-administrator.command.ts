import { Command, CommandBus, CommandHandler, type ICommandHandler, QueryBus } from '@nestjs/cqrs';
import { CreateUser, HasAdministrator } from '#libs/auth';
import { THE_SERVICE } from '#libs/audit';

/** Creates an administrator if there is none. @returns whether one was created */
export class CreateFirstAdministrator extends Command<boolean> {
  constructor(
    readonly email: string,
    readonly password: string,
  ) {
    super();
  }
}

@CommandHandler(CreateFirstAdministrator)
export class CreateFirstAdministratorHandler implements ICommandHandler<CreateFirstAdministrator> {
  constructor(
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
  ) {}

  async execute({ email, password }: CreateFirstAdministrator): Promise<boolean> {
    if (await this.queries.execute(new HasAdministrator())) return false;
    const user = {
      email,
      displayName: 'Administrator',
      image: null,
      tags: [],
      role: 'admin' as const,
      password,
    };
    try {
      await this.commands.execute(new CreateUser(user, THE_SERVICE));
      return true;
    } catch (error) {
      // Of instances that start concurrently, one creates the user, and the others find the email taken.
      if (await this.queries.execute(new HasAdministrator())) return false;
      throw error;
    }
  }
}
