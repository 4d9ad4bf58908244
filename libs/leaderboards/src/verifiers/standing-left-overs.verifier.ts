import { Injectable } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import {
  DeferredDeletions,
  OrderedIndex,
  type Part,
  ShardedCounters,
  type Verifier,
  Verifies,
} from '#libs/projections';
import { FindExistingQuizzes, findLeftOvers, LockQuizExclusively } from '#libs/quizzes';
import { type Snapshot, Snapshots, type Transaction } from '#libs/database';
import { DELETE_LEFT_OVERS, LEFT_OVERS_STEP, RANKED_QUIZZES } from '../repair-standings.js';
import { QUIZ_STANDINGS, STANDING_COUNT, STANDINGS } from '../standings.js';

/** Standings of quizzes that do not exist and that are not leaving in the background. They are no part of the global standings. */
@Injectable()
@Verifies('left-overs of standings of deleted quizzes')
export class StandingLeftOversVerifier implements Verifier {
  constructor(
    private readonly snapshots: Snapshots,
    private readonly queries: QueryBus,
    private readonly commands: CommandBus,
    private readonly deletions: DeferredDeletions,
    private readonly counts: ShardedCounters,
    private readonly index: OrderedIndex,
  ) {}

  verify(): AsyncGenerator<Part> {
    return this.snapshots.during((snapshot) => this.find(snapshot));
  }

  private async *find(snapshot: Snapshot): AsyncGenerator<Part> {
    const leaving = await this.deletions.subjectsIn(snapshot, STANDINGS);
    const ranked = (await snapshot.query<{ quizId: string }>(RANKED_QUIZZES)).map(({ quizId }) => quizId);
    yield* findLeftOvers(
      new Map([
        ['quiz_standings', ranked.filter((id) => !leaving.has(id))],
        ['kept_counts', await this.counts.subjectsIn(snapshot, STANDING_COUNT)],
      ]),
      (ids) => this.queries.execute(new FindExistingQuizzes(ids, snapshot)),
      (transaction, quizId) => this.delete(transaction, quizId, leaving.has(quizId)),
    );
  }

  /** Deletes a bounded part. @returns whether more may be left */
  private async delete(transaction: Transaction, quizId: string, isLeaving: boolean): Promise<boolean> {
    if (await this.commands.execute(new LockQuizExclusively(quizId, transaction))) return false;
    await this.counts.drop(transaction, quizId, [STANDING_COUNT]);
    if (isLeaving) return false;
    const deleted = await transaction.query(DELETE_LEFT_OVERS, [quizId]);
    if (deleted.length === LEFT_OVERS_STEP) return true;
    await this.index.drop(transaction, QUIZ_STANDINGS, quizId);
    return false;
  }
}
