import { Injectable } from '@nestjs/common';
import { Pool, type QueryResultRow } from 'pg';
import { DataSource } from 'typeorm';
import { Tracing } from '#libs/observability';
import type { Statement } from './statement.js';

/** Runs single prepared statements on any connection of the pool, outside a transaction. */
@Injectable()
export class Database {
  constructor(
    private readonly pool: Pool,
    private readonly tracing: Tracing,
    source: DataSource,
  ) {
    tracing.observeEntities(source);
  }

  async query<Row extends QueryResultRow>(statement: Statement, values: unknown[] = []): Promise<Row[]> {
    const { name, text } = statement;
    const { rows } = await this.tracing.statement(statement, () => this.pool.query<Row>({ name, text, values }));
    return rows;
  }

  /** Runs a statement that deletes a limited number of rows and returns them. @returns whether more may be left */
  async deleteSome(statement: Statement): Promise<boolean> {
    return (await this.query(statement)).length > 0;
  }
}
