// Identifies a browser in which a user has signed in by password, until the password changes. It grants no access: it spares its
// user the wait while others guess the password.
import { createHmac } from 'node:crypto';
import { isSameToken } from './session-token.js';

/** The value of the browser's cookie: an HMAC-SHA-256 with a key that only the service has. */
export function browserTokenOf(passwordHash: string): string {
  return createHmac('sha256', passwordHash).update('known browser').digest('base64url');
}

/** Whether a browser sent the token of a password. */
export function isBrowserToken(sent: string | undefined, passwordHash: string | undefined): boolean {
  return passwordHash !== undefined && isSameToken(sent, browserTokenOf(passwordHash));
}
