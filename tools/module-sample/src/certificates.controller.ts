import { Controller, Param, Query } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import { type Principal, CurrentPrincipal, ApiTag, Endpoint, PageQuery } from '#libs/http';
import { QuizNotFound } from '#libs/quizzes';
import { READ_CERTIFICATES } from './access.js';
import { CertificateList } from './certificates.dto.js';
import { ListCertificates } from './queries/list-certificates.query.js';

@ApiTag('Certificates', 'What users get for the quizzes that they have passed')
@Controller()
export class CertificatesController {
  constructor(private readonly queries: QueryBus) {}

  @Endpoint('GET /certificates', {
    summary: 'List your certificates',
    description: 'Newest first.',
    scope: READ_CERTIFICATES,
    returns: CertificateList,
  })
  listCertificates(@CurrentPrincipal() { userId }: Principal, @Query() page: PageQuery): Promise<CertificateList> {
    return this.queries.execute(new ListCertificates({ userId }, page));
  }

  @Endpoint('GET /quizzes/:id/certificates', {
    summary: 'List the certificates of a quiz',
    description: 'Newest first.',
    scope: READ_CERTIFICATES,
    params: { id: 'Id of the quiz' },
    returns: CertificateList,
    errors: [QuizNotFound],
  })
  listCertificatesOfQuiz(
    @Param('id') quizId: string,
    @CurrentPrincipal() principal: Principal,
    @Query() page: PageQuery,
  ): Promise<CertificateList> {
    return this.queries.execute(new ListCertificates({ quizId }, page, principal));
  }
}
