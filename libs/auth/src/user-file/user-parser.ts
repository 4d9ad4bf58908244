// The parser of files of users, which runs in a thread of its own.
import {
  fileParser,
  limitResponse,
  plainName,
  readRows,
  type Roles,
  type Row,
  type TablePreview,
  toTable,
  withoutGuard,
} from '#libs/files';

/** Maximum number of rows that are read from a file. */
export const MAX_ROWS = 1000;

/** What a column of a table of users can mean: a field of a user, or a part of the name. */
export const USER_ROLES = ['email', 'displayName', 'role', 'image', 'firstName', 'lastName', 'tags'] as const;

export type UserRole = (typeof USER_ROLES)[number];

const NAMES: [RegExp, UserRole][] = [
  [/^e?mail(address)?$/, 'email'],
  [/^(display|full)?name$/, 'displayName'],
  [/^(first|given)name$/, 'firstName'],
  [/^((last|family)name|surname)$/, 'lastName'],
  [/^role$/, 'role'],
  [/^(image|imageurl|picture|avatar)$/, 'image'],
  [/^(tags?|class(es|tags?)?|groups?)$/, 'tags'],
];

/** Between the tags of a cell. */
const TAG_SEPARATORS = /[,;\n]/;

/** The column of files of rejected rows, whose texts are guarded against spreadsheets. */
const PROBLEM = 'problem';

const userColumns: Roles<UserRole> = {
  guess: (names) => {
    const columns = names.map(plainName).map((name) => NAMES.find(([pattern]) => pattern.test(name))?.[1] ?? null);
    // Canvas exports the whole name and its parts.
    const hasName = columns.includes('displayName');
    return columns.map((role) => (hasName && (role === 'firstName' || role === 'lastName') ? null : role));
  },
  suffice: (columns) => {
    const count = (role: UserRole) => columns.filter((one) => one === role).length;
    const hasName = count('displayName') === 1;
    const hasParts = count('displayName') === 0 && count('firstName') === 1 && count('lastName') === 1;
    return count('email') === 1 && (hasName || hasParts);
  },
};

/** A row of a file: the fields of a user, or the reason why it has none. Lines count from 1. */
export type ParsedUser = { line: number; cells: string[] } & (
  | { problem: string }
  | { fields: { email: string; displayName: string; role?: string; image?: string; tags?: string[] } }
);

export interface ParsedUsers {
  /** The fields in the columns; the name that the column has for another one. */
  columns: string[];
  rows: ParsedUser[];
  table: TablePreview;
}

export interface UserFile {
  bytes: Uint8Array;
  /** The meaning of each column, if a person has chosen it. */
  columns?: (UserRole | null)[] | undefined;
}

export const url = import.meta.url;

/** Parses a table of users. Beyond 1,000 rows one more entry says how many were left out. */
export const parse = fileParser(async ({ bytes, columns: chosen }: UserFile): Promise<ParsedUsers> => {
  const { columns, rows, preview: table } = toTable(await readRows(bytes), userColumns, chosen);
  if (!table.isUnderstood) {
    const problem =
      'The first line must name the columns: email, displayName or firstName and lastName, and optionally role, image and tags. Or choose which column is which';
    return { columns: [], rows: [{ line: 1, cells: [], problem }], table };
  }
  const isOfRejected = table.header.some((name) => plainName(name) === PROBLEM);
  const original = (row: Row) => (isOfRejected ? { ...row, cells: row.cells.map(withoutGuard) } : row);
  return limitResponse({
    table,
    columns: columns.map((column, index) => column ?? table.header[index] ?? ''),
    rows: [...rows.slice(0, MAX_ROWS).map((row) => toUser(original(row), columns)), ...beyond(rows)],
  });
});

function toUser({ line, cells, problem }: Row, columns: (UserRole | null)[]): ParsedUser {
  if (problem !== undefined) return { line, cells, problem };
  const cellOf = (column: UserRole) => cells[columns.indexOf(column)]?.trim() ?? '';
  // Spreadsheets capitalise the first letter of a cell.
  const role = cellOf('role').toLowerCase();
  const image = cellOf('image');
  const displayName = cellOf('displayName') || `${cellOf('firstName')} ${cellOf('lastName')}`.trim();
  const tags = cells
    .filter((_, index) => columns[index] === 'tags')
    .flatMap((cell) => cell.split(TAG_SEPARATORS))
    .map((tag) => tag.trim())
    .filter((tag) => tag !== '');
  const fields = {
    email: cellOf('email'),
    displayName,
    ...(role !== '' && { role }),
    ...(image !== '' && { image }),
    ...(tags.length > 0 && { tags }),
  };
  return { line, cells, fields };
}

function beyond(rows: Row[]): ParsedUser[] {
  const [first, ...others] = rows.slice(MAX_ROWS);
  if (first === undefined) return [];
  const problem = `Only ${MAX_ROWS} rows are read at once: this one and ${others.length} after it were left out`;
  return [{ line: first.line, cells: [], problem }];
}
