import type { Client } from 'pg';
import { type Finding, ok, warning } from './finding.js';
import { INSUFFICIENT_PRIVILEGE } from './sql-states.js';

/** Users with the same email in Unicode's normal form C, from before emails were stored in that form. ASCII has only one form. */
const SAME = `
  SELECT array_agg(id::text ORDER BY id) AS ids
  FROM users WHERE octet_length(email) > char_length(email)
  GROUP BY normalize(lower(email), NFC) HAVING count(*) > 1
  ORDER BY 1`;

/** Finds users with the same email. The finding never contains an email. */
export async function checkEmails(client: Client): Promise<Finding[]> {
  const { rows: tables } = await client.query<{ name: string | null }>(`SELECT to_regclass('users')::text AS name`);
  if (tables[0]?.name === null) return [];
  try {
    const { rows } = await client.query<{ ids: string[] }>(SAME);
    if (rows.length === 0) return [ok('Emails', 'no two users have the same')];
    const shown = rows.slice(0, 3).map(({ ids }) => ids.join(' and '));
    const more = rows.length > shown.length ? ` and ${rows.length - shown.length} more` : '';
    const text = `users have the same email in different forms of Unicode: ${shown.join(', ')}${more}`;
    return [warning('Emails', text, 'suspend the users who are not needed; until then each of them can sign in')];
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== INSUFFICIENT_PRIVILEGE) throw error;
    return [];
  }
}
