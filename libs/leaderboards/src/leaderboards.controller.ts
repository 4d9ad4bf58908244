import { Controller, Param, Query } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import { type Principal, CurrentPrincipal, ApiTag, Endpoint, type JsonString, PageQuery } from '#libs/http';
import { QuizNotFound, READ_QUIZZES } from '#libs/quizzes';
import { NoLeaderboardEntry } from './leaderboard.errors.js';
import { AroundQuery, GlobalLeaderboard, OwnGlobalEntry, OwnQuizEntry, QuizLeaderboard } from './leaderboards.dto.js';
import { GetGlobalEntry } from './queries/get-global-entry.query.js';
import { GetQuizEntry } from './queries/get-quiz-entry.query.js';
import { GetGlobalLeaderboard } from './queries/get-global-leaderboard.query.js';
import { GetQuizLeaderboard } from './queries/get-quiz-leaderboard.query.js';

const INVALID_AROUND = 'around: must be a whole number from 0 to 10';

@ApiTag('Leaderboards', 'Standings per quiz and over all quizzes')
@Controller()
export class LeaderboardsController {
  constructor(private readonly queries: QueryBus) {}

  @Endpoint('GET /quizzes/:id/leaderboard', {
    summary: "Get a quiz's leaderboard",
    description:
      "Each user's best attempt: higher percentage first, then lower time, then earlier completion, then user id. It shows " +
      'every attempt that was answered before the request. Users who are suspended are left out and not counted.',
    scope: READ_QUIZZES,
    params: { id: 'Id of the quiz' },
    returns: QuizLeaderboard,
    errors: [QuizNotFound],
  })
  getQuizLeaderboard(
    @Param('id') quizId: string,
    @Query() page: PageQuery,
    @CurrentPrincipal() principal: Principal,
  ): Promise<JsonString<QuizLeaderboard>> {
    return this.queries.execute(new GetQuizLeaderboard(quizId, page, principal));
  }

  @Endpoint('GET /leaderboard', {
    summary: 'Get the global leaderboard',
    description:
      'All attempts at quizzes that exist: more correct answers first, then higher average score, then lower sum of times, ' +
      'then user id. Users who are suspended are left out and not counted. While a large quiz is deleted or restored, its ' +
      'attempts count for some users only.',
    scope: READ_QUIZZES,
    returns: GlobalLeaderboard,
  })
  getGlobalLeaderboard(@Query() page: PageQuery): Promise<JsonString<GlobalLeaderboard>> {
    return this.queries.execute(new GetGlobalLeaderboard(page));
  }

  @Endpoint('GET /quizzes/:id/leaderboard/me', {
    summary: "Get your own entry in a quiz's leaderboard",
    description:
      'With its rank and the entries around it. It shows every attempt that was answered before the request.',
    scope: READ_QUIZZES,
    params: { id: 'Id of the quiz' },
    invalid: INVALID_AROUND,
    returns: OwnQuizEntry,
    errors: [QuizNotFound, NoLeaderboardEntry],
  })
  findQuizEntry(
    @Param('id') quizId: string,
    @Query() { around }: AroundQuery,
    @CurrentPrincipal() principal: Principal,
  ): Promise<OwnQuizEntry> {
    return this.queries.execute(new GetQuizEntry(quizId, principal, around));
  }

  @Endpoint('GET /leaderboard/me', {
    summary: 'Get your own entry in the global leaderboard',
    description:
      'With its rank and the entries around it. It shows every attempt that was answered before the request.',
    scope: READ_QUIZZES,
    invalid: INVALID_AROUND,
    returns: OwnGlobalEntry,
    errors: [NoLeaderboardEntry],
  })
  findGlobalEntry(
    @Query() { around }: AroundQuery,
    @CurrentPrincipal() { userId }: Principal,
  ): Promise<OwnGlobalEntry> {
    return this.queries.execute(new GetGlobalEntry(userId, around));
  }
}
