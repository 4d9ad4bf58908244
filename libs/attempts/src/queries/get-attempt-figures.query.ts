import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import type { Reader } from '#libs/database';
import { type AttemptFigures, FIGURES_OF_USERS } from '../attempt-figures.js';

/** The figures of users' attempts at a quiz, computed from the attempts, by user; who made none is left out. */
export class GetAttemptFigures extends Query<ReadonlyMap<string, AttemptFigures>> {
  constructor(
    readonly quizId: string,
    readonly userIds: readonly string[],
    readonly reader: Reader,
  ) {
    super();
  }
}

@QueryHandler(GetAttemptFigures)
export class GetAttemptFiguresHandler implements IQueryHandler<GetAttemptFigures> {
  async execute({ quizId, userIds, reader }: GetAttemptFigures): Promise<ReadonlyMap<string, AttemptFigures>> {
    const rows = await reader.query<AttemptFigures>(FIGURES_OF_USERS, [quizId, userIds]);
    return new Map(rows.map((row) => [row.userId, row]));
  }
}
