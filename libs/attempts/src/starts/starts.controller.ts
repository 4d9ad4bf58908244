import { Body, Controller, Param } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { BASE_PATH, CurrentPrincipal, CurrentReply, Endpoint, type Principal } from '#libs/http';
import { QuizClosed, QuizNotFound } from '#libs/quizzes';
import { WRITE_ATTEMPTS } from '../access.js';
import { MaximumAttemptsReached, StartNotFound, StartSubmitted, TimeIsUp } from '../attempt.errors.js';
import { SaveAnswers } from './save-answers.command.js';
import { GetStart } from './get-start.query.js';
import { StartQuiz } from './start-quiz.command.js';
import { SavedAnswers, SavedAnswersBody, Start, StartInProgress } from './starts.dto.js';

const QUIZ = { id: 'Id of the quiz' };
const START = { ...QUIZ, startId: 'Id of the start' };

@ApiTags('Attempts')
@Controller()
export class StartsController {
  constructor(
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
  ) {}

  @Endpoint('POST /quizzes/:id/starts', {
    summary: 'Start a quiz',
    description:
      'Holds one of the attempts of the user, and begins the time of the quiz and of what was granted to the user. While a start of ' +
      'the user at the quiz is open, the response is that start, with the same questions in the same order and its end as it is ' +
      'now. Submit it by `POST /quizzes/{id}/attempts` with its id as `startId`.',
    scope: WRITE_ATTEMPTS,
    params: QUIZ,
    creates: `${BASE_PATH}/quizzes/019b76da-a800-7000-8000-000000000001/starts/019b76da-a800-7000-8000-000000000007`,
    returns: Start,
    errors: [QuizNotFound, QuizClosed, MaximumAttemptsReached],
  })
  async startQuiz(
    @Param('id') quizId: string,
    @CurrentPrincipal() principal: Principal,
    @CurrentReply() reply: FastifyReply,
  ): Promise<Start> {
    const { start, isNew } = await this.commands.execute(new StartQuiz(quizId, principal));
    if (isNew) void reply.status(201).header('location', `${BASE_PATH}/quizzes/${quizId}/starts/${start.id}`);
    return start;
  }

  @Endpoint('GET /quizzes/:id/starts/:startId', {
    summary: 'Get an open start',
    description:
      'With the answers that were saved, and the time that is left. A start that was submitted, or recorded because its time was up, ' +
      'is an attempt: `GET /quizzes/{id}/attempts/{attemptId}` with the same id.',
    scope: WRITE_ATTEMPTS,
    params: START,
    returns: StartInProgress,
    errors: [QuizNotFound, StartNotFound],
  })
  getStart(
    @Param('id') quizId: string,
    @Param('startId') startId: string,
    @CurrentPrincipal() { userId }: Principal,
  ): Promise<StartInProgress> {
    return this.queries.execute(new GetStart(quizId, startId, userId));
  }

  @Endpoint('PUT /quizzes/:id/starts/:startId/answers', {
    summary: 'Save the answers to a start',
    description:
      'Replaces what was saved before. If the start is not submitted in time, these answers are recorded as its attempt. Answers ' +
      'count until `endsAt`, and for a grace of a few seconds.',
    scope: WRITE_ATTEMPTS,
    params: START,
    invalid: 'answers[1].questionId: no question of this quiz',
    returns: SavedAnswers,
    errors: [QuizNotFound, StartNotFound, StartSubmitted, TimeIsUp],
  })
  saveAnswers(
    @Param('id') quizId: string,
    @Param('startId') startId: string,
    @Body() { answers }: SavedAnswersBody,
    @CurrentPrincipal() { userId }: Principal,
  ): Promise<SavedAnswers> {
    return this.commands.execute(new SaveAnswers(quizId, startId, userId, answers));
  }
}
