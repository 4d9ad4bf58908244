// The errors of this module, beside the errors of every endpoint.
import { serviceError } from '#libs/http';

export class AttemptNotFound extends serviceError(404, 'Attempt not found') {}
export class UserNotFound extends serviceError(404, 'User not found') {}
export class MaximumAttemptsReached extends serviceError(409, 'Maximum attempts reached') {}
