import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { ShardedCounters } from '#libs/projections';
import { ATTEMPT_COUNT } from '../attempt-reader.js';

/** The number of attempts at each of these quizzes, also of voided ones. A quiz that does not exist has none. */
export class CountAttempts extends Query<ReadonlyMap<string, number>> {
  constructor(readonly quizIds: readonly string[]) {
    super();
  }
}

@QueryHandler(CountAttempts)
export class CountAttemptsHandler implements IQueryHandler<CountAttempts> {
  constructor(private readonly counts: ShardedCounters) {}

  async execute({ quizIds }: CountAttempts): Promise<ReadonlyMap<string, number>> {
    return new Map(
      await Promise.all(quizIds.map(async (id) => [id, await this.counts.read(ATTEMPT_COUNT, id)] as const)),
    );
  }
}
