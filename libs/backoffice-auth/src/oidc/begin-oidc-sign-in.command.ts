import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { randomNonce, randomPKCECodeVerifier, randomState } from 'openid-client';
import { hashSessionToken, isSessionToken } from '../session-token.js';
import { SignInLimiter } from '../sign-in-limiter.js';
import { SignInMetrics } from '../sign-in-metrics.js';
import { OidcProvider } from './oidc-provider.js';
import { OidcSignIns } from './oidc-sign-ins.js';

/** Begins a sign-in at the provider, which begins a session or confirms one. @throws OidcError, TooManySignIns */
export class BeginOidcSignIn extends Command<{ location: string; cookie: string }> {
  constructor(
    /** Path of the page of the backoffice to show after the sign-in. */
    readonly returnTo: string,
    /** Where the client is. */
    readonly address: string,
    /** Token of the session to confirm, as the client sent it. */
    readonly confirmedToken: string | undefined,
  ) {
    super();
  }
}

@CommandHandler(BeginOidcSignIn)
export class BeginOidcSignInHandler implements ICommandHandler<BeginOidcSignIn> {
  constructor(
    private readonly limiter: SignInLimiter,
    private readonly provider: OidcProvider,
    private readonly signIns: OidcSignIns,
    private readonly metrics: SignInMetrics,
  ) {}

  execute(command: BeginOidcSignIn): Promise<{ location: string; cookie: string }> {
    return this.metrics.countErrors('oidc', () => this.begin(command));
  }

  private async begin({
    returnTo,
    address,
    confirmedToken,
  }: BeginOidcSignIn): Promise<{ location: string; cookie: string }> {
    await this.limiter.countBegun(address);
    const expectations = { state: randomState(), nonce: randomNonce(), codeVerifier: randomPKCECodeVerifier() };
    const confirmedSession = isSessionToken(confirmedToken) ? hashSessionToken(confirmedToken) : null;
    const location = await this.provider.authorizationUrl(expectations, confirmedSession !== null);
    return { location, cookie: await this.signIns.begin({ ...expectations, returnTo, confirmedSession }) };
  }
}
