// Quizzes: what other modules may use.
export { READ_QUIZZES } from './access.js';
export { LockQuizExclusively } from './commands/lock-quiz-exclusively.command.js';
export { type LockedQuiz, LockQuizzesShared } from './commands/lock-quizzes-shared.command.js';
export { QuizCreated } from './events/quiz-created.event.js';
export { QuizDeleted } from './events/quiz-deleted.event.js';
export { type AnsweredVersion, FindAnsweredVersion } from './queries/find-answered-version.query.js';
export { FindExistingQuizzes } from './queries/find-existing-quizzes.query.js';
export { GetQuizContent } from './queries/get-quiz-content.query.js';
export { GetQuizTitle } from './queries/get-quiz-title.query.js';
export { type QuizRange, ScanQuizzes } from './queries/scan-quizzes.query.js';
export type { ContentAnswer, QuizContent } from './quiz-content.js';
export { QuizNotFound } from './quiz.errors.js';
export { QuizzesModule } from './quizzes.module.js';
export { findOrphanedRows } from './checks/find-orphaned-rows.js';
export { compareUsersByQuiz } from './checks/compare-users-by-quiz.js';
