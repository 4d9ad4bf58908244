import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import type { Reader } from '#libs/database';
import { type GradingHistory, readGradingHistory } from '../regrading/grading-history.js';

/** How the attempts at each version of a quiz are graded, as of a snapshot. */
export class GetGradingHistory extends Query<GradingHistory> {
  constructor(
    readonly quizId: string,
    readonly snapshot: Reader,
  ) {
    super();
  }
}

@QueryHandler(GetGradingHistory)
export class GetGradingHistoryHandler implements IQueryHandler<GetGradingHistory> {
  execute({ quizId, snapshot }: GetGradingHistory): Promise<GradingHistory> {
    return readGradingHistory(snapshot, quizId);
  }
}
