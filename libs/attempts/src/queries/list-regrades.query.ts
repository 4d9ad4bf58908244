import { type IQueryHandler, Query, QueryBus, QueryHandler } from '@nestjs/cqrs';
import { InjectRepository } from '@nestjs/typeorm';
import type { Repository } from 'typeorm';
import { Database } from '#libs/database';
import { type PageQuery, Pagination } from '#libs/http';
import { assertQuizExists } from '#libs/quizzes';
import type { RegradeList } from '../regrades.dto.js';
import { readGradingHistory } from '../regrading/grading-history.js';
import { RegradeEntity } from '../regrading/regrade.entity.js';
import { showRegrades } from '../regrading/show-regrades.js';

/** The regrades of a quiz, newest first. @throws QuizNotFound */
export class ListRegrades extends Query<RegradeList> {
  constructor(
    readonly quizId: string,
    readonly page: PageQuery,
  ) {
    super();
  }
}

@QueryHandler(ListRegrades)
export class ListRegradesHandler implements IQueryHandler<ListRegrades> {
  constructor(
    @InjectRepository(RegradeEntity) private readonly regrades: Repository<RegradeEntity>,
    private readonly database: Database,
    private readonly queries: QueryBus,
  ) {}

  async execute({ quizId, page }: ListRegrades): Promise<RegradeList> {
    await assertQuizExists(this.queries, quizId);
    // Read first: a request that sends this number is rejected after a regrade in the meantime.
    const { latest: grading } = await readGradingHistory(this.database, quizId);
    const [rows, total] = await this.regrades.findAndCount({
      where: { quizId },
      order: { grading: 'DESC' },
      skip: page.offset,
      take: page.size,
    });
    return { regrades: await showRegrades(this.queries, rows), grading, pagination: new Pagination(page, total) };
  }
}
