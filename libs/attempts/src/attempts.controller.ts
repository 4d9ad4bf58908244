import { Body, Controller, Param, Query } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import type { FastifyReply } from 'fastify';
import { type Principal, CurrentPrincipal, CurrentReply, ApiTag, Endpoint } from '#libs/http';
import {
  CurrentReservation,
  IDEMPOTENCY_ERRORS,
  IDEMPOTENCY_KEY_HEADER,
  IDEMPOTENCY_REPLAYED_HEADER,
  type IdempotencyReservation,
  sendOnce,
} from '#libs/idempotency';
import { QuizClosed, QuizNotFound } from '#libs/quizzes';
import { READ_ATTEMPTS, WRITE_ATTEMPTS } from './access.js';
import {
  AttemptNotFound,
  CursorOutdated,
  MaximumAttemptsReached,
  StartNotFound,
  StartRequired,
  StartSubmitted,
  TimeIsUp,
} from './attempt.errors.js';
import {
  Attempt,
  AttemptBody,
  AttemptForPlayers,
  AttemptList,
  AttemptListForPlayers,
  AttemptResult,
  AttemptResultForPlayers,
  AttemptsQuery,
} from './attempts.dto.js';
import { AttemptFeedPage, AttemptFeedPageForPlayers, AttemptFeedQuery } from './feed/feed.dto.js';
import { SubmitAttempt } from './commands/submit-attempt.command.js';
import { GetAttempt } from './queries/get-attempt.query.js';
import { ListAttempts } from './queries/list-attempts.query.js';
import { SubmitStart } from './starts/submit-start.command.js';
import { ListChanges } from './queries/list-changes.query.js';

const QUIZ = { id: 'Id of the quiz' };

@ApiTag('Attempts', 'Submitting attempts, and reading them')
@Controller()
export class AttemptsController {
  constructor(
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
  ) {}

  @Endpoint('POST /quizzes/:id/attempts', {
    summary: 'Submit an attempt',
    description:
      'Scored against the newest version of the quiz that has all questions named. A version that has exactly these goes first if it is ' +
      'the current one, or was replaced less than 24 hours ago, or less than the time limit of the quiz if that is longer. Beyond the ' +
      'time limit of the quiz the attempt counts all the same, as timed out; its time decides between equal percentages on the ' +
      'leaderboards. With `startId` it is scored against the version that was started, and answers ' +
      'count until its end and for a grace of a few seconds. Where the quiz does not tell players which answers are correct ' +
      '(`revealAnswers`), the response is an `AttemptResultForPlayers`, without `isCorrect`, `correctAnswerId` and `explanation`.',
    scope: WRITE_ATTEMPTS,
    params: QUIZ,
    requestHeaders: IDEMPOTENCY_KEY_HEADER,
    invalid: 'answers[1].questionId: no question of this quiz',
    status: 201,
    returns: AttemptResult,
    orReturns: AttemptResultForPlayers,
    responseHeaders: IDEMPOTENCY_REPLAYED_HEADER,
    errors: [
      QuizNotFound,
      StartNotFound,
      QuizClosed,
      MaximumAttemptsReached,
      StartRequired,
      StartSubmitted,
      TimeIsUp,
      ...IDEMPOTENCY_ERRORS,
    ],
  })
  async submitAttempt(
    @Param('id') quizId: string,
    @Body() attempt: AttemptBody,
    @CurrentPrincipal() principal: Principal,
    @CurrentReservation() reservation: IdempotencyReservation | undefined,
    @CurrentReply() reply: FastifyReply,
  ): Promise<string> {
    const { startId } = attempt;
    const command =
      startId === undefined
        ? new SubmitAttempt(quizId, principal, attempt, reservation)
        : new SubmitStart(quizId, startId, principal, attempt, reservation);
    return sendOnce(reply, await this.commands.execute(command));
  }

  @Endpoint('GET /quizzes/:id/attempts', {
    summary: 'List attempts at a quiz',
    description:
      'Newest first; those of equal times by their ids, descending. Users without the admin role see their own only. With a `cursor` the response has `nextCursor`, and `pagination` ' +
      'is that of the first page. Where the quiz does not tell players which answers are correct, the response is an ' +
      '`AttemptListForPlayers`.',
    scope: READ_ATTEMPTS,
    params: QUIZ,
    returns: AttemptList,
    orReturns: AttemptListForPlayers,
    errors: [QuizNotFound],
  })
  listAttempts(
    @Param('id') quizId: string,
    @Query() query: AttemptsQuery,
    @CurrentPrincipal() principal: Principal,
  ): Promise<AttemptListForPlayers> {
    return this.queries.execute(new ListAttempts(quizId, principal, query));
  }

  @Endpoint('GET /quizzes/:id/attempts/:attemptId', {
    summary: 'Get an attempt',
    description:
      'With its answers. Users without the admin role see their own only, and an `AttemptForPlayers` where the quiz does not tell them ' +
      'which answers are correct.',
    scope: READ_ATTEMPTS,
    params: { ...QUIZ, attemptId: 'Id of the attempt' },
    returns: Attempt,
    orReturns: AttemptForPlayers,
    errors: [QuizNotFound, AttemptNotFound],
  })
  getAttempt(
    @Param('id') quizId: string,
    @Param('attemptId') attemptId: string,
    @CurrentPrincipal() principal: Principal,
  ): Promise<AttemptForPlayers> {
    return this.queries.execute(new GetAttempt(quizId, attemptId, principal));
  }

  @Endpoint('GET /attempts', {
    summary: 'Follow attempts at all quizzes',
    description:
      'In the order of their changes. Begin without a cursor, and continue with `nextCursor`, which is never null: at the end, ' +
      '`hasMore` is false, and later changes follow. A client that does so gets each attempt once per change, as it is then: when it was recorded, and whenever it was ' +
      'regraded, voided or restored, or as `{id, quizId, deleted: true}` once it is deleted. With filters a response can have fewer ' +
      'attempts than `limit`, or none, although more are left. A cursor works for 30 days, with the same filters and rights. Users without the ' +
      'admin role get their own attempts, and applications those of their players too; an `AttemptFeedPageForPlayers` where a quiz ' +
      'does not tell players which answers are correct.',
    scope: READ_ATTEMPTS,
    returns: AttemptFeedPage,
    orReturns: AttemptFeedPageForPlayers,
    errors: [CursorOutdated],
  })
  listChanges(
    @Query() query: AttemptFeedQuery,
    @CurrentPrincipal() principal: Principal,
  ): Promise<AttemptFeedPageForPlayers> {
    return this.queries.execute(new ListChanges(principal, query));
  }
}
