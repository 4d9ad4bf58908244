import { Injectable } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { FIGURES, GetAttemptFigures, StreamAttemptFigures } from '#libs/attempts';
import {
  type CheckBatch,
  ChecksConsistencyOf,
  compareCounters,
  compareFigures,
  type ConsistencyCheck,
  type Figures,
  pairByKey,
  ShardedCounters,
} from '#libs/projections';
import {
  groupByQuiz,
  LockQuizExclusively,
  LockQuizzesShared,
  type QuizRange,
  ScanQuizzes,
  type WrongFigures,
} from '#libs/quizzes';
import type { Snapshot, Transaction } from '#libs/database';
import { SET_STANDINGS, STANDINGS_OF_RANGE } from '../repair-standings.js';
import { STANDING_COUNT, STANDING_REPAIRS } from '../standings.js';

interface StandingRow extends Record<string, unknown> {
  quizId: string;
  userId: string;
  /** As those of attempts. */
  figures: string;
}

/** The leaderboard of each quiz: users' best attempts, the sums of all their attempts, and how many users there are. */
@Injectable()
@ChecksConsistencyOf('standings of quizzes')
export class QuizStandingsCheck implements ConsistencyCheck {
  constructor(
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
    private readonly counts: ShardedCounters,
  ) {}

  async *run(): AsyncGenerator<CheckBatch> {
    yield* await this.queries.execute(new ScanQuizzes((snapshot, range) => this.verifyRange(snapshot, range)));
  }

  private async *verifyRange(snapshot: Snapshot, range: QuizRange): AsyncGenerator<CheckBatch> {
    const { quizIds, done } = range;
    const users = new Map(quizIds.map((id) => [id, 0]));
    for await (const { quizId, userIds, differences } of groupByQuiz(this.wrongStandings(snapshot, range, users))) {
      const repair = (transaction: Transaction) => this.setStandings(transaction, quizId, userIds);
      yield { done, compared: 0, differences, repair };
    }
    const keep = async (transaction: Transaction, quizId: string) =>
      (await this.commands.execute(new LockQuizzesShared([quizId], transaction))).quizzes.has(quizId);
    const counted = { name: STANDING_COUNT, figure: 'users', where: allUsersOf, expected: users, done, keep };
    yield* compareCounters(this.counts, snapshot, counted);
    yield { done, compared: [...users.values()].reduce((sum, count) => sum + count, 0) };
  }

  /** @param users how many there are at each quiz that exists, which are counted here */
  private async *wrongStandings(
    snapshot: Snapshot,
    range: QuizRange,
    users: Map<string, number>,
  ): AsyncGenerator<WrongFigures> {
    const rows = snapshot.stream<StandingRow>(STANDINGS_OF_RANGE, [range.after, range.upTo]);
    const figures = await this.queries.execute(new StreamAttemptFigures(range, snapshot));
    for await (const pairs of pairByKey(figures, rows, keyOf, keyOf)) {
      for (const [, attempts, row] of pairs) {
        const { quizId, userId } = (attempts ?? row) as Key;
        const count = users.get(quizId);
        // The quiz is deleted: its rows are deleted in the background.
        if (count === undefined) continue;
        users.set(quizId, count + Number(attempts !== undefined));
        if (attempts?.figures === row?.figures) continue;
        const where = `quiz ${quizId}, user ${userId}`;
        const difference = compareFigures(where, attempts && named(attempts.figures), row && named(row.figures));
        if (difference !== undefined) yield { quizId, userId, difference };
      }
    }
  }

  /** Recomputes standings under the exclusive lock of the quiz. */
  private async setStandings(transaction: Transaction, quizId: string, userIds: string[]): Promise<boolean> {
    if (!(await this.commands.execute(new LockQuizExclusively(quizId, transaction)))) return false;
    const figures = await this.queries.execute(new GetAttemptFigures(quizId, userIds, transaction));
    const ranked = [...figures.values()].map((one) => ({ userId: one.userId, ...named(one.figures) }));
    await transaction.query(SET_STANDINGS, [quizId, userIds, JSON.stringify(ranked)]);
    // Invalidates cached pages.
    await this.counts.add(transaction, [{ name: STANDING_REPAIRS, delta: 1 }]);
    return false;
  }
}

const allUsersOf = (quizId: string) => `quiz ${quizId}, all users`;

interface Key {
  quizId: string;
  userId: string;
}

const keyOf = ({ quizId, userId }: Key) => quizId + userId;

/** A standing's figures have the names of the attempts' figures that they follow from. */
function named(figures: string): Figures {
  const numbers = figures.split(' ').map(Number);
  return Object.fromEntries(FIGURES.map((name, index) => [name, numbers[index] ?? 0]));
}
