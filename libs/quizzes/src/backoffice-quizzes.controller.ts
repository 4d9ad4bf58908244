import { Body, Controller, Inject, Param, Query, Req, type StreamableFile } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { CONFIGURATION, type Configuration, originOf } from '#libs/configuration';
import {
  ADMIN_PATH,
  BackofficeEndpoint,
  CurrentReply,
  ApiTag,
  IfMatch,
  type JsonString,
  PageQuery,
  ValidationFailed,
} from '#libs/http';
import { CurrentActor, type UserActor } from '#libs/audit';
import { TooManyImages } from '#libs/images';
import { QUESTION_ROLES } from '#libs/question-formats';
import { columnsOf, FileTooComplex, FileUnreadable, UPLOAD_LIMIT } from '#libs/file-transfer';
import {
  CurrentReservation,
  IDEMPOTENCY_ERRORS,
  IDEMPOTENCY_KEY_HEADER,
  IDEMPOTENCY_REPLAYED_HEADER,
  type IdempotencyReservation,
  sendOnce,
} from '#libs/idempotency';
import {
  QuestionFileQuery,
  QuestionReading,
  ListedQuizzes,
  ListedVersions,
  QuizFormat,
  QuizSelection,
  QuizzesQuery,
  UsedTags,
  VersionQuestions,
} from './backoffice-quizzes.dto.js';
import { CreateQuiz } from './commands/create-quiz.command.js';
import { DeleteQuiz } from './commands/delete-quiz.command.js';
import { ReadQuestions } from './commands/read-questions.command.js';
import { RestoreVersion } from './commands/restore-version.command.js';
import { UpdateQuiz } from './commands/update-quiz.command.js';
import { ExportQuiz } from './queries/export-quiz.query.js';
import { ExportQuizzes } from './queries/export-quizzes.query.js';
import { assertQuizExists } from './queries/get-quiz-state.query.js';
import { GetQuiz } from './queries/get-quiz.query.js';
import { GetQuizContent } from './queries/get-quiz-content.query.js';
import { ListTags } from './queries/list-tags.query.js';
import { ListVersions } from './queries/list-versions.query.js';
import { SearchQuizzes } from './queries/search-quizzes.query.js';
import { toQuestions } from './quiz-content.js';
import { isFiltered } from './quiz-filter.js';
import { Quiz, QuizBody, QuizDeletion } from './quiz.dto.js';
import { QuizChanged, QuizNotFound, VersionNotFound } from './quiz.errors.js';
import { ETAG, ID, IF_MATCH, VERSION } from './quiz-openapi.js';
import type { QuizRepresentation } from './quiz-representation.js';
import { versionOf } from './version-of.js';

const LOCATION = {
  Location: {
    description: 'Path of the quiz',
    example: `${ADMIN_PATH}/quizzes/019b76da-a800-7000-8000-000000000001`,
  },
};

/** Quizzes as administrators and editors work on them. */
@ApiTag('Quizzes', 'Quizzes with their questions and answers, import and export')
@Controller()
export class BackofficeQuizzesController {
  constructor(
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
    @Inject(CONFIGURATION) private readonly configuration: Configuration,
  ) {}

  @BackofficeEndpoint('GET /quizzes', { summary: 'List quizzes', editor: true, returns: ListedQuizzes })
  listQuizzes(@Query() query: QuizzesQuery): Promise<ListedQuizzes> {
    return this.queries.execute(new SearchQuizzes(query));
  }

  @BackofficeEndpoint('GET /quizzes/export', {
    summary: 'Export quizzes as JSON lines',
    editor: true,
    description: 'Newest first; each line is a body that creates the quiz. The file is written while it is sent.',
    file: ['application/x-ndjson'],
  })
  exportQuizzes(@Query() { ids, ...filter }: QuizSelection): Promise<StreamableFile> {
    if (isFiltered(filter) && ids !== undefined) throw new ValidationFailed(['ids: must not be given with filters']);
    return this.queries.execute(new ExportQuizzes(filter, ids?.split(',')));
  }

  @BackofficeEndpoint('GET /quizzes/tags', { summary: 'List the tags of quizzes', editor: true, returns: UsedTags })
  listTags(): Promise<UsedTags> {
    return this.queries.execute(new ListTags());
  }

  @BackofficeEndpoint('GET /quizzes/:id', {
    summary: 'Get a quiz',
    editor: true,
    params: ID,
    returns: Quiz,
    responseHeaders: ETAG,
    errors: [QuizNotFound],
  })
  async getQuiz(@Param('id') id: string, @CurrentReply() reply: FastifyReply): Promise<JsonString<Quiz>> {
    return send(reply, await this.queries.execute(new GetQuiz(id)));
  }

  @BackofficeEndpoint('POST /quizzes', {
    summary: 'Create a quiz',
    editor: true,
    description: 'A repeated `Idempotency-Key` whose quiz was deleted since gets 404.',
    requestHeaders: IDEMPOTENCY_KEY_HEADER,
    status: 201,
    returns: Quiz,
    responseHeaders: { ...ETAG, ...IDEMPOTENCY_REPLAYED_HEADER, ...LOCATION },
    errors: [QuizNotFound, ...IDEMPOTENCY_ERRORS],
  })
  async createQuiz(
    @Body() quiz: QuizBody,
    @CurrentActor() actor: UserActor,
    @CurrentReservation() reservation: IdempotencyReservation | undefined,
    @CurrentReply() reply: FastifyReply,
  ): Promise<string> {
    const created = await this.commands.execute(new CreateQuiz(quiz, actor, reservation));
    const body = sendOnce(reply, created);
    void reply.header('location', `${ADMIN_PATH}/quizzes/${created.reply.subject}`);
    return body;
  }

  @BackofficeEndpoint('PUT /quizzes/:id', {
    summary: 'Update a quiz',
    editor: true,
    description:
      'Replaces the whole quiz. A question whose text, image and ordered answers stay the same keeps its ids.',
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
  ): Promise<JsonString<Quiz>> {
    return send(reply, await this.commands.execute(new UpdateQuiz(id, quiz, actor, ifMatch)));
  }

  @BackofficeEndpoint('DELETE /quizzes/:id', {
    summary: 'Delete a quiz',
    editor: true,
    description: 'With its attempts and its leaderboard; its totals leave the global leaderboard.',
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

  @BackofficeEndpoint('GET /quizzes/:id/versions', {
    summary: 'List the versions of a quiz',
    editor: true,
    description: 'Newest first. An update that changes the questions makes a new version; settings have no versions.',
    params: ID,
    returns: ListedVersions,
    errors: [QuizNotFound],
  })
  listVersions(@Param('id') id: string, @Query() query: PageQuery): Promise<ListedVersions> {
    return this.queries.execute(new ListVersions(id, query));
  }

  @BackofficeEndpoint('GET /quizzes/:id/versions/:version', {
    summary: 'Get the questions of a version',
    editor: true,
    params: VERSION,
    returns: VersionQuestions,
    errors: [QuizNotFound, VersionNotFound],
  })
  async getVersion(@Param('id') id: string, @Param('version') text: string): Promise<VersionQuestions> {
    const version = versionOf(text);
    // The content of a deleted quiz may still be cached.
    await assertQuizExists(this.queries, id);
    return { version, questions: toQuestions(await this.queries.execute(new GetQuizContent(id, version))) };
  }

  @BackofficeEndpoint('PUT /quizzes/:id/versions/:version/restoration', {
    summary: 'Restore a version',
    editor: true,
    description:
      'Makes a new version with the questions and ids of this one, unless the quiz has these questions already. The settings stay; ' +
      'only a `drawCount` that exceeds the number of these questions becomes null.',
    params: VERSION,
    requestHeaders: IF_MATCH,
    returns: Quiz,
    responseHeaders: ETAG,
    errors: [QuizNotFound, VersionNotFound, QuizChanged],
  })
  async restoreVersion(
    @Param('id') id: string,
    @Param('version') version: string,
    @CurrentActor() actor: UserActor,
    @IfMatch() ifMatch: string | undefined,
    @CurrentReply() reply: FastifyReply,
  ): Promise<JsonString<Quiz>> {
    return send(reply, await this.commands.execute(new RestoreVersion(id, versionOf(version), actor, ifMatch)));
  }

  @BackofficeEndpoint('POST /quizzes/question-reading', {
    summary: 'Read the questions of a file',
    editor: true,
    description:
      'Every question of the file is returned, or the reason why it cannot be one of a quiz. Only images are stored: those ' +
      'that no quiz gets are deleted after a week.',
    bodyLimit: UPLOAD_LIMIT,
    invalid: 'format: must be one of gift, moodle-xml, aiken, csv',
    returns: QuestionReading,
    errors: [FileUnreadable, FileTooComplex, TooManyImages],
  })
  readQuestions(
    @Body() bytes: Buffer,
    @Query() { format, columns }: QuestionFileQuery,
    @CurrentActor() actor: UserActor,
    @Req() request: FastifyRequest,
  ): Promise<QuestionReading> {
    const file = { bytes, format, columns: columnsOf(columns, QUESTION_ROLES) };
    return this.commands.execute(new ReadQuestions(file, actor, originOf(this.configuration, request)));
  }

  @BackofficeEndpoint('GET /quizzes/:id/export', {
    summary: 'Export a quiz',
    editor: true,
    description:
      "As a line of JSON that creates the quiz, or in Moodle's formats GIFT (text/plain), without images, and XML (application/xml), which takes along the images of questions that the service stores.",
    params: ID,
    file: ['application/x-ndjson', 'text/plain', 'application/xml'],
    errors: [QuizNotFound],
  })
  exportQuiz(@Param('id') id: string, @Query() { format }: QuizFormat): Promise<StreamableFile> {
    return this.queries.execute(new ExportQuiz(id, format));
  }
}

function send(reply: FastifyReply, { etag, body }: QuizRepresentation): JsonString<Quiz> {
  void reply.header('etag', etag);
  return body;
}
