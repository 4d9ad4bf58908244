import { Readable } from 'node:stream';
import { StreamableFile } from '@nestjs/common';
import contentDisposition from 'content-disposition';
import { stringify } from 'csv-stringify';

/**
 * A CSV file (RFC 4180, in UTF-8 with a byte order mark for spreadsheets) that is sent while it is written, batch by batch.
 * An apostrophe precedes every text that a spreadsheet would parse as a formula. Some spreadsheets split a text into several cells:
 * an apostrophe also precedes a formula in the middle of a text (https://owasp.org/www-community/attacks/CSV_Injection).
 * @param columns the column headers, by the names of the rows' fields
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
    // By default only texts with a comma, a quote or CRLF are quoted, but for readers other characters end a cell too.
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

/** Characters besides the comma that end an unquoted cell. The semicolon does so in spreadsheets of some languages, even when quoted. */
const CELL_ENDS = /[;\t\r\n]/;

/** Such an end before the first character of a formula, full-width ones included. `escape_formulas` handles a leading carriage return. */
const INNER_FORMULA = /(?:[;\n]|(?<=[^])\r) *(?=[=+\-@\uFF1D\uFF0B\uFF0D\uFF20])/g;

function escapeInnerFormulas(text: string): string {
  return text.replace(INNER_FORMULA, "$&'");
}

/** A file that is sent while it is written. @param name may contain any characters: the header encodes them (RFC 6266) */
export function textFile(name: string, type: string, content: Readable): StreamableFile {
  const fallback = name.replace(NOT_ASCII, '_');
  return new StreamableFile(content, { type, disposition: contentDisposition(name, { fallback }) });
}

const NOT_ASCII = /[^\x20-\x7e]/gu;

/**
 * Makes a file name, without extension, of a title. It is short enough for every file system, and has neither characters that one of
 * them forbids nor marks that would reverse the direction of the extension. Empty if nothing is left.
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
