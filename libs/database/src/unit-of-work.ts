import { setTimeout as sleep } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import type { PoolClient } from 'pg';
import { DataSource } from 'typeorm';
import { Tracing } from '#libs/observability';
import { allowWrites, forbidWrites } from './entity-subscriber.js';
import { isConflict, isConnectionLost } from './database-errors.js';
import { TransactionListeners } from './transaction-listener.js';
import { Transaction } from './transaction.js';

const MAX_ATTEMPTS = 3;

/**
 * Pause before a repeat, in milliseconds, up to twice as long so that repeats do not collide: at once, it could take the locks again that
 * the other transaction of a deadlock waits for.
 */
const MIN_PAUSE_MS = 20;

/** Runs work in one transaction, together with the writes of other modules' listeners. */
@Injectable()
export class UnitOfWork {
  constructor(
    private readonly source: DataSource,
    private readonly listeners: TransactionListeners,
    private readonly tracing: Tracing,
  ) {}

  /**
   * @param work is repeated after a pause if the database rolls it back because of another transaction (a deadlock), so all its
   * effects go through the transaction
   * @returns the result of the work, after the commit. An error of the work rolls everything back
   */
  async run<Result>(work: (transaction: Transaction) => Promise<Result>): Promise<Result> {
    for (let attempt = 1; ; attempt++) {
      try {
        return await this.tracing.span('transaction', () => this.commit(work));
      } catch (error) {
        if (attempt === MAX_ATTEMPTS || !isConflict(error)) throw error;
        await sleep(MIN_PAUSE_MS * (1 + Math.random()));
      }
    }
  }

  private async commit<Result>(work: (transaction: Transaction) => Promise<Result>): Promise<Result> {
    const runner = this.source.createQueryRunner();
    allowWrites(runner);
    const client = (await runner.connect()) as PoolClient;
    const transaction = new Transaction(runner.manager, client, this.listeners.deliver, this.tracing);
    try {
      await runner.startTransaction();
      const result = await work(transaction).finally(() => {
        transaction.end();
        forbidWrites(runner);
      });
      // If a statement failed and the work continued, PostgreSQL answers COMMIT with a rollback, without an error.
      const { command } = await client.query('COMMIT');
      if (command !== 'COMMIT') throw new Error('A statement of the transaction failed, and the work continued');
      return result;
    } catch (error) {
      // A connection that is lost or cannot roll back is closed. The first error is the one to report.
      if (isConnectionLost(error)) void client.end();
      else if (runner.isTransactionActive) await runner.rollbackTransaction().catch(() => void client.end());
      throw error;
    } finally {
      await runner.release();
    }
  }
}
