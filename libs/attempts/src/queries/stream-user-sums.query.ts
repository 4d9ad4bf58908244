import { type IQueryHandler, Query, QueryBus, QueryHandler } from '@nestjs/cqrs';
import type { Snapshot } from '#libs/database';
import { FindExistingQuizzes } from '#libs/quizzes';
import { ATTEMPTED_QUIZZES, SUMS_OF_USERS } from '../attempt-figures.js';

/** In parts, the sums of each user's attempts at all quizzes that exist, in the order of users. */
export class StreamUserSums extends Query<AsyncGenerator<UserSums[]>> {
  constructor(readonly snapshot: Snapshot) {
    super();
  }
}

export interface UserSums extends Record<string, unknown> {
  userId: string;
  attempts: number;
  correct: number;
  questions: number;
  /** Basis points (1/100 %). */
  hundredths: number;
  timeMs: number;
}

@QueryHandler(StreamUserSums)
export class StreamUserSumsHandler implements IQueryHandler<StreamUserSums> {
  constructor(private readonly queries: QueryBus) {}

  async execute({ snapshot }: StreamUserSums): Promise<AsyncGenerator<UserSums[]>> {
    const attempted = (await snapshot.query<{ quizId: string }>(ATTEMPTED_QUIZZES)).map(({ quizId }) => quizId);
    const existing = await this.queries.execute(new FindExistingQuizzes(attempted, snapshot));
    const gone = attempted.filter((id) => !existing.has(id));
    return snapshot.stream<UserSums>(SUMS_OF_USERS, [gone]);
  }
}
