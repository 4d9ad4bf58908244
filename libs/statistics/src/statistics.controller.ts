import { Controller, Param, Query } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import { ApiTags } from '@nestjs/swagger';
import { AdminEndpoint } from '#libs/http';
import { QuizNotFound } from '#libs/quizzes';
import { GetActivity } from './queries/get-activity.query.js';
import { GetQuizStatistics } from './queries/get-quiz-statistics.query.js';
import { Activity, ActivityQuery, QuizStatistics } from './statistics.dto.js';

@ApiTags('Results')
@Controller()
export class StatisticsController {
  constructor(private readonly queries: QueryBus) {}

  @AdminEndpoint('GET /quizzes/:id/statistics', {
    summary: 'Get the statistics of a quiz',
    description: 'Counted in the background, as a rule within two seconds; `upTo` says how far.',
    params: { id: 'Id of the quiz' },
    returns: QuizStatistics,
    errors: [QuizNotFound],
  })
  getStatistics(@Param('id') quizId: string): Promise<QuizStatistics> {
    return this.queries.execute(new GetQuizStatistics(quizId));
  }

  @AdminEndpoint('GET /activity', {
    summary: 'Get the activity of the last days',
    description: 'Over all quizzes, deleted ones too. Counted in the background, as a rule within two seconds.',
    query: ActivityQuery,
    returns: Activity,
  })
  getActivity(@Query() { days }: ActivityQuery): Promise<Activity> {
    return this.queries.execute(new GetActivity(days));
  }
}
