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
import { awardFor, CERTIFICATES_OF_USER } from '../award.js';

interface Key {
  quizId: string;
  userId: string;
}

const PASSED = 'published_attempts JOIN published_quizzes USING (quiz_id) WHERE passed';

const DIFFERENCES = differingRows({
  keys: ['quizId', 'userId'],
  totals: ['certificates'],
  expected: `SELECT DISTINCT quiz_id AS "quizId", user_id AS "userId", 1::bigint AS certificates FROM ${PASSED}`,
  stored: 'SELECT quiz_id AS "quizId", user_id AS "userId", 1::bigint AS certificates FROM certificates',
});

/** $1 is the quiz, $2 the users. */
const DELETE_SURPLUS = sql(`
  DELETE FROM certificates WHERE quiz_id = $1 AND user_id = ANY ($2::uuid[])
    AND user_id NOT IN (SELECT user_id FROM ${PASSED} AND quiz_id = $1 AND user_id = ANY ($2::uuid[]))`);

const AWARD_MISSING = awardFor(`
  SELECT DISTINCT ON (user_id) quiz_id, user_id, attempt_id, completed_at
  FROM ${PASSED} AND quiz_id = $1 AND user_id = ANY ($2::uuid[]) ORDER BY user_id, completed_at, attempt_id`);

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
    return this.snapshots.during((snapshot) => compareRows<Key>(snapshot, DIFFERENCES, { groupBy: 'quizId', repair }));
  }

  private async repair(transaction: Transaction, rows: [Key, ...Key[]]): Promise<void> {
    const [{ quizId }] = rows;
    const userIds = rows.map(({ userId }) => userId);
    await this.commands.execute(new LockQuizExclusively(quizId, transaction));
    await transaction.lock(userIds.map((userId) => CERTIFICATES_OF_USER(userId)));
    await transaction.query(DELETE_SURPLUS, [quizId, userIds]);
    await transaction.query(AWARD_MISSING, [quizId, userIds]);
  }
}
