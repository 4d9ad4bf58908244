import type { Role } from '#libs/access';

/** A user's role, suspension or profile was changed, in this transaction. */
export class UserChanged {
  constructor(
    readonly userId: string,
    readonly role: Role,
    readonly suspended: boolean,
    readonly profile: { readonly displayName: string; readonly image: string | null },
    /** Whether the role or the suspension changed, not only the profile. */
    readonly isAccessChanged: boolean,
  ) {}
}
