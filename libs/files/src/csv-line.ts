/** A value of a table. `null` and `undefined` are empty cells; other objects are written as JSON. */
export type Cell = string | number | boolean | Date | object | null | undefined;

/** A row of a CSV file (RFC 4180), with its line break. No cell begins with a formula, whatever separator a reader expects. */
export const csvLine = (cells: readonly Cell[]): string => `${cells.map(toCell).join(',')}\r\n`;

function toCell(value: Cell): string {
  switch (typeof value) {
    case 'string':
      return textCell(value);
    case 'number':
      return String(value);
    case 'boolean':
      return value ? 'yes' : 'no';
    default:
      if (value === null || value === undefined) return '';
      return value instanceof Date ? value.toISOString() : textCell(JSON.stringify(value));
  }
}

/** Readers differ in the characters that end a cell without quotes. */
const QUOTED = /[",;\t\r\n]/;

function textCell(text: string): string {
  const guarded = withGuard(text);
  return QUOTED.test(guarded) ? `"${guarded.replaceAll('"', '""')}"` : guarded;
}

/**
 * The place where a cell can begin, after which readers drop quotes and white space: the beginning of the text, or a separator. A
 * spreadsheet that expects semicolons or tabs ignores quotes that begin in the middle of a cell, and so splits a quoted text too.
 * Then follow apostrophes, and what makes the cell a formula: one of these characters, full-width ones included.
 *
 * It matches at each such place, formula or not, so that a long run of separators is read once.
 */
const CELL = /((?:^|[;\t\r\n])[\s";]*)('*)([=+\-@\uFF1D\uFF0B\uFF0D\uFF20]?)/g;

/** A text as a whole must not begin with these either (https://owasp.org/www-community/attacks/CSV_Injection). */
const LEADING = /^('*)[\t\r\n]/;

/** Adds an apostrophe before each formula in a text. */
function withGuard(text: string): string {
  const guarded = text.replace(CELL, (found, start: string, marks: string, formula: string) =>
    formula === '' ? found : `${start}'${marks}${formula}`,
  );
  return LEADING.test(text) ? `'${guarded}` : guarded;
}

/** The text of a cell that {@link csvLine} wrote. */
export function withoutGuard(cell: string): string {
  const [, marks] = LEADING.exec(cell) ?? [];
  const text = marks === undefined || marks === '' ? cell : cell.slice(1);
  return text.replace(CELL, (found, start: string, marks: string, formula: string) =>
    formula === '' || marks === '' ? found : `${start}${marks.slice(1)}${formula}`,
  );
}
