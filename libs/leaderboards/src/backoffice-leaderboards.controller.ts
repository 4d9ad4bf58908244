import { Controller, Param, Query } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import { ApiTags } from '@nestjs/swagger';
import { AdminEndpoint, type JsonOf, PageQuery } from '#libs/http';
import { QuizNotFound } from '#libs/quizzes';
import { GlobalLeaderboard, QuizLeaderboard } from './leaderboards.dto.js';
import { GetGlobalLeaderboard } from './queries/get-global-leaderboard.query.js';
import { GetQuizLeaderboard } from './queries/get-quiz-leaderboard.query.js';

/** The leaderboards as players see them. */
@ApiTags('Results')
@Controller()
export class BackofficeLeaderboardsController {
  constructor(private readonly queries: QueryBus) {}

  @AdminEndpoint('GET /quizzes/:id/leaderboard', {
    summary: "Get a quiz's leaderboard",
    params: { id: 'Id of the quiz' },
    returns: QuizLeaderboard,
    errors: [QuizNotFound],
  })
  getQuizLeaderboard(@Param('id') quizId: string, @Query() page: PageQuery): Promise<JsonOf<QuizLeaderboard>> {
    return this.queries.execute(new GetQuizLeaderboard(quizId, page));
  }

  @AdminEndpoint('GET /leaderboard', {
    summary: 'Get the global leaderboard',
    returns: GlobalLeaderboard,
  })
  getGlobalLeaderboard(@Query() page: PageQuery): Promise<JsonOf<GlobalLeaderboard>> {
    return this.queries.execute(new GetGlobalLeaderboard(page));
  }
}
