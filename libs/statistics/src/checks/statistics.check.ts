import { Injectable } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import {
  type CheckBatch,
  ChecksConsistencyOf,
  compareTotals,
  type ConsistencyCheck,
  type Difference,
  missingTotals,
} from '#libs/projections';
import type { Snapshot, Transaction } from '#libs/database';
import { GetQuizContent, LockQuizzesShared, type QuizRange, ScanQuizzes } from '#libs/quizzes';
import { addTally } from '../add-tally.js';
import { COUNTED_ATTEMPTS, readTallies } from '../stored-tallies.js';
import { STATISTICS } from '../statistics-lock.js';
import { type CountedAttempt, tallyOf } from '../tally.js';
import { KINDS, QuizTally } from '../quiz-tally.js';

interface CountedRow extends CountedAttempt, Record<string, unknown> {
  quizId: string;
  version: number;
}

/** Statistics of quizzes: scores, days and questions of all attempts that are counted. */
@Injectable()
@ChecksConsistencyOf('statistics of quizzes')
export class StatisticsCheck implements ConsistencyCheck {
  constructor(
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
  ) {}

  async *run(): AsyncGenerator<CheckBatch> {
    yield* await this.queries.execute(new ScanQuizzes((snapshot, range) => this.verifyRange(snapshot, range)));
  }

  private async *verifyRange(snapshot: Snapshot, range: QuizRange): AsyncGenerator<CheckBatch> {
    const { quizIds, done } = range;
    const { tallies, compared } = await this.tally(snapshot, range);
    const stored = await readTallies(snapshot, quizIds);
    for (const [quizId, expected] of tallies) {
      const found = stored.get(quizId) ?? new QuizTally(quizId);
      const differences = differencesOf(quizId, expected, found);
      if (differences.length === 0) continue;
      const repair = (transaction: Transaction) => this.addMissing(transaction, expected, found);
      yield { differences, repair };
    }
    yield { done, compared };
  }

  /** The expected statistics of quizzes, except of those that are deleted in the meantime. */
  private async tally(
    snapshot: Snapshot,
    { after, upTo, quizIds }: QuizRange,
  ): Promise<{ tallies: Map<string, QuizTally>; compared: number }> {
    const tallies = new Map(quizIds.map((id) => [id, new QuizTally(id)]));
    let compared = 0;
    const add = async (rows: readonly CountedRow[]) => {
      const [first] = rows;
      const tally = first && tallies.get(first.quizId);
      if (first === undefined || tally === undefined) return;
      const content = await this.queries.execute(new GetQuizContent(first.quizId, first.version));
      // The quiz was deleted in the meantime.
      if (content === undefined) tallies.delete(first.quizId);
      else tally.add(tallyOf([{ quizId: first.quizId, content, attempts: [...rows] }]));
    };
    for await (const rows of snapshot.stream<CountedRow>(COUNTED_ATTEMPTS, [after, upTo])) {
      const batches = new Map<string, CountedRow[]>();
      for (const row of rows) {
        if (!tallies.has(row.quizId)) continue;
        compared++;
        const key = `${row.quizId} ${row.version}`;
        const batch = batches.get(key);
        if (batch === undefined) batches.set(key, [row]);
        else batch.push(row);
      }
      for (const batch of batches.values()) await add(batch);
    }
    return { tallies, compared };
  }

  /** Counting only adds, so the missing part stays the same in the meantime. */
  private async addMissing(transaction: Transaction, expected: QuizTally, found: QuizTally): Promise<boolean> {
    const { quizzes } = await this.commands.execute(new LockQuizzesShared([expected.quizId], transaction));
    await transaction.lock([STATISTICS()]);
    if (quizzes.has(expected.quizId)) await addTally(transaction, expected.minus(found));
    return false;
  }
}

function differencesOf(quizId: string, expected: QuizTally, found: QuizTally): Difference[] {
  return KINDS.flatMap(({ kind, names }) =>
    [...new Set([...expected[kind].keys(), ...found[kind].keys()])].flatMap((key) => {
      // A row of zeros equals no row.
      const [one, other] = [expected[kind].get(key), found[kind].get(key)].map((row) =>
        missingTotals(names, row, undefined),
      );
      return compareTotals(`quiz ${quizId}, ${kind} ${key}`, one, other) ?? [];
    }),
  );
}
