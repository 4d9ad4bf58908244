import { Injectable } from '@nestjs/common';
import { ListensTo, type Transaction, type TransactionListener } from '#libs/database';
import { ShardedCounters } from '#libs/projections';
import { QuizDeleted } from '#libs/quizzes';
import { ATTEMPT_COUNT } from '../attempt-reader.js';
import { ChangedAttempts } from '../feed/changed-attempts.js';

/**
 * The attempts and starts of a deleted quiz stay where they are, so that it can be restored. No query shows them: each checks that the quiz
 * exists, or reads the stored number of attempts, which goes with it. The feed says that they are deleted.
 */
@Injectable()
@ListensTo(QuizDeleted)
export class HideAttemptsWhenQuizDeleted implements TransactionListener<QuizDeleted> {
  constructor(
    private readonly changes: ChangedAttempts,
    private readonly counts: ShardedCounters,
  ) {}

  async handle({ quizId, deleted }: QuizDeleted, transaction: Transaction): Promise<void> {
    const counts = await this.counts.readIn(transaction, ATTEMPT_COUNT, [quizId]);
    deleted.attempts = counts.get(quizId) ?? 0;
    await this.counts.drop(transaction, quizId, [ATTEMPT_COUNT]);
    await this.changes.announce(transaction, quizId);
  }
}
