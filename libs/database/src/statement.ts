import { createHash } from 'node:crypto';

/** A statement. PostgreSQL parses and plans one with a name once per connection. */
export interface Statement {
  readonly name?: string;
  readonly text: string;
}

/** Deletes up to 5,000 rows whose time in an indexed column has passed, except those that another instance is deleting. */
export function deleteExpired(table: string, key: string, column: string): Statement {
  return sql(`
    DELETE FROM ${table} WHERE ${key} IN (
      SELECT ${key} FROM ${table} WHERE ${column} <= now() ORDER BY ${column} LIMIT 5000 FOR UPDATE SKIP LOCKED)
    RETURNING 1`);
}

/** Names a statement by its text, so that each connection prepares it once. */
export function sql(text: string): Statement {
  return { name: createHash('sha1').update(text).digest('base64url'), text };
}

/** A statement that PostgreSQL plans each time: for queues, because a plan from the time when one was empty reads all of a long one. */
export function unpreparedSql(text: string): Statement {
  return { text };
}
