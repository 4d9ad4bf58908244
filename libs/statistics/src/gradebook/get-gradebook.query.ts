import { type IQueryHandler, Query, QueryBus, QueryHandler } from '@nestjs/cqrs';
import { type PageQuery, Pagination } from '#libs/http';
import { CountActiveUsers, ListActiveUsers } from '#libs/profiles';
import { GradebookReader, withoutEmailAndExternalId } from './gradebook-reader.js';
import { type Gradebook, type GradebookFilter, MAX_QUIZZES } from './gradebook.dto.js';

/** A page of users with their results at quizzes. */
export class GetGradebook extends Query<Gradebook> {
  constructor(
    readonly filter: GradebookFilter,
    readonly page: PageQuery,
    /** Whether users have their emails and external ids; otherwise null. */
    readonly withEmailsAndExternalIds: boolean,
  ) {
    super();
  }
}

@QueryHandler(GetGradebook)
export class GetGradebookHandler implements IQueryHandler<GetGradebook> {
  constructor(
    private readonly reader: GradebookReader,
    private readonly queries: QueryBus,
  ) {}

  async execute({ filter, page, withEmailsAndExternalIds }: GetGradebook): Promise<Gradebook> {
    const [{ quizzes, hasMore }, listed, total] = await Promise.all([
      this.reader.findQuizzes(filter, MAX_QUIZZES),
      this.queries.execute(new ListActiveUsers(filter, { offset: page.offset }, page.size)),
      this.queries.execute(new CountActiveUsers(filter)),
    ]);
    const users = withEmailsAndExternalIds ? listed : listed.map(withoutEmailAndExternalId);
    return {
      quizzes: quizzes.map(({ id, title }) => ({ quizId: id, title })),
      hasMoreQuizzes: hasMore,
      users: await this.reader.read(users, quizzes, filter),
      pagination: new Pagination(page, total),
    };
  }
}
