import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { Database, sql } from '#libs/database';
import { isId } from '#libs/http';
import { questionSetKey, type QuizContent } from '../quiz-content.js';
import { QuizNotFound } from '../quiz.errors.js';
import { QuizReader } from '../quiz-reader.js';

export interface AnsweredVersion {
  version: number;
  content: QuizContent;
  /** The grading that applies now. */
  grading: number;
}

/**
 * The version of a quiz to which these questions belong: the newest one with exactly these questions; if
 * there is none, the newest one that has them all; if there is none, or without any answers, the current one.
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

const NEWEST_EXACT = sql(`
  SELECT version FROM quiz_versions WHERE quiz_id = $1 AND question_set = $2 ORDER BY version DESC LIMIT 1`);

const NEWEST_WITH = sql(`
  SELECT version FROM quiz_versions WHERE quiz_id = $1 AND question_ids @> $2::uuid[] ORDER BY version DESC LIMIT 1`);

@QueryHandler(FindAnsweredVersion)
export class FindAnsweredVersionHandler implements IQueryHandler<FindAnsweredVersion> {
  constructor(
    private readonly reader: QuizReader,
    private readonly database: Database,
  ) {}

  async execute({ quizId, questionIds }: FindAnsweredVersion): Promise<AnsweredVersion> {
    const state = await this.reader.state(quizId);
    if (state === undefined) throw new QuizNotFound();
    const { grading } = state;
    const current = await this.read(quizId, state.version, grading);
    if (state.version === 1 || questionIds.length === 0) return current;
    const named = [...new Set(questionIds)];
    const hasAll = named.every((id) => current.questionIds.has(id));
    if (hasAll && named.length === current.questionIds.size) return current;
    const [exact] = await this.database.query<{ version: number }>(NEWEST_EXACT, [quizId, questionSetKey(named)]);
    if (exact !== undefined) return this.read(quizId, exact.version, grading);
    if (hasAll || !named.every(isId)) return current;
    const [newest] = await this.database.query<{ version: number }>(NEWEST_WITH, [quizId, named]);
    if (newest !== undefined) return this.read(quizId, newest.version, grading);
    // No version has them all, or the quiz was deleted.
    if ((await this.reader.state(quizId)) === undefined) throw new QuizNotFound();
    return current;
  }

  private async read(
    quizId: string,
    version: number,
    grading: number,
  ): Promise<AnsweredVersion & { questionIds: ReadonlySet<string> }> {
    const read = await this.reader.version(quizId, version);
    if (read === undefined) throw new QuizNotFound();
    return { version, grading, content: read.content, questionIds: read.questionIds };
  }
}
