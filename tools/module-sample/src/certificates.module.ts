import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AttemptsModule } from '#libs/attempts';
import { AuditSubjects } from '#libs/audit';
import { QuizzesModule } from '#libs/quizzes';
import { BackofficeCertificatesController } from './backoffice-certificates.controller.js';
import { CertificateEntity } from './certificate.entity.js';
import { CertificatesController } from './certificates.controller.js';
import { CertificatesCheck } from './checks/certificates.check.js';
import { RevokeCertificateHandler } from './commands/revoke-certificate.command.js';
import { AwardCertificatesWhenAttemptsRecorded } from './listeners/award-certificates-when-attempts-recorded.listener.js';
import { DeleteCertificatesWhenQuizDeleted } from './listeners/delete-certificates-when-quiz-deleted.listener.js';
import { RebuildCertificatesWhenAttemptsCorrected } from './listeners/rebuild-certificates-when-attempts-corrected.listener.js';
import { RebuildCertificatesWhenQuizRestored } from './listeners/rebuild-certificates-when-quiz-restored.listener.js';
import { CreateCertificates1780000000000 } from './migrations/1780000000000-create-certificates.js';
import { ListCertificatesHandler } from './queries/list-certificates.query.js';

/** Certificates for the quizzes that users have passed. */
@AuditSubjects('certificate')
@Module({
  imports: [AttemptsModule, QuizzesModule, TypeOrmModule.forFeature([CertificateEntity])],
  controllers: [CertificatesController, BackofficeCertificatesController],
  providers: [
    ListCertificatesHandler,
    RevokeCertificateHandler,
    AwardCertificatesWhenAttemptsRecorded,
    DeleteCertificatesWhenQuizDeleted,
    RebuildCertificatesWhenQuizRestored,
    RebuildCertificatesWhenAttemptsCorrected,
    CertificatesCheck,
    CreateCertificates1780000000000,
  ],
})
export class CertificatesModule {}
