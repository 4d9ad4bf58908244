// Every way in which this module refuses, beside the errors of every endpoint.
import { refusal } from '#libs/http';

export class AttemptNotFound extends refusal(404, 'Attempt not found') {}
export class MaximumAttemptsReached extends refusal(409, 'Maximum attempts reached') {}
