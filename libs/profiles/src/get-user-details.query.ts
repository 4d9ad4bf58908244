import { Query } from '@nestjs/cqrs';

interface UserDetails {
  /** Null for players of applications. */
  readonly email: string | null;
  /** Null for users who are no players of an application. */
  readonly externalId: string | null;
  /** As they are spelled. */
  readonly tags: readonly string[];
}

/**
 * Gets what files have of users besides their profiles, by id; unknown ids are left out. Emails and external ids are for administrators only.
 * Statements filter by {@link hasTag} instead. Answered by the module that owns the users.
 */
export class GetUserDetails extends Query<ReadonlyMap<string, UserDetails>> {
  constructor(readonly ids: readonly string[]) {
    super();
  }
}
