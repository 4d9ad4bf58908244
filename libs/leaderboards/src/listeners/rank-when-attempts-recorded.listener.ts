import { Injectable } from '@nestjs/common';
import { AttemptsRecorded } from '#libs/attempts';
import { ShardedCounters } from '#libs/projections';
import { ListensTo, type Transaction, type TransactionListener } from '#libs/database';
import { ADD_TO_QUIZZES, STANDING_COUNT, USER_COUNT } from '../standings.js';
import { addToUsers, totalsOf } from '../user-totals.js';

/** Maintains the standings in the transaction that records the attempts: they are correct at commit. */
@Injectable()
@ListensTo(AttemptsRecorded)
export class RankWhenAttemptsRecorded implements TransactionListener<AttemptsRecorded> {
  constructor(private readonly counts: ShardedCounters) {}

  async handle({ attempts }: AttemptsRecorded, transaction: Transaction): Promise<void> {
    // In this order: the first statement locks the users' rows, and the second one reads there who is suspended.
    const [newEntries, newStandings] = await Promise.all([
      addToUsers(transaction, attempts.map(totalsOf)),
      transaction.query<{ quizId: string; users: number }>(ADD_TO_QUIZZES, [
        attempts.map(({ quizId }) => quizId),
        attempts.map(({ userId }) => userId),
        attempts.map(({ correctCount }) => correctCount),
        attempts.map(({ totalQuestions }) => totalQuestions),
        attempts.map(({ basisPoints }) => basisPoints),
        attempts.map(({ totalTimeMs }) => totalTimeMs),
        attempts.map(({ completedAt }) => completedAt),
      ]),
    ]);
    await this.counts.add(transaction, [
      ...newStandings.map((quiz) => ({ name: STANDING_COUNT, subject: quiz.quizId, delta: quiz.users })),
      { name: USER_COUNT, delta: newEntries },
    ]);
  }
}
