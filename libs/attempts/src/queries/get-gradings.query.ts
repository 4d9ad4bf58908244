import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import type { Reader } from '#libs/database';
import { type Gradings, readGradings } from '../regrading/gradings.js';

/** How the attempts at each version of a quiz are graded, as of a snapshot. */
export class GetGradings extends Query<Gradings> {
  constructor(
    readonly quizId: string,
    readonly snapshot: Reader,
  ) {
    super();
  }
}

@QueryHandler(GetGradings)
export class GetGradingsHandler implements IQueryHandler<GetGradings> {
  execute({ quizId, snapshot }: GetGradings): Promise<Gradings> {
    return readGradings(snapshot, quizId);
  }
}
