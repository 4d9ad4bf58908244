// CSV files of users: read by the service, written here.
import type { components } from '#libs/backoffice-ui/api.gen.ts';
import type { ImportItem } from '#libs/backoffice-ui/import-run.ts';
import { csvLine } from '#libs/files/csv-line.ts';

export type UserReading = components['schemas']['UserReading'];
export type ReadUser = components['schemas']['ReadUser'];

export const TEMPLATE =
  'email,displayName,role,image,tags\r\n' +
  'ada@example.com,Ada Lovelace,player,https://example.com/ada.png,7b\r\n' +
  'grace@example.com,Grace Hopper,viewer,,7b;Chess\r\n';

/** A row of the file in an import. */
export interface UserRow extends ImportItem {
  row: ReadUser;
}

export function rowsToImport(rows: ReadUser[]): UserRow[] {
  return rows.map((row, index) => ({
    line: row.line,
    end: (index + 1) / rows.length,
    row,
    ...(row.problem !== null && { problem: row.problem }),
  }));
}

/** The text of a cell as the file has it; empty if there is none. */
export const cellOf = (columns: string[], { cells }: ReadUser, column: string): string =>
  cells[columns.indexOf(column)] ?? '';

/** The name in a row that may be wrong, of one column or of its parts. */
export const nameOf = (columns: string[], row: ReadUser): string =>
  cellOf(columns, row, 'displayName') ||
  `${cellOf(columns, row, 'firstName')} ${cellOf(columns, row, 'lastName')}`.trim();

/** The names of the columns that are not read. */
export function ignoredColumns({ header, columns }: UserReading['table']): string[] {
  const meanings = columns.split(',');
  return header.filter((name, index) => name !== '' && meanings[index] === '');
}

/** The name of the column that says why a row was rejected. The service ignores it, and reads texts of its file as they were. */
const PROBLEM = 'problem';

/** A file of rows with the reasons why they were rejected, which can be corrected and imported. Entries for several rows are left out. */
export function rejectedFile(columns: string[], rejected: { row: ReadUser; reason: string }[]): string {
  const positions = columns.flatMap((name, index) => (name === PROBLEM ? [] : [index]));
  const rows = rejected
    .filter(({ row }) => row.cells.length > 0)
    .map(({ row, reason }) => [...positions.map((index) => row.cells[index] ?? ''), reason]);
  const table = [[...positions.map((index) => columns[index] ?? ''), PROBLEM], ...rows];
  // Spreadsheets recognise UTF-8 by the byte order mark.
  return `\uFEFF${table.map(csvLine).join('')}`;
}
