import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { Database, sql } from '#libs/database';
import { isId } from '#libs/http';
import { QuizNotFound } from '../quiz.errors.js';

export interface VersionSummary {
  version: number;
  createdAt: Date;
  /** Number of questions. */
  questions: number;
}

/** The versions of a quiz, the current one first. @throws QuizNotFound */
export class GetQuizVersions extends Query<[VersionSummary, ...VersionSummary[]]> {
  constructor(readonly quizId: string) {
    super();
  }
}

const READ = sql(`
  SELECT version, created_at AS "createdAt", cardinality(question_ids) AS questions
  FROM quiz_versions WHERE quiz_id = $1 ORDER BY version DESC`);

@QueryHandler(GetQuizVersions)
export class GetQuizVersionsHandler implements IQueryHandler<GetQuizVersions> {
  constructor(private readonly database: Database) {}

  async execute({ quizId }: GetQuizVersions): Promise<[VersionSummary, ...VersionSummary[]]> {
    const rows = isId(quizId)
      ? await this.database.query<VersionSummary & Record<string, unknown>>(READ, [quizId])
      : [];
    const [current, ...earlier] = rows;
    if (current === undefined) throw new QuizNotFound();
    return [current, ...earlier];
  }
}
