/** SQL: whether the user of an `attempt` is not suspended. Suspended users have no rank and are in no statistics. */
export const IS_RANKED =
  'NOT EXISTS (SELECT FROM published_suspensions AS suspension WHERE suspension.user_id = attempt.user_id)';
