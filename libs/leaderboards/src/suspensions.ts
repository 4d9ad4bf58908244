// The statements that hide standings of users who are suspended, and show them again.
import { logMoves } from '#libs/projections';
import { sql } from '#libs/database';
import { GLOBAL_STANDINGS, isSuspended, QUIZ_STANDINGS } from './standings.js';

/** Lists or hides the users $1, as they are suspended or not. Returns how many more entries the leaderboard has. */
export const FOLLOW_SUSPENSIONS = sql(`
  WITH former AS (
    SELECT * FROM global_standings AS total
    WHERE user_id = ANY ($1::uuid[]) AND suspended <> ${isSuspended('total.user_id')} ORDER BY user_id FOR UPDATE
  ), changed AS (
    UPDATE global_standings AS total SET suspended = NOT former.suspended FROM former
    WHERE total.user_id = former.user_id RETURNING total.*
  ), logged AS (
    ${logMoves(GLOBAL_STANDINGS, { from: 'former', to: 'changed' })}
  )
  SELECT coalesce(sum(CASE WHEN suspended THEN -1 ELSE 1 END), 0)::integer AS users FROM changed`);

/**
 * The same at all quizzes that exist. Returns how many more entries their leaderboards have. The attempts tell at which quizzes a user
 * has standings: an index of standings by user would cost each submission more.
 */
export const FOLLOW_SUSPENSIONS_AT_QUIZZES = sql(`
  WITH former AS (
    SELECT standing.* FROM (
      SELECT DISTINCT quiz_id, user_id FROM published_attempts JOIN published_quizzes USING (quiz_id)
      WHERE user_id = ANY ($1::uuid[])
    ) AS made JOIN quiz_standings AS standing USING (quiz_id, user_id)
    WHERE suspended <> ${isSuspended('made.user_id')}
  ), changed AS (
    UPDATE quiz_standings AS standing SET suspended = NOT former.suspended FROM former
    WHERE standing.quiz_id = former.quiz_id AND standing.user_id = former.user_id RETURNING standing.*
  ), logged AS (
    ${logMoves(QUIZ_STANDINGS, { from: 'former', to: 'changed' })}
  )
  SELECT quiz_id AS "quizId", sum(CASE WHEN suspended THEN -1 ELSE 1 END)::integer AS users FROM changed GROUP BY quiz_id`);
