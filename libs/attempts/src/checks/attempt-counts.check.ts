import { Injectable } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import {
  type CheckBatch,
  ChecksConsistencyOf,
  type ConsistencyCheck,
  differingRows,
  ShardedCounters,
} from '#libs/projections';
import { compareUsersByQuiz } from '#libs/quizzes';
import { sql } from '#libs/database';
import { ATTEMPT_COUNT } from '../attempt-list.js';

const DIFFERENCES = differingRows({
  keys: ['quizId', 'userId'],
  totals: ['attempts'],
  expected: `
    SELECT quiz_id AS "quizId", user_id AS "userId", count(*) AS attempts
    FROM published_attempts WHERE quiz_id = ANY ($1::uuid[]) GROUP BY quiz_id, user_id`,
  stored: `
    SELECT quiz_id AS "quizId", user_id AS "userId", count::bigint AS attempts
    FROM attempt_counts WHERE quiz_id = ANY ($1::uuid[]) AND count > 0`,
});

const COUNTED = sql(`
  SELECT quiz_id AS "quizId", count(*)::float8 AS count FROM attempts WHERE quiz_id = ANY ($1::uuid[]) GROUP BY quiz_id`);

/** Of the users $2 at the quiz $1. What was granted to them stays. */
const REBUILD = sql(`
  INSERT INTO attempt_counts (quiz_id, user_id, count)
  SELECT $1, named.user_id, count(attempt_id)
  FROM unnest($2::uuid[]) AS named (user_id) LEFT JOIN published_attempts AS made ON quiz_id = $1 AND made.user_id = named.user_id
  GROUP BY named.user_id
  ON CONFLICT (quiz_id, user_id) DO UPDATE SET count = excluded.count`);

/** The counts that the limit of attempts is checked against, per user, and the size of each quiz's list. */
@Injectable()
@ChecksConsistencyOf('counts of attempts')
export class AttemptCountsCheck implements ConsistencyCheck {
  constructor(
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
    private readonly counts: ShardedCounters,
  ) {}

  run(): AsyncGenerator<CheckBatch> {
    return compareUsersByQuiz(this.commands, this.queries, this.counts, {
      differences: DIFFERENCES,
      rebuild: async (transaction, quizId, userIds) => void (await transaction.query(REBUILD, [quizId, userIds])),
      counter: { name: ATTEMPT_COUNT, unit: 'attempts', counted: COUNTED },
    });
  }
}
