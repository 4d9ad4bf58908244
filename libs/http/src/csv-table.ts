import { CsvError, parse } from 'csv-parse/sync';

/** A row of a table. Its line is that in which it begins, from 1. */
export interface CsvRow {
  line: number;
  /** As many as the header has, unless there is a problem. */
  cells: string[];
  /** Why the row cannot be read. */
  problem?: string;
}

interface CsvTable {
  /** The names of the columns, in lower case. */
  header: string[];
  /** Without empty rows. The last one may stand for the rest of the file, which is left out after a syntax error. */
  rows: CsvRow[];
}

/** Up to the end of the first cell. Spreadsheets write a semicolon in languages with a decimal comma. */
const FIRST_CELL = /^(?:"(?:[^"]|"")*"|[^",;\t\n]*)([,;\t])/;

/** Reads a table with a header, whose cells are separated by commas, semicolons or tabs. */
export function parseCsv(source: string): CsvTable {
  const text = source.replace(/^\uFEFF/, '').replace(/\r\n?/g, '\n');
  const [first, ...others] = parseRows(text, FIRST_CELL.exec(text)?.[1] ?? ',');
  if (first === undefined || first.problem !== undefined) return { header: [], rows: [] };
  return {
    header: first.cells.map((cell) => cell.trim().toLowerCase()),
    rows: others
      .filter(({ cells, problem }) => problem !== undefined || cells.some((cell) => cell.trim() !== ''))
      .map((row) => withWidth(row, first.cells.length)),
  };
}

/** Up to the first syntax error, which is the last row. */
function parseRows(text: string, delimiter: string): CsvRow[] {
  const rows: CsvRow[] = [];
  let line = 1;
  try {
    parse(text, {
      delimiter,
      record_delimiter: '\n',
      relax_column_count: true,
      on_record: (cells: string[]) => {
        rows.push({ line, cells });
        line += 1 + countBreaks(cells);
        return null;
      },
    });
    return rows;
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    const left = 'this row and those after it were left out';
    return [...rows, { line, cells: [], problem: `A quote is missing, or not doubled inside a text: ${left}` }];
  }
}

const countBreaks = (cells: string[]) => cells.reduce((count, cell) => count + cell.split('\n').length - 1, 0);

function withWidth(row: CsvRow, width: number): CsvRow {
  if (row.problem !== undefined || row.cells.length === width) return row;
  const problem = `The row has ${row.cells.length} cells, the header ${width}: is a comma in a text not quoted?`;
  return { ...row, problem };
}
