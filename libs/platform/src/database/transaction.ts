import type { PoolClient, QueryResultRow } from 'pg';
import type { EntityManager } from 'typeorm';
import type { Statement } from './statement.js';

/** A transaction of the unit of work: everything in it is committed together or not at all. */
export class Transaction {
  constructor(
    /** For entities. */
    readonly manager: EntityManager,
    private readonly client: PoolClient,
    private readonly deliver: (event: object, transaction: Transaction) => Promise<void>,
  ) {}

  /** Runs a prepared statement. */
  async query<Row extends QueryResultRow>(statement: Statement, values: unknown[] = []): Promise<Row[]> {
    const { rows } = await this.client.query<Row>({ name: statement.name, text: statement.text, values });
    return rows;
  }

  /**
   * Delivers an event to its listeners, here and now: they write in this transaction, and what they throw undoes it.
   * An event carries all that happened, so that a listener writes a set and not a row.
   */
  async publish(event: object): Promise<void> {
    await this.deliver(event, this);
  }
}
