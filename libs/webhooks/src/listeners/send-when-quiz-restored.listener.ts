import { Injectable } from '@nestjs/common';
import { ListensTo, type Transaction, type TransactionListener } from '#libs/database';
import { QuizRestored } from '#libs/quizzes';
import { WebhookEvent } from '../events/webhook-event.event.js';

@Injectable()
@ListensTo(QuizRestored)
export class SendWhenQuizRestored implements TransactionListener<QuizRestored> {
  async handle({ quiz }: QuizRestored, transaction: Transaction): Promise<void> {
    await transaction.publish(
      new WebhookEvent('quiz.restored', [{ subject: quiz.id, at: quiz.updatedAt, data: quiz }]),
    );
  }
}
