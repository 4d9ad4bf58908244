import { Injectable } from '@nestjs/common';
import { NIL } from 'uuid';
import { ListensTo, shared, sql, type Transaction, type TransactionListener } from '#libs/database';
import { ShardedCounters } from '#libs/projections';
import { QuizRestored } from '#libs/quizzes';
import { DROP } from '../ranking/ranking-statements.js';
import { ADD_STANDINGS } from '../repair-standings.js';
import { QUIZ_STANDINGS, STANDING_COUNT, STANDING_REPAIRS, SUSPENSIONS, USER_COUNT } from '../standings.js';
import { addToUsers, type UserTotals } from '../user-totals.js';

/** Users of one statement. */
const STEP = 1_000;

/** The totals of $2 users after $3 at the quiz $1, in the order in which all transactions lock users. */
const TOTALS = sql(`
  SELECT user_id AS "userId", attempts::float8, sum_correct::float8 AS correct, sum_questions::float8 AS questions,
    sum_basis_points::float8 AS "basisPoints", sum_time_ms::float8 AS "timeMs"
  FROM quiz_standings WHERE quiz_id = $1 AND user_id > $3 ORDER BY user_id LIMIT $2`);

const COUNT = sql(`SELECT count(*)::integer AS users FROM quiz_standings WHERE ${QUIZ_STANDINGS.isOf('$1')}`);

/** Computes the standings at a restored quiz from its attempts, and adds them to the global ones. */
@Injectable()
@ListensTo(QuizRestored)
export class RankWhenQuizRestored implements TransactionListener<QuizRestored> {
  constructor(private readonly counts: ShardedCounters) {}

  readonly locks = () => [shared(SUSPENSIONS())];

  async handle({ quizId }: QuizRestored, transaction: Transaction): Promise<void> {
    await transaction.query(DROP, [quizId]);
    await transaction.query(ADD_STANDINGS, [quizId]);
    const [counted] = await transaction.query<{ users: number }>(COUNT, [quizId]);
    let newEntries = 0;
    for (let last: string | undefined = NIL; last !== undefined;) {
      const totals: UserTotals[] = await transaction.query<UserTotals>(TOTALS, [quizId, STEP, last]);
      if (totals.length > 0) newEntries += await addToUsers(transaction, totals);
      last = totals.length === STEP ? totals.at(-1)?.userId : undefined;
    }
    await this.counts.add(transaction, [
      { name: STANDING_COUNT, subject: quizId, delta: counted?.users ?? 0 },
      { name: USER_COUNT, delta: newEntries },
      // Invalidates cached pages.
      { name: STANDING_REPAIRS, delta: 1 },
    ]);
  }
}
