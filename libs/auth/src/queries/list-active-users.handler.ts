import { type IQueryHandler, QueryHandler } from '@nestjs/cqrs';
import { Database, sql, unpreparedSql } from '#libs/database';
import { textKey } from '#libs/http';
import { CountActiveUsers, ListActiveUsers, type ListedUser } from '#libs/profiles';

/** The second condition is that of the index. */
const isActive = (key: string | undefined) =>
  `NOT suspended ${key === undefined ? '' : `AND tag_keys @> ARRAY[${key}]::text[] AND tag_keys <> '{}'`}`;

/** Answers the query of #libs/profiles: this module owns the users. */
@QueryHandler(ListActiveUsers)
export class ListActiveUsersHandler implements IQueryHandler<ListActiveUsers> {
  constructor(private readonly database: Database) {}

  execute({ tag, position: { after, offset = 0 }, limit }: ListActiveUsers): Promise<ListedUser[]> {
    const values: unknown[] = [limit, offset];
    const parameter = (value: unknown) => `$${values.push(value)}`;
    const active = isActive(tag === undefined ? undefined : parameter(textKey(tag)));
    const rest =
      after === undefined
        ? ''
        : `AND (lower(display_name), id) > (lower(${parameter(after.displayName)}::text), ${parameter(after.id)}::uuid)`;
    const statement = (tag === undefined ? sql : unpreparedSql)(`
      SELECT id, display_name AS "displayName", image, email, external_id AS "externalId" FROM users WHERE ${active} ${rest}
      ORDER BY lower(display_name), id LIMIT $1 OFFSET $2`);
    return this.database.query<ListedUser & object>(statement, values);
  }
}

const COUNT = sql(`SELECT count(*)::integer AS total FROM users WHERE ${isActive(undefined)}`);
const COUNT_OF_TAG = unpreparedSql(`SELECT count(*)::integer AS total FROM users WHERE ${isActive('$1')}`);

@QueryHandler(CountActiveUsers)
export class CountActiveUsersHandler implements IQueryHandler<CountActiveUsers> {
  constructor(private readonly database: Database) {}

  async execute({ tag }: CountActiveUsers): Promise<number> {
    const [row] = await (tag === undefined
      ? this.database.query<{ total: number }>(COUNT)
      : this.database.query<{ total: number }>(COUNT_OF_TAG, [textKey(tag)]));
    return row?.total ?? 0;
  }
}
