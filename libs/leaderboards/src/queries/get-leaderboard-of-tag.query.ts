import { type IQueryHandler, Query, QueryBus, QueryHandler } from '@nestjs/cqrs';
import { type JsonString, type PageQuery, Pagination, toJsonString } from '#libs/http';
import { GetProfiles } from '#libs/profiles';
import { assertQuizExists } from '#libs/quizzes';
import { BoardsOfTags } from '../boards-of-tags.js';
import { GLOBAL_ENTRY_COLUMNS, type GlobalEntryRow, toGlobalEntries } from '../global-entries.js';
import type { GlobalLeaderboard, QuizLeaderboard } from '../leaderboards.dto.js';
import { QUIZ_ENTRY_COLUMNS, type QuizEntryRow, toQuizEntries } from '../quiz-entries.js';
import { GLOBAL_STANDINGS, QUIZ_STANDINGS } from '../standings.js';

/** A page of a quiz's leaderboard of the users with a tag. @throws QuizNotFound */
export class GetQuizLeaderboardOfTag extends Query<JsonString<QuizLeaderboard>> {
  constructor(
    readonly quizId: string,
    readonly tag: string,
    readonly page: PageQuery,
  ) {
    super();
  }
}

/** A page of the leaderboard over all quizzes of the users with a tag. */
export class GetGlobalLeaderboardOfTag extends Query<JsonString<GlobalLeaderboard>> {
  constructor(
    readonly tag: string,
    readonly page: PageQuery,
  ) {
    super();
  }
}

const QUIZ = { ranking: QUIZ_STANDINGS, columns: QUIZ_ENTRY_COLUMNS };
const GLOBAL = { ranking: GLOBAL_STANDINGS, columns: GLOBAL_ENTRY_COLUMNS };

@QueryHandler(GetQuizLeaderboardOfTag)
export class GetQuizLeaderboardOfTagHandler implements IQueryHandler<GetQuizLeaderboardOfTag> {
  constructor(
    private readonly boards: BoardsOfTags,
    private readonly queries: QueryBus,
  ) {}

  async execute({ quizId, tag, page }: GetQuizLeaderboardOfTag): Promise<JsonString<QuizLeaderboard>> {
    await assertQuizExists(this.queries, quizId);
    const { rows, total } = await this.boards.page<QuizEntryRow & object>({ ...QUIZ, quizId, tag }, page);
    const profiles = await this.queries.execute(new GetProfiles(rows.map(({ userId }) => userId)));
    const leaderboard = toQuizEntries(rows, page.offset, profiles);
    return toJsonString<QuizLeaderboard>({ leaderboard, pagination: new Pagination(page, total) });
  }
}

@QueryHandler(GetGlobalLeaderboardOfTag)
export class GetGlobalLeaderboardOfTagHandler implements IQueryHandler<GetGlobalLeaderboardOfTag> {
  constructor(
    private readonly boards: BoardsOfTags,
    private readonly queries: QueryBus,
  ) {}

  async execute({ tag, page }: GetGlobalLeaderboardOfTag): Promise<JsonString<GlobalLeaderboard>> {
    const { rows, total } = await this.boards.page<GlobalEntryRow & object>({ ...GLOBAL, tag }, page);
    const profiles = await this.queries.execute(new GetProfiles(rows.map(({ userId }) => userId)));
    const leaderboard = toGlobalEntries(rows, page.offset, profiles);
    return toJsonString<GlobalLeaderboard>({ leaderboard, pagination: new Pagination(page, total) });
  }
}
