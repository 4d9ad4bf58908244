import { TextField } from '#libs/http';

/** The query parameter of lists of users, and of what belongs to users. */
export const UserTagField = (): PropertyDecorator =>
  TextField({
    min: 1,
    max: 50,
    trim: true,
    optional: true,
    description: 'Only of users with this tag, in any case',
    example: '7b',
  });

/** Which users to read; an absent filter does not apply. */
export class UserTagFilter {
  @UserTagField()
  tag?: string;
}

/** SQL: the ids of the users with a tag, as of the statement. @param key a parameter: the tag as `textKey` returns it */
export const usersWithTag = (key: string): string =>
  `SELECT tagged.user_id FROM published_user_tags AS tagged WHERE tagged.tag_keys @> ARRAY[${key}]::text[]`;

/**
 * SQL: whether a user has a tag. The statement is to be unprepared (`unpreparedSql`): the best plan depends on the number of users with it.
 * @param userId a column
 * @param key as {@link usersWithTag} takes it
 */
export const hasTag = (userId: string, key: string): string => `${userId} IN (${usersWithTag(key)})`;
