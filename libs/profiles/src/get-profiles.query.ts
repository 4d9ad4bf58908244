import { Query } from '@nestjs/cqrs';
import type { Transaction } from '#libs/database';

/** How a user is shown to others. */
export interface Profile {
  readonly id: string;
  readonly displayName: string;
  /** URL, or null where there is none. */
  readonly image: string | null;
}

/** Asks for the profiles of users, by id; unknown ids are left out. Answered by the module that owns the users. */
export class GetProfiles extends Query<ReadonlyMap<string, Profile>> {
  /** @param transaction where it is asked inside of one: it is read there, and takes no second connection */
  constructor(
    readonly ids: readonly string[],
    readonly transaction?: Transaction,
  ) {
    super();
  }
}

/** Asks for a number that changes with every change of a profile, so that what shows profiles can be kept until then. */
export class GetProfilesRevision extends Query<number> {}
