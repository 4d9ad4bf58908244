import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AttemptsModule } from '#libs/attempts';
import { AuthModule } from '#libs/auth';
import { QuizzesModule } from '#libs/quizzes';
import { BoardReader } from './board-reader.js';
import { BackofficeLeaderboardsController } from './backoffice-leaderboards.controller.js';
import { GlobalStandingEntity } from './global-standing.entity.js';
import { LeaderboardsController } from './leaderboards.controller.js';
import { CreateStandings1760000500000 } from './migrations/1760000500000-create-standings.js';
import { CreateListIndex1760001600000 } from './migrations/1760001600000-create-list-index.js';
import { RankUsersAscending1760001500000 } from './migrations/1760001500000-rank-users-ascending.js';
import { AddSuspendedToStandings1760010770100 } from './migrations/1760010770100-add-suspended-to-standings.js';
import { RankListedUsers1760010770200 } from './migrations/1760010770200-rank-listed-users.js';
import { HideSuspendedUsers1760010770300 } from './migrations/1760010770300-hide-suspended-users.js';
import { IndexLeaderboardsOnly1760010795000 } from './migrations/1760010795000-index-leaderboards-only.js';
import { ExportGlobalLeaderboardHandler } from './queries/export-global-leaderboard.query.js';
import { ExportQuizLeaderboardHandler } from './queries/export-quiz-leaderboard.query.js';
import { FindGlobalEntryHandler } from './queries/find-global-entry.query.js';
import { FindQuizEntryHandler } from './queries/find-quiz-entry.query.js';
import { GetGlobalLeaderboardHandler } from './queries/get-global-leaderboard.query.js';
import { GetQuizLeaderboardHandler } from './queries/get-quiz-leaderboard.query.js';
import { QuizStandingEntity } from './quiz-standing.entity.js';
import { FollowWhenSuspensionChanged } from './listeners/follow-when-suspension-changed.listener.js';
import { RankWhenAttemptsRecorded } from './listeners/rank-when-attempts-recorded.listener.js';
import { RerankWhenAttemptsCorrected } from './listeners/rerank-when-attempts-corrected.listener.js';
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
    FollowWhenSuspensionChanged,
    GetQuizLeaderboardHandler,
    GetGlobalLeaderboardHandler,
    FindQuizEntryHandler,
    FindGlobalEntryHandler,
    BoardReader,
    RankingMaintenance,
    RankedPages,
    RankingCheck,
    ExportQuizLeaderboardHandler,
    ExportGlobalLeaderboardHandler,
    QuizStandingsCheck,
    OrphanedStandingsCheck,
    GlobalStandingsCheck,
    CreateStandings1760000500000,
    RankUsersAscending1760001500000,
    CreateListIndex1760001600000,
    AddSuspendedToStandings1760010770100,
    RankListedUsers1760010770200,
    HideSuspendedUsers1760010770300,
    IndexLeaderboardsOnly1760010795000,
  ],
})
export class LeaderboardsModule {}
