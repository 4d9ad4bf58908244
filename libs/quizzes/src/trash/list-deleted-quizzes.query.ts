import { type IQueryHandler, Query, QueryBus, QueryHandler } from '@nestjs/cqrs';
import { InjectRepository } from '@nestjs/typeorm';
import type { Repository } from 'typeorm';
import { Database } from '#libs/database';
import { type PageQuery, Pagination } from '#libs/http';
import { GetProfiles } from '#libs/profiles';
import { DeletedQuizEntity } from './deleted-quiz.entities.js';
import type { DeletedQuizzes } from './deleted-quizzes.dto.js';
import { Restorations } from './restorations.js';
import { RETENTION_DAYS } from './trash.js';

/** A page of the quizzes in the trash, those first that were deleted last. */
export class ListDeletedQuizzes extends Query<DeletedQuizzes> {
  constructor(readonly query: PageQuery) {
    super();
  }
}

const RETENTION_MS = RETENTION_DAYS * 24 * 60 * 60 * 1_000;

@QueryHandler(ListDeletedQuizzes)
export class ListDeletedQuizzesHandler implements IQueryHandler<ListDeletedQuizzes> {
  constructor(
    @InjectRepository(DeletedQuizEntity) private readonly deletedQuizzes: Repository<DeletedQuizEntity>,
    private readonly queries: QueryBus,
    private readonly database: Database,
    private readonly restorations: Restorations,
  ) {}

  async execute({ query }: ListDeletedQuizzes): Promise<DeletedQuizzes> {
    const [rows, total] = await this.deletedQuizzes.findAndCount({
      select: { id: true, title: true, deletedAt: true, deletedBy: true, deleted: true },
      order: { deletedAt: 'DESC', id: 'DESC' },
      skip: query.offset,
      take: query.size,
    });
    const users = new Set(rows.flatMap(({ deletedBy }) => deletedBy ?? []));
    const profiles = await this.queries.execute(new GetProfiles([...users]));
    const restoring = await this.restorations.pending(this.database);
    const quizzes = rows.map(({ id, title, deletedAt, deletedBy, deleted }) => ({
      ...{ id, title, deletedAt, deleted },
      deletedByName: profiles.get(deletedBy ?? '')?.displayName ?? null,
      expiresAt: new Date(deletedAt.getTime() + RETENTION_MS),
      isRestoring: restoring.has(id),
    }));
    return { quizzes, pagination: new Pagination(query, total) };
  }
}
