import { Readable } from 'node:stream';
import { StreamableFile } from '@nestjs/common';
import contentDisposition from 'content-disposition';
import { stringify } from 'csv-stringify';

/**
 * A CSV file (RFC 4180, UTF-8 with a mark that spreadsheets know it by) that is written while it is sent, one batch of rows
 * after the other. Texts that a spreadsheet would take for a formula begin with an apostrophe, and so does what would become one
 * where a spreadsheet begins a cell inside of a text (https://owasp.org/www-community/attacks/CSV_Injection).
 * @param columns heads of the columns, by the names of the rows' fields
 */
export function csvFile<Row extends object>(
  name: string,
  columns: Partial<Record<keyof Row & string, string>>,
  batches: AsyncIterable<Row[]>,
): StreamableFile {
  const csv = stringify({
    header: true,
    bom: true,
    columns: columns as Record<string, string>,
    record_delimiter: 'windows',
    escape_formulas: true,
    // Quoted of itself is only what has a comma, a quote or the whole delimiter of records: readers take less for the end of a cell.
    quoted_match: CELL_ENDS,
    cast: {
      string: escapeInnerFormulas,
      object: (value) => escapeInnerFormulas(JSON.stringify(value)),
      date: (value) => value.toISOString(),
      boolean: (value) => (value ? 'yes' : 'no'),
    },
  });
  const rows = Readable.from(flatten(batches));
  rows.on('error', (error) => csv.destroy(error));
  csv.on('close', () => rows.destroy());
  return textFile(name, 'text/csv; charset=utf-8', rows.pipe(csv));
}

/** What ends a cell beside the comma: for all readers where it is not quoted, for some where their language separates by semicolons. */
const CELL_ENDS = /[;\t\r\n]/;

/** Behind such an end, what a spreadsheet begins a formula with, in full width too. A carriage return at the beginning is escaped itself. */
const INNER_FORMULA = /(?:[;\n]|(?<=[^])\r) *(?=[=+\-@\uFF1D\uFF0B\uFF0D\uFF20])/g;

function escapeInnerFormulas(text: string): string {
  return text.replace(INNER_FORMULA, "$&'");
}

/** A file that is written while it is sent. @param name of any characters, in the header as RFC 6266 says */
export function textFile(name: string, type: string, content: Readable): StreamableFile {
  const fallback = name.replace(NOT_ASCII, '_');
  return new StreamableFile(content, { type, disposition: contentDisposition(name, { fallback }) });
}

const NOT_ASCII = /[^\x20-\x7e]/gu;

/**
 * A title as the name of a file, without its ending: shortened to what every file system takes, without the characters that one
 * of them forbids and those that would turn the ending round. Empty where nothing is left.
 */
export function fileNameOf(title: string): string {
  const name = title
    .replace(UNFIT, ' ')
    .replace(/\s+/g, ' ')
    .replace(/^[ .]+/, '');
  return [...name].slice(0, 60).join('').trim();
}

const UNFIT = /[\p{Cc}\p{Bidi_Control}<>:"/\\|?*]/gu;

async function* flatten<Row>(batches: AsyncIterable<Row[]>): AsyncGenerator<Row> {
  for await (const batch of batches) yield* batch;
}
