import { Controller, Param, Query } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import { Documented, Endpoint, type JsonOf, PageQuery } from '#libs/http';
import { QuizNotFound, READ_QUIZZES } from '#libs/quizzes';
import { GlobalLeaderboard, QuizLeaderboard } from './leaderboards.dto.js';
import { GetGlobalLeaderboard } from './queries/get-global-leaderboard.query.js';
import { GetQuizLeaderboard } from './queries/get-quiz-leaderboard.query.js';

@Documented('Leaderboards', 'Standings per quiz and over all quizzes')
@Controller()
export class LeaderboardsController {
  constructor(private readonly queries: QueryBus) {}

  @Endpoint('GET /quizzes/:id/leaderboard', {
    summary: "Get a quiz's leaderboard",
    description:
      "Each user's best attempt: higher percentage first, then lower time, then earlier completion, then user id. It shows " +
      'every attempt that was answered before the request.',
    scope: READ_QUIZZES,
    params: { id: 'Id of the quiz' },
    query: PageQuery,
    returns: QuizLeaderboard,
    errors: [QuizNotFound],
  })
  getQuizLeaderboard(@Param('id') quizId: string, @Query() page: PageQuery): Promise<JsonOf<QuizLeaderboard>> {
    return this.queries.execute(new GetQuizLeaderboard(quizId, page));
  }

  @Endpoint('GET /leaderboard', {
    summary: 'Get the global leaderboard',
    description:
      'All attempts at quizzes that exist: more correct answers first, then higher average score, then lower sum of times, ' +
      'then user id.',
    scope: READ_QUIZZES,
    query: PageQuery,
    returns: GlobalLeaderboard,
  })
  getGlobalLeaderboard(@Query() page: PageQuery): Promise<JsonOf<GlobalLeaderboard>> {
    return this.queries.execute(new GetGlobalLeaderboard(page));
  }
}
