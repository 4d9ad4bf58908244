import type { Role } from '#libs/access';

/** A user was created, in this transaction. */
export class UserCreated {
  constructor(
    readonly user: {
      readonly id: string;
      readonly email: string;
      readonly displayName: string;
      readonly image: string | null;
      readonly role: Role;
    },
    /** Of the password that the user signs in with; undefined if they have none. */
    readonly passwordHash: string | undefined,
  ) {}
}
