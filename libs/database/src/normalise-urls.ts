import type { QueryRunner } from 'typeorm';
import { NIL } from 'uuid';
import { storedUrl } from '#libs/http';

const BATCH = 5_000;

/**
 * For migrations: normalises a column of addresses in separate statements, so that no row is locked for long. It can be
 * repeated. Rows that instances of an earlier version change in the meantime stay as those wrote them.
 * @param table with a primary key `id` that is a UUID; table and column are names known from the code
 */
export async function normaliseUrls(runner: QueryRunner, table: string, column: string): Promise<void> {
  for (let after: string = NIL, length = BATCH; length === BATCH;) {
    const rows = (await runner.query(
      `SELECT id, ${column} AS url FROM ${table} WHERE id > $1 AND ${column} IS NOT NULL ORDER BY id LIMIT $2`,
      [after, BATCH],
    )) as { id: string; url: string }[];
    const changed = rows.filter(({ url }) => storedUrl(url) !== url);
    await runner.query(
      `UPDATE ${table} SET ${column} = form.normal FROM unnest($1::uuid[], $2::text[], $3::text[]) AS form (id, url, normal)
       WHERE ${table}.id = form.id AND ${column} = form.url`,
      [changed.map(({ id }) => id), changed.map(({ url }) => url), changed.map(({ url }) => storedUrl(url))],
    );
    length = rows.length;
    after = rows.at(-1)?.id ?? after;
  }
}
