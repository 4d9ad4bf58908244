import { strFromU8, unzipSync, zipSync } from 'fflate';
import { readSheet } from 'read-excel-file/universal';
import { SaxesParser } from 'saxes';
import { type Row, toRows } from './rows.js';
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
    for (const document of Object.values(documents)) checkAddresses(strFromU8(document));
    const sheet = await readSheet(new Blob([zipSync(documents, { level: 0 })]), { trim: false });
    return sheet.flatMap((cells, index) =>
      toRows(
        index + 1,
        cells.map((cell) => textOf(cell as Value)),
      ),
    );
  } catch (error) {
    if (error instanceof UnreadableFile) throw error;
    throw new UnreadableFile('The Excel file is damaged. Save its sheet as CSV in UTF-8 and choose that file');
  }
}

function unpack(bytes: Uint8Array): Record<string, Uint8Array<ArrayBuffer>> {
  let size = 0;
  return unzipSync(bytes, {
    // No more than `originalSize` is unpacked.
    filter: ({ name, originalSize }) => {
      if (!/\.(xml|rels)$/.test(name)) return false;
      size += originalSize;
      if (size > MAX_UNPACKED) throw new UnreadableFile('The Excel file is too large. Divide its sheet into several');
      return true;
    },
  });
}

/** @throws if a document is not well-formed, or a cell or row is outside of the sheets of Excel */
function checkAddresses(document: string): void {
  const parser = new SaxesParser();
  parser.on('error', (error) => {
    throw error;
  });
  parser.on('attribute', ({ name, value }) => {
    if (!/^(?!xmlns:)(.*:)?r$/.test(name)) return;
    const [, row] = /^[A-Z]{0,3}(\d{1,7})$/i.exec(value) ?? [];
    if (row === undefined || Number(row) > LAST_ROW) throw new RangeError(`There is no cell ${value}`);
  });
  parser.write(document).close();
}

type Value = string | number | boolean | Date | null;

/** As a spreadsheet shows a cell. */
function textOf(cell: Value): string {
  if (cell instanceof Date) return cell.toISOString().slice(0, 10);
  return cell === null ? '' : String(cell);
}
