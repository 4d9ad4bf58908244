import { Injectable } from '@nestjs/common';
import { ListensTo, type Transaction, type TransactionListener } from '#libs/database';
import { ShardedCounters } from '#libs/projections';
import { QuizCreated } from '../events/quiz-created.event.js';
import { QUIZ_COUNT } from '../quiz-search.js';

/** Adds a new quiz to the counter of all quizzes. */
@Injectable()
@ListensTo(QuizCreated)
export class CountWhenQuizCreated implements TransactionListener<QuizCreated> {
  constructor(private readonly counts: ShardedCounters) {}

  async handle(_: QuizCreated, transaction: Transaction): Promise<void> {
    await this.counts.add(transaction, [{ name: QUIZ_COUNT, delta: 1 }]);
  }
}
