import { Command, CommandBus, CommandHandler, type ICommandHandler, QueryBus } from '@nestjs/cqrs';
import { CreateUser, HasAdministrator } from '#libs/auth';
import { sql, UnitOfWork } from '#libs/platform';

/** Creates an administrator where there is none. @returns whether there was none; an existing one is left as they are */
export class CreateFirstAdministrator extends Command<boolean> {
  constructor(
    readonly email: string,
    readonly password: string,
  ) {
    super();
  }
}

/** Instances that start at once wait for the one that does it. */
const LOCK = sql(`SELECT pg_advisory_xact_lock(hashtextextended('first administrator', 0))`);

@CommandHandler(CreateFirstAdministrator)
export class CreateFirstAdministratorHandler implements ICommandHandler<CreateFirstAdministrator> {
  constructor(
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
    private readonly unitOfWork: UnitOfWork,
  ) {}

  async execute({ email, password }: CreateFirstAdministrator): Promise<boolean> {
    if (await this.queries.execute(new HasAdministrator())) return false;
    // The user is committed by a transaction of its own, before this one lets the next instance look.
    return this.unitOfWork.run(async (transaction) => {
      await transaction.query(LOCK);
      if (await this.queries.execute(new HasAdministrator())) return false;
      const user = {
        email: email.toLowerCase(),
        displayName: 'Administrator',
        image: null,
        role: 'admin' as const,
        password,
      };
      await this.commands.execute(new CreateUser(user));
      return true;
    });
  }
}
