import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { Database, sql } from '#libs/database';
import { textKey } from '#libs/http';
import { ShardedCounters } from '#libs/projections';
import type { UsedUserTag, UsedUserTags } from '../user.dto.js';
import { PROFILE_CHANGES } from './get-profiles.handler.js';

/** The most used tags of all users, with the number of users who have them. */
export class ListUserTags extends Query<UsedUserTags> {
  constructor(
    /** Only tags that begin with it, in any case. */
    readonly search = '',
  ) {
    super();
  }
}

const TAGS = sql(`
  SELECT min(tag) AS tag, count(*)::integer AS users, (count(*) OVER ())::integer AS total
  FROM users CROSS JOIN LATERAL unnest(tags, tag_keys) AS used (tag, key)
  WHERE tag_keys <> '{}' AND starts_with(key, $1) GROUP BY key ORDER BY count(*) DESC, key LIMIT 1000`);

/** Reads the tags again only after changes of users: with 100,000 users who have 20 tags each that takes a second. */
@QueryHandler(ListUserTags)
export class ListUserTagsHandler implements IQueryHandler<ListUserTags> {
  private cached: { revision: number; tags: Promise<UsedUserTags> } | undefined;

  constructor(
    private readonly database: Database,
    private readonly counts: ShardedCounters,
  ) {}

  async execute({ search }: ListUserTags): Promise<UsedUserTags> {
    if (search !== '') return this.read(search);
    const revision = await this.counts.read(PROFILE_CHANGES);
    if (this.cached?.revision !== revision) {
      const tags = this.read('');
      this.cached = { revision, tags };
      tags.catch(() => (this.cached = undefined));
    }
    return this.cached.tags;
  }

  private async read(search: string): Promise<UsedUserTags> {
    const rows = await this.database.query<UsedUserTag & { total: number }>(TAGS, [textKey(search)]);
    return { tags: rows.map(({ tag, users }) => ({ tag, users })), total: rows[0]?.total ?? 0 };
  }
}
