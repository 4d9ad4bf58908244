/** SQL: orders of the attempts of one user. The first in an order is the one that counts. */
export const ORDERS = {
  first: 'completed_at, attempt_id',
  last: 'completed_at DESC, attempt_id DESC',
  // That of the leaderboards.
  best: 'basis_points DESC, total_time_ms, completed_at, attempt_id',
} as const;
