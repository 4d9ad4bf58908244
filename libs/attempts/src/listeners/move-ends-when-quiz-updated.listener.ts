import { Injectable } from '@nestjs/common';
import { ListensTo, type Transaction, type TransactionListener } from '#libs/database';
import { QuizUpdated } from '#libs/quizzes';
import { MOVE_ENDS } from '../starts/open-start.js';

/** Open starts end when their quiz closes, also if that is changed. */
@Injectable()
@ListensTo(QuizUpdated)
export class MoveEndsWhenQuizUpdated implements TransactionListener<QuizUpdated> {
  async handle({ quiz }: QuizUpdated, transaction: Transaction): Promise<void> {
    await transaction.query(MOVE_ENDS, [quiz.id, quiz.closesAt, null]);
  }
}
