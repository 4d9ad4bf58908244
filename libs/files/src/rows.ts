import { UnreadableFile } from './unreadable-file.js';

const MAX_COLUMNS = 100;

/** Characters of a row: a question with its answers has up to 6,000. */
export const MAX_ROW_LENGTH = 100_000;

/** More would take seconds. 1,000 users or 200 questions are read. */
const MAX_ROWS = 50_000;

/** Characters of a table. Cells of an Excel file may share a text, so that its size does not limit them. */
const MAX_LENGTH = 5_000_000;

/** A row of a table. Its line is that in which it begins, from 1. */
export interface Row {
  line: number;
  cells: string[];
  /** The columns, from 0, whose number a spreadsheet shows in another form, as 50 % for 0.5. */
  formatted?: number[];
  /** Why the row cannot be read. */
  problem?: string;
}

/** The rows of a table, within limits. */
export class Rows {
  readonly all: Row[] = [];
  private length = 0;

  /** Adds a row without the empty cells at its end, unless it is empty. @throws UnreadableFile if the table is too large */
  add(row: Row): void {
    const width = row.cells.findLastIndex((cell) => cell.trim() !== '') + 1;
    if (width === 0) return;
    const length = row.cells.reduce((sum, cell) => sum + cell.length, 0);
    this.all.push({ ...row, ...limit(row.cells.slice(0, width), length) });
    this.length += length;
    if (this.all.length > MAX_ROWS) throw new UnreadableFile(`The table has more than ${MAX_ROWS} rows. Divide it`);
    if (this.length > MAX_LENGTH)
      throw new UnreadableFile(`The table has more than ${MAX_LENGTH} characters. Divide it`);
  }
}

function limit(cells: string[], length: number): Pick<Row, 'cells' | 'problem'> {
  if (length > MAX_ROW_LENGTH) return { cells: [], problem: `The row has more than ${MAX_ROW_LENGTH} characters` };
  if (cells.length <= MAX_COLUMNS) return { cells };
  return { cells: cells.slice(0, MAX_COLUMNS), problem: `The row has more than ${MAX_COLUMNS} cells` };
}
