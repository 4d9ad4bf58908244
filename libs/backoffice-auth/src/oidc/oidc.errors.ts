/** What the sign-in page is told by its parameter `error`. */
export type OidcErrorCode =
  /** The provider cannot be reached. */
  | 'oidc-unavailable'
  /** Who signed in there may not sign in here. */
  | 'oidc-refused'
  /** The provider knows no verified email of theirs. */
  | 'oidc-email'
  /** Anything else: an answer that does not belong to the sign-in, or that proves nothing. */
  | 'oidc-failed';

/** A sign-in with OpenID Connect that ends on the sign-in page. The message is for the log. */
export class OidcRefusal extends Error {
  constructor(
    readonly code: OidcErrorCode,
    message: string,
  ) {
    super(message);
  }
}
