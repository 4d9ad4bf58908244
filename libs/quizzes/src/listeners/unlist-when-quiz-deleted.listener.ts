import { Injectable } from '@nestjs/common';
import { ListensTo, type Transaction, type TransactionListener } from '#libs/database';
import { OrderedIndex, ShardedCounters } from '#libs/projections';
import { QuizDeleted } from '../events/quiz-deleted.event.js';
import { QUIZ_COUNT, QUIZZES } from '../quiz-list.js';

/** Removes a deleted quiz from the counter and the index of all quizzes. */
@Injectable()
@ListensTo(QuizDeleted)
export class UnlistWhenQuizDeleted implements TransactionListener<QuizDeleted> {
  constructor(
    private readonly counts: ShardedCounters,
    private readonly index: OrderedIndex,
  ) {}

  async handle({ quizId, createdAt }: QuizDeleted, transaction: Transaction): Promise<void> {
    await this.counts.add(transaction, [{ name: QUIZ_COUNT, delta: -1 }]);
    await this.index.log(transaction, QUIZZES, 'removed', [{ id: quizId, created_at: createdAt }]);
  }
}
