import { Query } from '@nestjs/cqrs';
import type { Role } from '#libs/access';
import type { Profile } from './get-profiles.query.js';

export interface ListedUser extends Profile {
  /** Null for a player of an application. */
  readonly email: string | null;
  /** Null for users who are no players of an application. */
  readonly externalId: string | null;
}

/** Which users to list; an absent filter does not apply. */
export interface ActiveUserFilter {
  readonly tag?: string | undefined;
  readonly role?: Role | undefined;
  /** Only players of this application. */
  readonly applicationId?: string | undefined;
}

/** Where a list of users is read from: after a user, or after a number of users. */
export interface UserPosition {
  readonly after?: Pick<ListedUser, 'displayName' | 'id'> | undefined;
  readonly offset?: number;
}

/**
 * Lists users who are not suspended, by name and then by id. With emails and external ids: callers take these away for editors. Answered
 * by the module that owns the users.
 */
export class ListActiveUsers extends Query<ListedUser[]> {
  constructor(
    readonly filter: ActiveUserFilter,
    readonly position: UserPosition,
    readonly limit: number,
  ) {
    super();
  }
}

/** Counts the users whom {@link ListActiveUsers} lists. */
export class CountActiveUsers extends Query<number> {
  constructor(readonly filter: ActiveUserFilter) {
    super();
  }
}
