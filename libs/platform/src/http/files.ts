import { Readable } from 'node:stream';
import { StreamableFile } from '@nestjs/common';
import { stringify } from 'csv-stringify';

/**
 * A CSV file (RFC 4180, UTF-8 with a mark that spreadsheets know it by) that is written while it is sent, one batch of rows
 * after the other. Texts that a spreadsheet would take for a formula begin with an apostrophe
 * (https://owasp.org/www-community/attacks/CSV_Injection).
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
    cast: { date: (value) => value.toISOString(), boolean: (value) => (value ? 'yes' : 'no') },
  });
  const rows = Readable.from(flatten(batches));
  rows.on('error', (error) => csv.destroy(error));
  csv.on('close', () => rows.destroy());
  return textFile(name, 'text/csv; charset=utf-8', rows.pipe(csv));
}

/** A file that is written while it is sent. */
export function textFile(name: string, type: string, content: Readable): StreamableFile {
  return new StreamableFile(content, { type, disposition: `attachment; filename="${name}"` });
}

async function* flatten<Row>(batches: AsyncIterable<Row[]>): AsyncGenerator<Row> {
  for await (const batch of batches) yield* batch;
}
