import { Injectable } from '@nestjs/common';
import { ListensTo, type Transaction, type TransactionListener } from '#libs/database';
import { OrderedIndex, ShardedCounters } from '#libs/projections';
import { ATTEMPT_COUNT, ATTEMPTS } from '../attempt-list.js';
import { AttemptsRecorded } from '../events/attempts-recorded.event.js';

/** Adds attempts to the lists of their quizzes: counters and indexes. */
@Injectable()
@ListensTo(AttemptsRecorded)
export class ListWhenAttemptsRecorded implements TransactionListener<AttemptsRecorded> {
  constructor(
    private readonly counts: ShardedCounters,
    private readonly index: OrderedIndex,
  ) {}

  async handle({ attempts }: AttemptsRecorded, transaction: Transaction): Promise<void> {
    const perQuiz = new Map<string, number>();
    for (const { quizId } of attempts) perQuiz.set(quizId, (perQuiz.get(quizId) ?? 0) + 1);
    const deltas = [...perQuiz].map(([subject, delta]) => ({ name: ATTEMPT_COUNT, subject, delta }));
    const rows = attempts.map(({ quizId, attemptId: id, completedAt }) => ({
      quiz_id: quizId,
      id,
      completed_at: completedAt,
    }));
    await Promise.all([this.counts.add(transaction, deltas), this.index.log(transaction, ATTEMPTS, 'added', rows)]);
  }
}
