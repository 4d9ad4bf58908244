import { type IQueryHandler, Query, QueryBus, QueryHandler } from '@nestjs/cqrs';
import { InjectRepository } from '@nestjs/typeorm';
import type { Repository } from 'typeorm';
import { type PageQuery, Pagination } from '#libs/http';
import { GetProfiles } from '#libs/profiles';
import { FindExistingQuizzes, QuizNotFound } from '#libs/quizzes';
import { CertificateEntity } from '../certificate.entity.js';
import type { CertificatesOfQuiz } from '../certificates.dto.js';

/** The certificates of a quiz with the names of their users, the newest first. @throws QuizNotFound */
export class ListCertificatesOfQuiz extends Query<CertificatesOfQuiz> {
  constructor(
    readonly quizId: string,
    readonly page: PageQuery,
  ) {
    super();
  }
}

@QueryHandler(ListCertificatesOfQuiz)
export class ListCertificatesOfQuizHandler implements IQueryHandler<ListCertificatesOfQuiz> {
  constructor(
    @InjectRepository(CertificateEntity) private readonly certificates: Repository<CertificateEntity>,
    private readonly queries: QueryBus,
  ) {}

  async execute({ quizId, page }: ListCertificatesOfQuiz): Promise<CertificatesOfQuiz> {
    const existing = await this.queries.execute(new FindExistingQuizzes([quizId]));
    if (!existing.has(quizId)) throw new QuizNotFound();
    const [rows, total] = await this.certificates.findAndCount({
      where: { quizId },
      order: { earnedAt: 'DESC', userId: 'ASC' },
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
