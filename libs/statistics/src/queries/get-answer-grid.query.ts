import { type IQueryHandler, Query, QueryBus, QueryHandler } from '@nestjs/cqrs';
import { GetQuizContent, GetQuizVersions } from '#libs/quizzes';
import type { AnswerGrid, GridFilter, GridPage } from '../answer-grid.dto.js';
import { GridReader } from '../grid-reader.js';

/** How users answered the questions of the current version of a quiz. @throws QuizNotFound */
export class GetAnswerGrid extends Query<AnswerGrid> {
  constructor(
    readonly quizId: string,
    readonly filter: GridFilter,
    readonly page: GridPage,
  ) {
    super();
  }
}

@QueryHandler(GetAnswerGrid)
export class GetAnswerGridHandler implements IQueryHandler<GetAnswerGrid> {
  constructor(
    private readonly reader: GridReader,
    private readonly queries: QueryBus,
  ) {}

  async execute({ quizId, filter, page: { limit, cursor } }: GetAnswerGrid): Promise<AnswerGrid> {
    const [{ version }] = await this.queries.execute(new GetQuizVersions(quizId));
    const content = await this.queries.execute(new GetQuizContent(quizId, version));
    // One more than is returned, to know whether there are more.
    const found = await this.reader.read(quizId, content, filter, cursor, limit + 1);
    const rows = found.slice(0, limit);
    return {
      questions: content.map(({ id, text }) => ({ questionId: id, text })),
      rows,
      nextCursor: found.length > limit ? (rows.at(-1)?.userId ?? null) : null,
    };
  }
}
