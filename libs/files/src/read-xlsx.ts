import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate';
import { readSheet } from 'read-excel-file/universal';
import { SaxesParser } from 'saxes';
import { type Row, Rows } from './rows.js';
import { UnreadableFile } from './unreadable-file.js';

/** Bytes of the documents in the archive, unpacked. A sheet of 1,000 rows has less than one million. */
const MAX_UNPACKED = 20_000_000;

/** The number of the last row that Excel has. */
const LAST_ROW = 1_048_576;

/**
 * Reads the first sheet of an Excel file. The reader would unpack any size, and fill the memory up to any row: it gets
 * an archive whose documents are not compressed and have only addresses that Excel has.
 */
export async function readXlsx(bytes: Uint8Array): Promise<Row[]> {
  try {
    const documents = unpack(bytes);
    for (const [, text] of documents) checkAddresses(text);
    const sheet = await readFirstSheet(documents);
    const dated = await readFirstSheet(documents.map(([name, text]) => [name, withDates(text)]));
    const rows = new Rows();
    for (const [index, cells] of sheet.entries()) {
      const formatted = dated[index]?.flatMap((cell, column) => (cell instanceof Date ? column : []));
      rows.add({ line: index + 1, cells: cells.map(textOf), ...(formatted?.length && { formatted }) });
    }
    return rows.all;
  } catch (error) {
    if (error instanceof UnreadableFile) throw error;
    throw new UnreadableFile('The Excel file is damaged. Save its sheet as CSV in UTF-8 and choose that file');
  }
}

type NamedText = [name: string, text: string];

async function readFirstSheet(documents: NamedText[]): Promise<Value[][]> {
  const archive = zipSync(Object.fromEntries(documents.map(([name, text]) => [name, strToU8(text)])), { level: 0 });
  return (await readSheet(new Blob([archive]), { trim: false })) as Value[][];
}

function unpack(bytes: Uint8Array): NamedText[] {
  let size = 0;
  const documents = unzipSync(bytes, {
    // No more than `originalSize` is unpacked.
    filter: ({ name, originalSize }) => {
      if (!/\.(xml|rels)$/.test(name)) return false;
      size += originalSize;
      if (size > MAX_UNPACKED) throw new UnreadableFile('The Excel file is too large. Divide its sheet into several');
      return true;
    },
  });
  return Object.entries(documents).map(([name, document]) => [name, strFromU8(document)]);
}

/** The numbers and codes of the formats that show the digits of a number: General, 0 and @. */
const PLAIN_IDS = ['0', '1', '49'];
const PLAIN_FORMAT = /<numFmt\b(?=[^<>]*\bformatCode=["'](?:General|0|@)["'])[^<>]*\bnumFmtId=["'](\d+)["']/gi;

/**
 * A style sheet with the format of a date in place of all that show a number in another form, as 50 % for 0.5. The reader
 * tells only dates from other numbers.
 */
function withDates(document: string): string {
  const plain = new Set([...PLAIN_IDS, ...Array.from(document.matchAll(PLAIN_FORMAT), ([, id]) => id)]);
  return document.replace(/(<xf\b[^<>]*\bnumFmtId=)["'](\d+)["']/g, (xf, start: string, id: string) =>
    plain.has(id) ? xf : `${start}"14"`,
  );
}

/** @throws if a document is not well-formed, or a cell or row is outside of the sheets of Excel */
function checkAddresses(document: string): void {
  const parser = new SaxesParser();
  parser.on('error', (error) => {
    throw error;
  });
  parser.on('opentag', ({ name, attributes }) => {
    // Charts and pictures have attributes with this name too.
    if (!/^(.*:)?(row|c)$/.test(name)) return;
    for (const [attribute, address] of Object.entries(attributes)) {
      if (!/^(?!xmlns:)(.*:)?r$/.test(attribute)) continue;
      const [, row] = /^[A-Z]{0,3}(\d{1,7})$/i.exec(address) ?? [];
      if (row === undefined || Number(row) > LAST_ROW) throw new RangeError(`There is no cell ${address}`);
    }
  });
  parser.write(document).close();
}

type Value = string | number | boolean | Date | null;

/** As a spreadsheet shows a cell without a format, which rounds away the errors of binary fractions. */
function textOf(cell: Value): string {
  if (cell instanceof Date) return cell.toISOString().slice(0, 10);
  if (typeof cell === 'number') return String(Number(cell.toPrecision(15)));
  return typeof cell === 'boolean' ? String(cell).toUpperCase() : (cell ?? '');
}
