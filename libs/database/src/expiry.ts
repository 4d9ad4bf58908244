import { Injectable, type OnModuleInit, SetMetadata } from '@nestjs/common';
import { escapeIdentifier } from 'pg';
import { DataSource } from 'typeorm';
import { Background } from './background.js';
import { Database } from './database.js';
import { sql } from './statement.js';

const EXPIRY = Symbol('expiry');

interface ExpiryOfRows {
  column: string;
  before: string;
}

/**
 * On an entity: its rows are deleted in the background once their time is before another one.
 * @param column of the time, which an index begins with
 * @param before SQL of the other time
 */
export const Expires = (column: string, before = 'now()'): ClassDecorator =>
  SetMetadata(EXPIRY, { column, before } satisfies ExpiryOfRows);

/** How often each instance deletes expired rows, in milliseconds. */
const INTERVAL_MS = 60_000;

/** Deletes the expired rows of all entities that have {@link Expires}, except those that another instance is deleting. */
@Injectable()
export class ExpiredRows implements OnModuleInit {
  constructor(
    private readonly dataSource: DataSource,
    private readonly database: Database,
    private readonly background: Background,
  ) {}

  onModuleInit(): void {
    for (const { target, tableName, primaryColumns } of this.dataSource.entityMetadatas) {
      // The tables of `@ManyToMany` have no class.
      const expiry = (typeof target === 'function' ? Reflect.getMetadata(EXPIRY, target) : undefined) as
        | ExpiryOfRows
        | undefined;
      if (expiry === undefined) continue;
      const { before } = expiry;
      const [table, column] = [escapeIdentifier(tableName), escapeIdentifier(expiry.column)];
      const key = primaryColumns.map(({ databaseName }) => escapeIdentifier(databaseName)).join(', ');
      const statement = sql(`
        DELETE FROM ${table} WHERE (${key}) IN (
          SELECT ${key} FROM ${table} WHERE ${column} < ${before} ORDER BY ${column} LIMIT 5000 FOR UPDATE SKIP LOCKED)
        RETURNING 1`);
      this.background.everyInSteps(INTERVAL_MS, `Deleting expired rows of ${tableName}`, () =>
        this.database.deleteSome(statement),
      );
    }
  }
}
