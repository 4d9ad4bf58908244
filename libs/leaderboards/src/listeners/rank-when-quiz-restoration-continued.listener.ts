import { Injectable } from '@nestjs/common';
import { ListensTo, shared, type Transaction, type TransactionListener } from '#libs/database';
import { ShardedCounters } from '#libs/projections';
import { QuizRestorationContinued } from '#libs/quizzes';
import { addStandings } from '../repair-standings.js';
import { SUSPENSIONS_LOCK, USER_COUNT } from '../standings.js';
import { addToUsers, type UserTotals } from '../user-totals.js';

/** Attempts of one step, without the rest of the last user's. */
const STEP = 5_000;

const ADD_STANDINGS = addStandings(STEP);

/** Computes standings at a quiz that is being restored from its attempts, and adds them to the global ones. */
@Injectable()
@ListensTo(QuizRestorationContinued)
export class RankWhenQuizRestorationContinued implements TransactionListener<QuizRestorationContinued> {
  constructor(private readonly counts: ShardedCounters) {}

  readonly locks = () => [shared(SUSPENSIONS_LOCK())];

  async handle({ quizId, progress }: QuizRestorationContinued, transaction: Transaction): Promise<void> {
    const totals = await transaction.query<UserTotals>(ADD_STANDINGS, [quizId]);
    if (totals.reduce((sum, { attempts }) => sum + attempts, 0) >= STEP) progress.isMoreLeft = true;
    const newEntries = await addToUsers(transaction, totals);
    await this.counts.add(transaction, [{ name: USER_COUNT, delta: newEntries }]);
  }
}
