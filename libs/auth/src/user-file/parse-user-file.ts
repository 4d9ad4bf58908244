import { type CsvRow, parseBody, parseCsv, ValidationFailed } from '#libs/http';
import { CreateUserBody } from '../user.dto.js';
import type { ReadUser, UserReading } from './user-file.dto.js';

/** Maximum number of rows that are read from a file. */
export const MAX_ROWS = 1000;

/** The columns of a user, with their names in a header. */
const COLUMNS = { email: 'email', displayname: 'displayName', image: 'image', role: 'role' } as const;

/** Files of rejected rows have it, and can be read again. */
const IGNORED = 'problem';

type Column = keyof typeof COLUMNS;

const isColumn = (name: string): name is Column => Object.hasOwn(COLUMNS, name);

/**
 * Reads a table of users: a header with the columns email and displayName, and optionally role and image, in any order. An empty cell is
 * a missing field. The rules are those of the creation of a user. Beyond 1,000 rows one more entry says how many were left out.
 */
export function parseUserFile(text: string): UserReading {
  const { header, rows } = parseCsv(text);
  const problem = headerProblem(header);
  if (problem !== undefined) return { columns: [], rows: [unread({ line: 1, cells: [], problem })] };
  const read = rows.slice(0, MAX_ROWS).map((row) => readRow(header, row));
  return { columns: header.map((name) => (isColumn(name) ? COLUMNS[name] : name)), rows: [...read, ...beyond(rows)] };
}

function headerProblem(names: string[]): string | undefined {
  const unknown = names.find((name) => !isColumn(name) && name !== IGNORED);
  const isComplete = ['email', 'displayname'].every((name) => names.includes(name));
  if (!isComplete) {
    return 'The first line must name the columns: email,displayName, and optionally role and image';
  }
  if (unknown !== undefined)
    return `There is no column ${unknown.slice(0, 100)}: only email, displayName, role and image`;
  const again = names.find((name, index) => names.indexOf(name) !== index);
  return again === undefined ? undefined : `The column ${isColumn(again) ? COLUMNS[again] : again} is there twice`;
}

function readRow(header: string[], row: CsvRow): ReadUser {
  if (row.problem !== undefined) return unread(row);
  const { line, cells } = row;
  const fields = header.flatMap((name, index) => {
    const cell = cells[index]?.trim() ?? '';
    return isColumn(name) && (cell !== '' || name === 'email' || name === 'displayname') ? [[COLUMNS[name], cell]] : [];
  });
  try {
    const { email, displayName, image, role } = parseBody(
      CreateUserBody,
      withLowerRole(Object.fromEntries(fields) as Record<string, string>),
    ) as CreateUserBody;
    return { line, cells, user: { email, displayName, image, role }, problem: null };
  } catch (error) {
    if (!(error instanceof ValidationFailed)) throw error;
    return unread({ line, cells, problem: error.message });
  }
}

/** Spreadsheets capitalise the first letter of a cell. */
const withLowerRole = (fields: Record<string, string>) =>
  fields.role === undefined ? fields : { ...fields, role: fields.role.toLowerCase() };

const unread = ({ line, cells, problem = '' }: CsvRow): ReadUser => ({ line, cells, user: null, problem });

function beyond(rows: CsvRow[]): ReadUser[] {
  const [first, ...others] = rows.slice(MAX_ROWS);
  if (first === undefined) return [];
  const problem = `Only ${MAX_ROWS} rows are read at once: this one and ${others.length} after it were left out`;
  return [unread({ line: first.line, cells: [], problem })];
}
