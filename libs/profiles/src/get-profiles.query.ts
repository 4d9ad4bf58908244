import { Query } from '@nestjs/cqrs';
import type { Reader } from '#libs/database';

/** The part of a user that other users see. */
export interface Profile {
  readonly id: string;
  readonly displayName: string;
  /** URL, or null if there is none. */
  readonly image: string | null;
  /** Whether the user was erased: nobody's name. */
  readonly isErased?: boolean;
}

/** Gets the profiles of users, by id; unknown ids are left out. Answered by the module that owns the users. */
export class GetProfiles extends Query<ReadonlyMap<string, Profile>> {
  /** @param transaction the caller's transaction or snapshot, if any: the query runs in it, without a second connection */
  constructor(
    readonly ids: readonly string[],
    readonly transaction?: Reader,
  ) {
    super();
  }
}

/** Gets a number that changes with every change of a profile, so that callers can cache texts with profiles until then. */
export class GetProfilesRevision extends Query<number> {}
