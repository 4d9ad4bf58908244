// Every way in which the second factor refuses.
import { refusal } from '#libs/http';

/** The password was right. */
export class SecondFactorRequired extends refusal(401, 'Second factor required') {}

/** At the sign-in, where the password was right: neither the app's current code nor an unused recovery code. */
export class InvalidCode extends refusal(401, 'Invalid code') {}

/** While a second factor is set up. */
export class WrongCode extends refusal(403, 'Code is wrong') {}

export class SecondFactorIsOn extends refusal(409, 'A second factor is set up already') {}

export class NoSecondFactor extends refusal(409, 'No second factor is set up') {}

export class NoEnrolment extends refusal(409, 'No second factor is being set up') {}

/** Whoever has taken over a session must not be able to take the second factor away with it. */
export class OwnSecondFactor extends refusal(409, 'Turn off your own second factor with the password') {}
