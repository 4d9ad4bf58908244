/** The email of a user was changed, in this transaction. Whoever has the former one may be somebody else. */
export class EmailChanged {
  constructor(readonly userId: string) {}
}
