// Attempts: what other modules may use.
export { type AttemptFigures, FIGURES } from './attempt-figures.js';
export { AttemptsModule } from './attempts.module.js';
export { AttemptsRecorded, type RecordedAttempt } from './events/attempts-recorded.event.js';
export { CountAttempts } from './queries/count-attempts.query.js';
export { GetAttemptFigures } from './queries/get-attempt-figures.query.js';
export { StreamAttemptFigures } from './queries/stream-attempt-figures.query.js';
export { StreamUserSums } from './queries/stream-user-sums.query.js';
export type { AnswerPosition } from './scoring.js';
