import type { Profile } from '#libs/profiles';
import type { QuizLeaderboardEntry } from './leaderboards.dto.js';

/** For a SELECT from `quiz_standings`. */
export const QUIZ_ENTRY_COLUMNS = `user_id AS "userId", correct_count AS "correctCount", total_questions AS "totalQuestions",
  missed_basis_points AS "missedBasisPoints", total_time_ms AS "totalTimeMs", completed_at AS "completedAt"`;

export interface QuizEntryRow {
  userId: string;
  correctCount: number;
  totalQuestions: number;
  missedBasisPoints: number;
  totalTimeMs: number;
  completedAt: Date;
}

/** Consecutive entries. @param offset number of entries before them */
export function toQuizEntries(
  rows: readonly QuizEntryRow[],
  offset: number,
  profiles: ReadonlyMap<string, Profile>,
): QuizLeaderboardEntry[] {
  return rows.map((row, position) => ({
    rank: offset + position + 1,
    userId: row.userId,
    displayName: profiles.get(row.userId)?.displayName ?? '',
    image: profiles.get(row.userId)?.image ?? null,
    correctCount: row.correctCount,
    totalQuestions: row.totalQuestions,
    percentage: (10_000 - row.missedBasisPoints) / 100,
    totalTimeMs: row.totalTimeMs,
    completedAt: row.completedAt,
  }));
}
