import { Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { Snapshots, sql } from '#libs/database';
import { compareProjections, counterProjection, ShardedCounters } from '#libs/projections';
import { type CheckBatch, ChecksConsistencyOf, type ConsistencyCheck } from '#libs/verification';
import { OF_EXISTING_QUIZZES, quizzesInRepair, underQuizLock } from '#libs/quizzes';
import { ATTEMPT_COUNT } from '../attempt-reader.js';

/** A row for each that counts for the limit of its user. */
const COUNTED = `(
  SELECT quiz_id, user_id FROM published_attempts UNION ALL SELECT quiz_id, user_id FROM starts
) AS counted`;

const COUNTS = {
  table: 'attempt_counts JOIN published_quizzes USING (quiz_id)',
  keys: ['quiz_id', 'user_id'],
  columns: ['count'],
  where: 'count > 0',
  expected: `
    SELECT quiz_id, user_id, count(*)::integer AS count
    FROM ${COUNTED} JOIN published_quizzes USING (quiz_id) GROUP BY quiz_id, user_id`,
};

/** Voided attempts are in the list too. */
const SIZES = `
  SELECT quiz_id AS subject, count(*) AS total FROM attempts JOIN published_quizzes USING (quiz_id) GROUP BY quiz_id`;

/** Of the users $2 at the quiz $1. What was granted to them stays. */
const REBUILD = sql(`
  INSERT INTO attempt_counts (quiz_id, user_id, count)
  SELECT $1, named.user_id, count(counted.user_id)
  FROM unnest($2::uuid[]) AS named (user_id) LEFT JOIN ${COUNTED} ON quiz_id = $1 AND counted.user_id = named.user_id
  GROUP BY named.user_id
  ON CONFLICT (quiz_id, user_id) DO UPDATE SET count = excluded.count`);

/** The counts that the limit of attempts is checked against, per user, and the size of each quiz's list. */
@Injectable()
@ChecksConsistencyOf('counts of attempts')
export class AttemptCountsCheck implements ConsistencyCheck {
  constructor(
    private readonly snapshots: Snapshots,
    private readonly commands: CommandBus,
    private readonly counts: ShardedCounters,
  ) {}

  run(): AsyncGenerator<CheckBatch> {
    const repair = underQuizLock(this.commands, async (transaction, quizId, userIds) => {
      await transaction.query(REBUILD, [quizId, userIds]);
    });
    return compareProjections<{ quizId: string; userId: string }>(this.snapshots, [
      { ...COUNTS, groupBy: 'quizId', repair },
      counterProjection(this.counts, {
        name: ATTEMPT_COUNT,
        unit: 'attempts',
        expected: SIZES,
        subjects: OF_EXISTING_QUIZZES,
        keep: quizzesInRepair(this.commands),
      }),
    ]);
  }
}
