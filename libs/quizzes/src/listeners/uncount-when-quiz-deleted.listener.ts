import { Injectable } from '@nestjs/common';
import { ListensTo, type Transaction, type TransactionListener } from '#libs/database';
import { ShardedCounters } from '#libs/projections';
import { QuizDeleted } from '../events/quiz-deleted.event.js';
import { QUIZ_COUNT } from '../quiz-search.js';

/** Removes a deleted quiz from the counter of all quizzes. */
@Injectable()
@ListensTo(QuizDeleted)
export class UncountWhenQuizDeleted implements TransactionListener<QuizDeleted> {
  constructor(private readonly counts: ShardedCounters) {}

  async handle(_: QuizDeleted, transaction: Transaction): Promise<void> {
    await this.counts.add(transaction, [{ name: QUIZ_COUNT, delta: -1 }]);
  }
}
