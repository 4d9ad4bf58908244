import { Query } from '@nestjs/cqrs';

/**
 * Asks for the emails of users, by id; unknown ids are left out. For administrators only: a profile, which others see, has none.
 * Answered by the module that owns the users.
 */
export class GetEmails extends Query<ReadonlyMap<string, string>> {
  constructor(readonly ids: readonly string[]) {
    super();
  }
}
