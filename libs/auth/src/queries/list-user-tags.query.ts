import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { Database, sql } from '#libs/database';
import type { UsedUserTag } from '../user.dto.js';

/** The tags of all users, with the number of users who have them. */
export class ListUserTags extends Query<UsedUserTag[]> {}

const TAGS = sql(`
  SELECT min(tag) AS tag, count(*)::integer AS users
  FROM users CROSS JOIN LATERAL unnest(tags, tag_keys) AS used (tag, key)
  WHERE tag_keys <> '{}' GROUP BY key ORDER BY count(*) DESC, key LIMIT 1000`);

@QueryHandler(ListUserTags)
export class ListUserTagsHandler implements IQueryHandler<ListUserTags> {
  constructor(private readonly database: Database) {}

  execute(): Promise<UsedUserTag[]> {
    return this.database.query<UsedUserTag & object>(TAGS, []);
  }
}
