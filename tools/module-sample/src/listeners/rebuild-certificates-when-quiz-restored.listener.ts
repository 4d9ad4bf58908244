import { Injectable } from '@nestjs/common';
import { ListensTo, type Transaction, type TransactionListener } from '#libs/database';
import { QuizRestored } from '#libs/quizzes';
import { REBUILD } from '../rebuild-certificates.js';

@Injectable()
@ListensTo(QuizRestored)
export class RebuildCertificatesWhenQuizRestored implements TransactionListener<QuizRestored> {
  async handle({ quizId }: QuizRestored, transaction: Transaction): Promise<void> {
    await transaction.query(REBUILD, [quizId, null]);
  }
}
