import { parseCsv } from './parse-csv.js';

describe('parseCsv', () => {
  it.each([',', ';', '\t'])('finds the delimiter %j, also after a quoted cell and under a title', (delimiter) => {
    for (const first of ['a', '"a"', '"a, ""b"";\t"', '']) {
      expect(parseCsv(`Title\n${first}${delimiter}B \n1${delimiter}2`)).toEqual([
        { line: 1, cells: ['Title'] },
        { line: 2, cells: [expect.any(String), 'B '] },
        { line: 3, cells: ['1', '2'] },
      ]);
    }
  });

  it('takes the delimiter from a line of its own', () => {
    expect(parseCsv('\uFEFFsep=;\r\n"a,b";c\r\n1,2;3')).toEqual([
      { line: 2, cells: ['a,b', 'c'] },
      { line: 3, cells: ['1,2', '3'] },
    ]);
  });

  it('reads Windows files, leaves out empty rows and cells at the end, and counts the lines of a text', () => {
    expect(parseCsv('\uFEFFa,b,,\r\n"1\r\n2",3\r\n\r\n , \r\n4,5\r\n')).toEqual([
      { line: 1, cells: ['a', 'b'] },
      { line: 2, cells: ['1\n2', '3'] },
      { line: 6, cells: ['4', '5'] },
    ]);
  });

  const left = 'this row and those after it were left out';

  it('returns the rows before a syntax error, and reports the rest', () => {
    expect(parseCsv('a,b\n4,5\n"6,7\n8,9')).toEqual([
      { line: 1, cells: ['a', 'b'] },
      { line: 2, cells: ['4', '5'] },
      { line: 3, cells: [], problem: `A quote is missing, or not doubled inside a text: ${left}` },
    ]);
  });

  it('limits the cells and the length of a row', () => {
    const wide = Array.from({ length: 101 }, (_, number) => `${number}`);
    const [row] = parseCsv(wide.join(','));
    expect([row?.cells, row?.problem]).toEqual([wide.slice(0, 100), 'The row has more than 100 cells']);
    expect(parseCsv(`a,b\n${'c'.repeat(100_002)}\nd,e`).at(-1)).toEqual({
      line: 2,
      cells: [],
      problem: `The row has more than 100000 characters, or a quote is missing: ${left}`,
    });
  });

  it('limits the rows', () => {
    expect(() => parseCsv('a\n'.repeat(50_001))).toThrow('The table has more than 50000 rows. Divide it');
  });

  it.each(['', '\n', ' , '])('returns no rows of %j', (text) => expect(parseCsv(text)).toEqual([]));
});
