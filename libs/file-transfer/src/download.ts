import { Readable } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import { StreamableFile } from '@nestjs/common';
import contentDisposition from 'content-disposition';
import { type Cell, csvLine } from '#libs/files';

/** The header of a column, and its cell in a row: a field, or what a function returns. */
export type Column<Row> = readonly [header: string, cell: (keyof Row & string) | ((row: Row) => Cell)];

/** Characters of CSV that are written in one turn of the event loop. */
const PIECE = 32 * 1024;

/**
 * A CSV file in UTF-8, with a byte order mark for spreadsheets, whose rows are read while it is sent.
 * @param batches rows; the next batch is read when the client has read most of the one before
 */
export function csvFile<Row>(
  name: string,
  columns: readonly Column<Row>[],
  batches: Iterable<readonly Row[]> | AsyncIterable<readonly Row[]>,
): StreamableFile {
  return textFile(name, 'text/csv; charset=utf-8', csvTexts(columns, batches));
}

async function* csvTexts<Row>(
  columns: readonly Column<Row>[],
  batches: Iterable<readonly Row[]> | AsyncIterable<readonly Row[]>,
): AsyncGenerator<string> {
  let text = `\uFEFF${csvLine(columns.map(([header]) => header))}`;
  for await (const batch of batches) {
    for (const row of batch) {
      text += csvLine(columns.map(([, cell]) => (typeof cell === 'function' ? cell(row) : (row[cell] as Cell))));
      if (text.length < PIECE) continue;
      yield text;
      text = '';
    }
  }
  yield text;
}

/**
 * A file that is sent while it is written.
 * @param name may contain any characters: the header encodes them (RFC 6266)
 * @param texts its parts. Each is written in a turn of the event loop of its own, so that other requests are served in between
 */
export function textFile(name: string, type: string, texts: Iterable<string> | AsyncIterable<string>): StreamableFile {
  const fallback = name.replace(NOT_ASCII, '_');
  return new StreamableFile(Readable.from(inTurns(texts)), {
    type,
    disposition: contentDisposition(name, { fallback }),
  });
}

async function* inTurns(texts: Iterable<string> | AsyncIterable<string>): AsyncGenerator<string> {
  for await (const text of texts) {
    yield text;
    await setImmediate();
  }
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
