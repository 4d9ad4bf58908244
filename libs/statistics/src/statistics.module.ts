import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AttemptsModule } from '#libs/attempts';
import { QuizzesModule } from '#libs/quizzes';
import { AttemptCounter } from './attempt-counter.js';
import { OrphanedStatisticsCheck } from './checks/orphaned-statistics.check.js';
import { StatisticsCheck } from './checks/statistics.check.js';
import { DeleteStatisticsWhenQuizDeleted } from './listeners/delete-statistics-when-quiz-deleted.listener.js';
import { EnqueueWhenAttemptsRecorded } from './listeners/enqueue-when-attempts-recorded.listener.js';
import { RecountWhenAttemptsCorrected } from './listeners/recount-when-attempts-corrected.listener.js';
import { CreateStatistics1760001410000 } from './migrations/1760001410000-create-statistics.js';
import { GetActivityHandler } from './queries/get-activity.query.js';
import { GetQuizStatisticsHandler } from './queries/get-quiz-statistics.query.js';
import { StatisticsController } from './statistics.controller.js';
import {
  ActivityDayEntity,
  ActivityUserEntity,
  AttemptsToCountEntity,
  QuestionStatisticsEntity,
  QuizDayEntity,
  QuizScoreEntity,
} from './statistics.entities.js';

/** Statistics of attempts, counted in the background: scores, days and questions of quizzes, and the activity of each day. */
@Module({
  imports: [
    QuizzesModule,
    AttemptsModule,
    TypeOrmModule.forFeature([
      AttemptsToCountEntity,
      QuizScoreEntity,
      QuizDayEntity,
      QuestionStatisticsEntity,
      ActivityDayEntity,
      ActivityUserEntity,
    ]),
  ],
  controllers: [StatisticsController],
  providers: [
    GetQuizStatisticsHandler,
    GetActivityHandler,
    EnqueueWhenAttemptsRecorded,
    AttemptCounter,
    RecountWhenAttemptsCorrected,
    DeleteStatisticsWhenQuizDeleted,
    StatisticsCheck,
    OrphanedStatisticsCheck,
    CreateStatistics1760001410000,
  ],
})
export class StatisticsModule {}
