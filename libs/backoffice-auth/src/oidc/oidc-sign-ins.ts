import { Injectable } from '@nestjs/common';
import { Database, sql } from '#libs/database';
import { generateSessionToken, hashSessionToken, isSessionToken } from '../session-token.js';

/** How long a person may take at the provider, in seconds. */
export const OIDC_SIGN_IN_SECONDS = 600;

const BEGIN = sql(`
  INSERT INTO oidc_sign_ins (cookie_hash, state, nonce, code_verifier, return_to, confirmed_session, expires_at)
  VALUES ($1, $2, $3, $4, $5, $6, now() + make_interval(secs => ${OIDC_SIGN_IN_SECONDS}))`);

const TAKE = sql(`
  DELETE FROM oidc_sign_ins WHERE cookie_hash = $1 AND expires_at > now()
  RETURNING state, nonce, code_verifier AS "codeVerifier", return_to AS "returnTo", confirmed_session AS "confirmedSession"`);

/** The values that the provider's answer must match. */
export interface Expectations {
  state: string;
  nonce: string;
  codeVerifier: string;
}

interface OidcSignIn extends Expectations {
  /** The page to show after the sign-in. */
  returnTo: string;
  /** SHA-256 of the token of the session that it confirms; null if it begins one. */
  confirmedSession: Buffer | null;
}

/** The sign-ins in progress at the provider, each bound to one browser by its cookie. */
@Injectable()
export class OidcSignIns {
  constructor(private readonly database: Database) {}

  /** @returns the value for the browser's cookie */
  async begin({ state, nonce, codeVerifier, returnTo, confirmedSession }: OidcSignIn): Promise<string> {
    const cookie = generateSessionToken();
    const values = [hashSessionToken(cookie), state, nonce, codeVerifier, returnTo, confirmedSession];
    await this.database.query(BEGIN, values);
    return cookie;
  }

  /**
   * Returns the sign-in of a browser, and deletes it.
   * @param cookie as the browser sent it
   * @returns undefined if none is in progress in that browser
   */
  async take(cookie: string | undefined): Promise<OidcSignIn | undefined> {
    if (!isSessionToken(cookie)) return undefined;
    const [signIn] = await this.database.query<OidcSignIn>(TAKE, [hashSessionToken(cookie)]);
    return signIn;
  }
}
