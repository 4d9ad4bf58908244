import { Body, Controller, Param, Query, type StreamableFile } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { type Actor, CurrentActor } from '#libs/audit';
import { ApiTag, BackofficeEndpoint, CursorQuery, IsAdministrator, PageQuery } from '#libs/http';
import { UserNotFound } from '#libs/profiles';
import { QuizNotFound } from '#libs/quizzes';
import { AttemptFilter, AttemptOrder } from './attempt-filter.js';
import { AttemptNotFound } from './attempt.errors.js';
import {
  AdjacentAttempts,
  AttemptsByVersion,
  AttemptTotalsList,
  AttemptTotalsQuery,
  AttemptsPart,
  Grant,
  GrantBody,
  GrantList,
  InspectedAttempt,
  UserAttemptsPart,
  VoidAttemptBody,
} from './backoffice-attempts.dto.js';
import { GrantLimits } from './commands/grant-limits.command.js';
import { VoidAttempt } from './commands/void-attempt.command.js';
import { BrowseAttemptsOfUser } from './queries/browse-attempts-of-user.query.js';
import { BrowseAttempts } from './queries/browse-attempts.query.js';
import { CountAttemptsByVersion } from './queries/count-attempts-by-version.query.js';
import { ExportAttemptsOfUser } from './queries/export-attempts-of-user.query.js';
import { ExportAttempts } from './queries/export-attempts.query.js';
import { GetAdjacentAttempts } from './queries/get-adjacent-attempts.query.js';
import { GetAttemptTotals } from './queries/get-attempt-totals.query.js';
import { GetGrant } from './queries/get-grant.query.js';
import { ListGrants } from './queries/list-grants.query.js';
import { InspectAttempt } from './queries/inspect-attempt.query.js';

const QUIZ = { id: 'Id of the quiz' };
const ATTEMPT = { ...QUIZ, attemptId: 'Id of the attempt' };
const USER = { ...QUIZ, userId: 'Id of the user' };

/** The attempts at a quiz or of a user. */
@ApiTag('Results', 'Attempts, statistics and leaderboards')
@Controller()
export class BackofficeAttemptsController {
  constructor(
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
  ) {}

  @BackofficeEndpoint('GET /quizzes/attempt-totals', {
    summary: 'Get the totals of attempts at some quizzes',
    editor: true,
    description: 'Voided attempts count for `voided` only.',
    returns: AttemptTotalsList,
  })
  async getTotals(@Query() { quizIds }: AttemptTotalsQuery): Promise<AttemptTotalsList> {
    return { totals: await this.queries.execute(new GetAttemptTotals(quizIds?.split(',') ?? [])) };
  }

  @BackofficeEndpoint('GET /quizzes/:id/attempts', {
    summary: 'Look through the attempts at a quiz',
    editor: true,
    description: 'By default newest first. By time of completion, any place in the list costs the same.',
    params: QUIZ,
    returns: AttemptsPart,
    errors: [QuizNotFound],
  })
  browse(
    @Param('id') quizId: string,
    @Query() filter: AttemptFilter,
    @Query() order: AttemptOrder,
    @Query() cursor: CursorQuery,
  ): Promise<AttemptsPart> {
    return this.queries.execute(new BrowseAttempts(quizId, filter, order, cursor));
  }

  @BackofficeEndpoint('GET /quizzes/:id/attempts-by-version', {
    summary: 'Count the attempts at the versions of a quiz',
    editor: true,
    params: QUIZ,
    returns: AttemptsByVersion,
    errors: [QuizNotFound],
  })
  async countByVersion(@Param('id') quizId: string): Promise<AttemptsByVersion> {
    return { versions: await this.queries.execute(new CountAttemptsByVersion(quizId)) };
  }

  @BackofficeEndpoint('GET /users/:id/attempts', {
    summary: 'Look through the attempts of a user',
    description: 'At all quizzes, newest first; those of equal times by their ids, descending.',
    params: { id: 'Id of the user' },
    returns: UserAttemptsPart,
    errors: [UserNotFound],
  })
  browseOfUser(@Param('id') userId: string, @Query() page: CursorQuery): Promise<UserAttemptsPart> {
    return this.queries.execute(new BrowseAttemptsOfUser(userId, page));
  }

  @BackofficeEndpoint('GET /users/:id/attempts/export', {
    summary: 'Export the attempts of a user as CSV',
    description:
      'At all quizzes, newest first. The file is named after the user and written while it is sent. New columns come at the end.',
    params: { id: 'Id of the user' },
    file: ['text/csv'],
    errors: [UserNotFound],
  })
  exportOfUser(@Param('id') userId: string): Promise<StreamableFile> {
    return this.queries.execute(new ExportAttemptsOfUser(userId));
  }

  @BackofficeEndpoint('GET /quizzes/:id/attempts/export', {
    summary: 'Export the attempts at a quiz as CSV',
    editor: true,
    description:
      'Newest first, without emails and external ids for editors. The file is named after the quiz and written while it is sent. ' +
      'New columns come at the end.',
    params: QUIZ,
    file: ['text/csv'],
    errors: [QuizNotFound],
  })
  export(
    @Param('id') quizId: string,
    @Query() filter: AttemptFilter,
    @IsAdministrator() isAdministrator: boolean,
  ): Promise<StreamableFile> {
    return this.queries.execute(new ExportAttempts(quizId, filter, isAdministrator));
  }

  @BackofficeEndpoint('GET /quizzes/:id/attempts/:attemptId', {
    summary: 'Look at an attempt',
    editor: true,
    description: 'Beside the questions of the version that it was taken from.',
    params: ATTEMPT,
    returns: InspectedAttempt,
    errors: [QuizNotFound, AttemptNotFound],
  })
  inspect(@Param('id') quizId: string, @Param('attemptId') attemptId: string): Promise<InspectedAttempt> {
    return this.queries.execute(new InspectAttempt(quizId, attemptId));
  }

  @BackofficeEndpoint('GET /quizzes/:id/attempts/:attemptId/adjacent', {
    summary: 'Find the attempts before and after an attempt',
    editor: true,
    description: 'In the list with these filters and this order. The attempt itself need not match the filters.',
    params: ATTEMPT,
    returns: AdjacentAttempts,
    errors: [QuizNotFound, AttemptNotFound],
  })
  findAdjacent(
    @Param('id') quizId: string,
    @Param('attemptId') attemptId: string,
    @Query() filter: AttemptFilter,
    @Query() order: AttemptOrder,
  ): Promise<AdjacentAttempts> {
    return this.queries.execute(new GetAdjacentAttempts(quizId, attemptId, filter, order));
  }

  @BackofficeEndpoint('PUT /quizzes/:id/attempts/:attemptId/void', {
    summary: 'Void an attempt',
    description:
      'It leaves leaderboards and statistics, and counts for no limit. Lists and exports still show it. A voided attempt ' +
      'keeps its first reason.',
    params: ATTEMPT,
    invalid: 'reason: must have 1 to 500 characters',
    status: 204,
    errors: [QuizNotFound, AttemptNotFound],
  })
  void(
    @Param('id') quizId: string,
    @Param('attemptId') attemptId: string,
    @Body() { reason }: VoidAttemptBody,
    @CurrentActor() actor: Actor,
  ): Promise<void> {
    return this.commands.execute(new VoidAttempt(quizId, attemptId, reason, actor));
  }

  @BackofficeEndpoint('DELETE /quizzes/:id/attempts/:attemptId/void', {
    summary: 'Restore a voided attempt',
    description: 'It counts again, also if its user has more attempts than allowed then.',
    params: ATTEMPT,
    status: 204,
    errors: [QuizNotFound, AttemptNotFound],
  })
  restore(
    @Param('id') quizId: string,
    @Param('attemptId') attemptId: string,
    @CurrentActor() actor: Actor,
  ): Promise<void> {
    return this.commands.execute(new VoidAttempt(quizId, attemptId, null, actor));
  }

  @BackofficeEndpoint('GET /quizzes/:id/grants', {
    summary: 'List the users who may do more than the limits of a quiz allow',
    editor: true,
    description: 'By their ids, ascending. Users whose grant was revoked are left out.',
    params: QUIZ,
    returns: GrantList,
    errors: [QuizNotFound],
  })
  listGrants(@Param('id') quizId: string, @Query() page: PageQuery): Promise<GrantList> {
    return this.queries.execute(new ListGrants(quizId, page));
  }

  @BackofficeEndpoint('GET /quizzes/:id/grants/:userId', {
    summary: 'Get what a user may do beyond the limits of a quiz',
    editor: true,
    params: USER,
    returns: Grant,
    errors: [QuizNotFound],
  })
  getGrant(@Param('id') quizId: string, @Param('userId') userId: string): Promise<Grant> {
    return this.queries.execute(new GetGrant(quizId, userId));
  }

  @BackofficeEndpoint('PUT /quizzes/:id/grants/:userId', {
    summary: 'Grant a user more attempts or time',
    description:
      'Replaces the former grant: grants do not add up, and zeros revoke it. The same grant again changes nothing and makes no audit ' +
      'entry, also with another reason. It applies to attempts that are submitted from then on, and moves the end of an open start.',
    params: USER,
    invalid: 'extraAttempts: must be an integer from 0 to 1000',
    status: 204,
    errors: [QuizNotFound, UserNotFound],
  })
  grant(
    @Param('id') quizId: string,
    @Param('userId') userId: string,
    @Body() grant: GrantBody,
    @CurrentActor() actor: Actor,
  ): Promise<void> {
    return this.commands.execute(new GrantLimits(quizId, userId, grant, actor));
  }
}
