import { Inject, Injectable } from '@nestjs/common';
import {
  allowInsecureRequests,
  authorizationCodeGrant,
  buildAuthorizationUrl,
  calculatePKCECodeChallenge,
  type Configuration as Client,
  discovery,
  enableNonRepudiationChecks,
  fetchUserInfo,
} from 'openid-client';
import { ADMIN_PATH } from '#libs/http';
import { CONFIGURATION, type Configuration } from '#libs/configuration';
import { authenticateClient } from './client-authentication.js';
import { OidcError } from './oidc.errors.js';
import type { Expectations } from './oidc-sign-ins.js';
import { type Profile, readProfile } from './profile.js';
import { describeError, isUnreachable, wasDenied } from './provider-errors.js';

/** Timeout of each request to the provider, in seconds. */
const TIMEOUT_SECONDS = 5;

/** The OpenID Connect provider that is configured. */
@Injectable()
export class OidcProvider {
  private readonly redirectUri: string;
  private client: Promise<Client> | undefined;

  constructor(@Inject(CONFIGURATION) private readonly configuration: Configuration) {
    const { SITE_URL = `http://localhost:${configuration.PORT}` } = configuration;
    this.redirectUri = `${SITE_URL}${ADMIN_PATH}/session/oidc/callback`;
  }

  /**
   * Returns the URL at which a browser signs in.
   * @param isFresh whether the person must prove who they are, even if they are signed in at the provider
   * @throws OidcError
   */
  async authorizationUrl({ state, nonce, codeVerifier }: Expectations, isFresh: boolean): Promise<string> {
    const client = await this.discover();
    const { href } = buildAuthorizationUrl(client, {
      redirect_uri: this.redirectUri,
      scope: this.configuration.OIDC_SCOPES,
      state,
      nonce,
      code_challenge: await calculatePKCECodeChallenge(codeVerifier),
      code_challenge_method: 'S256',
      ...(isFresh && { prompt: 'login', max_age: '0' }),
    });
    return href;
  }

  /**
   * Identifies the person by the parameters with which the provider sent the browser back.
   * @param query of the URL that the browser came back to
   * @param maxAgeSeconds how long ago they may have proved to the provider who they are; undefined for any time
   * @throws OidcError
   */
  async identify(
    query: string,
    { state, nonce, codeVerifier }: Expectations,
    maxAgeSeconds: number | undefined,
  ): Promise<Profile> {
    const client = await this.discover();
    try {
      const answer = new URL(this.redirectUri);
      answer.search = query;
      const checks = { expectedState: state, expectedNonce: nonce, pkceCodeVerifier: codeVerifier };
      const age = maxAgeSeconds === undefined ? {} : { maxAge: maxAgeSeconds };
      const tokens = await authorizationCodeGrant(client, answer, { ...checks, ...age, idTokenExpected: true });
      const claims = tokens.claims();
      if (claims === undefined) throw new OidcError('oidc-failed', 'The provider sent no ID token');
      const hasMore = client.serverMetadata().userinfo_endpoint !== undefined;
      const userInfo = hasMore ? await fetchUserInfo(client, tokens.access_token, claims.sub) : {};
      return readProfile(claims, userInfo, this.configuration.OIDC_GROUPS_CLAIM);
    } catch (error) {
      if (error instanceof OidcError) throw error;
      const code = isUnreachable(error) ? 'oidc-unavailable' : wasDenied(error) ? 'oidc-rejected' : 'oidc-failed';
      throw new OidcError(code, describeError(error));
    }
  }

  /** Loads the provider's metadata once; after a failure, again at the next sign-in. */
  private discover(): Promise<Client> {
    this.client ??= this.load().catch((error: unknown) => {
      this.client = undefined;
      throw new OidcError('oidc-unavailable', describeError(error));
    });
    return this.client;
  }

  private async load(): Promise<Client> {
    const { OIDC_ISSUER, OIDC_CLIENT_ID, OIDC_CLIENT_SECRET } = this.configuration;
    if (OIDC_ISSUER === undefined || OIDC_CLIENT_ID === undefined || OIDC_CLIENT_SECRET === undefined) {
      throw new Error('No provider is configured');
    }
    const issuer = new URL(OIDC_ISSUER);
    return discovery(issuer, OIDC_CLIENT_ID, undefined, authenticateClient(OIDC_CLIENT_SECRET), {
      timeout: TIMEOUT_SECONDS,
      // The configuration allows http only for providers on this machine.
      execute: [enableNonRepudiationChecks, ...(issuer.protocol === 'http:' ? [allowInsecureRequests] : [])],
    });
  }
}
