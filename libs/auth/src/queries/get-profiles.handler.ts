import { type IQueryHandler, QueryHandler } from '@nestjs/cqrs';
import { Database, BatchLoader, sql } from '#libs/database';
import { GetProfiles, GetProfilesRevision, type Profile } from '#libs/profiles';
import { ShardedCounters } from '#libs/projections';
import { DELETED_USER } from '../erasure/erased-user.entity.js';

const PROFILES = sql(`
  SELECT id, display_name AS "displayName", image, false AS "isErased" FROM users WHERE id = ANY ($1::uuid[])
  UNION ALL SELECT user_id, '${DELETED_USER}', NULL, true FROM erased_users WHERE user_id = ANY ($1::uuid[])`);

/** Answers the query of #libs/profiles: this module owns the users. */
@QueryHandler(GetProfiles)
export class GetProfilesHandler implements IQueryHandler<GetProfiles> {
  private readonly lookup: BatchLoader<string, Profile>;

  constructor(database: Database) {
    this.lookup = new BatchLoader(async (ids) => {
      const profiles = await database.query<Profile>(PROFILES, [ids]);
      return new Map(profiles.map((profile) => [profile.id, profile]));
    });
  }

  async execute({ ids, transaction }: GetProfiles): Promise<ReadonlyMap<string, Profile>> {
    const profiles =
      (await transaction?.query<Profile>(PROFILES, [ids])) ?? (await Promise.all(ids.map((id) => this.lookup.get(id))));
    return new Map(profiles.flatMap((profile) => (profile === undefined ? [] : [[profile.id, profile]])));
  }
}

/** Name of the counter of all changes of names, images and tags. */
export const PROFILE_CHANGES = 'profile-changes';

@QueryHandler(GetProfilesRevision)
export class GetProfilesRevisionHandler implements IQueryHandler<GetProfilesRevision> {
  constructor(private readonly counts: ShardedCounters) {}

  execute(): Promise<number> {
    return this.counts.read(PROFILE_CHANGES);
  }
}
