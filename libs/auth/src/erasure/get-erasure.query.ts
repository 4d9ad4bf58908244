import { type IQueryHandler, Query, QueryBus, QueryHandler } from '@nestjs/cqrs';
import { UserDataTables } from '#libs/user-data';
import { GetUser } from '../queries/get-user.query.js';
import type { ErasureConsequences } from './erasure.dto.js';

/** What erasing a user would delete and keep. @throws UserNotFound */
export class GetErasure extends Query<ErasureConsequences> {
  constructor(
    /** As the client sent it. */
    readonly userId: string,
  ) {
    super();
  }
}

@QueryHandler(GetErasure)
export class GetErasureHandler implements IQueryHandler<GetErasure> {
  constructor(
    private readonly queries: QueryBus,
    private readonly tables: UserDataTables,
  ) {}

  async execute({ userId }: GetErasure): Promise<ErasureConsequences> {
    const { id } = await this.queries.execute(new GetUser(userId));
    return { held: await this.tables.count(id) };
  }
}
