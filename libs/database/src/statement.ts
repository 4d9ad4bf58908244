import { createHash } from 'node:crypto';

/** A statement that PostgreSQL parses and plans once per connection. */
export interface Statement {
  readonly name: string;
  readonly text: string;
}

/** Names a statement by its text, so that each connection prepares it once. */
export function sql(text: string): Statement {
  return { name: createHash('sha1').update(text).digest('base64url'), text };
}
