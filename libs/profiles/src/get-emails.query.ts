import { Query } from '@nestjs/cqrs';

/**
 * Gets the emails of users, by id; unknown ids are left out. For administrators only: editors and other users see profiles, which have no email.
 * Answered by the module that owns the users.
 */
export class GetEmails extends Query<ReadonlyMap<string, string>> {
  constructor(readonly ids: readonly string[]) {
    super();
  }
}
