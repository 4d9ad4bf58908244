import type { StreamableFile } from '@nestjs/common';
import { type IQueryHandler, Query, QueryBus, QueryHandler } from '@nestjs/cqrs';
import { type Column, csvFile, fileNameOf } from '#libs/file-transfer';
import { GetUserDetails } from '#libs/profiles';
import { Replica } from '#libs/database';
import { assertQuizExists, GetQuizTitle } from '#libs/quizzes';
import type { AttemptFilter } from '../attempt-filter.js';
import { AttemptReader } from '../attempt-reader.js';
import type { AttemptListItem } from '../attempts.dto.js';
import {
  type AttemptOfFile,
  attemptsInBatches,
  ORIGIN_COLUMNS,
  RESULT_COLUMNS,
  withApplications,
} from '../attempt-file.js';

/** A CSV file of attempts at a quiz, newest first, that is read while it is sent. @throws QuizNotFound */
export class ExportAttempts extends Query<StreamableFile> {
  constructor(
    readonly quizId: string,
    readonly filter: AttemptFilter,
    /** Whether the columns of the emails and external ids are filled. */
    readonly withEmailsAndExternalIds: boolean,
  ) {
    super();
  }
}

const COLUMNS: Column<Row>[] = [
  ['Attempt', 'attemptId'],
  ['User', 'userId'],
  ['Name', 'displayName'],
  ...RESULT_COLUMNS,
  // Readers may rely on the positions of columns: add new ones at the end.
  ['Email', 'email'],
  ...ORIGIN_COLUMNS,
  ['Tags', 'tags'],
  ['External id', 'externalId'],
];

type Row = AttemptOfFile & { email: string; tags: string; externalId: string };

@QueryHandler(ExportAttempts)
export class ExportAttemptsHandler implements IQueryHandler<ExportAttempts> {
  constructor(
    private readonly reader: AttemptReader,
    private readonly replica: Replica,
    private readonly queries: QueryBus,
  ) {}

  async execute({ quizId, filter, withEmailsAndExternalIds }: ExportAttempts): Promise<StreamableFile> {
    const title = await this.queries.execute(new GetQuizTitle(quizId));
    return csvFile(
      `attempts-${fileNameOf(title) || quizId}.csv`,
      COLUMNS,
      this.batches(quizId, filter, withEmailsAndExternalIds),
    );
  }

  private async *batches(
    quizId: string,
    filter: AttemptFilter,
    withEmailsAndExternalIds: boolean,
  ): AsyncGenerator<Row[]> {
    const batches = attemptsInBatches((cursor, limit) =>
      this.reader.search(quizId, filter, cursor, limit, undefined, this.replica),
    );
    for await (const batch of batches) {
      // Attempts of a quiz that is being deleted vanish: the download is aborted, so that the file does not look complete.
      await assertQuizExists(this.queries, quizId);
      yield await withApplications(this.queries, await this.addUsers(batch, withEmailsAndExternalIds));
    }
  }

  private async addUsers(attempts: AttemptListItem[], withEmailsAndExternalIds: boolean) {
    const ids = [...new Set(attempts.map(({ userId }) => userId))];
    const users = await this.queries.execute(new GetUserDetails(ids));
    return attempts.map((attempt) => {
      const user = users.get(attempt.userId);
      const identified = withEmailsAndExternalIds ? user : undefined;
      return {
        ...attempt,
        email: identified?.email ?? '',
        tags: user?.tags.join(', ') ?? '',
        externalId: identified?.externalId ?? '',
      };
    });
  }
}
