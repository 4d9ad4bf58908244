// Named locks: advisory locks of PostgreSQL that end with their transaction. Unlike row locks they queue, and need no row.
import { sql } from './statement.js';

/** An advisory lock. Its key is the hash of its text. */
export interface Lock {
  readonly text: string;
  /** Exclusive locks wait for all others, shared ones for exclusive ones only. */
  readonly isShared?: boolean;
}

/** The lock in its shared mode. */
export const shared = (lock: Lock): Lock => ({ ...lock, isShared: true });

/**
 * Declares a kind of locks. Different names never share a lock.
 * @returns a function that returns the lock of a subject, such as the id of a user
 */
export function lockName(name: string): (subject?: string) => Lock {
  return (subject = '') => ({ text: `${name}:${subject}` });
}

/** In the order that all transactions use, each once: exclusively if any of them is exclusive. */
export function sortLocks(locks: readonly Lock[]): Lock[] {
  const sorted = locks.toSorted(
    (one, other) =>
      Number(one.text > other.text) - Number(one.text < other.text) ||
      Number(one.isShared ?? false) - Number(other.isShared ?? false),
  );
  return sorted.filter(({ text }, index) => text !== sorted[index - 1]?.text);
}

/** $1 texts, $2 whether shared; the rows have the same order. */
const taking = (take: string) =>
  sql(`
    SELECT CASE WHEN is_shared THEN ${take}_shared(key) ELSE ${take}(key) END AS "isHeld"
    FROM (
      SELECT hashtextextended(text, 0) AS key, is_shared
      FROM unnest($1::text[], $2::boolean[]) AS lock (text, is_shared)
    ) AS lock`);

export const TAKE = taking('pg_advisory_xact_lock');

/** Takes the locks that are free and that no transaction waits for. */
export const TRY_TO_TAKE = taking('pg_try_advisory_xact_lock');
