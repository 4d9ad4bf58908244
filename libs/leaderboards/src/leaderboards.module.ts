import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AttemptsModule } from '#libs/attempts';
import { QuizzesModule } from '#libs/quizzes';
import { BackofficeLeaderboardsController } from './backoffice-leaderboards.controller.js';
import { GlobalStandingEntity } from './global-standing.entity.js';
import { LeaderboardsController } from './leaderboards.controller.js';
import { CreateStandings1760000500000 } from './migrations/1760000500000-create-standings.js';
import { RankUsersAscending1760001500000 } from './migrations/1760001500000-rank-users-ascending.js';
import { FindGlobalEntryHandler } from './queries/find-global-entry.query.js';
import { FindQuizEntryHandler } from './queries/find-quiz-entry.query.js';
import { GetGlobalLeaderboardHandler } from './queries/get-global-leaderboard.query.js';
import { GetQuizLeaderboardHandler } from './queries/get-quiz-leaderboard.query.js';
import { QuizStandingEntity } from './quiz-standing.entity.js';
import { RankWhenAttemptsRecorded } from './listeners/rank-when-attempts-recorded.listener.js';
import { RerankWhenAttemptsCorrected } from './listeners/rerank-when-attempts-corrected.listener.js';
import { UnrankWhenQuizDeleted } from './listeners/unrank-when-quiz-deleted.listener.js';
import { GlobalStandingsCheck } from './checks/global-standings.check.js';
import { QuizStandingsCheck } from './checks/quiz-standings.check.js';
import { OrphanedStandingsCheck } from './checks/orphaned-standings.check.js';

/** Standings per quiz and overall. */
@Module({
  imports: [QuizzesModule, AttemptsModule, TypeOrmModule.forFeature([QuizStandingEntity, GlobalStandingEntity])],
  controllers: [LeaderboardsController, BackofficeLeaderboardsController],
  providers: [
    RankWhenAttemptsRecorded,
    RerankWhenAttemptsCorrected,
    UnrankWhenQuizDeleted,
    GetQuizLeaderboardHandler,
    GetGlobalLeaderboardHandler,
    FindQuizEntryHandler,
    FindGlobalEntryHandler,
    QuizStandingsCheck,
    OrphanedStandingsCheck,
    GlobalStandingsCheck,
    CreateStandings1760000500000,
    RankUsersAscending1760001500000,
  ],
})
export class LeaderboardsModule {}
