// Attempts: what other modules may use.
export { AttemptsModule } from './attempts.module.js';
export { AttemptListItem } from './attempts.dto.js';
export { AttemptsCorrected, type CorrectedAttempt } from './events/attempts-corrected.event.js';
export { AttemptsRecorded, type RecordedAttempt } from './events/attempts-recorded.event.js';
export { CountAttempts } from './queries/count-attempts.query.js';
export { GetGradingHistory } from './queries/get-grading-history.query.js';
export {
  type GradedContent,
  type GradedQuestion,
  type GradingHistory,
  isCorrectAt,
  isCounted,
  REGRADE_KINDS,
  type RegradeKind,
} from './regrading/grading-history.js';
export type { AnswerPosition } from './scoring.js';
