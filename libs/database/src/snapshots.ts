import { Injectable } from '@nestjs/common';
import { Pool, type PoolClient, type QueryConfig, type QueryResultRow } from 'pg';
import { isReadOnly } from './database-errors.js';
import { outsideUnitOfWork } from './entity-subscriber.js';
import type { Statement } from './statement.js';

/** Runs statements: a snapshot, or a transaction that writes. */
export interface Reader {
  query<Row extends QueryResultRow>(statement: Statement, values?: unknown[]): Promise<Row[]>;
}

/** Rows per fetch from a cursor, unless they are large. */
const FETCH = 2_000;

/** A snapshot of the database, for reads that must be consistent with each other. It blocks no writer. */
export class Snapshot implements Reader {
  private cursors = 0;

  constructor(private readonly client: PoolClient) {}

  query<Row extends QueryResultRow>({ name, text }: Statement, values: unknown[] = []): Promise<Row[]> {
    return this.run<Row>({ name, text, values });
  }

  /** The rows of a statement in batches of a size, of which one is in memory. */
  async *stream<Row extends QueryResultRow>(
    { text }: Statement,
    values: unknown[] = [],
    size = FETCH,
  ): AsyncGenerator<Row[]> {
    const cursor = `cursor_${++this.cursors}`;
    await this.run({ text: `DECLARE ${cursor} NO SCROLL CURSOR FOR ${text}`, values });
    for (let isMoreLeft = true; isMoreLeft;) {
      const rows = await this.run<Row>({ text: `FETCH ${size} FROM ${cursor}` });
      isMoreLeft = rows.length === size;
      yield rows;
    }
    await this.run({ text: `CLOSE ${cursor}` });
  }

  private async run<Row extends QueryResultRow>(statement: QueryConfig): Promise<Row[]> {
    try {
      return (await this.client.query<Row>(statement)).rows;
    } catch (error) {
      throw isReadOnly(error) ? outsideUnitOfWork(statement.text, error) : error;
    }
  }
}

/** Takes snapshots of the database. */
@Injectable()
export class Snapshots {
  constructor(private readonly pool: Pool) {}

  /** The result of the work, whose statements see the same snapshot. */
  async read<Result>(work: (snapshot: Snapshot) => Promise<Result>): Promise<Result> {
    let result: Result | undefined;
    for await (result of this.during(async function* (snapshot) {
      yield await work(snapshot);
    }));
    return result as Result;
  }

  /** Yields the values of the work. The snapshot ends with the work, or when the caller stops iterating. */
  async *during<Item>(work: (snapshot: Snapshot) => AsyncGenerator<Item>): AsyncGenerator<Item> {
    const client = await this.pool.connect();
    try {
      await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
      // The planner optimises for fetching all rows of a cursor, not only the first ones.
      await client.query('SET LOCAL cursor_tuple_fraction = 1');
      yield* work(new Snapshot(client));
    } finally {
      const isUsable = await client.query('COMMIT').then(
        () => true,
        () => false,
      );
      client.release(!isUsable);
    }
  }
}
