import { Inject } from '@nestjs/common';
import { type IQueryHandler, Query, QueryBus, QueryHandler } from '@nestjs/cqrs';
import { CONFIGURATION, type Configuration } from '#libs/configuration';
import { Database, sql } from '#libs/database';
import { assertQuizExists } from '#libs/quizzes';
import { oneAtATime, type Semaphore } from '#libs/traffic';
import type { VersionAttempts } from '../backoffice-attempts.dto.js';

/** The numbers of attempts at the versions of a quiz that have any, the newest first. @throws QuizNotFound, Overloaded */
export class CountAttemptsByVersion extends Query<VersionAttempts[]> {
  constructor(readonly quizId: string) {
    super();
  }
}

const COUNT = sql(`
  SELECT version, count(*)::integer AS attempts FROM attempts WHERE quiz_id = $1 AND voided_at IS NULL
  GROUP BY version ORDER BY version DESC`);

@QueryHandler(CountAttemptsByVersion)
export class CountAttemptsByVersionHandler implements IQueryHandler<CountAttemptsByVersion> {
  /** It reads all attempts at a quiz. */
  private readonly semaphore: Semaphore;

  constructor(
    private readonly database: Database,
    private readonly queries: QueryBus,
    @Inject(CONFIGURATION) configuration: Configuration,
  ) {
    this.semaphore = oneAtATime(configuration);
  }

  async execute({ quizId }: CountAttemptsByVersion): Promise<VersionAttempts[]> {
    await assertQuizExists(this.queries, quizId);
    return this.semaphore.run(() => this.database.query<VersionAttempts & object>(COUNT, [quizId]));
  }
}
