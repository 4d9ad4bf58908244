import { Injectable } from '@nestjs/common';
import { AttemptsRecorded } from '#libs/attempts';
import { ShardedCounters } from '#libs/projections';
import { ListensTo, shared, type Transaction, type TransactionListener } from '#libs/database';
import { ADD_TO_QUIZZES, STANDING_COUNT, SUSPENSION_OF_USER, USER_COUNT } from '../standings.js';
import { addToUsers, totalsOf } from '../user-totals.js';

/** Maintains the standings in the transaction that records the attempts: they are correct at commit. */
@Injectable()
@ListensTo(AttemptsRecorded)
export class RankWhenAttemptsRecorded implements TransactionListener<AttemptsRecorded> {
  constructor(private readonly counts: ShardedCounters) {}

  readonly locks = ({ attempts }: AttemptsRecorded) => attempts.map(({ userId }) => shared(SUSPENSION_OF_USER(userId)));

  async handle({ attempts }: AttemptsRecorded, transaction: Transaction): Promise<void> {
    const [newStandings, newEntries] = await Promise.all([
      transaction.query<{ quizId: string; users: number }>(ADD_TO_QUIZZES, [
        attempts.map(({ quizId }) => quizId),
        attempts.map(({ userId }) => userId),
        attempts.map(({ correctCount }) => correctCount),
        attempts.map(({ totalQuestions }) => totalQuestions),
        attempts.map(({ basisPoints }) => basisPoints),
        attempts.map(({ totalTimeMs }) => totalTimeMs),
        attempts.map(({ completedAt }) => completedAt),
      ]),
      addToUsers(transaction, attempts.map(totalsOf)),
    ]);
    await this.counts.add(transaction, [
      ...newStandings.map((quiz) => ({ name: STANDING_COUNT, subject: quiz.quizId, delta: quiz.users })),
      { name: USER_COUNT, delta: newEntries },
    ]);
  }
}
