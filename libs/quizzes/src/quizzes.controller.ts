import { Body, Controller, Headers, Param, Query } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import type { FastifyReply } from 'fastify';
import { CurrentActor, type UserActor } from '#libs/audit';
import {
  CurrentReservation,
  IDEMPOTENCY_ERRORS,
  IDEMPOTENCY_KEY_HEADER,
  IDEMPOTENCY_REPLAYED_HEADER,
  type IdempotencyReservation,
  sendOnce,
} from '#libs/idempotency';
import {
  type Principal,
  CurrentPrincipal,
  CurrentReply,
  ApiTag,
  Endpoint,
  IfMatch,
  type JsonString,
  matchesEtag,
} from '#libs/http';
import { READ_QUIZZES, WRITE_QUIZZES } from './access.js';
import { CreateQuiz } from './commands/create-quiz.command.js';
import { DeleteQuiz } from './commands/delete-quiz.command.js';
import { UpdateQuiz } from './commands/update-quiz.command.js';
import { GetQuiz } from './queries/get-quiz.query.js';
import { ListQuizzes } from './queries/list-quizzes.query.js';
import { Quiz, QuizBody, QuizDeletion, QuizForm, QuizForPlayers, QuizList } from './quiz.dto.js';
import { QuizChanged, QuizNotFound } from './quiz.errors.js';
import { QuizListQuery } from './quiz-filter.js';
import { ETAG, ID, IF_MATCH, IF_NONE_MATCH } from './quiz-openapi.js';
import type { QuizRepresentation } from './quiz-representation.js';

@ApiTag('Quizzes', 'Quizzes with their questions and answers')
@Controller()
export class QuizzesController {
  constructor(
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
  ) {}

  @Endpoint('GET /quizzes', {
    summary: 'List quizzes',
    description:
      'Newest first; those of equal times by their ids, descending. `total` counts the quizzes that match the filters. With a `cursor` the response has `nextCursor`, and `pagination` is that ' +
      'of the first page.',
    scope: READ_QUIZZES,
    returns: QuizList,
  })
  listQuizzes(@Query() query: QuizListQuery, @CurrentPrincipal() principal: Principal): Promise<JsonString<QuizList>> {
    return this.queries.execute(new ListQuizzes(query, principal));
  }

  @Endpoint('GET /quizzes/:id', {
    summary: 'Get a quiz',
    description:
      'With its questions and answers, including which are correct. For players there is `GET /quizzes/{id}/questions`. With the ' +
      'deprecated `answers=hidden` the response is that one: a `QuizForPlayers`, and no `Quiz` as below. Of a quiz with ' +
      '`requireStart`, everybody but administrators gets a `QuizForPlayers`.',
    scope: READ_QUIZZES,
    params: ID,
    invalid: 'answers: must be one of hidden',
    requestHeaders: IF_NONE_MATCH,
    responseHeaders: ETAG,
    returns: Quiz,
    returnsFor: { 'answers=hidden': QuizForPlayers },
    orReturns: QuizForPlayers,
    errors: [QuizNotFound],
  })
  async getQuiz(
    @Param('id') id: string,
    @Query() { answers }: QuizForm,
    @CurrentPrincipal() principal: Principal,
    @Headers('if-none-match') ifNoneMatch: string | undefined,
    @CurrentReply() reply: FastifyReply,
  ): Promise<JsonString<Quiz> | undefined> {
    return send(reply, await this.queries.execute(new GetQuiz(id, answers, principal)), ifNoneMatch);
  }

  @Endpoint('GET /quizzes/:id/questions', {
    summary: 'Get a quiz for players',
    description:
      'The quiz with its questions and answers, without which of them are correct: it can be passed on to players. Its ETag differs ' +
      'from that of the full quiz.',
    scope: READ_QUIZZES,
    params: ID,
    requestHeaders: IF_NONE_MATCH,
    responseHeaders: ETAG,
    returns: QuizForPlayers,
    errors: [QuizNotFound],
  })
  async getQuizForPlayers(
    @Param('id') id: string,
    @CurrentPrincipal() principal: Principal,
    @Headers('if-none-match') ifNoneMatch: string | undefined,
    @CurrentReply() reply: FastifyReply,
  ): Promise<JsonString<Quiz> | undefined> {
    return send(reply, await this.queries.execute(new GetQuiz(id, 'hidden', principal)), ifNoneMatch);
  }

  @Endpoint('POST /quizzes', {
    summary: 'Create a quiz',
    description: 'A repeated `Idempotency-Key` whose quiz was deleted since gets 404.',
    scope: WRITE_QUIZZES,
    admin: true,
    requestHeaders: IDEMPOTENCY_KEY_HEADER,
    status: 201,
    returns: Quiz,
    responseHeaders: {
      ...ETAG,
      ...IDEMPOTENCY_REPLAYED_HEADER,
      Location: { description: 'Path of the quiz', example: '/api/quizzes/019b76da-a800-7000-8000-000000000001' },
    },
    errors: [QuizNotFound, ...IDEMPOTENCY_ERRORS],
  })
  async createQuiz(
    @Body() quiz: QuizBody,
    @CurrentActor() actor: UserActor,
    @CurrentReservation() reservation: IdempotencyReservation | undefined,
    @CurrentReply() reply: FastifyReply,
  ): Promise<string> {
    return sendOnce(reply, await this.commands.execute(new CreateQuiz(quiz, actor, reservation)));
  }

  @Endpoint('PUT /quizzes/:id', {
    summary: 'Update a quiz',
    description:
      'Replaces the whole quiz; an optional field that is left out falls back to its default. A question whose text, image and ' +
      'ordered answers stay the same keeps its ids. Attempts in progress are scored by the version they were taken from.',
    scope: WRITE_QUIZZES,
    admin: true,
    params: ID,
    requestHeaders: IF_MATCH,
    returns: Quiz,
    responseHeaders: ETAG,
    errors: [QuizNotFound, QuizChanged],
  })
  async updateQuiz(
    @Param('id') id: string,
    @Body() quiz: QuizBody,
    @CurrentActor() actor: UserActor,
    @IfMatch() ifMatch: string | undefined,
    @CurrentReply() reply: FastifyReply,
  ): Promise<JsonString<Quiz> | undefined> {
    return send(reply, await this.commands.execute(new UpdateQuiz(id, quiz, actor, ifMatch)));
  }

  @Endpoint('DELETE /quizzes/:id', {
    summary: 'Delete a quiz',
    description: 'With its attempts and its leaderboard; its totals leave the global leaderboard.',
    scope: WRITE_QUIZZES,
    admin: true,
    params: ID,
    requestHeaders: IF_MATCH,
    returns: QuizDeletion,
    errors: [QuizNotFound, QuizChanged],
  })
  deleteQuiz(
    @Param('id') id: string,
    @CurrentActor() actor: UserActor,
    @IfMatch() ifMatch: string | undefined,
  ): Promise<QuizDeletion> {
    return this.commands.execute(new DeleteQuiz(id, actor, ifMatch));
  }
}

/** Sends a quiz with its tag, or 304 if the client has it already. */
function send(
  reply: FastifyReply,
  { etag, body }: QuizRepresentation,
  ifNoneMatch?: string,
): JsonString<Quiz> | undefined {
  void reply.header('etag', etag);
  if (!matchesEtag(ifNoneMatch, etag)) return body;
  void reply.status(304).removeHeader('content-type');
  return undefined;
}
