import type { StreamableFile } from '@nestjs/common';
import { type IQueryHandler, Query, QueryBus, QueryHandler } from '@nestjs/cqrs';
import { Replica } from '#libs/database';
import { csvFile, fileNameOf } from '#libs/http';
import { GetEmails } from '#libs/profiles';
import { GetQuizTitle, GetQuizVersions, type QuizContent } from '#libs/quizzes';
import type { OnePerUser, Outcome } from '../answer-grid.js';
import type { GridRow } from '../answer-grid.dto.js';
import { GridReader } from '../grid-reader.js';

/** A CSV file with a row for each user and a column for each question, that is read while it is sent. @throws QuizNotFound */
export class ExportAnswerGrid extends Query<StreamableFile> {
  constructor(
    readonly quizId: string,
    readonly perUser: OnePerUser,
  ) {
    super();
  }
}

/** Number of users in memory. */
const BATCH = 500;

/** The columns of the questions follow. */
const COLUMNS = {
  userId: 'User',
  displayName: 'Name',
  email: 'Email',
  attemptId: 'Attempt',
  completedAt: 'Completed (UTC)',
  percentage: 'Percentage',
  passed: 'Passed',
};

const WORDS: Record<Outcome, string> = {
  correct: 'correct',
  wrong: 'wrong',
  unanswered: 'not answered',
  absent: 'not asked',
};

type Row = Record<string, string | number | boolean | Date>;

@QueryHandler(ExportAnswerGrid)
export class ExportAnswerGridHandler implements IQueryHandler<ExportAnswerGrid> {
  constructor(
    private readonly reader: GridReader,
    private readonly replica: Replica,
    private readonly queries: QueryBus,
  ) {}

  async execute({ quizId, perUser }: ExportAnswerGrid): Promise<StreamableFile> {
    const title = await this.queries.execute(new GetQuizTitle(quizId));
    const [{ version }] = await this.queries.execute(new GetQuizVersions(quizId));
    const content = await this.reader.contentOf(quizId, version);
    // A number before each text keeps equal texts apart.
    const questions = content.map(({ text }, index) => [columnOf(index), `${index + 1}. ${text}`] as const);
    const columns = { ...COLUMNS, ...Object.fromEntries(questions) };
    const name = `answers-${fileNameOf(title) || quizId}.csv`;
    return csvFile<Row>(name, columns, this.batches(quizId, content, perUser));
  }

  private async *batches(quizId: string, content: QuizContent, perUser: OnePerUser): AsyncGenerator<Row[]> {
    let after: string | undefined;
    for (;;) {
      const batch = await this.reader.read(quizId, content, perUser, after, BATCH, this.replica);
      // Attempts of a quiz that is being deleted vanish: the download is aborted, so that the file does not look complete.
      await this.queries.execute(new GetQuizTitle(quizId));
      yield await this.rowsOf(batch);
      if (batch.length < BATCH) return;
      after = batch.at(-1)?.userId;
    }
  }

  private async rowsOf(batch: GridRow[]): Promise<Row[]> {
    const emails = await this.queries.execute(new GetEmails(batch.map(({ userId }) => userId)));
    return batch.map(({ answers, ...row }) => ({
      ...row,
      email: emails.get(row.userId) ?? '',
      ...Object.fromEntries(answers.map((outcome, index) => [columnOf(index), WORDS[outcome]])),
    }));
  }
}

const columnOf = (index: number) => `question${index}`;
