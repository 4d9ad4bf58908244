import { Injectable } from '@nestjs/common';
import { SuspensionChanged } from '#libs/auth';
import { ListensTo, type Transaction, type TransactionListener } from '#libs/database';
import { ShardedCounters } from '#libs/projections';
import { PAGES_INVALIDATED, STANDING_COUNT, SUSPENSIONS_LOCK, USER_COUNT } from '../standings.js';
import { FOLLOW_SUSPENSIONS_AT_QUIZZES, followSuspensions } from '../suspensions.js';

/** Takes users who are suspended from all leaderboards, and puts those back whose suspension has ended. */
@Injectable()
@ListensTo(SuspensionChanged)
export class FollowWhenSuspensionChanged implements TransactionListener<SuspensionChanged> {
  constructor(private readonly counts: ShardedCounters) {}

  readonly locks = () => [SUSPENSIONS_LOCK()];

  async handle({ userIds }: SuspensionChanged, transaction: Transaction): Promise<void> {
    const [users, quizzes] = await Promise.all([
      followSuspensions(transaction, userIds),
      transaction.query<{ quizId: string; users: number }>(FOLLOW_SUSPENSIONS_AT_QUIZZES, [userIds]),
    ]);
    await this.counts.add(transaction, [
      ...quizzes.map(({ quizId, users }) => ({ name: STANDING_COUNT, subject: quizId, delta: users })),
      { name: USER_COUNT, delta: users },
      PAGES_INVALIDATED,
    ]);
  }
}
