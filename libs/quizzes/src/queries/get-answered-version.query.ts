import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { Database, sql } from '#libs/database';
import { isId } from '#libs/http';
import { questionSetKey, type QuizContent } from '../quiz-content.js';
import { QuizReader, type QuizState, type Viewer } from '../quiz-reader.js';

/** A version, with the rules of the quiz that apply to attempts now. */
export interface AnsweredVersion extends Pick<QuizState, 'grading' | 'passPercentage' | 'revealAnswers'> {
  version: number;
  content: QuizContent;
}

/**
 * The version of a quiz to which these questions belong, the first of these that exists:
 * 1. the newest one with exactly these questions, while an attempt that was begun before it was replaced may still be in progress;
 * 2. the newest one that has them all;
 * 3. the current one, also if no questions are given.
 * @throws QuizNotFound, also for viewers for whom it does not exist yet
 */
export class GetAnsweredVersion extends Query<AnsweredVersion> {
  constructor(
    readonly quizId: string,
    readonly questionIds: readonly string[],
    readonly viewer?: Viewer,
  ) {
    super();
  }
}

/** Without the limit of time, an attempt could choose the shortest version of all. */
const NEWEST_EXACT = sql(`
  SELECT exact.version FROM quiz_versions AS exact JOIN quizzes ON id = quiz_id
  WHERE quiz_id = $1 AND question_set = $2 AND NOT EXISTS (
    SELECT FROM quiz_versions AS next
    WHERE next.quiz_id = exact.quiz_id AND next.version = exact.version + 1
      AND next.created_at <= now() - greatest(interval '24 hours', make_interval(secs => time_limit_seconds)))
  ORDER BY exact.version DESC LIMIT 1`);

const NEWEST_WITH = sql(`
  SELECT version FROM quiz_versions WHERE quiz_id = $1 AND question_ids @> $2::uuid[] ORDER BY version DESC LIMIT 1`);

@QueryHandler(GetAnsweredVersion)
export class GetAnsweredVersionHandler implements IQueryHandler<GetAnsweredVersion> {
  constructor(
    private readonly reader: QuizReader,
    private readonly database: Database,
  ) {}

  async execute({ quizId, questionIds, viewer }: GetAnsweredVersion): Promise<AnsweredVersion> {
    const { version, grading, passPercentage, revealAnswers } = await this.reader.getState(quizId, viewer);
    const current = await this.reader.getVersion(quizId, version);
    const earlier = version === 1 ? undefined : await this.findEarlier(quizId, questionIds, current.questionIds);
    const { content } = earlier === undefined ? current : await this.reader.getVersion(quizId, earlier);
    return { version: earlier ?? version, content, grading, passPercentage, revealAnswers };
  }

  /** @returns undefined if the questions belong to the current version, or to none */
  private async findEarlier(
    quizId: string,
    questionIds: readonly string[],
    current: ReadonlySet<string>,
  ): Promise<number | undefined> {
    const named = [...new Set(questionIds)];
    const hasAll = named.every((id) => current.has(id));
    if (named.length === 0 || (hasAll && named.length === current.size)) return undefined;
    const [exact] = await this.database.query<{ version: number }>(NEWEST_EXACT, [quizId, questionSetKey(named)]);
    if (exact !== undefined || hasAll || !named.every(isId)) return exact?.version;
    const [newest] = await this.database.query<{ version: number }>(NEWEST_WITH, [quizId, named]);
    // No version has them all, or the quiz was deleted.
    if (newest === undefined) await this.reader.getState(quizId);
    return newest?.version;
  }
}
