import { type Roles, toTable } from './table.js';

const roles: Roles<'name'> = {
  guess: (names) => names.map((name) => (name === 'Name' ? 'name' : null)),
  suffice: (columns) => columns.includes('name'),
};

describe('toTable', () => {
  it('rejects rows in which a column with a meaning has a number that a sheet shows in another form', () => {
    const header = { line: 1, cells: ['Name', 'Born'] };
    const row = { line: 2, cells: ['0.5', '2000-01-01'] };
    const problemOf = (formatted: number[]) => toTable([header, { ...row, formatted }], roles).rows[0]?.problem;
    expect(problemOf([1])).toBeUndefined();
    expect(problemOf([0, 1])).toBe(
      'Name: the cell is a date, a time or another number with a format. Format it as text, and write it again',
    );
  });

  it('reads the first row of a table without a header only if a person chose the columns', () => {
    const rows = [
      { line: 1, cells: ['Ada'] },
      { line: 2, cells: ['Bob'] },
    ];
    expect(toTable(rows, roles).rows.map(({ line }) => line)).toEqual([2]);
    expect(toTable(rows, roles, ['name']).rows.map(({ line }) => line)).toEqual([1, 2]);
    expect(toTable([{ line: 0, cells: ['Name'] }, ...rows], roles, ['name']).rows).toEqual(rows);
  });
});
