import { Injectable } from '@nestjs/common';
import { ListensTo, shared, sql, type Transaction, type TransactionListener } from '#libs/database';
import { ShardedCounters } from '#libs/projections';
import { QuizRestored } from '#libs/quizzes';
import { DROP } from '../ranking/ranking-statements.js';
import { PAGES_INVALIDATED, QUIZ_STANDINGS, STANDING_COUNT, SUSPENSIONS_LOCK } from '../standings.js';

const COUNT = sql(`SELECT count(*)::integer AS users FROM quiz_standings WHERE ${QUIZ_STANDINGS.isOf('$1')}`);

/** Counts the standings at a restored quiz, which the steps of its restoration have added. */
@Injectable()
@ListensTo(QuizRestored)
export class CountStandingsWhenQuizRestored implements TransactionListener<QuizRestored> {
  constructor(private readonly counts: ShardedCounters) {}

  readonly locks = () => [shared(SUSPENSIONS_LOCK())];

  async handle({ quizId }: QuizRestored, transaction: Transaction): Promise<void> {
    await transaction.query(DROP, [quizId]);
    const [counted] = await transaction.query<{ users: number }>(COUNT, [quizId]);
    await this.counts.add(transaction, [
      { name: STANDING_COUNT, subject: quizId, delta: counted?.users ?? 0 },
      PAGES_INVALIDATED,
    ]);
  }
}
