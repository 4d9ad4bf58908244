// The errors of this module, beside the errors of every endpoint.
import { serviceError } from '#libs/http';

export class AttemptNotFound extends serviceError(404, 'Attempt not found') {}
export class QuestionNotFound extends serviceError(404, 'Question not found') {}
export class RegradeNotFound extends serviceError(404, 'Regrade not found') {}
export class GradingChanged extends serviceError(
  409,
  'The quiz was regraded in the meantime. See again what changes',
) {}
export class RegradeInProgress extends serviceError(409, 'The quiz is being regraded. Try again when this is done') {}
export class LastQuestion extends serviceError(409, 'The last question that counts cannot be left out') {}
export class MaximumAttemptsReached extends serviceError(409, 'Maximum attempts reached') {}
export class StartNotFound extends serviceError(404, 'Start not found') {}
export class StartRequired extends serviceError(409, 'This quiz must be started') {}
export class StartSubmitted extends serviceError(409, 'This start was submitted already') {}
export class TimeIsUp extends serviceError(409, 'Time is up') {}
export class NoTimeLimit extends serviceError(409, 'This start has no time limit') {}
export class ClosesThen extends serviceError(409, 'The quiz closes when this start ends') {}
export class CursorOutdated extends serviceError(
  400,
  'cursor: is older than 30 days, belongs to other filters or rights, or the database was restored. Start again without a cursor',
) {}
