import { Injectable } from '@nestjs/common';
import { ListensTo, sql, type Transaction, type TransactionListener } from '#libs/database';
import { QuizDeleted } from '#libs/quizzes';
import { STATISTICS } from '../statistics-lock.js';

export const STATISTICS_TABLES = ['quiz_scores', 'quiz_days', 'question_statistics'];

const DELETE = STATISTICS_TABLES.map((table) => sql(`DELETE FROM ${table} WHERE quiz_id = $1`));

/** Deletes the statistics of a quiz in a transaction that holds their lock. */
export async function deleteStatistics(transaction: Transaction, quizId: string): Promise<void> {
  for (const statement of DELETE) await transaction.query(statement, [quizId]);
}

/**
 * Deletes the statistics of a quiz while nothing is being counted, so that no step leaves rows of it behind. The activity of its days
 * stays.
 */
@Injectable()
@ListensTo(QuizDeleted)
export class DeleteStatisticsWhenQuizDeleted implements TransactionListener<QuizDeleted> {
  readonly locks = () => [STATISTICS()];

  async handle({ quizId }: QuizDeleted, transaction: Transaction): Promise<void> {
    await deleteStatistics(transaction, quizId);
  }
}
