/** SQL: whether a user is suspended, as of the statement. @param userId a qualified column */
export const isSuspended = (userId: string): string =>
  `EXISTS (SELECT FROM published_suspensions AS suspension WHERE suspension.user_id = ${userId})`;
