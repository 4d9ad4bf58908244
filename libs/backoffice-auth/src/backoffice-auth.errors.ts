// Every way in which this module refuses, beside the errors of every endpoint.
import { refusal } from '#libs/http';

/** One answer for a wrong password, an unknown email and a user who may not sign in, so that it tells none from another. */
export class InvalidCredentials extends refusal(401, 'Invalid email or password') {}

export class WrongCurrentPassword extends refusal(403, 'Current password is wrong') {}

/** Whoever has taken over a session must not be able to lock its owner out. */
export class OwnPassword extends refusal(409, 'Change your own password with the current one') {}

export class TooManySignIns extends refusal(429, 'Too many sign-in attempts. Please try again later.') {
  override readonly headers: Record<string, string>;

  /** @param milliseconds until an attempt is admitted again */
  constructor(milliseconds: number) {
    super();
    this.headers = { 'retry-after': String(Math.max(1, Math.ceil(milliseconds / 1000))) };
  }
}
