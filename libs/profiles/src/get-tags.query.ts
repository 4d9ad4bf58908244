import { Query } from '@nestjs/cqrs';

/**
 * Gets the tags of users as they are spelled, by id, for files; users without tags are left out. Statements filter by
 * {@link hasTag} instead. Answered by the module that owns the users.
 */
export class GetTags extends Query<ReadonlyMap<string, readonly string[]>> {
  constructor(readonly ids: readonly string[]) {
    super();
  }
}
