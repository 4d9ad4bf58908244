import { Injectable } from '@nestjs/common';
import { ListensTo, sql, type Transaction, type TransactionListener } from '#libs/database';
import { AttemptsRecorded } from '#libs/attempts';

const ENQUEUE = sql('INSERT INTO attempts_to_count (id, quiz_ids, attempt_ids) VALUES (gen_random_uuid(), $1, $2)');

/** Queues attempts in the transaction that records them. {@link ActivityCounter} counts them afterwards. */
@Injectable()
@ListensTo(AttemptsRecorded)
export class EnqueueWhenAttemptsRecorded implements TransactionListener<AttemptsRecorded> {
  async handle({ attempts }: AttemptsRecorded, transaction: Transaction): Promise<void> {
    const quizIds = attempts.map(({ quizId }) => quizId);
    await transaction.query(ENQUEUE, [quizIds, attempts.map(({ attemptId }) => attemptId)]);
  }
}
