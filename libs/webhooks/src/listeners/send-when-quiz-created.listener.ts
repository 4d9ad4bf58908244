import { Injectable } from '@nestjs/common';
import { ListensTo, type Transaction, type TransactionListener } from '#libs/database';
import { QuizCreated } from '#libs/quizzes';
import { WebhookEvent } from '../events/webhook-event.event.js';

@Injectable()
@ListensTo(QuizCreated)
export class SendWhenQuizCreated implements TransactionListener<QuizCreated> {
  async handle({ quiz }: QuizCreated, transaction: Transaction): Promise<void> {
    await transaction.publish(new WebhookEvent('quiz.created', [{ subject: quiz.id, at: quiz.createdAt, data: quiz }]));
  }
}
