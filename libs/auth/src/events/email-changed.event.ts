/** The email of a user was changed, in this transaction. The former one may belong to another person. */
export class EmailChanged {
  constructor(readonly userId: string) {}
}
