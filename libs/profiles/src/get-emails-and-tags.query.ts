import { Query } from '@nestjs/cqrs';

/**
 * Gets the emails of users, and their tags as they are spelled, by id, for files; unknown ids are left out. Emails are for administrators
 * only: editors and other users see profiles, which have none. Statements filter by {@link hasTag} instead. Answered by the module that
 * owns the users.
 */
export class GetEmailsAndTags extends Query<ReadonlyMap<string, { email: string | null; tags: readonly string[] }>> {
  constructor(readonly ids: readonly string[]) {
    super();
  }
}
