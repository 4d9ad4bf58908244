import type { StreamableFile } from '@nestjs/common';
import { type IQueryHandler, Query, QueryBus, QueryHandler } from '@nestjs/cqrs';
import { Replica } from '#libs/database';
import { type Column, csvFile, fileNameOf } from '#libs/file-transfer';
import { GetUserDetails, getProfile } from '#libs/profiles';
import { GetQuizTitles } from '#libs/quizzes';
import {
  type AttemptOfFile,
  attemptsInBatches,
  ORIGIN_COLUMNS,
  RESULT_COLUMNS,
  withApplications,
} from '../attempt-file.js';
import { AttemptReader } from '../attempt-reader.js';

/** A CSV file of a user's attempts at all quizzes, newest first, that is read while it is sent. @throws UserNotFound */
export class ExportAttemptsOfUser extends Query<StreamableFile> {
  constructor(readonly userId: string) {
    super();
  }
}

type Row = AttemptOfFile & { title: string; tags: string; externalId: string };

const COLUMNS: Column<Row>[] = [
  ['Attempt', 'attemptId'],
  ['Quiz', 'quizId'],
  ['Title', 'title'],
  ...RESULT_COLUMNS,
  // Readers may rely on the positions of columns: add new ones at the end.
  ...ORIGIN_COLUMNS,
  ['Tags', 'tags'],
  ['External id', 'externalId'],
];

@QueryHandler(ExportAttemptsOfUser)
export class ExportAttemptsOfUserHandler implements IQueryHandler<ExportAttemptsOfUser> {
  constructor(
    private readonly reader: AttemptReader,
    private readonly replica: Replica,
    private readonly queries: QueryBus,
  ) {}

  async execute({ userId }: ExportAttemptsOfUser): Promise<StreamableFile> {
    const { displayName } = await getProfile(this.queries, userId);
    return csvFile(`results-${fileNameOf(displayName) || userId}.csv`, COLUMNS, this.batches(userId));
  }

  private async *batches(userId: string): AsyncGenerator<Row[]> {
    const user = (await this.queries.execute(new GetUserDetails([userId]))).get(userId);
    const tags = user?.tags.join(', ') ?? '';
    const externalId = user?.externalId ?? '';
    const batches = attemptsInBatches((cursor, limit) => this.reader.readOfUser(userId, cursor, limit, this.replica));
    for await (const batch of batches) {
      const titles = await this.queries.execute(new GetQuizTitles([...new Set(batch.map(({ quizId }) => quizId))]));
      const rows = batch.map((attempt) => ({ ...attempt, title: titles.get(attempt.quizId) ?? '', tags, externalId }));
      yield await withApplications(this.queries, rows);
    }
  }
}
