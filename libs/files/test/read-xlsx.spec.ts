import { readRows } from '#libs/files';
import { xlsx } from '../../../test/support/xlsx.js';

const readXlsx = (bytes: Uint8Array) => readRows({ file: Buffer.from(bytes).toString('base64') });

describe('readRows of Excel files', () => {
  it('reads texts, numbers and truth values with the numbers of their rows', async () => {
    const file = xlsx(
      '<row r="2"><c r="B2" t="s"><v>0</v></c><c r="C2"><v>2.0</v></c></row><row r="4"><c r="A4" t="b"><v>1</v></c><c r="B4" t="inlineStr"><is><t> x</t></is></c></row>',
      ['a &amp; b'],
    );
    expect(await readXlsx(file)).toEqual([
      { line: 2, cells: ['', 'a & b', '2'] },
      { line: 4, cells: ['true', ' x'] },
    ]);
  });

  it.each([
    ['a row that Excel does not have', '<row r="999999999"><c r="A999999999"><v>1</v></c></row>'],
    ['a column that Excel does not have', '<row r="1"><c r="ZZZZZZ1"><v>1</v></c></row>'],
    ['an address in character references', '<row r="&#57;99999999"><c r="A1"><v>1</v></c></row>'],
    ['an error in its XML', '<row r="1"><c></row>'],
  ])('rejects %s', async (_, rows) => {
    await expect(readXlsx(xlsx(rows))).rejects.toThrow('The Excel file is damaged');
  });

  it('unpacks no more than 20 MB', async () => {
    const bomb = xlsx(`<row r="1">${' '.repeat(20_000_000)}</row>`);
    expect(bomb.length).toBeLessThan(100_000);
    await expect(readXlsx(bomb)).rejects.toThrow('The Excel file is too large');
  });

  it('unpacks no more than the archive declares', async () => {
    const bomb = Buffer.from(xlsx(`<row r="1">${' '.repeat(10_000_000)}</row>`));
    // The sizes in the directory at the end of the archive.
    const size = Buffer.alloc(4);
    const sheet = bomb.lastIndexOf('xl/worksheets/sheet1.xml') - 46;
    size.writeUInt32LE(100);
    size.copy(bomb, sheet + 24);
    await expect(readXlsx(bomb)).rejects.toThrow('The Excel file is damaged');
  });
});
