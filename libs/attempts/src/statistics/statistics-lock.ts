// Who changes the statistics holds this lock: one instance counts at a time, and a deletion waits for it.
import { sql } from '#libs/database';

const KEY = `hashtextextended('statistics of attempts', 2)`;

export const LOCK_STATISTICS = sql(`SELECT pg_advisory_xact_lock(${KEY})`);

export const TRY_LOCK_STATISTICS = sql(`SELECT pg_try_advisory_xact_lock(${KEY}) AS "isHeld"`);
