import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { InjectRepository } from '@nestjs/typeorm';
import type { Repository } from 'typeorm';
import { type PageQuery, Pagination } from '#libs/http';
import { CertificateEntity } from '../certificate.entity.js';
import type { CertificateList } from '../certificates.dto.js';

/** The certificates of a user, the newest first. */
export class ListCertificates extends Query<CertificateList> {
  constructor(
    readonly userId: string,
    readonly page: PageQuery,
  ) {
    super();
  }
}

@QueryHandler(ListCertificates)
export class ListCertificatesHandler implements IQueryHandler<ListCertificates> {
  constructor(@InjectRepository(CertificateEntity) private readonly certificates: Repository<CertificateEntity>) {}

  async execute({ userId, page }: ListCertificates): Promise<CertificateList> {
    const [certificates, total] = await this.certificates.findAndCount({
      select: { quizId: true, number: true, earnedAt: true, revokedAt: true },
      where: { userId },
      order: { number: 'DESC' },
      skip: page.offset,
      take: page.size,
    });
    return { certificates, pagination: new Pagination(page, total) };
  }
}
