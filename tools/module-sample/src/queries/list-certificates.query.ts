import { type IQueryHandler, Query, QueryBus, QueryHandler } from '@nestjs/cqrs';
import { InjectRepository } from '@nestjs/typeorm';
import type { Repository } from 'typeorm';
import { type PageQuery, Pagination } from '#libs/http';
import { GetProfiles } from '#libs/profiles';
import { assertQuizExists, type Viewer } from '#libs/quizzes';
import { CertificateEntity } from '../certificate.entity.js';
import type { CertificateList } from '../certificates.dto.js';

/** The certificates of a user or of a quiz, the newest first. @throws QuizNotFound */
export class ListCertificates extends Query<CertificateList> {
  constructor(
    readonly where: { userId: string } | { quizId: string },
    readonly page: PageQuery,
    /** Undefined for the backoffice. */
    readonly viewer?: Viewer,
  ) {
    super();
  }
}

@QueryHandler(ListCertificates)
export class ListCertificatesHandler implements IQueryHandler<ListCertificates> {
  constructor(
    @InjectRepository(CertificateEntity) private readonly certificates: Repository<CertificateEntity>,
    private readonly queries: QueryBus,
  ) {}

  async execute({ where, page, viewer }: ListCertificates): Promise<CertificateList> {
    if ('quizId' in where) await assertQuizExists(this.queries, where.quizId, viewer);
    const [rows, total] = await this.certificates.findAndCount({
      where,
      order: { earnedAt: 'DESC', quizId: 'ASC', userId: 'ASC' },
      skip: page.offset,
      take: page.size,
    });
    const profiles = await this.queries.execute(new GetProfiles(rows.map(({ userId }) => userId)));
    const certificates = rows.map(({ attemptId: _, ...row }) => ({
      ...row,
      displayName: profiles.get(row.userId)?.displayName ?? '',
    }));
    return { certificates, pagination: new Pagination(page, total) };
  }
}
