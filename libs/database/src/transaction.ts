import type { PoolClient, QueryResultRow } from 'pg';
import type { EntityManager } from 'typeorm';
import type { Tracing } from '#libs/observability';
import { type Lock, type LockMode, sortLocks, TAKE, TRY_TO_TAKE } from './locks.js';
import type { Statement } from './statement.js';

/** A transaction of the unit of work: everything in it is committed together or not at all. */
export class Transaction {
  private failure: unknown;

  constructor(
    /** For entities. */
    readonly manager: EntityManager,
    private readonly client: PoolClient,
    private readonly deliver: (event: object, transaction: Transaction) => Promise<void>,
    private readonly tracing: Tracing,
  ) {}

  /**
   * Runs a prepared statement. Statements that are not awaited one by one go out together, and are carried out in the order in
   * which they were asked for, each seeing what the ones before it did.
   */
  async query<Row extends QueryResultRow>(statement: Statement, values: unknown[] = []): Promise<Row[]> {
    try {
      const { name, text } = statement;
      const { rows } = await this.tracing.statement(statement, () => this.client.query<Row>({ name, text, values }));
      return rows;
    } catch (error) {
      // Statements that went out together with the one that failed fail because of it.
      this.failure ??= error;
      throw this.failure;
    }
  }

  /** Takes named locks until the transaction ends, in the order that all transactions keep. */
  async lock(locks: readonly Lock[], mode: LockMode = 'exclusive'): Promise<void> {
    if (locks.length > 0) await this.query(TAKE[mode], columns(sortLocks(locks)));
  }

  /** Takes those named locks that are free and that no transaction waits for. @returns which of them it holds, in their order */
  async tryLock(locks: readonly Lock[], mode: LockMode = 'exclusive'): Promise<boolean[]> {
    if (locks.length === 0) return [];
    const rows = await this.query<{ isHeld: boolean }>(TRY_TO_TAKE[mode], columns(locks));
    return rows.map(({ isHeld }) => isHeld);
  }

  /**
   * Delivers an event to its listeners, here and now: they write in this transaction, and what they throw undoes it.
   * An event carries all that happened, so that a listener writes a set and not a row.
   */
  async publish(event: object): Promise<void> {
    await this.deliver(event, this);
  }
}

const columns = (locks: readonly Lock[]) => [locks.map(({ text }) => text), locks.map(({ seed }) => seed)];
