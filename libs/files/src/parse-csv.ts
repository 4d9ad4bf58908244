import { CsvError, parse } from 'csv-parse/sync';
import { MAX_ROW_LENGTH, type Row, Rows } from './rows.js';

/** Up to the end of the first cell of a line. Spreadsheets write a semicolon in languages with a decimal comma. */
const FIRST_CELL = /^(?:"(?:[^"]|"")*"|[^",;\t\n]*)([,;\t])/m;

/** Spreadsheets write the delimiter into a line of its own. */
const DELIMITER_LINE = /^sep=([,;\t])\n/i;

/**
 * Parses a table whose cells are separated by commas, semicolons or tabs.
 * @returns the rows without empty ones. The last one may stand for the rest of the file, which is left out after a syntax error
 */
export function parseCsv(source: string): Row[] {
  const text = source.replace(/^\uFEFF/, '').replace(/\r\n?/g, '\n');
  const declared = DELIMITER_LINE.exec(text);
  const rows = new Rows();
  let line = declared === null ? 1 : 2;
  try {
    parse(text.slice(declared?.[0].length ?? 0), {
      delimiter: declared?.[1] ?? FIRST_CELL.exec(text.slice(0, 10_000))?.[1] ?? ',',
      record_delimiter: '\n',
      relax_column_count: true,
      max_record_size: MAX_ROW_LENGTH,
      on_record: (cells: string[]) => {
        rows.add({ line, cells });
        line += 1 + countBreaks(cells);
        return null;
      },
    });
    return rows.all;
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    return [
      ...rows.all,
      { line, cells: [], problem: `${problemOf(error)}: this row and those after it were left out` },
    ];
  }
}

const problemOf = ({ code }: CsvError) =>
  code === 'CSV_MAX_RECORD_SIZE'
    ? `The row has more than ${MAX_ROW_LENGTH} characters, or a quote is missing`
    : 'A quote is missing, or not doubled inside a text';

const countBreaks = (cells: string[]) => cells.reduce((count, cell) => count + cell.split('\n').length - 1, 0);
