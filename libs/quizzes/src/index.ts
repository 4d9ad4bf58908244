// Quizzes: what other modules may use.
export { READ_QUIZZES, WRITE_QUIZZES } from './access.js';
export {
  lockExistingQuiz,
  LockQuizExclusively,
  LockQuizzesShared,
  type TriedLocks,
  TryLockQuizzesShared,
} from './commands/lock-quizzes.command.js';
export { StartNextGrading } from './commands/start-next-grading.command.js';
export { QuizCreated } from './events/quiz-created.event.js';
export { QuizDeleted } from './events/quiz-deleted.event.js';
export { QuizPurged } from './events/quiz-purged.event.js';
export { QuizRestorationContinued } from './events/quiz-restoration-continued.event.js';
export { QuizRestored } from './events/quiz-restored.event.js';
export { QuizUpdated } from './events/quiz-updated.event.js';
export { FindExistingQuizzes } from './queries/find-existing-quizzes.query.js';
export { type AskedQuestion, FindEqualQuestions } from './queries/find-equal-questions.query.js';
export { FindNewestQuizzes, type TitledQuiz } from './queries/find-newest-quizzes.query.js';
export { FindQuizStates } from './queries/find-quiz-states.query.js';
export { assertQuizExists, GetQuizState } from './queries/get-quiz-state.query.js';
export { FindVersionsWith } from './queries/find-versions-with.query.js';
export { type AnsweredVersion, GetAnsweredVersion } from './queries/get-answered-version.query.js';
export { GetQuizContent } from './queries/get-quiz-content.query.js';
export { GetStoredContent } from './queries/get-stored-content.query.js';
export { GetQuizTitle } from './queries/get-quiz-title.query.js';
export { GetQuizTitles } from './queries/get-quiz-titles.query.js';
export { GetQuizVersions, type VersionSummary } from './queries/get-quiz-versions.query.js';
export { type ContentQuestion, type QuizContent, wordingOf } from './quiz-content.js';
export { QuestionForPlayers, QuizListItem } from './quiz.dto.js';
export { QuizClosed, QuizNotFound, VersionNotFound } from './quiz.errors.js';
export type { RevealAnswers } from './quiz-settings.dto.js';
export { QuizTagField } from './quiz-filter.js';
export { QuizzesModule } from './quizzes.module.js';
export { OrphanedRows } from './checks/orphaned-rows.js';
export { OF_EXISTING_QUIZZES, quizzesInRepair, underQuizLock } from './checks/quiz-projections.js';
export type { LockedQuiz } from './quiz-locks.js';
export type { QuizState, Viewer } from './quiz-reader.js';
export { LowerDeleted } from './trash/lower-deleted.command.js';
export { RESTORATIONS } from './trash/restorations.js';
export { versionOf } from './version-of.js';
