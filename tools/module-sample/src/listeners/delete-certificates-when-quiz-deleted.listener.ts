import { Injectable } from '@nestjs/common';
import { ListensTo, type Transaction, type TransactionListener } from '#libs/database';
import { QuizDeleted } from '#libs/quizzes';
import { CertificateEntity } from '../certificate.entity.js';

@Injectable()
@ListensTo(QuizDeleted)
export class DeleteCertificatesWhenQuizDeleted implements TransactionListener<QuizDeleted> {
  async handle({ quizId }: QuizDeleted, { manager }: Transaction): Promise<void> {
    await manager.delete(CertificateEntity, { quizId });
  }
}
