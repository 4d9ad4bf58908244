import { Controller, Param, Query, type StreamableFile } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import { AdminEndpoint, CursorQuery, Documented } from '#libs/http';
import { QuizNotFound } from '#libs/quizzes';
import { AttemptFilter } from './attempt-filter.js';
import { AttemptNotFound } from './attempt.errors.js';
import { AttemptsPart, InspectedAttempt } from './backoffice-attempts.dto.js';
import { BrowseAttempts } from './queries/browse-attempts.query.js';
import { ExportAttempts } from './queries/export-attempts.query.js';
import { InspectAttempt } from './queries/inspect-attempt.query.js';

const QUIZ = { id: 'Id of the quiz' };

/** The attempts at a quiz, for administrators. */
@Documented('Results', 'Attempts, statistics and leaderboards')
@Controller()
export class BackofficeAttemptsController {
  constructor(private readonly queries: QueryBus) {}

  @AdminEndpoint('GET /quizzes/:id/attempts', {
    summary: 'Look through the attempts at a quiz',
    description: 'Newest first, from any place in the list at the same cost.',
    params: QUIZ,
    query: CursorQuery,
    returns: AttemptsPart,
    errors: [QuizNotFound],
  })
  browse(
    @Param('id') quizId: string,
    @Query() filter: AttemptFilter,
    @Query() cursor: CursorQuery,
  ): Promise<AttemptsPart> {
    return this.queries.execute(new BrowseAttempts(quizId, filter, cursor));
  }

  @AdminEndpoint('GET /quizzes/:id/attempts/export', {
    summary: 'Export the attempts at a quiz as CSV',
    description:
      'Newest first. The file is named after the quiz and written while it is sent. New columns come at the end.',
    params: QUIZ,
    query: AttemptFilter,
    file: ['text/csv'],
    errors: [QuizNotFound],
  })
  export(@Param('id') quizId: string, @Query() filter: AttemptFilter): Promise<StreamableFile> {
    return this.queries.execute(new ExportAttempts(quizId, filter));
  }

  @AdminEndpoint('GET /quizzes/:id/attempts/:attemptId', {
    summary: 'Look at an attempt',
    description: 'Beside the questions of the version that it was taken from.',
    params: { ...QUIZ, attemptId: 'Id of the attempt' },
    returns: InspectedAttempt,
    errors: [QuizNotFound, AttemptNotFound],
  })
  inspect(@Param('id') quizId: string, @Param('attemptId') attemptId: string): Promise<InspectedAttempt> {
    return this.queries.execute(new InspectAttempt(quizId, attemptId));
  }
}
