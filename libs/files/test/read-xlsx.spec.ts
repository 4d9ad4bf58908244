import { readRows } from '#libs/files';
import { xlsx } from '../../../test/support/xlsx.js';

describe('readRows of Excel files', () => {
  it('reads texts, numbers and truth values with the numbers of their rows', async () => {
    const file = xlsx(
      '<row r="2"><c r="B2" t="s"><v>0</v></c><c r="C2"><v>2.0</v></c></row><row r="4"><c r="A4" t="b"><v>1</v></c><c r="B4" t="inlineStr"><is><t> x</t></is></c></row>',
      ['a &amp; b'],
    );
    expect(await readRows(file)).toEqual([
      { line: 2, cells: ['', 'a & b', '2'] },
      { line: 4, cells: ['TRUE', ' x'] },
    ]);
  });

  it('reads a file with a chart and a cropped picture', async () => {
    const drawing =
      '<d:a xmlns:d="d"><d:srcRect l="10" r="2500"/><d:pageMargins r="0.7"/><d:row r="10"/><d:c r="B3"/></d:a>';
    const file = xlsx('<row r="1"><c r="A1"><v>1</v></c></row>', [], { 'xl/drawings/drawing1.xml': drawing });
    expect(await readRows(file)).toEqual([{ line: 1, cells: ['1'] }]);
  });

  it('reads numbers as a sheet shows them, and says which ones it shows in another form', async () => {
    const formats = [
      '<numFmt numFmtId="164" formatCode="General"/>',
      `<numFmt formatCode='0.00" €"' numFmtId='165'/>`,
      '<numFmt numFmtId="166" formatCode="hh:mm"/>',
    ];
    const ids = [0, 1, 49, 164, 9, 14, 165, 166];
    const styles = `<styleSheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><numFmts>${formats.join('')}</numFmts><cellXfs>${ids
      .map((id) => `<xf fontId="0" numFmtId="${id}"/>`)
      .join('')}</cellXfs></styleSheet>`;
    const cells = ids.map(
      (_, style) => `<c r="${'ABCDEFGH'.charAt(style)}1" s="${style}"><v>0.30000000000000004</v></c>`,
    );
    const text = '<c r="I1" s="4" t="inlineStr"><is><t>50 %</t></is></c>';
    const [row] = await readRows(xlsx(`<row r="1">${cells.join('')}${text}</row>`, [], { 'xl/styles.xml': styles }));
    expect(row?.formatted).toEqual([4, 5, 6, 7]);
    expect(row?.cells.filter((_, column) => column < 4 || column === 8)).toEqual(['0.3', '0.3', '0.3', '0.3', '50 %']);
  });

  it.each([
    ['a row that Excel does not have', '<row r="999999999"><c r="A999999999"><v>1</v></c></row>'],
    ['a column that Excel does not have', '<row r="1"><c r="ZZZZZZ1"><v>1</v></c></row>'],
    ['an address in character references', '<row r="&#57;99999999"><c r="A1"><v>1</v></c></row>'],
    ['an error in its XML', '<row r="1"><c></row>'],
  ])('rejects %s', async (_, rows) => {
    await expect(readRows(xlsx(rows))).rejects.toThrow('The Excel file is damaged');
  });

  const shared = (length: number, columns: string[], rows: number) =>
    xlsx(
      Array.from({ length: rows }, (_, index) => {
        const cells = columns.map((column) => `<c r="${column}${index + 1}" t="s"><v>0</v></c>`);
        return `<row r="${index + 1}">${cells.join('')}</row>`;
      }).join(''),
      ['a'.repeat(length)],
    );

  it('limits the length of a row whose cells share a text, and the cells that it keeps', async () => {
    expect(await readRows(shared(50_001, ['A', 'B'], 2))).toEqual([
      { line: 1, cells: [], problem: 'The row has more than 100000 characters' },
      { line: 2, cells: [], problem: 'The row has more than 100000 characters' },
    ]);
    expect(await readRows(shared(50_000, ['A', 'B'], 2))).toHaveLength(2);
  });

  it.each([
    ['characters', shared(50_000, ['A', 'B'], 51), 'The table has more than 5000000 characters'],
    ['rows', shared(1, ['A'], 50_001), 'The table has more than 50000 rows'],
  ])('limits the %s of a table', async (_, file, message) => {
    await expect(readRows(file)).rejects.toThrow(message);
  });

  it('unpacks no more than 20 MB', async () => {
    const bomb = xlsx(`<row r="1">${' '.repeat(20_000_000)}</row>`);
    expect(bomb.length).toBeLessThan(100_000);
    await expect(readRows(bomb)).rejects.toThrow('The Excel file is too large');
  });

  it('unpacks no more than the archive declares', async () => {
    const bomb = Buffer.from(xlsx(`<row r="1">${' '.repeat(10_000_000)}</row>`));
    // The sizes in the directory at the end of the archive.
    const size = Buffer.alloc(4);
    const sheet = bomb.lastIndexOf('xl/worksheets/sheet1.xml') - 46;
    size.writeUInt32LE(100);
    size.copy(bomb, sheet + 24);
    await expect(readRows(bomb)).rejects.toThrow('The Excel file is damaged');
  });
});
