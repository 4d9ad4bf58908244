import { Injectable } from '@nestjs/common';
import { ListensTo, type Transaction, type TransactionListener } from '#libs/database';
import { ShardedCounters } from '#libs/projections';
import { QuizRestored } from '../events/quiz-restored.event.js';
import { QUIZ_COUNT } from '../quiz-search.js';

/** Adds a restored quiz to the counter of all quizzes. */
@Injectable()
@ListensTo(QuizRestored)
export class CountWhenQuizRestored implements TransactionListener<QuizRestored> {
  constructor(private readonly counts: ShardedCounters) {}

  async handle(_: QuizRestored, transaction: Transaction): Promise<void> {
    await this.counts.add(transaction, [{ name: QUIZ_COUNT, delta: 1 }]);
  }
}
