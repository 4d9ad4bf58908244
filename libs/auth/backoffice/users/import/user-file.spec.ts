import { parse } from 'csv-parse/sync';
import { ignoredColumns, nameOf, type ReadUser, rejectedFile, rowsToImport } from './user-file';

const row = (line: number, cells: string[], problem: string | null = null): ReadUser => ({
  line,
  cells,
  user: problem === null ? { email: 'a@b', displayName: 'A', image: null, role: 'player' } : null,
  problem,
});

it('rowsToImport: every row is an item, with its share of the file', () => {
  expect(rowsToImport([row(2, ['a@b', 'A']), row(3, ['a', 'A'], 'wrong')])).toEqual([
    { line: 2, end: 0.5, row: row(2, ['a@b', 'A']) },
    { line: 3, end: 1, row: row(3, ['a', 'A'], 'wrong'), problem: 'wrong' },
  ]);
});

it('ignoredColumns: the names of columns without a meaning', () => {
  const table = {
    header: ['Email', 'Class', '', 'Name'],
    columns: 'email,,,displayName',
    isUnderstood: true,
    rows: [],
  };
  expect(ignoredColumns(table)).toEqual(['Class']);
});

it.each([
  [['displayName'], ['Ada'], 'Ada'],
  [['lastName', 'firstName'], ['Lovelace', 'Ada'], 'Ada Lovelace'],
  [['lastName', 'firstName'], ['', 'Ada'], 'Ada'],
  [['email'], ['a@b'], ''],
])('nameOf: the columns %j of %j are %j', (columns, cells, name) => {
  expect(nameOf(columns, row(2, cells, 'wrong'))).toBe(name);
});

it('rejectedFile: a table with the rows as they were, and the reasons', () => {
  const text = rejectedFile(
    ['email', 'problem', 'displayName'],
    [
      { row: row(2, ['a@b', 'old', 'Love, "Ada"\nA']), reason: 'Email is already in use' },
      { row: row(3, [], 'Only 1000 rows'), reason: 'Only 1000 rows' },
      { row: row(4, ['only']), reason: 'a; b' },
    ],
  );
  expect(parse(text, { bom: true, record_delimiter: '\r\n' })).toEqual([
    ['email', 'displayName', 'problem'],
    ['a@b', 'Love, "Ada"\nA', 'Email is already in use'],
    ['only', '', 'a; b'],
  ]);
});

it('rejectedFile: no cell begins with a formula', () => {
  const text = rejectedFile(['displayName'], [{ row: row(2, [`Ann;"=cmd|'/C calc'!A0;z`]), reason: '=1' }]);
  expect(text).toBe(`\uFEFFdisplayName,problem\r\n"Ann;""'=cmd|'/C calc'!A0;z",'=1\r\n`);
});
