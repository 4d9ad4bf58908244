/** SQL: whether a user is suspended or erased, as of the statement. @param userId a qualified column */
export const isSuspended = (userId: string): string =>
  `EXISTS (SELECT FROM published_suspensions AS suspension WHERE suspension.user_id = ${userId})`;

/** SQL: whether a user was erased. @param userId a qualified column */
export const isErased = (userId: string): string =>
  `EXISTS (SELECT FROM published_erasures AS erasure WHERE erasure.user_id = ${userId})`;

/** SQL: the same, but not whether a user is anonymised: statistics have their results. @param userId a qualified column */
export const isLeftOutOfStatistics = (userId: string): string =>
  `EXISTS (SELECT FROM published_suspensions AS suspension WHERE suspension.user_id = ${userId} AND NOT is_anonymised)`;
