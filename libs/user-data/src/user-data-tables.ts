import { Injectable, type OnModuleInit } from '@nestjs/common';
import { escapeIdentifier } from 'pg';
import { DataSource, type EntityMetadata } from 'typeorm';
import { Database, type Reader, sql, type Statement, inBatches } from '#libs/database';
import { type Deletion, type Erasure, USER_DATA, type UserData } from './holds-user-data.js';

/** Rows of an export in memory. */
const BATCH = 500;

/** Rows of a table that one transaction deletes, where they are deleted in steps. */
const STEP = 1_000;

/** A table whose rows are data of users. */
interface Table {
  readonly name: string;
  /** For administrators; undefined if it is not shown to them. */
  readonly title: string | undefined;
  readonly deleted: Deletion;
  readonly byListener: boolean;
  readonly inSteps: boolean;
  readonly count: Statement;
  readonly delete: Statement;
  /** Undefined without exported columns. */
  readonly read: { first: Statement; next: Statement } | undefined;
  /** Rows of erased users, with `users` as SQL of their ids. */
  readonly rest: (users: string) => string;
}

/** Rows of a user in a table. */
export interface CountedRows {
  readonly title: string;
  readonly rows: number;
  readonly deleted: Deletion;
}

/** The columns of ids of users, by their names. */
const OF_USERS = /^(\w+_)?(user|author|actor|owner|creator|player|application)_id$|^\w+_by$/;

/** The tables that hold data of users, as their entities declare by `@HoldsUserData`. */
@Injectable()
export class UserDataTables implements OnModuleInit {
  private tables: readonly Table[] = [];

  constructor(
    private readonly source: DataSource,
    private readonly database: Database,
  ) {}

  /** @throws Error that names a declared property that does not exist */
  onModuleInit(): void {
    this.tables = this.source.entityMetadatas.flatMap(toTable);
  }

  /** Columns with ids of users that no entity declares, such as `badges.user_id`. */
  undeclared(): string[] {
    return this.source.entityMetadatas.flatMap((entity) => {
      const { of = [], ids = [] } = dataOf(entity) ?? {};
      const declared = [of, ids].flat();
      return entity.columns
        .filter(({ type, databaseName }) => type === 'uuid' && OF_USERS.test(databaseName))
        .filter(({ propertyName }) => !declared.includes(propertyName))
        .map(({ databaseName }) => `${entity.tableName}.${databaseName}`);
    });
  }

  /** How many rows of a user each table has that administrators are shown. */
  async count(userId: string): Promise<CountedRows[]> {
    const counted: CountedRows[] = [];
    for (const { title, count, deleted } of this.tables) {
      if (title === undefined) continue;
      const [found] = await this.database.query<{ rows: number }>(count, [userId]);
      counted.push({ title, rows: found?.rows ?? 0, deleted });
    }
    return counted.sort((one, other) => (one.title < other.title ? -1 : 1));
  }

  /**
   * Deletes the rows of a user that no listener deletes, up to 1,000 of each table that is deleted in steps.
   * @returns whether more may be left
   */
  async delete(userId: string, way: Erasure, transaction: Reader): Promise<boolean> {
    const tables = this.tables.filter((table) => !table.byListener && isDeleted(table, way));
    const deleted = await Promise.all(tables.map((table) => transaction.query(table.delete, [userId])));
    return tables.some(({ inSteps }, index) => inSteps && deleted[index]?.length === STEP);
  }

  /** The tables with exported rows, and these in batches. */
  *read(userId: string): Generator<[table: string, rows: AsyncGenerator<object[]>]> {
    for (const { name, read } of this.tables) if (read !== undefined) yield [name, this.batches(read, userId)];
  }

  /**
   * The tables with rows that erasing a user in a way deletes, and SQL that counts those that are left by `user_id`.
   * @param users SQL of the ids of erased users
   */
  rest(way: Erasure, users: string): { table: string; statement: Statement }[] {
    return this.tables
      .filter((table) => isDeleted(table, way))
      .map(({ name, rest }) => ({ table: name, statement: sql(rest(users)) }));
  }

  private async *batches({ first, next }: NonNullable<Table['read']>, userId: string): AsyncGenerator<object[]> {
    const batches = inBatches<{ keys: string[]; row: object }>(BATCH, (last) =>
      last === undefined ? this.database.query(first, [userId]) : this.database.query(next, [userId, ...last.keys]),
    );
    for await (const rows of batches) yield rows.map(({ row }) => row);
  }
}

const isDeleted = ({ deleted }: Table, way: Erasure) =>
  deleted === 'always' || (deleted === 'if-removed' && way === 'remove');

const dataOf = ({ target }: EntityMetadata): UserData | undefined =>
  typeof target === 'function' ? (Reflect.getMetadata(USER_DATA, target) as UserData | undefined) : undefined;

function toTable(entity: EntityMetadata): Table[] {
  const data = dataOf(entity);
  for (const property of [data?.of ?? [], data?.ids ?? [], data?.exported ?? []].flat()) columnOf(entity, property);
  if (data?.of === undefined) return [];
  const { title, of, deleted = 'always', byListener = false, inSteps = false, exported = [] } = data;
  const [table, user] = [escapeIdentifier(entity.tableName), columnOf(entity, of)];
  return [
    {
      name: entity.tableName,
      title,
      deleted,
      byListener,
      inSteps,
      count: sql(`SELECT count(*)::integer AS rows FROM ${table} WHERE ${user} = $1`),
      delete: sql(`DELETE FROM ${table} WHERE ${inSteps ? nextRows(entity, table, user) : `${user} = $1`}`),
      read: exported.length === 0 ? undefined : readStatements(entity, table, user, exported),
      rest: (users) => `
        SELECT ${user} AS "userId", count(*)::integer AS rows FROM ${table} WHERE ${user} IN (${users}) GROUP BY ${user}`,
    },
  ];
}

/** SQL: the condition of the rows of a step, which returns them to be counted. */
function nextRows(entity: EntityMetadata, table: string, user: string): string {
  const keys = keysOf(entity).join(', ');
  return `(${keys}) IN (SELECT ${keys} FROM ${table} WHERE ${user} = $1 LIMIT ${STEP}) RETURNING 1`;
}

const keysOf = ({ primaryColumns }: EntityMetadata) =>
  primaryColumns.map(({ databaseName }) => escapeIdentifier(databaseName));

/** Reads by the primary key, whose values are texts: times in JavaScript have milliseconds only. */
function readStatements(entity: EntityMetadata, table: string, user: string, exported: readonly string[]) {
  const keys = keysOf(entity);
  const fields = exported.map((property) => `'${property}', ${columnOf(entity, property)}`);
  const read = (condition: string) =>
    sql(`
      SELECT ARRAY[${keys.map((key) => `${key}::text`).join(', ')}] AS keys, json_build_object(${fields.join(', ')}) AS row
      FROM ${table} WHERE ${user} = $1 ${condition} ORDER BY ${keys.join(', ')} LIMIT ${BATCH}`);
  const values = entity.primaryColumns.map(({ type }, index) => `$${index + 2}::text::${String(type)}`);
  return { first: read(''), next: read(`AND (${keys.join(', ')}) > (${values.join(', ')})`) };
}

function columnOf(entity: EntityMetadata, property: string): string {
  const column = entity.findColumnWithPropertyName(property);
  if (column === undefined) throw new Error(`@HoldsUserData of ${entity.name} names ${property}, which is no column`);
  return escapeIdentifier(column.databaseName);
}
