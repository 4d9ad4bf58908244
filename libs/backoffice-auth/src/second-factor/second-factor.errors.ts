// The errors of the second factor.
import { serviceError } from '#libs/http';

/** The password was correct. */
export class SecondFactorRequired extends serviceError(401, 'Second factor required') {}

/** At the sign-in, after a correct password: neither the app's current code nor an unused recovery code. */
export class InvalidCode extends serviceError(401, 'Invalid code') {}

/** While a second factor is set up. */
export class WrongCode extends serviceError(403, 'Code is wrong') {}

export class SecondFactorIsOn extends serviceError(409, 'A second factor is set up already') {}

export class NoSecondFactor extends serviceError(409, 'No second factor is set up') {}

export class NoEnrolment extends serviceError(409, 'No second factor is being set up') {}

/** An attacker who has taken over a session must not be able to remove the second factor with it. */
export class OwnSecondFactor extends serviceError(409, 'Turn off your own second factor with the password') {}
