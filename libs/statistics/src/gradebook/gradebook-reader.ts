import { Injectable } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import { Database, type Reader, sql } from '#libs/database';
import type { ListedUser } from '#libs/profiles';
import { FindNewestQuizzes, type TitledQuiz } from '#libs/quizzes';
import type { OnePerUser } from '../answer-grid.js';
import { ORDERS } from '../attempts-of-user.js';
import { type GradebookFilter, type GradebookResult, type GradebookRow } from './gradebook.dto.js';

interface Row extends Omit<GradebookResult, 'percentage'> {
  userId: string;
  basisPoints: number;
}

/** An index has the attempts of a quiz by user. */
const read = (perUser: OnePerUser) =>
  sql(`
    SELECT DISTINCT ON (quiz_id, user_id) quiz_id AS "quizId", user_id AS "userId", attempt_id AS "attemptId",
      basis_points AS "basisPoints", passed, total_time_ms AS "totalTimeMs", completed_at AS "completedAt"
    FROM published_attempts
    WHERE quiz_id = ANY ($1::uuid[]) AND user_id = ANY ($2::uuid[]) AND completed_at >= $3 AND completed_at < $4
    ORDER BY quiz_id, user_id, ${ORDERS[perUser]}`);

const READ = { best: read('best'), first: read('first'), last: read('last') };

/** A user as editors see them. */
export const withoutEmailAndExternalId = (user: ListedUser): ListedUser => ({ ...user, email: null, externalId: null });

/** Reads the results of users at quizzes. */
@Injectable()
export class GradebookReader {
  constructor(
    private readonly database: Database,
    private readonly queries: QueryBus,
  ) {}

  /** The quizzes that a filter chooses, and whether older ones are left out. */
  async findQuizzes(
    { quizIds, quizTag }: GradebookFilter,
    limit: number,
  ): Promise<{ quizzes: TitledQuiz[]; hasMore: boolean }> {
    const filter = { ids: quizIds?.split(','), tag: quizTag };
    // One more than is returned, to know whether there are more.
    const found = await this.queries.execute(new FindNewestQuizzes(filter, limit + 1));
    return { quizzes: found.slice(0, limit), hasMore: found.length > limit };
  }

  async read(
    users: readonly ListedUser[],
    quizzes: readonly TitledQuiz[],
    { attempts, from, to }: GradebookFilter,
    database: Reader = this.database,
  ): Promise<GradebookRow[]> {
    const rows = await database.query<Row & object>(READ[attempts], [
      quizzes.map(({ id }) => id),
      users.map(({ id }) => id),
      from === undefined ? '-infinity' : new Date(from),
      to === undefined ? 'infinity' : new Date(to),
    ]);
    const results = new Map<string, GradebookResult[]>(users.map(({ id }) => [id, []]));
    for (const { userId, basisPoints, ...result } of rows)
      results.get(userId)?.push({ ...result, percentage: basisPoints / 100 });
    return users.map(({ id, displayName, email, externalId }) => ({
      userId: id,
      displayName,
      email,
      externalId,
      results: results.get(id) ?? [],
    }));
  }
}
