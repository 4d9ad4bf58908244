import type { Profile } from '#libs/profiles';
import type { GlobalLeaderboardEntry } from './leaderboards.dto.js';
import { AVERAGE_BASIS_POINTS } from './standings.js';

/** For a SELECT from `global_standings`. */
export const GLOBAL_ENTRY_COLUMNS = `user_id AS "userId", attempts, correct, questions, ${AVERAGE_BASIS_POINTS} AS average`;

/** The driver returns PostgreSQL's bigint as text. */
export interface GlobalEntryRow {
  userId: string;
  attempts: string;
  correct: string;
  questions: string;
  average: string;
}

/** Consecutive entries. @param offset number of entries before them */
export function toGlobalEntries(
  rows: readonly GlobalEntryRow[],
  offset: number,
  profiles: ReadonlyMap<string, Profile>,
): GlobalLeaderboardEntry[] {
  return rows.map(({ userId, attempts, correct, questions, average }, position) => ({
    rank: offset + position + 1,
    userId,
    displayName: profiles.get(userId)?.displayName ?? '',
    image: profiles.get(userId)?.image ?? null,
    totalAttempts: Number(attempts),
    averageScore: Number(average) / 100,
    totalCorrect: Number(correct),
    totalQuestions: Number(questions),
  }));
}
