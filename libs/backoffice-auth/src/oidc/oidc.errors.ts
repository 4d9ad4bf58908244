/** Values of the sign-in page's parameter `error`. */
export type OidcErrorCode =
  /** The provider cannot be reached. */
  | 'oidc-unavailable'
  /** The person may not sign in here. */
  | 'oidc-rejected'
  /** The provider sent no verified email of the person. */
  | 'oidc-email'
  /** Anything else: an answer that does not belong to the sign-in, or is not proven. */
  | 'oidc-failed';

/** A sign-in with OpenID Connect that ends on the sign-in page. The message is for the log. */
export class OidcError extends Error {
  constructor(
    readonly code: OidcErrorCode,
    message: string,
  ) {
    super(message);
  }
}
