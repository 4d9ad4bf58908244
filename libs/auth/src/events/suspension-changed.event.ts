/**
 * Users were suspended, or their suspension was ended, in this transaction. The view `published_suspensions` has a row for
 * each user who is suspended.
 */
export class SuspensionChanged {
  constructor(readonly userIds: readonly string[]) {}
}
