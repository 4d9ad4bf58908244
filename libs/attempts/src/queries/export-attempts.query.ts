import type { StreamableFile } from '@nestjs/common';
import { type IQueryHandler, Query, QueryBus, QueryHandler } from '@nestjs/cqrs';
import { type Column, csvFile, fileNameOf } from '#libs/file-transfer';
import { type Cursor } from '#libs/http';
import { GetEmails, GetProfiles } from '#libs/profiles';
import { Replica } from '#libs/database';
import { assertQuizExists, GetQuizTitle } from '#libs/quizzes';
import type { AttemptFilter } from '../attempt-filter.js';
import { AttemptReader, cursorOf } from '../attempt-reader.js';
import type { AttemptListItem } from '../attempts.dto.js';

/** A CSV file of attempts at a quiz, newest first, that is read while it is sent. @throws QuizNotFound */
export class ExportAttempts extends Query<StreamableFile> {
  constructor(
    readonly quizId: string,
    readonly filter: AttemptFilter,
  ) {
    super();
  }
}

/** Number of attempts in memory. */
const BATCH = 500;

const COLUMNS: Column<Row>[] = [
  ['Attempt', 'attemptId'],
  ['User', 'userId'],
  ['Name', 'displayName'],
  ['Completed (UTC)', 'completedAt'],
  ['Correct', 'correctCount'],
  ['Questions', 'totalQuestions'],
  ['Percentage', 'percentage'],
  ['Passed', 'passed'],
  ['Time (ms)', 'totalTimeMs'],
  ['Timed out', 'timedOut'],
  // Readers may rely on the positions of columns: add new ones at the end.
  ['Email', 'email'],
  ['Voided (UTC)', 'voidedAt'],
  ['Regraded (UTC)', 'regradedAt'],
  ['Application', 'applicationName'],
  ['Reference', 'reference'],
];

type Row = AttemptListItem & { email: string; applicationName: string };

@QueryHandler(ExportAttempts)
export class ExportAttemptsHandler implements IQueryHandler<ExportAttempts> {
  constructor(
    private readonly reader: AttemptReader,
    private readonly replica: Replica,
    private readonly queries: QueryBus,
  ) {}

  async execute({ quizId, filter }: ExportAttempts): Promise<StreamableFile> {
    const title = await this.queries.execute(new GetQuizTitle(quizId));
    return csvFile(`attempts-${fileNameOf(title) || quizId}.csv`, COLUMNS, this.batches(quizId, filter));
  }

  private async *batches(quizId: string, filter: AttemptFilter): AsyncGenerator<Row[]> {
    let cursor: Cursor | undefined;
    for (;;) {
      const batch = await this.reader.search(quizId, filter, cursor, BATCH, undefined, this.replica);
      // Attempts of a quiz that is being deleted vanish: the download is aborted, so that the file does not look complete.
      await assertQuizExists(this.queries, quizId);
      yield await this.withPeople(batch);
      const last = batch.at(-1);
      if (last === undefined || batch.length < BATCH) return;
      cursor = cursorOf(last);
    }
  }

  private async withPeople(attempts: AttemptListItem[]): Promise<Row[]> {
    const [emails, applications] = await Promise.all([
      this.queries.execute(new GetEmails([...new Set(attempts.map(({ userId }) => userId))])),
      this.queries.execute(new GetProfiles([...new Set(attempts.flatMap(({ applicationId = [] }) => applicationId))])),
    ]);
    return attempts.map((attempt) => ({
      ...attempt,
      email: emails.get(attempt.userId) ?? '',
      applicationName: applications.get(attempt.applicationId ?? '')?.displayName ?? '',
    }));
  }
}
