import { Injectable } from '@nestjs/common';
import { ListensTo, type Transaction, type TransactionListener } from '#libs/database';
import { QuizDeleted } from '#libs/quizzes';
import { WebhookEvent } from '../events/webhook-event.event.js';

@Injectable()
@ListensTo(QuizDeleted)
export class SendWhenQuizDeleted implements TransactionListener<QuizDeleted> {
  async handle({ quizId }: QuizDeleted, transaction: Transaction): Promise<void> {
    await transaction.publish(new WebhookEvent('quiz.deleted', [{ subject: quizId, data: { id: quizId } }]));
  }
}
