import { Injectable } from '@nestjs/common';
import type { PoolClient } from 'pg';
import { DataSource } from 'typeorm';
import { Tracing } from '#libs/observability';
import { allowWrites } from './entity-subscriber.js';
import { isConflict, isConnectionLost } from './database-errors.js';
import { TransactionListeners } from './transaction-listener.js';
import { Transaction } from './transaction.js';

const MAX_ATTEMPTS = 3;

/** Runs work in one transaction, together with what other modules write because of it. */
@Injectable()
export class UnitOfWork {
  constructor(
    private readonly source: DataSource,
    private readonly listeners: TransactionListeners,
    private readonly tracing: Tracing,
  ) {}

  /**
   * @param work is done again where the database undoes it because of another transaction (a deadlock): whatever it does, it does
   *   through the transaction
   * @returns what the work returns, once it is committed. What the work throws undoes everything.
   */
  async run<Result>(work: (transaction: Transaction) => Promise<Result>): Promise<Result> {
    for (let attempt = 1; ; attempt++) {
      try {
        return await this.tracing.span('transaction', () => this.commit(work));
      } catch (error) {
        if (attempt === MAX_ATTEMPTS || !isConflict(error)) throw error;
      }
    }
  }

  private async commit<Result>(work: (transaction: Transaction) => Promise<Result>): Promise<Result> {
    const runner = this.source.createQueryRunner();
    allowWrites(runner);
    const client = (await runner.connect()) as PoolClient;
    try {
      await runner.startTransaction();
      const result = await work(new Transaction(runner.manager, client, this.listeners.deliver, this.tracing));
      // Where a statement failed and the work went on, PostgreSQL answers a commit with a rollback, which is no error.
      const { command } = await client.query('COMMIT');
      if (command !== 'COMMIT') throw new Error('A statement of the transaction failed, and the work went on');
      return result;
    } catch (error) {
      // A connection that is lost or cannot roll back is ended, and the first error is the one to tell.
      if (isConnectionLost(error)) void client.end();
      else if (runner.isTransactionActive) await runner.rollbackTransaction().catch(() => void client.end());
      throw error;
    } finally {
      await runner.release();
    }
  }
}
