import type { PoolClient, QueryResultRow } from 'pg';
import type { EntityManager } from 'typeorm';
import type { Tracing } from '#libs/observability';
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

  /**
   * Delivers an event to its listeners, here and now: they write in this transaction, and what they throw undoes it.
   * An event carries all that happened, so that a listener writes a set and not a row.
   */
  async publish(event: object): Promise<void> {
    await this.deliver(event, this);
  }
}
