import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { type Reader, sql } from '#libs/database';

/** The versions of a quiz that have at least one of these questions. */
export class FindVersionsWith extends Query<ReadonlySet<number>> {
  constructor(
    readonly quizId: string,
    readonly questionIds: readonly string[],
    readonly reader: Reader,
  ) {
    super();
  }
}

const FIND = sql('SELECT version FROM quiz_versions WHERE quiz_id = $1 AND question_ids && $2::uuid[]');

@QueryHandler(FindVersionsWith)
export class FindVersionsWithHandler implements IQueryHandler<FindVersionsWith> {
  async execute({ quizId, questionIds, reader }: FindVersionsWith): Promise<ReadonlySet<number>> {
    const rows = await reader.query<{ version: number }>(FIND, [quizId, questionIds]);
    return new Set(rows.map(({ version }) => version));
  }
}
