import { Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { Snapshots, sql, type Transaction } from '#libs/database';
import {
  type CheckBatch,
  ChecksConsistencyOf,
  compareRows,
  type ConsistencyCheck,
  differingRows,
} from '#libs/projections';
import { LockQuizExclusively } from '#libs/quizzes';

interface Key {
  quizId: string;
  userId: string;
}

const PASSED = 'published_attempts JOIN published_quizzes USING (quiz_id) WHERE passed';

const WRONG = differingRows({
  keys: ['quizId', 'userId'],
  totals: ['certificates'],
  expected: `SELECT DISTINCT quiz_id AS "quizId", user_id AS "userId", 1::bigint AS certificates FROM ${PASSED}`,
  stored: 'SELECT quiz_id AS "quizId", user_id AS "userId", 1::bigint AS certificates FROM certificates',
});

/** Of the users $2 at the quiz $1. */
const REBUILD = sql(`
  WITH earned AS (
    SELECT DISTINCT ON (user_id) quiz_id, user_id, attempt_id, completed_at
    FROM ${PASSED} AND quiz_id = $1 AND user_id = ANY ($2::uuid[]) ORDER BY user_id, completed_at, attempt_id
  ), removed AS (
    DELETE FROM certificates
    WHERE quiz_id = $1 AND user_id = ANY ($2::uuid[]) AND user_id NOT IN (SELECT user_id FROM earned)
  )
  INSERT INTO certificates (quiz_id, user_id, attempt_id, earned_at) SELECT * FROM earned
  ON CONFLICT (quiz_id, user_id) DO NOTHING`);

/** Users who have passed a quiz have a certificate of it, and nobody else has. */
@Injectable()
@ChecksConsistencyOf('certificates')
export class CertificatesCheck implements ConsistencyCheck {
  constructor(
    private readonly snapshots: Snapshots,
    private readonly commands: CommandBus,
  ) {}

  run(): AsyncGenerator<CheckBatch> {
    const repair = (transaction: Transaction, rows: [Key, ...Key[]]) => this.repair(transaction, rows);
    return this.snapshots.during((snapshot) => compareRows<Key>(snapshot, WRONG, { groupBy: 'quizId', repair }));
  }

  private async repair(transaction: Transaction, rows: [Key, ...Key[]]): Promise<void> {
    const [{ quizId }] = rows;
    await this.commands.execute(new LockQuizExclusively(quizId, transaction));
    await transaction.query(REBUILD, [quizId, rows.map(({ userId }) => userId)]);
  }
}
