// Every way in which this module refuses, beside the platform's own.
import { refusal } from '#libs/platform';

export class AttemptNotFound extends refusal(404, 'Attempt not found') {}
export class MaximumAttemptsReached extends refusal(409, 'Maximum attempts reached') {}
