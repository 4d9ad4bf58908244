import { parse } from 'csv-parse/sync';
import { array, assert, constantFrom, oneof, property, string } from 'fast-check';
import { csvLine, withoutGuard } from './csv-line.js';

/** Texts of the characters that readers treat specially, among others. */
const texts = oneof(
  array(constantFrom(...'=+-@\uFF1D\uFF0B\uFF0D\uFF20\'",;\t\r\n \u00A0aé1|{}')).map((characters) =>
    characters.join(''),
  ),
  string({ unit: 'grapheme' }),
);
const tables = array(array(texts, { minLength: 3, maxLength: 3 }), { minLength: 1, maxLength: 4 });

const fileOf = (rows: string[][]) => rows.map(csvLine).join('');

/**
 * The cells as a spreadsheet reads them: a quote has a meaning at the beginning of a cell only, and what follows the closing quote
 * belongs to the cell.
 */
function readAs(separator: string, file: string): string[] {
  const cells: string[] = [];
  for (let at = 0; at <= file.length; at++) {
    let cell = '';
    if (file[at] === '"') {
      for (at++; at < file.length && !(file[at] === '"' && file[at + 1] !== '"'); at++) {
        cell += file[at] ?? '';
        if (file[at] === '"') at++;
      }
      at++;
    }
    for (; at < file.length && file[at] !== separator && file[at] !== '\n' && file[at] !== '\r'; at++)
      cell += file[at] ?? '';
    cells.push(cell);
  }
  return cells;
}

/** The cells as a reader that gives quotes no meaning splits them, and then strips them. */
const splitBy = (separator: string, file: string) =>
  file.split(new RegExp(`[${separator}\r\n]`)).map((cell) => cell.replace(/^[\s"]+/, ''));

const FORMULA = /^\s*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20]/;

describe('csvLine', () => {
  it('begins no cell with a formula for readers that expect commas, semicolons or tabs', () => {
    assert(
      property(tables, (rows) => {
        const file = fileOf(rows);
        const cells = [
          ...readAs(',', file),
          ...[';', '\t'].flatMap((separator) => [...readAs(separator, file), ...splitBy(separator, file)]),
        ];
        return cells.every((cell) => !FORMULA.test(cell));
      }),
      { numRuns: 1_000 },
    );
  });

  it('is read back with the same texts once the guard is removed', () => {
    assert(
      property(tables, (rows) => {
        const read = parse(fileOf(rows), { record_delimiter: '\r\n' }).map((cells) => cells.map(withoutGuard));
        expect(read).toEqual(rows);
      }),
      { numRuns: 1_000 },
    );
  });

  it.each([
    [`Ann;"=cmd|'/C calc'!A0;z`, `"Ann;""'=cmd|'/C calc'!A0;z"`],
    ['\n"=1+1;', `"'\n""'=1+1;"`],
    ['a\t=1', `"a\t'=1"`],
    ['=1', `'=1`],
    ['"=1"', `"""'=1"""`],
    ['a; " \u00A0+1', `"a; "" \u00A0'+1"`],
    ['x\r=1', `"x\r'=1"`],
    ['a;\uFF1D1', `"a;'\uFF1D1"`],
    ['=1;-2\n+3', `"'=1;'-2\n'+3"`],
    ["'=1", "''=1"],
    ['\tx', `"'\tx"`],
  ])('guards %j', (text, cell) => {
    expect(csvLine([text])).toBe(`${cell}\r\n`);
  });

  it.each([
    ['1 = 1; 2 - 1', '"1 = 1; 2 - 1"'],
    ["'quoted'", "'quoted'"],
    ['Rome, -5 °C', '"Rome, -5 °C"'],
    ['a "b"', '"a ""b"""'],
    ['019b76da-a800-7000-8000-000000000004', '019b76da-a800-7000-8000-000000000004'],
  ])('leaves %j as it is', (text, cell) => {
    expect(csvLine([text])).toBe(`${cell}\r\n`);
  });

  it('writes numbers, times, yes and no, JSON and nothing', () => {
    const cells = [-0.5, new Date(0), true, false, { to: 'a;=1' }, null, undefined];
    expect(csvLine(cells)).toBe(`-0.5,1970-01-01T00:00:00.000Z,yes,no,"{""to"":""a;'=1""}",,\r\n`);
  });

  it.each(['\n', ';', "'", '";', '\t"'])('takes time in proportion to the length of a text of %j', (part) => {
    const timeOf = (length: number) => {
      const before = process.cpuUsage();
      withoutGuard(csvLine([part.repeat(length)]));
      const { user, system } = process.cpuUsage(before);
      return user + system;
    };
    timeOf(1_000);
    // A hundred times longer: ten thousand times as much work, if each part were compared with all others.
    expect(timeOf(200_000)).toBeLessThan(1_000 * Math.max(timeOf(2_000), 1_000));
  });
});
