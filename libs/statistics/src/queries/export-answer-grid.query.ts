import type { StreamableFile } from '@nestjs/common';
import { type IQueryHandler, Query, QueryBus, QueryHandler } from '@nestjs/cqrs';
import { Replica, inBatches } from '#libs/database';
import { type Column, csvFile, fileNameOf } from '#libs/file-transfer';
import { GetUserDetails } from '#libs/profiles';
import { assertQuizExists, GetQuizContent, GetQuizTitle, GetQuizVersions, type QuizContent } from '#libs/quizzes';
import { type Outcome, usersPerBatch } from '../answer-grid.js';
import type { GridFilter, GridRow } from '../answer-grid.dto.js';
import { GridReader } from '../grid-reader.js';

/** A CSV file with a row for each user and a column for each question, that is read while it is sent. @throws QuizNotFound */
export class ExportAnswerGrid extends Query<StreamableFile> {
  constructor(
    readonly quizId: string,
    readonly filter: GridFilter,
    /** Whether the column of the emails is filled. */
    readonly withEmails: boolean,
  ) {
    super();
  }
}

/** The columns of the questions follow. */
const COLUMNS: Column<Row>[] = [
  ['User', 'userId'],
  ['Name', 'displayName'],
  ['Email', 'email'],
  ['Attempt', 'attemptId'],
  ['Completed (UTC)', 'completedAt'],
  ['Percentage', 'percentage'],
  ['Passed', 'passed'],
];

const WORDS: Record<Outcome, string> = {
  correct: 'correct',
  wrong: 'wrong',
  unanswered: 'not answered',
  absent: 'not asked',
};

type Row = GridRow & { email: string };

@QueryHandler(ExportAnswerGrid)
export class ExportAnswerGridHandler implements IQueryHandler<ExportAnswerGrid> {
  constructor(
    private readonly reader: GridReader,
    private readonly replica: Replica,
    private readonly queries: QueryBus,
  ) {}

  async execute({ quizId, filter, withEmails }: ExportAnswerGrid): Promise<StreamableFile> {
    const title = await this.queries.execute(new GetQuizTitle(quizId));
    const [{ version }] = await this.queries.execute(new GetQuizVersions(quizId));
    const content = await this.queries.execute(new GetQuizContent(quizId, version));
    // A number before each text keeps equal texts apart.
    const questions = content.map(({ text }, index): Column<Row> => [
      `${index + 1}. ${text}`,
      ({ answers }) => WORDS[answers[index] ?? 'absent'],
    ]);
    const name = `answers-${fileNameOf(title) || quizId}.csv`;
    const batches = this.batches(quizId, content, filter);
    return csvFile(name, [...COLUMNS, ...questions], this.rowsOf(batches, withEmails));
  }

  private batches(quizId: string, content: QuizContent, filter: GridFilter): AsyncGenerator<GridRow[]> {
    const users = usersPerBatch(content.length);
    return inBatches<GridRow>(users, async (last) => {
      const batch = await this.reader.read(quizId, content, filter, last?.userId, users, this.replica);
      // Attempts of a quiz that is being deleted vanish: the download is aborted, so that the file does not look complete.
      await assertQuizExists(this.queries, quizId);
      return batch;
    });
  }

  private async *rowsOf(batches: AsyncIterable<GridRow[]>, withEmails: boolean): AsyncGenerator<Row[]> {
    for await (const batch of batches) {
      const ids = withEmails ? batch.map(({ userId }) => userId) : [];
      const users = await this.queries.execute(new GetUserDetails(ids));
      yield batch.map((row) => ({ ...row, email: users.get(row.userId)?.email ?? '' }));
    }
  }
}
