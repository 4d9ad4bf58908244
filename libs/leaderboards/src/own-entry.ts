import type { Neighbourhood } from './ranking/ranked-pages.js';

/**
 * The response for a user's entry.
 * @param leaderboard one entry of each of the rows
 * @param total of the whole leaderboard, read at another time than the rows
 */
export function ownEntry<Entry>(
  { offset, position }: Neighbourhood<unknown>,
  leaderboard: Entry[],
  total: number,
): { entry: Entry; leaderboard: Entry[]; total: number } {
  return { entry: leaderboard[position] as Entry, leaderboard, total: Math.max(total, offset + leaderboard.length) };
}
