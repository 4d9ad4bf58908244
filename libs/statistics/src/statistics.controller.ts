import { Controller, Param, Query, type StreamableFile } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import { ApiTags } from '@nestjs/swagger';
import { BackofficeEndpoint, IsAdministrator } from '#libs/http';
import { QuizNotFound } from '#libs/quizzes';
import { AnswerGrid, GridFilter, GridPage } from './answer-grid.dto.js';
import { ExportAnswerGrid } from './queries/export-answer-grid.query.js';
import { ExportQuizStatistics } from './queries/export-quiz-statistics.query.js';
import { GetActivity } from './queries/get-activity.query.js';
import { GetAnswerGrid } from './queries/get-answer-grid.query.js';
import { QuizStatisticsReader } from './quiz-statistics-reader.js';
import { Activity, ActivityQuery, QuizStatistics, selectionOf, StatisticsQuery } from './statistics.dto.js';

const QUIZ = { id: 'Id of the quiz' };

@ApiTags('Results')
@Controller()
export class StatisticsController {
  constructor(
    private readonly reader: QuizStatisticsReader,
    private readonly queries: QueryBus,
  ) {}

  @BackofficeEndpoint('GET /quizzes/:id/statistics', {
    summary: 'Get the statistics of a quiz',
    editor: true,
    description:
      'Computed from the attempts on each request. Only the newest are read if there are very many; see `since`. Voided ' +
      'attempts and those of suspended users are left out.',
    params: QUIZ,
    returns: QuizStatistics,
    errors: [QuizNotFound],
  })
  getStatistics(@Param('id') quizId: string, @Query() query: StatisticsQuery): Promise<QuizStatistics> {
    return this.reader.read(selectionOf(quizId, query));
  }

  @BackofficeEndpoint('GET /quizzes/:id/statistics/export', {
    summary: 'Export the statistics of the questions of a quiz as CSV',
    editor: true,
    description: 'A row for each answer of each question, and one for no answer. New columns come at the end.',
    params: QUIZ,
    file: ['text/csv'],
    errors: [QuizNotFound],
  })
  export(@Param('id') quizId: string, @Query() query: StatisticsQuery): Promise<StreamableFile> {
    return this.queries.execute(new ExportQuizStatistics(selectionOf(quizId, query)));
  }

  @BackofficeEndpoint('GET /quizzes/:id/answer-grid', {
    summary: 'Get how each user answered each question of a quiz',
    editor: true,
    description: 'A row for each user with an attempt. Voided attempts and suspended users are left out.',
    params: QUIZ,
    returns: AnswerGrid,
    errors: [QuizNotFound],
  })
  getGrid(@Param('id') quizId: string, @Query() filter: GridFilter, @Query() page: GridPage): Promise<AnswerGrid> {
    return this.queries.execute(new GetAnswerGrid(quizId, filter, page));
  }

  @BackofficeEndpoint('GET /quizzes/:id/answer-grid/export', {
    summary: 'Export how each user answered each question of a quiz as CSV',
    editor: true,
    description:
      'A row for each user who is not suspended, a column for each question of the current version. Without emails for editors. Written ' +
      'while it is sent.',
    params: QUIZ,
    file: ['text/csv'],
    errors: [QuizNotFound],
  })
  exportGrid(
    @Param('id') quizId: string,
    @Query() filter: GridFilter,
    @IsAdministrator() isAdministrator: boolean,
  ): Promise<StreamableFile> {
    return this.queries.execute(new ExportAnswerGrid(quizId, filter, isAdministrator));
  }

  @BackofficeEndpoint('GET /activity', {
    summary: 'Get the activity of the last days',
    editor: true,
    description: 'Over all quizzes, deleted ones too. Counted in the background, as a rule within two seconds.',
    returns: Activity,
  })
  getActivity(@Query() { days }: ActivityQuery): Promise<Activity> {
    return this.queries.execute(new GetActivity(days));
  }
}
