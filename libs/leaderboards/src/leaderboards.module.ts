import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AttemptsModule } from '#libs/attempts';
import { AuthModule } from '#libs/auth';
import { QuizzesModule } from '#libs/quizzes';
import { BoardReader } from './board-reader.js';
import { BoardsOfTags } from './boards-of-tags.js';
import { BackofficeLeaderboardsController } from './backoffice-leaderboards.controller.js';
import { GlobalStandingEntity } from './global-standing.entity.js';
import { LeaderboardsController } from './leaderboards.controller.js';
import { CreateStandings1770000900000 } from './migrations/1770000900000-create-standings.js';
import { ExportGlobalLeaderboardHandler } from './queries/export-global-leaderboard.query.js';
import { ExportQuizLeaderboardHandler } from './queries/export-quiz-leaderboard.query.js';
import { GetGlobalEntryHandler } from './queries/get-global-entry.query.js';
import { GetQuizEntryHandler } from './queries/get-quiz-entry.query.js';
import {
  GetGlobalLeaderboardOfTagHandler,
  GetQuizLeaderboardOfTagHandler,
} from './queries/get-leaderboard-of-tag.query.js';
import { GetGlobalLeaderboardHandler } from './queries/get-global-leaderboard.query.js';
import { GetQuizLeaderboardHandler } from './queries/get-quiz-leaderboard.query.js';
import { QuizStandingEntity } from './quiz-standing.entity.js';
import { FollowWhenSuspensionChanged } from './listeners/follow-when-suspension-changed.listener.js';
import { RankWhenAttemptsRecorded } from './listeners/rank-when-attempts-recorded.listener.js';
import { RerankWhenAttemptsCorrected } from './listeners/rerank-when-attempts-corrected.listener.js';
import { CountStandingsWhenQuizRestored } from './listeners/count-standings-when-quiz-restored.listener.js';
import { RankWhenQuizRestorationContinued } from './listeners/rank-when-quiz-restoration-continued.listener.js';
import { UnrankWhenQuizDeleted } from './listeners/unrank-when-quiz-deleted.listener.js';
import { GlobalStandingsCheck } from './checks/global-standings.check.js';
import { RankedBoardEntity, RankingCheckpointEntity, RankingMovesEntity } from './ranking/ranking.entities.js';
import { RankingCheck } from './ranking/ranking.check.js';
import { RankedPages } from './ranking/ranked-pages.js';
import { RankingMaintenance } from './ranking/ranking-maintenance.js';
import { QuizStandingsCheck } from './checks/quiz-standings.check.js';
import { OrphanedStandingsCheck } from './checks/orphaned-standings.check.js';

/** Standings per quiz and overall. */
@Module({
  imports: [
    AuthModule,
    QuizzesModule,
    AttemptsModule,
    TypeOrmModule.forFeature([
      QuizStandingEntity,
      GlobalStandingEntity,
      RankedBoardEntity,
      RankingCheckpointEntity,
      RankingMovesEntity,
    ]),
  ],
  controllers: [LeaderboardsController, BackofficeLeaderboardsController],
  providers: [
    RankWhenAttemptsRecorded,
    RerankWhenAttemptsCorrected,
    UnrankWhenQuizDeleted,
    RankWhenQuizRestorationContinued,
    CountStandingsWhenQuizRestored,
    FollowWhenSuspensionChanged,
    GetQuizLeaderboardHandler,
    GetGlobalLeaderboardHandler,
    GetQuizLeaderboardOfTagHandler,
    GetGlobalLeaderboardOfTagHandler,
    GetQuizEntryHandler,
    GetGlobalEntryHandler,
    BoardReader,
    BoardsOfTags,
    RankingMaintenance,
    RankedPages,
    RankingCheck,
    ExportQuizLeaderboardHandler,
    ExportGlobalLeaderboardHandler,
    QuizStandingsCheck,
    OrphanedStandingsCheck,
    GlobalStandingsCheck,
    CreateStandings1770000900000,
  ],
})
export class LeaderboardsModule {}
