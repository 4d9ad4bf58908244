// The errors of this module, beside the errors of every endpoint.
import { serviceError } from '#libs/http';

export class QuizNotFound extends serviceError(404, 'Quiz not found') {}
export class VersionNotFound extends serviceError(404, 'Version not found') {}
export class QuizClosed extends serviceError(409, 'Quiz is closed') {}
export class QuizInDeletion extends serviceError(409, 'Quiz is still being deleted or restored') {}
export class QuizChanged extends serviceError(412, 'Quiz has been changed since it was read') {}
