import { Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { Snapshots, type Transaction } from '#libs/database';
import { compareProjections } from '#libs/projections';
import { type CheckBatch, ChecksConsistencyOf, type ConsistencyCheck } from '#libs/verification';
import { LockQuizExclusively } from '#libs/quizzes';
import { PASSED, REBUILD } from '../rebuild-certificates.js';

interface Key {
  quizId: string;
  userId: string;
}

const CERTIFICATES = {
  table: 'certificates',
  keys: ['quiz_id', 'user_id'],
  expected: `SELECT DISTINCT quiz_id, user_id FROM ${PASSED}`,
};

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
    return compareProjections<Key>(this.snapshots, [{ ...CERTIFICATES, groupBy: 'quizId', repair }]);
  }

  private async repair(transaction: Transaction, rows: [Key, ...Key[]]): Promise<void> {
    const [{ quizId }] = rows;
    await this.commands.execute(new LockQuizExclusively(quizId, transaction));
    await transaction.query(REBUILD, [quizId, rows.map(({ userId }) => userId)]);
  }
}
