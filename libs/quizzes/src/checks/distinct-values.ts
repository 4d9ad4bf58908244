import { sql, type Statement } from '#libs/database';

/** The values of a column with which an index begins: a look-up for each, however many rows have it. */
export function distinctValues(table: string, column: string, name: string): Statement {
  return sql(`
    WITH RECURSIVE found AS (
      (SELECT ${column} AS value FROM ${table} ORDER BY ${column} LIMIT 1)
      UNION ALL
      SELECT (SELECT ${column} FROM ${table} WHERE ${column} > found.value ORDER BY ${column} LIMIT 1) FROM found
      WHERE found.value IS NOT NULL
    )
    SELECT value AS "${name}" FROM found WHERE value IS NOT NULL`);
}
