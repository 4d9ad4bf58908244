import type { Role } from '#libs/http';

/** A user's role or suspension was changed, in this transaction. */
export class UserChanged {
  constructor(
    readonly userId: string,
    readonly role: Role,
    readonly suspended: boolean,
  ) {}
}
