import { Injectable } from '@nestjs/common';
import { ListensTo, type Transaction, type TransactionListener } from '#libs/database';
import { QuizUpdated } from '#libs/quizzes';
import { WebhookEvent } from '../events/webhook-event.event.js';

@Injectable()
@ListensTo(QuizUpdated)
export class SendWhenQuizUpdated implements TransactionListener<QuizUpdated> {
  async handle({ quiz }: QuizUpdated, transaction: Transaction): Promise<void> {
    await transaction.publish(new WebhookEvent('quiz.updated', [{ subject: quiz.id, at: quiz.updatedAt, data: quiz }]));
  }
}
