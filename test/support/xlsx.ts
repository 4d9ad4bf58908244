import { strToU8, zipSync } from 'fflate';

const NS = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"';
const RELATIONS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';

/** An Excel file with one sheet. @param rows its XML @param strings the shared texts @param others further documents */
export function xlsx(rows: string, strings: string[] = [], others: Record<string, string> = {}): Uint8Array {
  const documents = {
    'xl/workbook.xml': `<workbook ${NS} xmlns:r="${RELATIONS}"><sheets><sheet name="A" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="${RELATIONS}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="${RELATIONS}/sharedStrings" Target="sharedStrings.xml"/></Relationships>`,
    'xl/sharedStrings.xml': `<sst ${NS}>${strings.map((text) => `<si><t>${text}</t></si>`).join('')}</sst>`,
    'xl/worksheets/sheet1.xml': `<worksheet ${NS}><sheetData>${rows}</sheetData></worksheet>`,
    ...others,
  };
  return zipSync(Object.fromEntries(Object.entries(documents).map(([name, text]) => [name, strToU8(text)])));
}

/** An Excel file with a sheet of texts, in fewer than 27 columns. */
export const xlsxOf = (...rows: string[][]): Uint8Array =>
  xlsx(
    rows
      .map((cells, row) => {
        const texts = cells.map(
          (cell, column) =>
            `<c r="${String.fromCharCode(65 + column)}${row + 1}" t="inlineStr"><is><t>${cell}</t></is></c>`,
        );
        return `<row r="${row + 1}">${texts.join('')}</row>`;
      })
      .join(''),
  );
