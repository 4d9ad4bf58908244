import { Query } from '@nestjs/cqrs';

/** Gets the external ids of players, by the ids of their users; other users are left out. Answered by the module that owns the users. */
export class GetExternalIds extends Query<ReadonlyMap<string, string>> {
  constructor(readonly userIds: readonly string[]) {
    super();
  }
}
