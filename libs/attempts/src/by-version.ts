interface OfVersion {
  readonly quizId: string;
  readonly version: number;
}

/** Groups rows by the version of a quiz that they belong to, in the order of their first rows. */
export function byVersion<Row extends OfVersion>(rows: readonly Row[]): Iterable<[Row, ...Row[]]> {
  const groups = new Map<string, [Row, ...Row[]]>();
  for (const row of rows) {
    const key = `${row.quizId} ${row.version}`;
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [row]);
    else group.push(row);
  }
  return groups.values();
}
