import type { PoolClient, QueryResultRow } from 'pg';
import type { EntityManager } from 'typeorm';
import type { Tracing } from '#libs/observability';
import { type Lock, sortLocks, TAKE, TRY_TO_TAKE } from './locks.js';
import type { Statement } from './statement.js';

/** A transaction of the unit of work. All its writes are committed together or not at all. */
export class Transaction {
  private failure: unknown;
  private hasEnded = false;

  constructor(
    /** For entities. */
    readonly manager: EntityManager,
    private readonly client: PoolClient,
    private readonly deliver: (event: object, transaction: Transaction) => Promise<void>,
    private readonly tracing: Tracing,
  ) {}

  /**
   * Runs a prepared statement. Statements that are not awaited one by one are sent together. They run in the order of
   * the calls, and each sees the effects of those before it.
   */
  async query<Row extends QueryResultRow>(statement: Statement, values: unknown[] = []): Promise<Row[]> {
    if (this.hasEnded) throw new Error('The transaction has ended: await every statement in its work');
    try {
      const { name, text } = statement;
      const { rows } = await this.tracing.statement(statement, () => this.client.query<Row>({ name, text, values }));
      return rows;
    } catch (error) {
      // A failed statement makes those that were sent with it fail too: its error is the cause.
      this.failure ??= error;
      throw this.failure;
    }
  }

  /** Lets later calls of `query` throw: they would run in another transaction, or in none. */
  end(): void {
    this.hasEnded = true;
  }

  /** Takes named locks until the transaction ends, in the order that all transactions use. */
  async lock(locks: readonly Lock[]): Promise<void> {
    if (locks.length > 0) await this.query(TAKE, columns(sortLocks(locks)));
  }

  /** Takes the named locks that are free and that no transaction waits for. @returns for each lock whether it is held */
  async tryLock(locks: readonly Lock[]): Promise<boolean[]> {
    if (locks.length === 0) return [];
    const rows = await this.query<{ isHeld: boolean }>(TRY_TO_TAKE, columns(locks));
    return rows.map(({ isHeld }) => isHeld);
  }

  /**
   * Delivers an event to its listeners before it returns. They write in this transaction, and an error of a listener
   * rolls it back. An event carries all items of the transaction, so that a listener writes them with one statement.
   */
  async publish(event: object): Promise<void> {
    await this.deliver(event, this);
  }
}

const columns = (locks: readonly Lock[]) => [
  locks.map(({ text }) => text),
  locks.map(({ isShared = false }) => isShared),
];
