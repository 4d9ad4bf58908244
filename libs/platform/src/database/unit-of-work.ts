import { Injectable } from '@nestjs/common';
import type { PoolClient } from 'pg';
import { DataSource } from 'typeorm';
import { TransactionListeners } from './transaction-listener.js';
import { Transaction } from './transaction.js';

/** Runs work in one transaction, together with what other modules write because of it. */
@Injectable()
export class UnitOfWork {
  constructor(
    private readonly source: DataSource,
    private readonly listeners: TransactionListeners,
  ) {}

  /** @returns what the work returns, once it is committed. What the work throws undoes everything. */
  async run<Result>(work: (transaction: Transaction) => Promise<Result>): Promise<Result> {
    const runner = this.source.createQueryRunner();
    try {
      const client = (await runner.connect()) as PoolClient;
      await runner.startTransaction();
      const result = await work(new Transaction(runner.manager, client, this.listeners.deliver));
      await runner.commitTransaction();
      return result;
    } catch (error) {
      // A connection that is gone has rolled back by itself, and the first error is the one to tell.
      if (runner.isTransactionActive) await runner.rollbackTransaction().catch(() => undefined);
      throw error;
    } finally {
      await runner.release();
    }
  }
}
