import { Command, CommandHandler, type ICommandHandler, QueryBus } from '@nestjs/cqrs';
import { FindUser, type User } from '#libs/auth';
import { UnitOfWork } from '#libs/database';
import { mayUseBackoffice } from '../backoffice-access.js';
import type { Session, SignInBody } from '../backoffice-auth.dto.js';
import { InvalidCredentials } from '../backoffice-auth.errors.js';
import { FailedSignIns } from '../failed-sign-ins.js';
import { browserTokenOf, isBrowserToken } from '../known-browser.js';
import { Passwords } from '../passwords.js';
import { SessionResolver } from '../session-resolver.js';
import type { SignInMethod } from '../session.entity.js';
import { type Browser, Sessions } from '../sessions.js';
import { SignInLimiter } from '../sign-in-limiter.js';
import { SignInMetrics } from '../sign-in-metrics.js';
import { InvalidCode, SecondFactorRequired } from '../second-factor/second-factor.errors.js';
import { SecondFactorCodes } from '../second-factor/second-factor-codes.js';
import { SecondFactors } from '../second-factor/second-factors.js';

interface SignedIn {
  token: string;
  /** Identifies the browser from now on. */
  browserToken: string;
  session: Session;
}

interface Authenticated {
  user: User;
  passwordHash: string;
  method: SignInMethod;
}

/** Begins a session. @throws InvalidCredentials, SecondFactorRequired, InvalidCode, TooManySignIns, ServiceUnavailable */
export class SignIn extends Command<SignedIn> {
  constructor(
    readonly credentials: SignInBody,
    readonly browser: Browser,
    /** The token of a known browser, as the browser sent it. */
    readonly browserToken: string | undefined,
  ) {
    super();
  }
}

@CommandHandler(SignIn)
export class SignInHandler implements ICommandHandler<SignIn> {
  constructor(
    private readonly queries: QueryBus,
    private readonly unitOfWork: UnitOfWork,
    private readonly limiter: SignInLimiter,
    private readonly passwords: Passwords,
    private readonly secondFactors: SecondFactors,
    private readonly codes: SecondFactorCodes,
    private readonly sessions: Sessions,
    private readonly resolver: SessionResolver,
    private readonly metrics: SignInMetrics,
    private readonly failures: FailedSignIns,
  ) {}

  execute(command: SignIn): Promise<SignedIn> {
    return this.metrics.count('password', () => this.signIn(command));
  }

  private async signIn({ credentials, browser, browserToken }: SignIn): Promise<SignedIn> {
    const { address } = browser;
    const isKnown = await this.isKnown(credentials.email, browserToken);
    const attempt = { account: credentials.email, address, isKnown };
    const { user, passwordHash, method } = await this.limiter.run(attempt, (rank) =>
      this.authenticate(credentials, address, rank),
    );
    const token = await this.unitOfWork.run(async (transaction) => {
      const begun = await this.sessions.begin(user, method, browser, transaction);
      if (!(await this.passwords.isCurrent(user.id, passwordHash, transaction))) throw new InvalidCredentials();
      return begun;
    });
    // A user who lost access or got another email in the meantime gets no token. A session whose token nobody has cannot be used.
    const session = await this.resolver.resolve(token);
    if (session?.user.email !== user.email) throw new InvalidCredentials();
    return { token, browserToken: browserTokenOf(passwordHash), session };
  }

  private async isKnown(email: string, browserToken: string | undefined): Promise<boolean> {
    if (browserToken === undefined) return false;
    const user = await this.queries.execute(new FindUser({ email }));
    return isBrowserToken(browserToken, await this.passwords.hashOf(user?.id));
  }

  private async authenticate(
    { email, password, code }: SignInBody,
    address: string,
    rank: number,
  ): Promise<Authenticated> {
    const user = await this.queries.execute(new FindUser({ email }));
    const passwordHash = await this.passwords.verify(user?.id, password, rank);
    if (user === undefined || passwordHash === undefined || !mayUseBackoffice(user)) {
      await this.failures.count(user?.id);
      throw new InvalidCredentials();
    }
    const { isOn } = await this.secondFactors.get(user.id);
    if (!isOn) return { user, passwordHash, method: 'password' };
    if (code === undefined) throw new SecondFactorRequired();
    if (!(await this.codes.use(user, code, address))) {
      await this.failures.count(user.id);
      throw new InvalidCode();
    }
    return { user, passwordHash, method: 'second-factor' };
  }
}
