/** Maximum number of columns of a table. */
export const MAX_COLUMNS = 100;

/** A row of a table. Its line is that in which it begins, from 1. */
export interface Row {
  line: number;
  cells: string[];
  /** The columns, from 0, whose number a spreadsheet shows in another form, as 50 % for 0.5. */
  formatted?: number[];
  /** Why the row cannot be read. */
  problem?: string;
}

/** A row without the empty cells at its end. @returns nothing for an empty row */
export function toRows(line: number, cells: string[]): Row[] {
  const length = cells.findLastIndex((cell) => cell.trim() !== '') + 1;
  if (length === 0) return [];
  if (length <= MAX_COLUMNS) return [{ line, cells: cells.slice(0, length) }];
  return [{ line, cells: cells.slice(0, MAX_COLUMNS), problem: `The row has more than ${MAX_COLUMNS} cells` }];
}
