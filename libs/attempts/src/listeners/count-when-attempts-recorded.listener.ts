import { Injectable } from '@nestjs/common';
import { ListensTo, type Transaction, type TransactionListener } from '#libs/database';
import { ShardedCounters } from '#libs/projections';
import { ATTEMPT_COUNT } from '../attempt-reader.js';
import { AttemptsRecorded } from '../events/attempts-recorded.event.js';

/** Adds attempts to the counters of their quizzes. */
@Injectable()
@ListensTo(AttemptsRecorded)
export class CountWhenAttemptsRecorded implements TransactionListener<AttemptsRecorded> {
  constructor(private readonly counts: ShardedCounters) {}

  async handle({ attempts }: AttemptsRecorded, transaction: Transaction): Promise<void> {
    const perQuiz = new Map<string, number>();
    for (const { quizId } of attempts) perQuiz.set(quizId, (perQuiz.get(quizId) ?? 0) + 1);
    const deltas = [...perQuiz].map(([subject, delta]) => ({ name: ATTEMPT_COUNT, subject, delta }));
    await this.counts.add(transaction, deltas);
  }
}
