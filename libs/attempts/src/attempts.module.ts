import { Module } from '@nestjs/common';
import { DatabaseModule } from '#libs/platform';
import { AttemptCountEntity } from './attempt-count.entity.js';
import { AttemptEntity } from './attempt.entity.js';
import { AttemptRecorder } from './attempt-recorder.js';
import { AttemptsController } from './attempts.controller.js';
import { SubmitAttemptHandler } from './commands/submit-attempt.command.js';
import { DeleteAttemptsWhenQuizDeleted } from './listeners/delete-attempts-when-quiz-deleted.listener.js';
import { CreateAttempts1760000400000 } from './migrations/1760000400000-create-attempts.js';
import { GetAttemptHandler } from './queries/get-attempt.query.js';
import { ListAttemptsHandler } from './queries/list-attempts.query.js';

/** Submission, scoring and attempt limits. */
@Module({
  imports: [
    DatabaseModule.forFeature({
      entities: [AttemptEntity, AttemptCountEntity],
      migrations: [CreateAttempts1760000400000],
    }),
  ],
  controllers: [AttemptsController],
  providers: [
    AttemptRecorder,
    SubmitAttemptHandler,
    ListAttemptsHandler,
    GetAttemptHandler,
    DeleteAttemptsWhenQuizDeleted,
  ],
})
export class AttemptsModule {}
