import { Injectable } from '@nestjs/common';
import { AttemptsCorrected, type RecordedAttempt } from '#libs/attempts';
import { ListensTo, shared, sql, type Transaction, type TransactionListener } from '#libs/database';
import { ShardedCounters } from '#libs/projections';
import { REBUILD_STANDINGS } from '../repair-standings.js';
import { PAGES_INVALIDATED, QUIZ_STANDINGS, STANDING_COUNT, SUSPENSIONS_LOCK, USER_COUNT } from '../standings.js';
import { changeUsers, TOTALS, totalsOf, type UserTotals } from '../user-totals.js';

/** How many of the users $2 the leaderboard of the quiz $1 has. */
const COUNT = sql(`
  SELECT count(*)::integer AS users FROM quiz_standings WHERE ${QUIZ_STANDINGS.isOf('$1')} AND user_id = ANY ($2::uuid[])`);

/** Rebuilds the standings of users whose attempts were corrected. */
@Injectable()
@ListensTo(AttemptsCorrected)
export class RerankWhenAttemptsCorrected implements TransactionListener<AttemptsCorrected> {
  constructor(private readonly counts: ShardedCounters) {}

  readonly locks = () => [shared(SUSPENSIONS_LOCK())];

  async handle({ quizId, removed, added }: AttemptsCorrected, transaction: Transaction): Promise<void> {
    const totals = changesOf(removed, added);
    const ofUsers = [quizId, totals.map(({ userId }) => userId)];
    const count = async () => (await transaction.query<{ users: number }>(COUNT, ofUsers))[0]?.users ?? 0;
    const before = await count();
    await transaction.query(REBUILD_STANDINGS, ofUsers);
    const after = await count();
    await this.counts.add(transaction, [
      { name: STANDING_COUNT, subject: quizId, delta: after - before },
      { name: USER_COUNT, delta: await changeUsers(transaction, totals) },
      PAGES_INVALIDATED,
    ]);
  }
}

/** The changes of users' totals, one of each user. */
function changesOf(removed: readonly RecordedAttempt[], added: readonly RecordedAttempt[]): UserTotals[] {
  const totals = new Map<string, UserTotals>();
  const add = (attempt: RecordedAttempt, sign: 1 | -1) => {
    const change = totalsOf(attempt);
    const former = totals.get(attempt.userId);
    const total = { ...change };
    for (const name of TOTALS) total[name] = (former?.[name] ?? 0) + sign * change[name];
    totals.set(attempt.userId, total);
  };
  for (const attempt of removed) add(attempt, -1);
  for (const attempt of added) add(attempt, 1);
  return [...totals.values()];
}
