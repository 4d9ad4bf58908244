import { Injectable } from '@nestjs/common';
import { ListensTo, sql, type Transaction, type TransactionListener } from '#libs/database';
import { ShardedCounters } from '#libs/projections';
import { QuizRestored } from '#libs/quizzes';
import { ATTEMPT_COUNT } from '../attempt-reader.js';
import { ChangedAttempts } from '../feed/changed-attempts.js';

const COUNT = sql('SELECT count(*)::integer AS attempts FROM attempts WHERE quiz_id = $1');

/** Counts the attempts of a restored quiz again; the feed returns them again. */
@Injectable()
@ListensTo(QuizRestored)
export class ShowAttemptsWhenQuizRestored implements TransactionListener<QuizRestored> {
  constructor(
    private readonly changes: ChangedAttempts,
    private readonly counts: ShardedCounters,
  ) {}

  async handle({ quizId }: QuizRestored, transaction: Transaction): Promise<void> {
    const [counted] = await transaction.query<{ attempts: number }>(COUNT, [quizId]);
    await this.counts.add(transaction, [{ name: ATTEMPT_COUNT, subject: quizId, delta: counted?.attempts ?? 0 }]);
    await this.changes.announce(transaction, quizId);
  }
}
