/** The rows from the first to the last one that counts; all of them if none does. */
export function withoutEmptyEnds<Row>(rows: readonly Row[], counts: (row: Row) => boolean): Row[] {
  const first = rows.findIndex(counts);
  return first === -1 ? [...rows] : rows.slice(first, rows.findLastIndex(counts) + 1);
}
