import { Body, Controller, Param, Query } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { ApiTags } from '@nestjs/swagger';
import { type Actor, CurrentActor } from '#libs/audit';
import { BackofficeEndpoint, PageQuery } from '#libs/http';
import { QuizNotFound } from '#libs/quizzes';
import { CertificateNotFound } from './certificate.errors.js';
import { CertificateList, RevokeCertificateBody } from './certificates.dto.js';
import { RevokeCertificate } from './commands/revoke-certificate.command.js';
import { ListCertificates } from './queries/list-certificates.query.js';

@ApiTags('Certificates')
@Controller()
export class BackofficeCertificatesController {
  constructor(
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
  ) {}

  @BackofficeEndpoint('GET /quizzes/:id/certificates', {
    summary: 'List the certificates of a quiz',
    editor: true,
    params: { id: 'Id of the quiz' },
    returns: CertificateList,
    errors: [QuizNotFound],
  })
  listCertificates(@Param('id') quizId: string, @Query() page: PageQuery): Promise<CertificateList> {
    return this.queries.execute(new ListCertificates({ quizId }, page));
  }

  @BackofficeEndpoint('PUT /quizzes/:id/certificates/:userId/revocation', {
    summary: 'Revoke a certificate',
    params: { id: 'Id of the quiz', userId: 'Id of the user' },
    invalid: 'reason: must have 1 to 200 characters',
    status: 204,
    errors: [QuizNotFound, CertificateNotFound],
  })
  revokeCertificate(
    @Param('id') quizId: string,
    @Param('userId') userId: string,
    @Body() { reason }: RevokeCertificateBody,
    @CurrentActor() actor: Actor,
  ): Promise<void> {
    return this.commands.execute(new RevokeCertificate(quizId, userId, reason, actor));
  }
}
