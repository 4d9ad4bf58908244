import { Injectable } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import {
  type CheckBatch,
  ChecksConsistencyOf,
  compareCounters,
  compareFigures,
  type ConsistencyCheck,
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
import { type Snapshot, sql, type Transaction } from '#libs/database';
import { ATTEMPT_COUNT } from '../attempt-recorder.js';
import { GetAttemptFigures } from '../queries/get-attempt-figures.query.js';
import { StreamAttemptFigures } from '../queries/stream-attempt-figures.query.js';

const COUNTS_OF_RANGE = sql(`
  SELECT quiz_id AS "quizId", user_id AS "userId", count FROM attempt_counts
  WHERE quiz_id > $1 AND quiz_id <= $2 ORDER BY quiz_id, user_id`);

const SET_COUNTS = sql(`
  INSERT INTO attempt_counts (quiz_id, user_id, count)
  SELECT $1, user_id, count FROM unnest($2::uuid[], $3::integer[]) AS wanted (user_id, count)
  ON CONFLICT (quiz_id, user_id) DO UPDATE SET count = excluded.count`);

const DELETE_COUNTS = sql('DELETE FROM attempt_counts WHERE quiz_id = $1 AND user_id = ANY ($2::uuid[])');

interface CountRow extends Record<string, unknown> {
  quizId: string;
  userId: string;
  count: number;
}

/** The counts that the limit of attempts is checked against, per user, and the size of each quiz's list. */
@Injectable()
@ChecksConsistencyOf('counts of attempts')
export class AttemptCountsCheck implements ConsistencyCheck {
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
    const totals = new Map(quizIds.map((id) => [id, 0]));
    for await (const { quizId, userIds, differences } of groupByQuiz(this.wrongCounts(snapshot, range, totals))) {
      const repair = (transaction: Transaction) => this.setCounts(transaction, quizId, userIds);
      yield { done, compared: 0, differences, repair };
    }
    const keep = async (transaction: Transaction, quizId: string) =>
      (await this.commands.execute(new LockQuizzesShared([quizId], transaction))).quizzes.has(quizId);
    const counted = { name: ATTEMPT_COUNT, figure: 'attempts', where: allUsersOf, expected: totals, done, keep };
    yield* compareCounters(this.counts, snapshot, counted);
    yield { done, compared: [...totals.values()].reduce((sum, attempts) => sum + attempts, 0) };
  }

  /** @param totals attempts at each quiz that exists, which are counted here */
  private async *wrongCounts(
    snapshot: Snapshot,
    range: QuizRange,
    totals: Map<string, number>,
  ): AsyncGenerator<WrongFigures> {
    const rows = snapshot.stream<CountRow>(COUNTS_OF_RANGE, [range.after, range.upTo]);
    const figures = await this.queries.execute(new StreamAttemptFigures(range, snapshot));
    for await (const pairs of pairByKey(figures, rows, keyOf, keyOf)) {
      for (const [, expected, found] of pairs) {
        const { quizId, userId } = (expected ?? found) as Key;
        const total = totals.get(quizId);
        // The quiz is deleted: its rows are deleted in the background.
        if (total === undefined) continue;
        totals.set(quizId, total + (expected?.attempts ?? 0));
        if (expected?.attempts === found?.count) continue;
        const difference = compareFigures(
          `quiz ${quizId}, user ${userId}`,
          expected && { attempts: expected.attempts },
          found && { attempts: found.count },
        );
        if (difference !== undefined) yield { quizId, userId, difference };
      }
    }
  }

  /** Recounts under the exclusive lock of the quiz. */
  private async setCounts(transaction: Transaction, quizId: string, users: string[]): Promise<boolean> {
    if (!(await this.commands.execute(new LockQuizExclusively(quizId, transaction)))) return false;
    const figures = await this.queries.execute(new GetAttemptFigures(quizId, users, transaction));
    const [present, absent] = [users.filter((id) => figures.has(id)), users.filter((id) => !figures.has(id))];
    await transaction.query(SET_COUNTS, [quizId, present, present.map((id) => figures.get(id)?.attempts)]);
    await transaction.query(DELETE_COUNTS, [quizId, absent]);
    return false;
  }
}

const allUsersOf = (quizId: string) => `quiz ${quizId}, all users`;

interface Key {
  quizId: string;
  userId: string;
}

const keyOf = ({ quizId, userId }: Key) => quizId + userId;
