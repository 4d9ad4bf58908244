import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AuditSubjects } from '#libs/audit';
import { CommitScheduler } from '#libs/database';
import { QuizzesModule } from '#libs/quizzes';
import { AnswerHider } from './answer-hider.js';
import { AnswerReader } from './answer-reader.js';
import { AttemptCountEntity } from './attempt-count.entity.js';
import { AttemptEntity } from './attempt.entity.js';
import { AttemptReader } from './attempt-reader.js';
import { AttemptRecorder } from './attempt-recorder.js';
import { AttemptsController } from './attempts.controller.js';
import { BackofficeAttemptsController } from './backoffice-attempts.controller.js';
import { BackofficeRegradesController } from './backoffice-regrades.controller.js';
import { GrantLimitsHandler } from './commands/grant-limits.command.js';
import { RegradeQuestionHandler } from './commands/regrade-question.command.js';
import { SubmitAttemptHandler } from './commands/submit-attempt.command.js';
import { UndoRegradeHandler } from './commands/undo-regrade.command.js';
import { VoidAttemptHandler } from './commands/void-attempt.command.js';
import { AttemptScorer } from './attempt-scorer.js';
import { BackofficeStartsController } from './starts/backoffice-starts.controller.js';
import { BrowseStartsHandler } from './starts/browse-starts.query.js';
import { EndStartHandler } from './starts/end-start.command.js';
import { EndedStarts } from './starts/ended-starts.js';
import { ExtendStartHandler } from './starts/extend-start.command.js';
import { GetStartHandler } from './starts/get-start.query.js';
import { SaveAnswersHandler } from './starts/save-answers.command.js';
import { StartEntity } from './starts/start.entity.js';
import { StartQuizHandler } from './starts/start-quiz.command.js';
import { StartReader } from './starts/start-reader.js';
import { StartRecorder } from './starts/start-recorder.js';
import { StartsController } from './starts/starts.controller.js';
import { SubmitStartHandler } from './starts/submit-start.command.js';
import { MoveEndsWhenQuizUpdated } from './listeners/move-ends-when-quiz-updated.listener.js';
import { DeleteAttemptsWhenQuizPurged } from './listeners/delete-attempts-when-quiz-purged.listener.js';
import { HideAttemptsWhenQuizDeleted } from './listeners/hide-attempts-when-quiz-deleted.listener.js';
import { ShowAttemptsWhenQuizRestored } from './listeners/show-attempts-when-quiz-restored.listener.js';
import { ChangedAttempts } from './feed/changed-attempts.js';
import { EraseAttemptsWhenUserErased } from './listeners/erase-attempts-when-user-erased.listener.js';
import { AttemptFeed } from './feed/attempt-feed.js';
import { ChangeHorizonEntity } from './feed/change-horizon.entity.js';
import { ChangeHorizons } from './feed/change-horizons.js';
import { ChangePositions } from './feed/change-positions.js';
import { ChangePositionsEntity } from './feed/change-positions.entity.js';
import { DeletedAttemptEntity } from './feed/deleted-attempt.entity.js';
import { CountWhenAttemptsRecorded } from './listeners/count-when-attempts-recorded.listener.js';
import { CreateAttempts1770000700000 } from './migrations/1770000700000-create-attempts.js';
import { AddApplicationAndReference1795730400000 } from './migrations/1795730400000-add-application-and-reference.js';
import { AddChangePositions1795730500000 } from './migrations/1795730500000-add-change-positions.js';
import { IndexChangePositions1795730600000 } from './migrations/1795730600000-index-change-positions.js';
import { CreateStarts1795749806000 } from './migrations/1795749806000-create-starts.js';
import { IndexGrants1795764900000 } from './migrations/1795764900000-index-grants.js';
import { IndexUsers1795781009207 } from './migrations/1795781009207-index-users.js';
import { BrowseAttemptsOfUserHandler } from './queries/browse-attempts-of-user.query.js';
import { BrowseAttemptsHandler } from './queries/browse-attempts.query.js';
import { CountAttemptsHandler } from './queries/count-attempts.query.js';
import { CountAttemptsByVersionHandler } from './queries/count-attempts-by-version.query.js';
import { ExportAttemptsOfUserHandler } from './queries/export-attempts-of-user.query.js';
import { ExportAttemptsHandler } from './queries/export-attempts.query.js';
import { GetAdjacentAttemptsHandler } from './queries/get-adjacent-attempts.query.js';
import { GetAttemptHandler } from './queries/get-attempt.query.js';
import { GetGradingHistoryHandler } from './queries/get-grading-history.query.js';
import { GetAttemptTotalsHandler } from './queries/get-attempt-totals.query.js';
import { GetGrantHandler } from './queries/get-grant.query.js';
import { InspectAttemptHandler } from './queries/inspect-attempt.query.js';
import { ListChangesHandler } from './queries/list-changes.query.js';
import { ListGrantsHandler } from './queries/list-grants.query.js';
import { ListAttemptsHandler } from './queries/list-attempts.query.js';
import { ListRegradesHandler } from './queries/list-regrades.query.js';
import { PreviewRegradeHandler } from './queries/preview-regrade.query.js';
import { AttemptsExport } from './attempts-export.js';
import { EraseSteps } from './erase-steps.js';
import { GradingCache } from './regrading/grading-cache.js';
import { RegradeEntity } from './regrading/regrade.entity.js';
import { RegradeSteps } from './regrading/regrade-steps.js';
import { AttemptCountsCheck } from './checks/attempt-counts.check.js';
import { OrphanedAttemptsCheck } from './checks/orphaned-attempts.check.js';

/** Submission, scoring, attempt limits, voids and regrades. */
@AuditSubjects('attempt', 'regrade')
@Module({
  imports: [
    QuizzesModule,
    TypeOrmModule.forFeature([
      AttemptEntity,
      AttemptCountEntity,
      StartEntity,
      RegradeEntity,
      DeletedAttemptEntity,
      ChangePositionsEntity,
      ChangeHorizonEntity,
    ]),
  ],
  controllers: [
    AttemptsController,
    StartsController,
    BackofficeAttemptsController,
    BackofficeStartsController,
    BackofficeRegradesController,
  ],
  providers: [
    CommitScheduler,
    AttemptRecorder,
    AttemptScorer,
    SubmitAttemptHandler,
    StartQuizHandler,
    StartReader,
    StartRecorder,
    GetStartHandler,
    SaveAnswersHandler,
    SubmitStartHandler,
    EndedStarts,
    BrowseStartsHandler,
    EndStartHandler,
    ExtendStartHandler,
    VoidAttemptHandler,
    GrantLimitsHandler,
    RegradeQuestionHandler,
    UndoRegradeHandler,
    RegradeSteps,
    GradingCache,
    ListAttemptsHandler,
    GetAttemptHandler,
    AttemptReader,
    AnswerHider,
    AnswerReader,
    AttemptFeed,
    ChangeHorizons,
    ChangePositions,
    ChangedAttempts,
    ListChangesHandler,
    BrowseAttemptsHandler,
    BrowseAttemptsOfUserHandler,
    InspectAttemptHandler,
    GetAdjacentAttemptsHandler,
    GetGrantHandler,
    ListGrantsHandler,
    GetGradingHistoryHandler,
    ListRegradesHandler,
    PreviewRegradeHandler,
    GetAttemptTotalsHandler,
    ExportAttemptsHandler,
    ExportAttemptsOfUserHandler,
    CountAttemptsHandler,
    CountAttemptsByVersionHandler,
    CountWhenAttemptsRecorded,
    HideAttemptsWhenQuizDeleted,
    ShowAttemptsWhenQuizRestored,
    DeleteAttemptsWhenQuizPurged,
    EraseAttemptsWhenUserErased,
    EraseSteps,
    AttemptsExport,
    MoveEndsWhenQuizUpdated,
    AttemptCountsCheck,
    OrphanedAttemptsCheck,
    CreateAttempts1770000700000,
    AddApplicationAndReference1795730400000,
    AddChangePositions1795730500000,
    IndexChangePositions1795730600000,
    CreateStarts1795749806000,
    IndexGrants1795764900000,
    IndexUsers1795781009207,
  ],
})
export class AttemptsModule {}
