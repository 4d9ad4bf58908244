import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { Database, sql } from '#libs/database';
import type { UsedTag, UsedTags } from '../backoffice-quizzes.dto.js';

/** The tags of all quizzes, with the number of quizzes that have them. */
export class ListTags extends Query<UsedTags> {}

const TAGS = sql(`
  SELECT min(tag) AS tag, count(*)::integer AS quizzes
  FROM quizzes CROSS JOIN LATERAL unnest(tags, tag_keys) AS used (tag, key)
  WHERE tag_keys <> '{}' GROUP BY key ORDER BY count(*) DESC, key LIMIT 1000`);

@QueryHandler(ListTags)
export class ListTagsHandler implements IQueryHandler<ListTags> {
  constructor(private readonly database: Database) {}

  async execute(): Promise<UsedTags> {
    return { tags: await this.database.query<UsedTag & object>(TAGS, []) };
  }
}
