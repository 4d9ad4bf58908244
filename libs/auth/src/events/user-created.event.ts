/** A user was created, in this transaction. */
export class UserCreated {
  constructor(
    readonly user: { readonly id: string; readonly email: string; readonly displayName: string },
    /** What the user is to sign in with; undefined where they do not. */
    readonly password: string | undefined,
  ) {}
}
