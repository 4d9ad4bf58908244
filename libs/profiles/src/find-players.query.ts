import { Query } from '@nestjs/cqrs';

/** Finds the users who are players with an external id. Answered by the module that owns the users. */
export class FindPlayers extends Query<string[]> {
  constructor(
    readonly externalId: string,
    /** Whose players; undefined for those of all applications. */
    readonly applicationId: string | undefined,
  ) {
    super();
  }
}
