import type { Row } from './rows.js';

/** What the columns of a table can mean. */
export interface Roles<Role extends string> {
  /** The meaning of each column by the name that it has in the header; null for one that is ignored. */
  guess(names: string[]): (Role | null)[];
  /** Whether rows can be read with these columns. */
  suffice(columns: (Role | null)[]): boolean;
}

export interface Table<Role extends string> {
  columns: (Role | null)[];
  /** The names of the columns; none if no header was found. */
  names: string[];
  /** Those after the header. They have as many cells as it, unless there is a problem. */
  rows: Row[];
  preview: TablePreview;
}

/** With what a person can say which column is which. */
export interface TablePreview {
  /** The names of the columns. */
  header: string[];
  /** The meaning of each column, separated by commas; empty for one that is ignored. */
  columns: string;
  /** Whether rows can be read with these columns. */
  isUnderstood: boolean;
  /** The first rows after the header. */
  rows: string[][];
}

/** The header is among the first rows: some programs write a title and hints above it. */
const MAX_HEADER_ROW = 20;

const PREVIEW_ROWS = 3;

/**
 * Finds the header of a table, by default its first row, and the meaning of its columns.
 * @param chosen the meaning that a person gave each column. Then a table without a known header may have none: its first
 * row is read too
 */
export function toTable<Role extends string>(rows: Row[], roles: Roles<Role>, chosen?: (Role | null)[]): Table<Role> {
  const found = rows.slice(0, MAX_HEADER_ROW).findIndex(({ cells }) => roles.suffice(roles.guess(cells)));
  const at = Math.max(found, 0);
  const header = rows[at]?.cells.map((cell) => cell.trim()) ?? [];
  const columns = header.map((_, index) => (chosen ?? roles.guess(header))[index] ?? null);
  const others = rows.slice(at + 1);
  const hasNone = found === -1 && chosen !== undefined;
  return {
    columns,
    names: found === -1 ? [] : header,
    rows: (hasNone ? rows : others).map((row) => check(row, header, columns)),
    preview: {
      header: header.map(excerpt),
      columns: columns.map((role) => role ?? '').join(','),
      isUnderstood: roles.suffice(columns),
      rows: others.slice(0, PREVIEW_ROWS).map(({ cells }) => cells.map(excerpt)),
    },
  };
}

const excerpt = (cell: string) => cell.slice(0, 100);

function check(row: Row, header: string[], columns: (string | null)[]): Row {
  const { cells, problem, formatted = [] } = row;
  if (problem !== undefined) return row;
  const width = header.length;
  if (cells.length > width) {
    return {
      ...row,
      problem: `The row has ${cells.length} cells, the header ${width}: is a comma in a text not quoted?`,
    };
  }
  const unclear = formatted.find((column) => columns[column] != null);
  return {
    ...row,
    cells: [...cells, ...Array<string>(width - cells.length).fill('')],
    ...(unclear !== undefined && { problem: `${excerpt(header[unclear] ?? '')}: ${FORMATTED}` }),
  };
}

const FORMATTED = 'the cell is a date, a time or another number with a format. Format it as text, and write it again';

/** The name of a column without case, spaces and punctuation, nor a hint in parentheses or behind a dash: `Answer 1 - max 75`. */
export const plainName = (name: string): string =>
  name
    .toLowerCase()
    .replace(/\(.*| [-–] .*/s, '')
    .replace(/[\s_.:*?"'-]+/g, '');
