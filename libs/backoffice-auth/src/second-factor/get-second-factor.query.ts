import { type IQueryHandler, Query, QueryBus, QueryHandler } from '@nestjs/cqrs';
import { GetUser } from '#libs/auth';
import type { SecondFactor } from './second-factor.dto.js';
import { SecondFactors } from './second-factors.js';

/** Whether a user has a second factor. @throws UserNotFound */
export class GetSecondFactor extends Query<SecondFactor> {
  constructor(
    /** As the client sent it. */
    readonly userId: string,
  ) {
    super();
  }
}

@QueryHandler(GetSecondFactor)
export class GetSecondFactorHandler implements IQueryHandler<GetSecondFactor> {
  constructor(
    private readonly queries: QueryBus,
    private readonly secondFactors: SecondFactors,
  ) {}

  async execute({ userId }: GetSecondFactor): Promise<SecondFactor> {
    const user = await this.queries.execute(new GetUser(userId));
    return this.secondFactors.get(user.id);
  }
}
