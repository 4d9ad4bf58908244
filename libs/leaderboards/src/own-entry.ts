import { NoLeaderboardEntry } from './leaderboard.errors.js';
import type { Neighbourhood } from './ranking/ranked-pages.js';

/**
 * The response for a user's entry.
 * @param leaderboard the entries of `found`
 * @param total of the whole leaderboard, read at another time than `found`
 * @throws NoLeaderboardEntry
 */
export function ownEntry<Entry>(
  { offset, position }: Neighbourhood<unknown>,
  leaderboard: Entry[],
  total: number,
): { entry: Entry; leaderboard: Entry[]; total: number } {
  const entry = leaderboard[position];
  if (entry === undefined) throw new NoLeaderboardEntry();
  return { entry, leaderboard, total: Math.max(total, offset + leaderboard.length) };
}
