import { Injectable } from '@nestjs/common';
import {
  type CheckBatch,
  ChecksConsistencyOf,
  compareCounters,
  type ConsistencyCheck,
  EVERYTHING,
  ShardedCounters,
} from '#libs/projections';
import { Snapshots, sql } from '#libs/database';
import { QUIZ_COUNT } from '../quiz-list.js';

const COUNT = sql('SELECT count(*)::float8 AS count FROM quizzes');

/** The counter of all quizzes. */
@Injectable()
@ChecksConsistencyOf('count of quizzes')
export class QuizCountCheck implements ConsistencyCheck {
  constructor(
    private readonly snapshots: Snapshots,
    private readonly counts: ShardedCounters,
  ) {}

  run(): AsyncGenerator<CheckBatch> {
    const { counts } = this;
    return this.snapshots.during(async function* (snapshot) {
      const [row] = await snapshot.query<{ count: number }>(COUNT);
      const quizzes = row?.count ?? 0;
      const expected = new Map([[EVERYTHING, quizzes]]);
      const counted = { name: QUIZ_COUNT, unit: 'quizzes', where: () => 'all quizzes', expected };
      yield* compareCounters(counts, snapshot, counted);
      yield { done: 1, compared: quizzes };
    });
  }
}
