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
export const isOver = (grace: string): string => `(is_ended OR ends_at < now() - make_interval(secs => ${grace}))`;

/**
 * SQL: the end of a start by its limit, the grants of its user, and when its quiz closes. Where these move it to the past, it is now, so
 * that the time taken stays true.
 * @param closesAt SQL, may be null
 * @param extraSeconds SQL, what its user was granted
 */
export const endOf = (closesAt: string, extraSeconds: string): string => `
  nullif(greatest(
    coalesce(least(${closesAt}::timestamptz, started_at + make_interval(secs => limit_seconds + ${extraSeconds})), 'infinity'),
    least(ends_at, now())
  ), 'infinity')`;

/** SQL: what the user of a start was granted. */
export const GRANTED_SECONDS = `coalesce((SELECT extra_seconds FROM attempt_counts AS granted
  WHERE (granted.quiz_id, granted.user_id) = (starts.quiz_id, starts.user_id)), 0)`;

const END = endOf('$2', GRANTED_SECONDS);

/** Moves the ends of running starts at the quiz $1, which closes at $2, after a change of that or of a grant: all, or that of the user $3. */
export const MOVE_ENDS = sql(`
  UPDATE starts SET ends_at = ${END}
  WHERE quiz_id = $1 AND user_id = coalesce($3::uuid, user_id) AND NOT is_ended AND coalesce(ends_at > now(), true)
    AND ends_at IS DISTINCT FROM ${END}`);

/** @param grace SQL, in seconds */
export const startColumns = (grace: string): string => `
  quiz_id AS "quizId", user_id AS "userId", id, application_id AS "applicationId", version, pass_percentage AS "passPercentage", questions, answers,
  is_ended AS "isEnded", started_at AS "startedAt", limit_seconds AS "limitSeconds", ends_at AS "endsAt",
  least(greatest(1000 * extract(epoch FROM least(now(), ends_at) - started_at), 0), 2147483647)::integer AS "elapsedMs",
  CASE WHEN ends_at IS NOT NULL THEN ceil(greatest(1000 * extract(epoch FROM ends_at - now()), 0)) END::float8 AS "remainingMs",
  coalesce(now() > ends_at, false) AS "isTimedOut", coalesce(${isOver(grace)}, false) AS "isOver"`;

/** The open start $2 at the quiz $1, which does not change until the transaction ends; $3 is the grace. */
export const LOCK_START = sql(`SELECT ${startColumns('$3')} FROM starts WHERE quiz_id = $1 AND id = $2 FOR UPDATE`);

/** The open starts of users $2 at quizzes $1; $3 is the grace. */
export const READ_STARTS = sql(`
  SELECT ${startColumns('$3')} FROM starts WHERE (quiz_id, user_id) IN (SELECT * FROM unnest($1::uuid[], $2::uuid[]))`);

/** What an attempt has of the start whose place it takes. */
export const attemptOf = ({ id, quizId, userId, applicationId, passPercentage, elapsedMs }: OpenStart) => ({
  attemptId: id,
  quizId,
  userId,
  applicationId,
  passPercentage,
  totalTimeMs: elapsedMs,
});
