import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AttemptsModule } from '#libs/attempts';
import { QuizzesModule } from '#libs/quizzes';
import { ActivityCounter } from './activity-counter.js';
import { ActivityDayEntity, ActivityUserEntity, AttemptsToCountEntity } from './activity.entities.js';
import { ExportGradebookHandler } from './gradebook/export-gradebook.query.js';
import { GetGradebookHandler } from './gradebook/get-gradebook.query.js';
import { GradebookController } from './gradebook/gradebook.controller.js';
import { GradebookReader } from './gradebook/gradebook-reader.js';
import { GridReader } from './grid-reader.js';
import { EnqueueWhenAttemptsRecorded } from './listeners/enqueue-when-attempts-recorded.listener.js';
import { CreateStatistics1770000800000 } from './migrations/1770000800000-create-statistics.js';
import { ExportAnswerGridHandler } from './queries/export-answer-grid.query.js';
import { ExportQuizStatisticsHandler } from './queries/export-quiz-statistics.query.js';
import { GetActivityHandler } from './queries/get-activity.query.js';
import { GetAnswerGridHandler } from './queries/get-answer-grid.query.js';
import { QuizStatisticsController } from './quiz-statistics.controller.js';
import { QuizStatisticsReader } from './quiz-statistics-reader.js';
import { StatisticsController } from './statistics.controller.js';

/** Statistics of quizzes, computed on request, and the activity of each day, counted in the background. */
@Module({
  imports: [
    QuizzesModule,
    AttemptsModule,
    TypeOrmModule.forFeature([AttemptsToCountEntity, ActivityDayEntity, ActivityUserEntity]),
  ],
  controllers: [StatisticsController, QuizStatisticsController, GradebookController],
  providers: [
    QuizStatisticsReader,
    ExportQuizStatisticsHandler,
    GridReader,
    GetAnswerGridHandler,
    ExportAnswerGridHandler,
    GradebookReader,
    GetGradebookHandler,
    ExportGradebookHandler,
    GetActivityHandler,
    EnqueueWhenAttemptsRecorded,
    ActivityCounter,
    CreateStatistics1770000800000,
  ],
})
export class StatisticsModule {}
