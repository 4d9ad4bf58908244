import type { Role } from '#libs/access';

/** Roles, suspensions or profiles of users were changed, in this transaction. */
export class UsersChanged {
  constructor(readonly users: readonly ChangedUser[]) {}
}

/** A user as they are now. */
export interface ChangedUser {
  readonly id: string;
  readonly displayName: string;
  readonly image: string | null;
  readonly role: Role;
  readonly suspended: boolean;
  /** Whether the role or the suspension changed, not only the profile. */
  readonly isAccessChanged: boolean;
}
