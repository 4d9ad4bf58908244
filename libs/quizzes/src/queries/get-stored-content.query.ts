import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { Database, sql } from '#libs/database';
import type { QuizContent } from '../quiz-content.js';
import { QuizNotFound } from '../quiz.errors.js';

/** The questions of one version of a quiz that exists or is in the trash. @throws QuizNotFound */
export class GetStoredContent extends Query<QuizContent> {
  constructor(
    readonly quizId: string,
    readonly version: number,
  ) {
    super();
  }
}

const READ = sql(`
  SELECT content FROM quiz_versions WHERE quiz_id = $1 AND version = $2
  UNION ALL SELECT content FROM deleted_quiz_versions WHERE quiz_id = $1 AND version = $2`);

@QueryHandler(GetStoredContent)
export class GetStoredContentHandler implements IQueryHandler<GetStoredContent> {
  constructor(private readonly database: Database) {}

  async execute({ quizId, version }: GetStoredContent): Promise<QuizContent> {
    const [stored] = await this.database.query<{ content: QuizContent }>(READ, [quizId, version]);
    if (stored === undefined) throw new QuizNotFound();
    return stored.content;
  }
}
