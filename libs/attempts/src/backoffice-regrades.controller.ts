import { Body, Controller, Param, Query } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { ApiTags } from '@nestjs/swagger';
import { CurrentActor, type UserActor } from '#libs/audit';
import { BackofficeEndpoint, PageQuery } from '#libs/http';
import { QuizNotFound, VersionNotFound, versionOf } from '#libs/quizzes';
import {
  GradingChanged,
  LastQuestion,
  QuestionNotFound,
  RegradeInProgress,
  RegradeNotFound,
} from './attempt.errors.js';
import { RegradeQuestion } from './commands/regrade-question.command.js';
import { UndoRegrade } from './commands/undo-regrade.command.js';
import { ListRegrades } from './queries/list-regrades.query.js';
import { PreviewRegrade } from './queries/preview-regrade.query.js';
import { Regrade, RegradeBody, RegradeList, RegradePreview, RegradePreviewBody } from './regrades.dto.js';

const QUIZ = { id: 'Id of the quiz' };
const REGRADE = { ...QUIZ, regradeId: 'Id of the regrade' };
const QUESTION = { ...QUIZ, version: 'Number of the version', questionId: 'Id of the question in the version' };

/** Regrades of questions. */
@ApiTags('Results')
@Controller()
export class BackofficeRegradesController {
  constructor(
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
  ) {}

  @BackofficeEndpoint('GET /quizzes/:id/regrades', {
    summary: 'List the regrades of a quiz',
    editor: true,
    description: 'Newest first, also those that are undone.',
    params: QUIZ,
    returns: RegradeList,
    errors: [QuizNotFound],
  })
  list(@Param('id') quizId: string, @Query() page: PageQuery): Promise<RegradeList> {
    return this.queries.execute(new ListRegrades(quizId, page));
  }

  @BackofficeEndpoint('POST /quizzes/:id/versions/:version/questions/:questionId/regrade-preview', {
    summary: 'Preview a regrade',
    description:
      'Which scores, passes and ranks change, wherever the question was asked. Suspended users are left out, but their attempts are ' +
      'counted. Nothing is stored. Exact for up to 100,000 attempts at the quiz; of more, the newest are compared, see `limit`.',
    params: QUESTION,
    invalid: 'answers: must name an answer',
    returns: RegradePreview,
    errors: [QuizNotFound, VersionNotFound, QuestionNotFound, RegradeInProgress, LastQuestion],
  })
  preview(
    @Param('id') quizId: string,
    @Param('version') version: string,
    @Param('questionId') questionId: string,
    @Body() body: RegradePreviewBody,
  ): Promise<RegradePreview> {
    return this.queries.execute(new PreviewRegrade({ quizId, version: versionOf(version), questionId }, body));
  }

  @BackofficeEndpoint('PUT /quizzes/:id/versions/:version/questions/:questionId/regrade', {
    summary: 'Regrade a question wherever it was asked',
    description:
      'Applies to all questions with the same text, image and ordered answers, whatever is correct, in all versions of the quiz; later ' +
      'versions follow while the question keeps its id. New attempts are scored by the regrade immediately. Earlier ones get their new ' +
      'scores in steps; the first 1,000 have them when the response is sent. If the same regrade already applies everywhere, it is ' +
      'returned and keeps its reason. If these answers count everywhere without a regrade, the error is 400.',
    params: QUESTION,
    invalid: 'reason: must have 1 to 500 characters',
    returns: Regrade,
    errors: [QuizNotFound, VersionNotFound, QuestionNotFound, GradingChanged, RegradeInProgress, LastQuestion],
  })
  regrade(
    @Param('id') quizId: string,
    @Param('version') version: string,
    @Param('questionId') questionId: string,
    @Body() body: RegradeBody,
    @CurrentActor() actor: UserActor,
  ): Promise<Regrade> {
    return this.commands.execute(new RegradeQuestion({ quizId, version: versionOf(version), questionId }, body, actor));
  }

  @BackofficeEndpoint('DELETE /quizzes/:id/regrades/:regradeId', {
    summary: 'Undo a regrade',
    description:
      'In all versions that it applies to; possible before its steps are done, too. Attempts get their former scores in steps as well. ' +
      'An earlier regrade of the question applies again, unless it was undone. If a later one applies, scores stay as they are.',
    params: REGRADE,
    returns: Regrade,
    errors: [QuizNotFound, RegradeNotFound, RegradeInProgress],
  })
  undo(
    @Param('id') quizId: string,
    @Param('regradeId') regradeId: string,
    @CurrentActor() actor: UserActor,
  ): Promise<Regrade> {
    return this.commands.execute(new UndoRegrade(quizId, regradeId, actor));
  }
}
