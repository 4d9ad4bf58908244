import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Sessions } from '../sessions.js';

/** Ends a session: it holds for every request that begins after this is done. */
export class SignOut extends Command<void> {
  constructor(readonly token: string) {
    super();
  }
}

@CommandHandler(SignOut)
export class SignOutHandler implements ICommandHandler<SignOut> {
  constructor(private readonly sessions: Sessions) {}

  execute({ token }: SignOut): Promise<void> {
    return this.sessions.end(token);
  }
}
