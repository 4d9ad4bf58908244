import { Controller, Param, Query } from '@nestjs/common';
import { ApiTag, Endpoint } from '#libs/http';
import { QuizNotFound, WRITE_QUIZZES } from '#libs/quizzes';
import { QuizStatisticsReader } from './quiz-statistics-reader.js';
import { QuizStatistics, selectionOf, StatisticsQuery } from './statistics.dto.js';

@ApiTag('Statistics', 'How attempts at a quiz were answered')
@Controller()
export class QuizStatisticsController {
  constructor(private readonly reader: QuizStatisticsReader) {}

  @Endpoint('GET /quizzes/:id/statistics', {
    summary: 'Get the statistics of a quiz',
    description:
      'As the backoffice shows them. Computed from the attempts on each request. Only the newest are read if there are very many; ' +
      'see `since`. Voided attempts and those of suspended users are left out.',
    scope: WRITE_QUIZZES,
    admin: true,
    params: { id: 'Id of the quiz' },
    returns: QuizStatistics,
    errors: [QuizNotFound],
  })
  getStatistics(@Param('id') quizId: string, @Query() query: StatisticsQuery): Promise<QuizStatistics> {
    return this.reader.read(selectionOf(quizId, query));
  }
}
