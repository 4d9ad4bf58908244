import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { UnitOfWork } from '#libs/database';
import { SessionResolver } from '../session-resolver.js';
import { type Browser, CONFIRMATION_MINUTES, Sessions } from '../sessions.js';
import { SignInMetrics } from '../sign-in-metrics.js';
import { Admission } from './admission.js';
import { Identities } from './identities.js';
import { OidcProvider } from './oidc-provider.js';
import { OidcSignIns } from './oidc-sign-ins.js';
import { OidcError } from './oidc.errors.js';

interface Completed {
  /** Of the new session; undefined if the sign-in confirmed one. */
  token: string | undefined;
  returnTo: string;
}

/** Begins a session for the person that the provider sends back, or confirms theirs. @throws OidcError */
export class CompleteOidcSignIn extends Command<Completed> {
  constructor(
    /** The query of the URL that the browser came back to. */
    readonly query: string,
    /** Value of the browser's cookie. */
    readonly cookie: string | undefined,
    readonly browser: Browser,
  ) {
    super();
  }
}

@CommandHandler(CompleteOidcSignIn)
export class CompleteOidcSignInHandler implements ICommandHandler<CompleteOidcSignIn> {
  constructor(
    private readonly resolver: SessionResolver,
    private readonly unitOfWork: UnitOfWork,
    private readonly signIns: OidcSignIns,
    private readonly provider: OidcProvider,
    private readonly admission: Admission,
    private readonly identities: Identities,
    private readonly sessions: Sessions,
    private readonly metrics: SignInMetrics,
  ) {}

  execute(command: CompleteOidcSignIn): Promise<Completed> {
    return this.metrics.count('oidc', () => this.complete(command));
  }

  private async complete({ query, cookie, browser }: CompleteOidcSignIn): Promise<Completed> {
    const signIn = await this.signIns.take(cookie);
    if (signIn === undefined) throw new OidcError('oidc-failed', 'No sign-in is in progress in this browser');
    const { returnTo, confirmedSession } = signIn;
    const maxAge = confirmedSession === null ? undefined : CONFIRMATION_MINUTES * 60;
    const profile = await this.provider.identify(query, signIn, maxAge);
    const user = await this.admission.admit(profile, browser.address);
    const { authenticatedAt } = profile;
    if (confirmedSession !== null) {
      const isConfirmed = await this.unitOfWork.run((transaction) =>
        this.sessions.confirm(confirmedSession, user.id, authenticatedAt, transaction),
      );
      if (!isConfirmed) throw new OidcError('oidc-failed', `User ${user.id} has not the session that is confirmed`);
      return { token: undefined, returnTo };
    }
    const token = await this.unitOfWork.run((transaction) =>
      this.sessions.begin(user, 'oidc', browser, transaction, authenticatedAt),
    );
    // A user who lost access or got another email in the meantime gets no token. A session whose token nobody has cannot be used.
    const isLinked = (await this.identities.userOf(profile)) === user.id;
    if (!isLinked || (await this.resolver.resolve(token)) === undefined) {
      throw new OidcError('oidc-rejected', `User ${user.id} lost access in the meantime`);
    }
    return { token, returnTo };
  }
}
