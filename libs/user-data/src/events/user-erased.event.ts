import type { Erasure } from '../holds-user-data.js';

/**
 * A user is erased, in this transaction; published once more after two minutes or more, for what requests in flight wrote after it. The
 * user is no longer found by then, and each part that is larger than a transaction should be is erased by `DeferredDeletions`.
 */
export class UserErased {
  constructor(
    readonly userId: string,
    readonly way: Erasure,
  ) {}
}
