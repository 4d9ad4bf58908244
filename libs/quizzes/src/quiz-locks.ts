// Submissions take a quiz's lock shared, updates and deletions take it exclusively: nothing is accepted after either was answered.
// Advisory locks queue: row locks would let a stream of submissions pass an update that waits.
import { sql } from '#libs/database';

/** Takes the shared locks of quizzes; ids sorted, so that no two transactions wait for each other. */
export const LOCK_SHARED = sql(`
  SELECT pg_advisory_xact_lock_shared(hashtextextended(id::text, 0)) FROM unnest($1::uuid[]) AS id`);

/** Takes those shared locks that are free and that no transaction waits for. */
export const TRY_LOCK_SHARED = sql(`
  SELECT id, pg_try_advisory_xact_lock_shared(hashtextextended(id::text, 0)) AS "isHeld" FROM unnest($1::uuid[]) AS id`);

/** Takes the exclusive lock of one quiz. */
export const LOCK_EXCLUSIVE = sql('SELECT pg_advisory_xact_lock(hashtextextended($1::uuid::text, 0))');
