import { parseCsv } from './csv-table.js';

describe('parseCsv', () => {
  it.each([',', ';', '\t'])('finds the delimiter %j in the header, also after a quoted cell', (delimiter) => {
    for (const first of ['a', '"a"', '"a, ""b"";\t"']) {
      const { header, rows } = parseCsv(`${first}${delimiter}B \n1${delimiter}2`);
      expect([header.length, header[1], rows]).toEqual([2, 'b', [{ line: 2, cells: ['1', '2'] }]]);
    }
  });

  it('reads Windows files, leaves out empty rows and counts the lines of a text', () => {
    expect(parseCsv('\uFEFFa,b\r\n"1\r\n2",3\r\n\r\n , \r\n4,5\r\n')).toEqual({
      header: ['a', 'b'],
      rows: [
        { line: 2, cells: ['1\n2', '3'] },
        { line: 6, cells: ['4', '5'] },
      ],
    });
  });

  it('reports rows of another width, and the rest after a syntax error', () => {
    const { rows } = parseCsv('a,b\n1\n1,2,3\n4,5\n"6,7\n8,9');
    expect(rows.map(({ line, cells, problem }) => [line, cells, problem?.slice(0, 20)])).toEqual([
      [2, ['1'], 'The row has 1 cells,'],
      [3, ['1', '2', '3'], 'The row has 3 cells,'],
      [4, ['4', '5'], undefined],
      [5, [], 'A quote is missing, '],
    ]);
  });

  it.each(['', '\n', '"a,b\n1,2'])('has no columns without a header: %j', (text) => {
    expect(parseCsv(text).header.filter((name) => name !== '')).toEqual([]);
  });
});
