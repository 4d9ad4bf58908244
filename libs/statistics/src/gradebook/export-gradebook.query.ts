import type { StreamableFile } from '@nestjs/common';
import { type IQueryHandler, Query, QueryBus, QueryHandler } from '@nestjs/cqrs';
import { Replica, inBatches } from '#libs/database';
import { type Column, csvFile, fileNameOf } from '#libs/file-transfer';
import { ValidationFailed } from '#libs/http';
import { ListActiveUsers, type ListedUser } from '#libs/profiles';
import type { TitledQuiz } from '#libs/quizzes';
import { usersPerBatch } from '../answer-grid.js';
import { GradebookReader, withoutEmailAndExternalId } from './gradebook-reader.js';
import { type GradebookFilter, type GradebookResult, type GradebookRow, MAX_QUIZZES_OF_FILE } from './gradebook.dto.js';

/** A CSV file with a row for each user and columns for each quiz, that is read while it is sent. @throws ValidationFailed for too many quizzes */
export class ExportGradebook extends Query<StreamableFile> {
  constructor(
    readonly filter: GradebookFilter,
    /** Whether the columns of the emails and external ids are filled. */
    readonly withEmailsAndExternalIds: boolean,
  ) {
    super();
  }
}

/** Its results by quiz. */
type Row = Omit<GradebookRow, 'results'> & { results: ReadonlyMap<string, GradebookResult> };

const COLUMNS: Column<Row>[] = [
  ['Name', 'displayName'],
  ['Email', 'email'],
  ['External id', 'externalId'],
  ['User', 'userId'],
];

const minutes = (milliseconds: number) => Math.round(milliseconds / 600) / 100;

/** A number before each title keeps equal titles apart. */
const columnsOf = ({ id, title }: TitledQuiz, index: number): Column<Row>[] => [
  [`${index + 1}. ${title} (%)`, ({ results }) => results.get(id)?.percentage],
  [`${index + 1}. ${title} (passed)`, ({ results }) => results.get(id)?.passed],
  [
    `${index + 1}. ${title} (minutes)`,
    ({ results }) => {
      const result = results.get(id);
      return result && minutes(result.totalTimeMs);
    },
  ],
];

@QueryHandler(ExportGradebook)
export class ExportGradebookHandler implements IQueryHandler<ExportGradebook> {
  constructor(
    private readonly reader: GradebookReader,
    private readonly replica: Replica,
    private readonly queries: QueryBus,
  ) {}

  async execute({ filter, withEmailsAndExternalIds }: ExportGradebook): Promise<StreamableFile> {
    const { quizzes, hasMore } = await this.reader.findQuizzes(filter, MAX_QUIZZES_OF_FILE);
    if (hasMore)
      throw new ValidationFailed([`quizTag: must choose at most ${MAX_QUIZZES_OF_FILE.toLocaleString('en')} quizzes`]);
    const name = ['gradebook', fileNameOf(filter.tag ?? '')].filter((part) => part !== '').join('-');
    return csvFile(
      `${name}.csv`,
      [...COLUMNS, ...quizzes.flatMap(columnsOf)],
      this.batches(filter, quizzes, withEmailsAndExternalIds),
    );
  }

  private async *batches(
    filter: GradebookFilter,
    quizzes: TitledQuiz[],
    withEmailsAndExternalIds: boolean,
  ): AsyncGenerator<Row[]> {
    const size = usersPerBatch(quizzes.length);
    const batches = inBatches<ListedUser>(size, (after) =>
      this.queries.execute(new ListActiveUsers(filter, { after }, size)),
    );
    for await (const users of batches) {
      const listed = withEmailsAndExternalIds ? users : users.map(withoutEmailAndExternalId);
      const rows = await this.reader.read(listed, quizzes, filter, this.replica);
      yield rows.map(({ results, ...row }) => ({
        ...row,
        results: new Map(results.map((result) => [result.quizId, result])),
      }));
    }
  }
}
