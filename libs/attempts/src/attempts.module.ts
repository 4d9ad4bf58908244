import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AuditSubjects } from '#libs/audit';
import { QuizzesModule } from '#libs/quizzes';
import { AttemptCountEntity } from './attempt-count.entity.js';
import { AttemptEntity } from './attempt.entity.js';
import { AttemptReader } from './attempt-reader.js';
import { AttemptRecorder } from './attempt-recorder.js';
import { AttemptsController } from './attempts.controller.js';
import { BackofficeAttemptsController } from './backoffice-attempts.controller.js';
import { GrantLimitsHandler } from './commands/grant-limits.command.js';
import { SubmitAttemptHandler } from './commands/submit-attempt.command.js';
import { VoidAttemptHandler } from './commands/void-attempt.command.js';
import { DeleteAttemptsWhenQuizDeleted } from './listeners/delete-attempts-when-quiz-deleted.listener.js';
import { ListWhenAttemptsRecorded } from './listeners/list-when-attempts-recorded.listener.js';
import { CreateAttempts1760000400000 } from './migrations/1760000400000-create-attempts.js';
import { IndexAttemptsByOutcome1760001400000 } from './migrations/1760001400000-index-attempts-by-outcome.js';
import { PublishAttempts1760004000000 } from './migrations/1760004000000-publish-attempts.js';
import { GrantLimits1760008063000 } from './migrations/1760008063000-grant-limits.js';
import { VoidAttempts1760008063100 } from './migrations/1760008063100-void-attempts.js';
import { BrowseAttemptsHandler } from './queries/browse-attempts.query.js';
import { CountAttemptsHandler } from './queries/count-attempts.query.js';
import { ExportAttemptsHandler } from './queries/export-attempts.query.js';
import { GetAttemptHandler } from './queries/get-attempt.query.js';
import { GetGrantHandler } from './queries/get-grant.query.js';
import { InspectAttemptHandler } from './queries/inspect-attempt.query.js';
import { ListAttemptsHandler } from './queries/list-attempts.query.js';
import { AttemptCountsCheck } from './checks/attempt-counts.check.js';
import { OrphanedAttemptsCheck } from './checks/orphaned-attempts.check.js';

/** Submission, scoring and attempt limits. */
@AuditSubjects('attempt')
@Module({
  imports: [QuizzesModule, TypeOrmModule.forFeature([AttemptEntity, AttemptCountEntity])],
  controllers: [AttemptsController, BackofficeAttemptsController],
  providers: [
    AttemptRecorder,
    SubmitAttemptHandler,
    VoidAttemptHandler,
    GrantLimitsHandler,
    ListAttemptsHandler,
    GetAttemptHandler,
    AttemptReader,
    BrowseAttemptsHandler,
    InspectAttemptHandler,
    GetGrantHandler,
    ExportAttemptsHandler,
    CountAttemptsHandler,
    ListWhenAttemptsRecorded,
    DeleteAttemptsWhenQuizDeleted,
    AttemptCountsCheck,
    OrphanedAttemptsCheck,
    CreateAttempts1760000400000,
    IndexAttemptsByOutcome1760001400000,
    PublishAttempts1760004000000,
    GrantLimits1760008063000,
    VoidAttempts1760008063100,
  ],
})
export class AttemptsModule {}
