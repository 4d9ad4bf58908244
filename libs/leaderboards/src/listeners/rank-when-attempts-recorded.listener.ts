import { Injectable } from '@nestjs/common';
import { AttemptsRecorded } from '#libs/attempts';
import { ShardedCounters } from '#libs/projections';
import { ListensTo, type Transaction, type TransactionListener } from '#libs/database';
import { ADD_TO_QUIZZES, ADD_TO_USERS, STANDING_COUNT, USER_COUNT } from '../standings.js';

/** Keeps the standings in the transaction that records the attempts: they are right at commit. */
@Injectable()
@ListensTo(AttemptsRecorded)
export class RankWhenAttemptsRecorded implements TransactionListener<AttemptsRecorded> {
  constructor(private readonly counts: ShardedCounters) {}

  async handle({ attempts }: AttemptsRecorded, transaction: Transaction): Promise<void> {
    const users = attempts.map(({ userId }) => userId);
    const figures = [
      attempts.map(({ correctCount }) => correctCount),
      attempts.map(({ totalQuestions }) => totalQuestions),
      attempts.map(({ basisPoints }) => basisPoints),
      attempts.map(({ totalTimeMs }) => totalTimeMs),
    ];
    const [newStandings, [newUsers]] = await Promise.all([
      transaction.query<{ quizId: string; users: number }>(ADD_TO_QUIZZES, [
        attempts.map(({ quizId }) => quizId),
        users,
        ...figures,
        attempts.map(({ completedAt }) => completedAt),
      ]),
      transaction.query<{ added: number }>(ADD_TO_USERS, [users, ...figures]),
    ]);
    await this.counts.add(transaction, [
      ...newStandings.map((quiz) => ({ name: STANDING_COUNT, subject: quiz.quizId, delta: quiz.users })),
      { name: USER_COUNT, delta: newUsers?.added ?? 0 },
    ]);
  }
}
