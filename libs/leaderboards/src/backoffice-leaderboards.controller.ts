import { Controller, Param, Query, type StreamableFile } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import { ApiTags } from '@nestjs/swagger';
import { BackofficeEndpoint, type JsonString, PageQuery } from '#libs/http';
import { UserTagFilter } from '#libs/profiles';
import { QuizNotFound } from '#libs/quizzes';
import { GlobalLeaderboard, QuizLeaderboard } from './leaderboards.dto.js';
import { ExportGlobalLeaderboard } from './queries/export-global-leaderboard.query.js';
import { ExportQuizLeaderboard } from './queries/export-quiz-leaderboard.query.js';
import { GetGlobalLeaderboard } from './queries/get-global-leaderboard.query.js';
import { GetGlobalLeaderboardOfTag, GetQuizLeaderboardOfTag } from './queries/get-leaderboard-of-tag.query.js';
import { GetQuizLeaderboard } from './queries/get-quiz-leaderboard.query.js';

const RANKS = 'Ranks are those among the users who are listed.';

/** The leaderboards as players see them. */
@ApiTags('Results')
@Controller()
export class BackofficeLeaderboardsController {
  constructor(private readonly queries: QueryBus) {}

  @BackofficeEndpoint('GET /quizzes/:id/leaderboard', {
    summary: "Get a quiz's leaderboard",
    description: RANKS,
    editor: true,
    params: { id: 'Id of the quiz' },
    returns: QuizLeaderboard,
    errors: [QuizNotFound],
  })
  getQuizLeaderboard(
    @Param('id') quizId: string,
    @Query() { tag }: UserTagFilter,
    @Query() page: PageQuery,
  ): Promise<JsonString<QuizLeaderboard>> {
    return this.queries.execute(
      tag === undefined ? new GetQuizLeaderboard(quizId, page) : new GetQuizLeaderboardOfTag(quizId, tag, page),
    );
  }

  @BackofficeEndpoint('GET /leaderboard', {
    summary: 'Get the global leaderboard',
    description: RANKS,
    editor: true,
    returns: GlobalLeaderboard,
  })
  getGlobalLeaderboard(
    @Query() { tag }: UserTagFilter,
    @Query() page: PageQuery,
  ): Promise<JsonString<GlobalLeaderboard>> {
    return this.queries.execute(
      tag === undefined ? new GetGlobalLeaderboard(page) : new GetGlobalLeaderboardOfTag(tag, page),
    );
  }

  @BackofficeEndpoint('GET /quizzes/:id/leaderboard/export', {
    summary: "Export a quiz's leaderboard as CSV",
    editor: true,
    description: 'All entries, as they are when the file begins. Written while it is sent.',
    params: { id: 'Id of the quiz' },
    file: ['text/csv'],
    errors: [QuizNotFound],
  })
  exportQuizLeaderboard(@Param('id') quizId: string, @Query() { tag }: UserTagFilter): Promise<StreamableFile> {
    return this.queries.execute(new ExportQuizLeaderboard(quizId, tag));
  }

  @BackofficeEndpoint('GET /leaderboard/export', {
    summary: 'Export the global leaderboard as CSV',
    editor: true,
    description: 'All entries, as they are when the file begins. Written while it is sent.',
    file: ['text/csv'],
  })
  exportGlobalLeaderboard(@Query() { tag }: UserTagFilter): Promise<StreamableFile> {
    return this.queries.execute(new ExportGlobalLeaderboard(tag));
  }
}
