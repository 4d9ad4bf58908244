/**
 * Users were suspended or erased, or their suspension was ended, in this transaction. The view `published_suspensions` has a row for
 * each user who is suspended or erased.
 */
export class SuspensionChanged {
  constructor(readonly userIds: readonly string[]) {}
}
