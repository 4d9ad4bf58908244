import { Query } from '@nestjs/cqrs';
import type { Transaction } from '#libs/database';

/** Which of the administrators could sign in, as far as that is certain. The module that signs users in handles it. */
export class WhoCanSignIn extends Query<ReadonlySet<string>> {
  constructor(
    readonly userIds: readonly string[],
    readonly transaction: Transaction,
  ) {
    super();
  }
}
