import { Query } from '@nestjs/cqrs';

/** How a user is shown to others. */
export interface Profile {
  readonly id: string;
  readonly displayName: string;
  /** URL, or null where there is none. */
  readonly image: string | null;
}

/** Asks for the profiles of users, by id; unknown ids are left out. Answered by the module that owns the users. */
export class GetProfiles extends Query<ReadonlyMap<string, Profile>> {
  constructor(readonly ids: readonly string[]) {
    super();
  }
}

/** Asks for a number that changes with every change of a profile, so that what shows profiles can be kept until then. */
export class GetProfilesRevision extends Query<number> {}
