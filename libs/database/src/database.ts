import { Injectable } from '@nestjs/common';
import type { Pool, QueryResultRow } from 'pg';
import { DataSource } from 'typeorm';
import { Tracing } from '#libs/observability';
import type { Statement } from './statement.js';

/** One prepared statement on any connection of the pool, for reads and for writes that stand alone. */
@Injectable()
export class Database {
  private readonly pool: Pool;

  constructor(
    source: DataSource,
    private readonly tracing: Tracing,
  ) {
    tracing.observeEntities(source);
    this.pool = (source.driver as unknown as { master: Pool }).master;
  }

  async query<Row extends QueryResultRow>(statement: Statement, values: unknown[] = []): Promise<Row[]> {
    const { name, text } = statement;
    const { rows } = await this.tracing.statement(statement, () => this.pool.query<Row>({ name, text, values }));
    return rows;
  }
}
