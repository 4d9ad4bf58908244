import type { User } from '#libs/backoffice-ui/users-data.ts';
import { csvLine } from '#libs/files/csv-line.ts';
import type { CreatedApiKey } from './keys-data';

/** New keys as a CSV file with the emails of their owners. */
export function keysFile(created: CreatedApiKey[], users: Pick<User, 'id' | 'email'>[]): string {
  const emails = new Map(users.map(({ id, email }) => [id, email]));
  const rows = created.map(({ owner, name, key, expiresAt }) => [
    emails.get(owner.id) ?? '',
    owner.displayName,
    name,
    key,
    expiresAt ?? '',
  ]);
  const table = [['email', 'displayName', 'keyName', 'key', 'expiresAt'], ...rows];
  // Spreadsheets recognise UTF-8 by the byte order mark.
  return `\uFEFF${table.map(csvLine).join('')}`;
}
