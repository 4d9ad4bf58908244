import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import type { Snapshot } from '#libs/database';
import type { QuizRange } from '#libs/quizzes';
import { type AttemptFigures, FIGURES_OF_RANGE } from '../attempt-figures.js';

/**
 * In parts, the figures of all users' attempts at the quizzes of a range, computed from the attempts, in the order of quiz and user. Attempts at
 * quizzes that do not exist are left out.
 */
export class StreamAttemptFigures extends Query<AsyncGenerator<AttemptFigures[]>> {
  constructor(
    readonly range: QuizRange,
    readonly snapshot: Snapshot,
  ) {
    super();
  }
}

@QueryHandler(StreamAttemptFigures)
export class StreamAttemptFiguresHandler implements IQueryHandler<StreamAttemptFigures> {
  execute({ range, snapshot }: StreamAttemptFigures): Promise<AsyncGenerator<AttemptFigures[]>> {
    return Promise.resolve(streamFigures(range, snapshot));
  }
}

async function* streamFigures(
  { after, upTo, quizIds }: QuizRange,
  snapshot: Snapshot,
): AsyncGenerator<AttemptFigures[]> {
  const existing = new Set(quizIds);
  for await (const rows of snapshot.stream<AttemptFigures>(FIGURES_OF_RANGE, [after, upTo])) {
    yield rows.filter(({ quizId }) => existing.has(quizId));
  }
}
