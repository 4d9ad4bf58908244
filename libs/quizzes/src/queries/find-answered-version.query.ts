import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { Database, isId, sql } from '#libs/platform';
import type { QuizContent } from '../quiz-content.js';
import { QuizNotFound } from '../quiz.errors.js';
import { QuizReader } from '../quiz-reader.js';

export interface AnsweredVersion {
  version: number;
  content: QuizContent;
}

/**
 * The version of a quiz that answers to these questions were given to: the newest one whose questions are exactly those; where
 * none is, the newest that has them all; where none has, or without any answers, the current one.
 * @throws QuizNotFound
 */
export class FindAnsweredVersion extends Query<AnsweredVersion> {
  constructor(
    readonly quizId: string,
    readonly questionIds: readonly string[],
  ) {
    super();
  }
}

const NEWEST_WITH = sql(`
  SELECT version FROM quiz_versions WHERE quiz_id = $1 AND question_ids @> $2::uuid[]
  ORDER BY cardinality(question_ids) = cardinality($2::uuid[]) DESC, version DESC LIMIT 1`);

@QueryHandler(FindAnsweredVersion)
export class FindAnsweredVersionHandler implements IQueryHandler<FindAnsweredVersion> {
  constructor(
    private readonly reader: QuizReader,
    private readonly database: Database,
  ) {}

  async execute({ quizId, questionIds }: FindAnsweredVersion): Promise<AnsweredVersion> {
    const row = await this.reader.row(quizId);
    if (row === undefined) throw new QuizNotFound();
    const current = await this.read(quizId, row.version);
    const named = [...new Set(questionIds)];
    if (row.version === 1 || named.length === 0 || hasExactly(current.content, named)) return current;
    if (!named.every(isId)) return current;
    const [newest] = await this.database.query<{ version: number }>(NEWEST_WITH, [quizId, named]);
    return newest === undefined || newest.version === row.version ? current : this.read(quizId, newest.version);
  }

  private async read(quizId: string, version: number): Promise<AnsweredVersion> {
    const read = await this.reader.version(quizId, version);
    if (read === undefined) throw new QuizNotFound();
    return { version, content: read.content };
  }
}

function hasExactly(content: QuizContent, questionIds: readonly string[]): boolean {
  if (content.length !== questionIds.length) return false;
  const named = new Set(questionIds);
  return content.every(({ id }) => named.has(id));
}
