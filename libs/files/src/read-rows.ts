import { parseCsv } from './parse-csv.js';
import { readXlsx } from './read-xlsx.js';
import type { Row } from './rows.js';
import { isXlsx, textOf } from './upload.js';

/** Reads the rows of a table: of CSV, or of the first sheet of an Excel file. */
export async function readRows(bytes: Uint8Array): Promise<Row[]> {
  return isXlsx(bytes) ? readXlsx(bytes) : parseCsv(textOf(bytes));
}
