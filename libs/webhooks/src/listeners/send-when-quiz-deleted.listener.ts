import { Injectable } from '@nestjs/common';
import { ListensTo, type Transaction, type TransactionListener } from '#libs/database';
import { QuizDeleted } from '#libs/quizzes';
import type { DeletedQuizEventData } from '../event-data.dto.js';
import { WebhookEvent } from '../events/webhook-event.event.js';

@Injectable()
@ListensTo(QuizDeleted)
export class SendWhenQuizDeleted implements TransactionListener<QuizDeleted> {
  async handle({ quizId }: QuizDeleted, transaction: Transaction): Promise<void> {
    const data: DeletedQuizEventData = { id: quizId };
    await transaction.publish(new WebhookEvent('quiz.deleted', [{ subject: quizId, data }]));
  }
}
