import { Injectable } from '@nestjs/common';
import { Snapshots } from '#libs/database';
import { compareProjections, counterProjection, ShardedCounters } from '#libs/projections';
import { type CheckBatch, ChecksConsistencyOf, type ConsistencyCheck } from '#libs/verification';
import { QUIZ_COUNT } from '../quiz-search.js';

const EXPECTED = 'SELECT count(*) AS total FROM quizzes HAVING count(*) > 0';

/** The counter of all quizzes. */
@Injectable()
@ChecksConsistencyOf('count of quizzes')
export class QuizCountCheck implements ConsistencyCheck {
  constructor(
    private readonly snapshots: Snapshots,
    private readonly counts: ShardedCounters,
  ) {}

  run(): AsyncGenerator<CheckBatch> {
    const counter = counterProjection(this.counts, { name: QUIZ_COUNT, unit: 'quizzes', expected: EXPECTED });
    return compareProjections(this.snapshots, [counter]);
  }
}
