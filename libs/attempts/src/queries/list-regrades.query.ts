import { type IQueryHandler, Query, QueryBus, QueryHandler } from '@nestjs/cqrs';
import { Database, sql } from '#libs/database';
import { type PageQuery, Pagination } from '#libs/http';
import { GetGrading } from '#libs/quizzes';
import type { RegradeList } from '../regrades.dto.js';
import { REGRADE_COLUMNS, type RegradeRow, toRegrades } from '../regrading/regrade-row.js';

/** The regrades of a quiz, newest first. @throws QuizNotFound */
export class ListRegrades extends Query<RegradeList> {
  constructor(
    readonly quizId: string,
    readonly page: PageQuery,
  ) {
    super();
  }
}

const PAGE = sql(`
  SELECT ${REGRADE_COLUMNS} FROM regrades WHERE quiz_id = $1 ORDER BY grading DESC LIMIT $2 OFFSET $3`);

const COUNT = sql('SELECT count(*)::integer AS count FROM regrades WHERE quiz_id = $1');

@QueryHandler(ListRegrades)
export class ListRegradesHandler implements IQueryHandler<ListRegrades> {
  constructor(
    private readonly database: Database,
    private readonly queries: QueryBus,
  ) {}

  async execute({ quizId, page }: ListRegrades): Promise<RegradeList> {
    const grading = await this.queries.execute(new GetGrading(quizId));
    const [rows, [total]] = await Promise.all([
      this.database.query<RegradeRow & object>(PAGE, [quizId, page.size, page.offset]),
      this.database.query<{ count: number }>(COUNT, [quizId]),
    ]);
    const regrades = await toRegrades(this.queries, rows);
    return { regrades, grading, pagination: new Pagination(page, total?.count ?? 0) };
  }
}
