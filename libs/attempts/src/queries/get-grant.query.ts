import { type IQueryHandler, Query, QueryBus, QueryHandler } from '@nestjs/cqrs';
import { Database, sql } from '#libs/database';
import { isId } from '#libs/http';
import { assertQuizExists } from '#libs/quizzes';
import type { Grant } from '../backoffice-attempts.dto.js';

/** The number of a user's attempts at a quiz, and what was granted beyond its limits. @throws QuizNotFound */
export class GetGrant extends Query<Grant> {
  constructor(
    readonly quizId: string,
    readonly userId: string,
  ) {
    super();
  }
}

const READ = sql(`
  SELECT count AS attempts, extra_attempts AS "extraAttempts", extra_seconds AS "extraSeconds"
  FROM attempt_counts WHERE quiz_id = $1 AND user_id = $2`);

@QueryHandler(GetGrant)
export class GetGrantHandler implements IQueryHandler<GetGrant> {
  constructor(
    private readonly database: Database,
    private readonly queries: QueryBus,
  ) {}

  async execute({ quizId, userId }: GetGrant): Promise<Grant> {
    await assertQuizExists(this.queries, quizId);
    const [row] = isId(userId) ? await this.database.query<Grant & object>(READ, [quizId, userId]) : [];
    return row ?? { attempts: 0, extraAttempts: 0, extraSeconds: 0 };
  }
}
