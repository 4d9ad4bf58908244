import { createHash } from 'node:crypto';

/** A statement. PostgreSQL parses and plans one with a name once per connection. */
export interface Statement {
  readonly name?: string;
  readonly text: string;
}

/** Names a statement by its text, so that each connection prepares it once. */
export function sql(text: string): Statement {
  return { name: createHash('sha1').update(text).digest('base64url'), text };
}

/**
 * A statement that PostgreSQL plans each time: for queues, because a plan from the time when one was empty reads all of a long one, and for
 * filters, because the best plan for a rare value is the worst for a frequent one.
 */
export function unpreparedSql(text: string): Statement {
  return { text };
}
