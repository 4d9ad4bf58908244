import { type IQueryHandler, QueryHandler } from '@nestjs/cqrs';
import { Database, sql, type Statement, unpreparedSql } from '#libs/database';
import { textKey } from '#libs/http';
import { type ActiveUserFilter, CountActiveUsers, ListActiveUsers, type ListedUser } from '#libs/profiles';

/** A filter as SQL, whose values are added to those of the statement. */
function conditionsOf({ tag, role, applicationId }: ActiveUserFilter, values: unknown[]): string {
  const conditions = ['NOT suspended'];
  const add = (value: unknown, condition: (parameter: string) => string) => {
    if (value !== undefined) conditions.push(condition(`$${values.push(value)}`));
  };
  // The second condition is that of the index.
  add(tag && textKey(tag), (key) => `tag_keys @> ARRAY[${key}]::text[] AND tag_keys <> '{}'`);
  add(role, (one) => `role = ${one}`);
  add(applicationId, (id) => `application_id = ${id}::uuid`);
  return conditions.join(' AND ');
}

const statementOf = ({ tag, role, applicationId }: ActiveUserFilter, text: string): Statement =>
  [tag, role, applicationId].every((one) => one === undefined) ? sql(text) : unpreparedSql(text);

/** Answers the query of #libs/profiles: this module owns the users. */
@QueryHandler(ListActiveUsers)
export class ListActiveUsersHandler implements IQueryHandler<ListActiveUsers> {
  constructor(private readonly database: Database) {}

  execute({ filter, position: { after, offset = 0 }, limit }: ListActiveUsers): Promise<ListedUser[]> {
    const values: unknown[] = [limit, offset];
    const parameter = (value: unknown) => `$${values.push(value)}`;
    const active = conditionsOf(filter, values);
    const rest =
      after === undefined
        ? ''
        : `AND (lower(display_name), id) > (lower(${parameter(after.displayName)}::text), ${parameter(after.id)}::uuid)`;
    const statement = statementOf(
      filter,
      `SELECT id, display_name AS "displayName", image, email, external_id AS "externalId" FROM users
       WHERE ${active} ${rest} ORDER BY lower(display_name), id LIMIT $1 OFFSET $2`,
    );
    return this.database.query<ListedUser & object>(statement, values);
  }
}

@QueryHandler(CountActiveUsers)
export class CountActiveUsersHandler implements IQueryHandler<CountActiveUsers> {
  constructor(private readonly database: Database) {}

  async execute({ filter }: CountActiveUsers): Promise<number> {
    const values: unknown[] = [];
    const text = `SELECT count(*)::integer AS total FROM users WHERE ${conditionsOf(filter, values)}`;
    const [row] = await this.database.query<{ total: number }>(statementOf(filter, text), values);
    return row?.total ?? 0;
  }
}
