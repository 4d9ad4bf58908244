// The errors of this module, beside the errors of every endpoint.
import { serviceError } from '#libs/http';

/** One answer for a wrong password, an unknown email and a user who may not sign in: clients cannot tell them apart. */
export class InvalidCredentials extends serviceError(401, 'Invalid email or password') {}

export class WrongCurrentPassword extends serviceError(403, 'Current password is wrong') {}

/** An attacker who has taken over a session must not be able to lock its owner out. */
export class OwnPassword extends serviceError(409, 'Change your own password with the current one') {}

/** They have no email to sign in with. */
export class PlayerWithPassword extends serviceError(409, 'Players of applications cannot sign in') {}

export class SessionNotFound extends serviceError(404, 'Session not found') {}

export class TooManySignIns extends serviceError(429, 'Too many sign-in attempts. Please try again later.') {
  override readonly headers: Record<string, string>;

  /** @param milliseconds until an attempt is admitted again */
  constructor(milliseconds: number) {
    super();
    this.headers = { 'retry-after': String(Math.max(1, Math.ceil(milliseconds / 1000))) };
  }
}
