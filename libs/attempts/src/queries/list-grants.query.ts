import { type IQueryHandler, Query, QueryBus, QueryHandler } from '@nestjs/cqrs';
import { InjectRepository } from '@nestjs/typeorm';
import type { Repository } from 'typeorm';
import { type PageQuery, Pagination } from '#libs/http';
import { GetProfiles, shownName } from '#libs/profiles';
import { assertQuizExists } from '#libs/quizzes';
import { AttemptCountEntity } from '../attempt-count.entity.js';
import type { GrantList } from '../backoffice-attempts.dto.js';

/** The users who were granted more attempts or time at a quiz, by their ids. @throws QuizNotFound */
export class ListGrants extends Query<GrantList> {
  constructor(
    readonly quizId: string,
    readonly page: PageQuery,
  ) {
    super();
  }
}

@QueryHandler(ListGrants)
export class ListGrantsHandler implements IQueryHandler<ListGrants> {
  constructor(
    @InjectRepository(AttemptCountEntity) private readonly counts: Repository<AttemptCountEntity>,
    private readonly queries: QueryBus,
  ) {}

  async execute({ quizId, page }: ListGrants): Promise<GrantList> {
    await assertQuizExists(this.queries, quizId);
    const [rows, total] = await this.counts
      .createQueryBuilder('counts')
      .where({ quizId })
      // As the index has it.
      .andWhere('(counts.extraAttempts, counts.extraSeconds) <> (0, 0)')
      .orderBy('counts.userId')
      .offset(page.offset)
      .limit(page.size)
      .getManyAndCount();
    const profiles = await this.queries.execute(new GetProfiles(rows.map(({ userId }) => userId)));
    const grants = rows.map(({ userId, count, extraAttempts, extraSeconds }) => ({
      userId,
      ...shownName(profiles.get(userId)),
      attempts: count,
      extraAttempts,
      extraSeconds,
    }));
    return { grants, pagination: new Pagination(page, total) };
  }
}
