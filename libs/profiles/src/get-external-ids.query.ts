import { Query } from '@nestjs/cqrs';
import type { Reader } from '#libs/database';

/** Gets the external ids of players, by the ids of their users; other users are left out. Answered by the module that owns the users. */
export class GetExternalIds extends Query<ReadonlyMap<string, string>> {
  /** @param transaction the caller's transaction, if any: the query runs in it, without a second connection */
  constructor(
    readonly userIds: readonly string[],
    readonly transaction?: Reader,
  ) {
    super();
  }
}
