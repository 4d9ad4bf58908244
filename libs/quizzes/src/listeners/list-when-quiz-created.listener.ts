import { Injectable } from '@nestjs/common';
import { ListensTo, type Transaction, type TransactionListener } from '#libs/database';
import { OrderedIndex, ShardedCounters } from '#libs/projections';
import { QuizCreated } from '../events/quiz-created.event.js';
import { QUIZ_COUNT, QUIZZES } from '../quiz-list.js';

/** Adds a new quiz to the counter and the index of all quizzes. */
@Injectable()
@ListensTo(QuizCreated)
export class ListWhenQuizCreated implements TransactionListener<QuizCreated> {
  constructor(
    private readonly counts: ShardedCounters,
    private readonly index: OrderedIndex,
  ) {}

  async handle({ quizId, createdAt }: QuizCreated, transaction: Transaction): Promise<void> {
    await this.counts.add(transaction, [{ name: QUIZ_COUNT, delta: 1 }]);
    await this.index.log(transaction, QUIZZES, 'added', [{ id: quizId, created_at: createdAt }]);
  }
}
