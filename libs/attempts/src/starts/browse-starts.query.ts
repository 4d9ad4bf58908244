import { Inject } from '@nestjs/common';
import { type IQueryHandler, Query, QueryBus, QueryHandler } from '@nestjs/cqrs';
import { NIL } from 'uuid';
import { CONFIGURATION, type Configuration } from '#libs/configuration';
import { Database, sql } from '#libs/database';
import { type Cursor, type CursorQuery, readFromCursor } from '#libs/http';
import { GetProfiles, type Profile, shownName } from '#libs/profiles';
import { assertQuizExists } from '#libs/quizzes';
import type { OpenStartItem, OpenStartsPart } from './backoffice-starts.dto.js';
import { isOver, type OpenStart, startColumns } from './open-start.js';

/** Open starts of a quiz from a cursor on, for administrators. @throws QuizNotFound */
export class BrowseStarts extends Query<OpenStartsPart> {
  constructor(
    readonly quizId: string,
    readonly page: CursorQuery,
  ) {
    super();
  }
}

const NEWEST = sql(`
  SELECT ${startColumns('$5')} FROM starts
  WHERE quiz_id = $1 AND (started_at, id) < ($2::timestamptz, $3::uuid) AND ${isOver('$5')} IS NOT TRUE
  ORDER BY started_at DESC, id DESC LIMIT $4`);

@QueryHandler(BrowseStarts)
export class BrowseStartsHandler implements IQueryHandler<BrowseStarts> {
  constructor(
    private readonly database: Database,
    private readonly queries: QueryBus,
    @Inject(CONFIGURATION) private readonly configuration: Configuration,
  ) {}

  async execute({ quizId, page }: BrowseStarts): Promise<OpenStartsPart> {
    await assertQuizExists(this.queries, quizId);
    const { items, nextCursor } = await readFromCursor(
      page,
      (after, limit) => this.read(quizId, after, limit),
      ({ startedAt, id }) => ({ at: startedAt, id }),
    );
    const profiles = await this.queries.execute(new GetProfiles(items.map(({ userId }) => userId)));
    return { starts: items.map((start) => toItem(start, profiles.get(start.userId))), nextCursor };
  }

  private read(quizId: string, after: Cursor | undefined, limit: number): Promise<OpenStart[]> {
    const { START_GRACE_SECONDS } = this.configuration;
    const values = [quizId, after?.at ?? 'infinity', after?.id ?? NIL, limit, START_GRACE_SECONDS];
    return this.database.query<OpenStart>(NEWEST, values);
  }
}

function toItem(start: OpenStart, profile: Profile | undefined): OpenStartItem {
  const { id, userId, applicationId, startedAt, endsAt, remainingMs, answers, questions } = start;
  return {
    id,
    userId,
    ...shownName(profile),
    applicationId,
    startedAt,
    endsAt,
    remainingMs,
    savedAnswers: answers.length,
    totalQuestions: questions.length,
  };
}
