import { sql } from '#libs/database';
import type { StartEntity } from './start.entity.js';

/** A start as it is read, with what the clock of PostgreSQL says about it: those of instances may differ. */
export interface OpenStart extends StartEntity {
  /** Since it began, at most until its end, in milliseconds. */
  elapsedMs: number;
  /** Until its end, in milliseconds: 0 after it, null without a time limit. */
  remainingMs: number | null;
  isTimedOut: boolean;
  /** Whether answers no longer count: its end and the grace have passed, or an administrator ended it. */
  isOver: boolean;
}

/** SQL: whether the answers to a start no longer count. @param grace SQL, in seconds */
export const isOver = (grace: string): string => `(is_ended OR now() > ends_at + make_interval(secs => ${grace}))`;

/** SQL: the end of a start that is moved by an interval, but not beyond when its quiz closes. @param closesAt SQL, may be null */
export const endMovedBy = (interval: string, closesAt: string): string =>
  `least(ends_at + ${interval}, greatest(ends_at, coalesce(${closesAt}::timestamptz, 'infinity')))`;

/** @param grace SQL, in seconds */
export const startColumns = (grace: string): string => `
  quiz_id AS "quizId", user_id AS "userId", id, application_id AS "applicationId", version, pass_percentage AS "passPercentage", questions, answers,
  is_ended AS "isEnded", started_at AS "startedAt", ends_at AS "endsAt",
  least(greatest(1000 * extract(epoch FROM least(now(), ends_at) - started_at), 0), 2147483647)::integer AS "elapsedMs",
  CASE WHEN ends_at IS NOT NULL THEN ceil(greatest(1000 * extract(epoch FROM ends_at - now()), 0)) END::float8 AS "remainingMs",
  coalesce(now() > ends_at, false) AS "isTimedOut", coalesce(${isOver(grace)}, false) AS "isOver"`;

/** The open start $2 at the quiz $1, which does not change until the transaction ends; $3 is the grace. */
export const LOCK_START = sql(`SELECT ${startColumns('$3')} FROM starts WHERE quiz_id = $1 AND id = $2 FOR UPDATE`);

/** The open starts of users $2 at quizzes $1; $3 is the grace. */
export const READ_STARTS = sql(`
  SELECT ${startColumns('$3')} FROM starts WHERE (quiz_id, user_id) IN (SELECT * FROM unnest($1::uuid[], $2::uuid[]))`);
