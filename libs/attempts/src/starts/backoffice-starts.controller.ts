import { Body, Controller, Param, Query } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { ApiTags } from '@nestjs/swagger';
import { type Actor, CurrentActor } from '#libs/audit';
import { BackofficeEndpoint, CursorQuery } from '#libs/http';
import { QuizNotFound } from '#libs/quizzes';
import { ClosesThen, NoTimeLimit, StartNotFound, StartSubmitted, TimeIsUp } from '../attempt.errors.js';
import { MoreTimeBody, MovedEnd, OpenStartsPart } from './backoffice-starts.dto.js';
import { BrowseStarts } from './browse-starts.query.js';
import { EndStart } from './end-start.command.js';
import { ExtendStart } from './extend-start.command.js';

const QUIZ = { id: 'Id of the quiz' };
const START = { ...QUIZ, startId: 'Id of the start' };

/** The open starts of a quiz. */
@ApiTags('Results')
@Controller()
export class BackofficeStartsController {
  constructor(
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
  ) {}

  @BackofficeEndpoint('GET /quizzes/:id/starts', {
    summary: 'Look through the open starts of a quiz',
    editor: true,
    description: 'Newest first. Those that are submitted, or whose time is up, are attempts.',
    params: QUIZ,
    returns: OpenStartsPart,
    errors: [QuizNotFound],
  })
  browse(@Param('id') quizId: string, @Query() cursor: CursorQuery): Promise<OpenStartsPart> {
    return this.queries.execute(new BrowseStarts(quizId, cursor));
  }

  @BackofficeEndpoint('POST /quizzes/:id/starts/:startId/end', {
    summary: 'End a start',
    description: 'What was saved is recorded as its attempt, timed out. Nothing is saved or submitted after that.',
    params: START,
    status: 204,
    errors: [QuizNotFound, StartNotFound, StartSubmitted, TimeIsUp],
  })
  end(@Param('id') quizId: string, @Param('startId') startId: string, @CurrentActor() actor: Actor): Promise<void> {
    return this.commands.execute(new EndStart(quizId, startId, actor));
  }

  @BackofficeEndpoint('POST /quizzes/:id/starts/:startId/more-time', {
    summary: 'Give a start more time',
    description:
      'Moves its end, at most to when the quiz closes. Each request adds to those before. Other attempts of the user keep their time.',
    params: START,
    invalid: 'minutes: must be an integer from 1 to 10080',
    status: 200,
    returns: MovedEnd,
    errors: [QuizNotFound, StartNotFound, StartSubmitted, TimeIsUp, NoTimeLimit, ClosesThen],
  })
  extend(
    @Param('id') quizId: string,
    @Param('startId') startId: string,
    @Body() more: MoreTimeBody,
    @CurrentActor() actor: Actor,
  ): Promise<MovedEnd> {
    return this.commands.execute(new ExtendStart(quizId, startId, more, actor));
  }
}
