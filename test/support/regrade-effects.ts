// What a regrade did: the state of a quiz's attempts and leaderboard before and after it, compared as a preview describes it.
import { query } from './database.js';
import type { Player } from './factories.js';
import { type QuizEntry, readQuizBoard } from './leaderboards.js';
import type { RegradePreview } from './regrades.js';

interface StoredAttempt {
  userId: string;
  id: string;
  version: number;
  score: string;
  passed: boolean;
}

export interface Results {
  attempts: StoredAttempt[];
  entries: QuizEntry[];
}

export async function readResults(databaseUrl: string, admin: Player, quizId: string): Promise<Results> {
  const attempts = await query<StoredAttempt>(
    databaseUrl,
    `SELECT user_id AS "userId", id, version, correct_count || '/' || total_questions AS score, passed
     FROM attempts WHERE quiz_id = $1 AND voided_at IS NULL ORDER BY id`,
    [quizId],
  );
  return { attempts, entries: (await readQuizBoard(admin.api, quizId)).entries };
}

/** @param asked the versions that have the question */
export function effectsOf(before: Results, after: Results, asked: readonly number[]): Omit<RegradePreview, 'grading'> {
  const changed = before.attempts.filter(({ score }, at) => score !== after.attempts[at]?.score);
  const entryOf = ({ entries }: Results, id: string) => entries.find(({ userId }) => userId === id);
  const passedOf = ({ attempts }: Results, id: string) =>
    attempts.some(({ userId, passed }) => userId === id && passed);
  const users = after.entries.map(({ userId, displayName, percentage, rank }) => ({
    userId,
    displayName,
    attemptsChanged: changed.filter((attempt) => attempt.userId === userId).length,
    percentageBefore: entryOf(before, userId)?.percentage ?? NaN,
    percentageAfter: percentage,
    passedBefore: passedOf(before, userId),
    passedAfter: passedOf(after, userId),
    rankBefore: entryOf(before, userId)?.rank ?? NaN,
    rankAfter: rank,
  }));
  const ofVersion = (attempts: StoredAttempt[], version: number) => attempts.filter((one) => one.version === version);
  const versions = asked.filter((version) => ofVersion(before.attempts, version).length > 0);
  return {
    limit: null,
    attempts: changed.length,
    users: users.filter(({ percentageBefore, percentageAfter }) => percentageBefore !== percentageAfter).length,
    passesGained: users.filter(({ passedBefore, passedAfter }) => passedAfter && !passedBefore).length,
    passesLost: users.filter(({ passedBefore, passedAfter }) => passedBefore && !passedAfter).length,
    ranksChanged: users.filter(({ rankBefore, rankAfter }) => rankBefore !== rankAfter).length,
    versions: versions
      .toSorted((one, other) => other - one)
      .map((version) => ({
        version,
        attempts: ofVersion(before.attempts, version).length,
        attemptsChanged: ofVersion(changed, version).length,
      })),
    changes: users
      .filter(({ attemptsChanged, rankBefore, rankAfter }) => attemptsChanged > 0 || rankBefore !== rankAfter)
      .toSorted((one, other) => Number(other.attemptsChanged > 0) - Number(one.attemptsChanged > 0)),
  };
}
