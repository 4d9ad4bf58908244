import { Command, CommandHandler, type ICommandHandler, QueryBus } from '@nestjs/cqrs';
import { FindUser, type User } from '#libs/auth';
import { isActiveAdministrator } from '../active-administrator.js';
import type { Session, SignInBody } from '../backoffice-auth.dto.js';
import { InvalidCredentials } from '../backoffice-auth.errors.js';
import { Passwords } from '../passwords.js';
import { FindSession } from '../queries/find-session.query.js';
import { Sessions } from '../sessions.js';
import { SignInLimiter } from '../sign-in-limiter.js';

/** Begins a session. @throws InvalidCredentials, TooManySignIns, ServiceUnavailable */
export class SignIn extends Command<{ token: string; session: Session }> {
  constructor(
    readonly credentials: SignInBody,
    /** Where the client is. */
    readonly address: string,
  ) {
    super();
  }
}

@CommandHandler(SignIn)
export class SignInHandler implements ICommandHandler<SignIn> {
  constructor(
    private readonly queries: QueryBus,
    private readonly limiter: SignInLimiter,
    private readonly passwords: Passwords,
    private readonly sessions: Sessions,
  ) {}

  async execute({ credentials, address }: SignIn): Promise<{ token: string; session: Session }> {
    const { id } = await this.limiter.run(credentials.email, address, () => this.authenticate(credentials));
    const token = await this.sessions.begin(id);
    // Who was shut out meanwhile gets no token, and a session whose token nobody has is none.
    const session = await this.queries.execute(new FindSession(token));
    if (session === undefined) throw new InvalidCredentials();
    return { token, session };
  }

  private async authenticate({ email, password }: SignInBody): Promise<User> {
    const user = await this.queries.execute(new FindUser({ email }));
    const isRight = await this.passwords.verify(user?.id, password);
    if (user === undefined || !isRight || !isActiveAdministrator(user)) throw new InvalidCredentials();
    return user;
  }
}
