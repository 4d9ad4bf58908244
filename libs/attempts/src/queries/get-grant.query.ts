import { type IQueryHandler, Query, QueryBus, QueryHandler } from '@nestjs/cqrs';
import { InjectRepository } from '@nestjs/typeorm';
import type { Repository } from 'typeorm';
import { isId } from '#libs/http';
import { assertQuizExists } from '#libs/quizzes';
import { AttemptCountEntity } from '../attempt-count.entity.js';
import type { Grant } from '../backoffice-attempts.dto.js';

/** The number of a user's attempts at a quiz, and what was granted beyond its limits. @throws QuizNotFound */
export class GetGrant extends Query<Grant> {
  constructor(
    readonly quizId: string,
    readonly userId: string,
  ) {
    super();
  }
}

@QueryHandler(GetGrant)
export class GetGrantHandler implements IQueryHandler<GetGrant> {
  constructor(
    @InjectRepository(AttemptCountEntity) private readonly counts: Repository<AttemptCountEntity>,
    private readonly queries: QueryBus,
  ) {}

  async execute({ quizId, userId }: GetGrant): Promise<Grant> {
    await assertQuizExists(this.queries, quizId);
    const row = isId(userId) ? await this.counts.findOneBy({ quizId, userId }) : null;
    const { count = 0, extraAttempts = 0, extraSeconds = 0 } = row ?? {};
    return { attempts: count, extraAttempts, extraSeconds };
  }
}
