import type { Difference } from '#libs/verification';

/** The compared columns of a row by their names, such as `{ attempts: 3, sumCorrect: 7 }`. */
export type Values = Readonly<Record<string, number | string | boolean>>;

interface Sides {
  /** Null if there is no such row. */
  readonly expected: Values | null;
  readonly stored: Values | null;
}

/** The difference to report. */
export function differenceOf(where: string, { expected, stored }: Sides): Difference {
  const names = Object.keys(expected ?? stored ?? {});
  const different = names.filter((name) => expected?.[name] !== stored?.[name]);
  return { where, expected: describe(expected, different), found: describe(stored, different) };
}

/** What must be added to the stored numbers; missing ones count as 0. */
export function missingTotals<Names extends string>(
  names: readonly Names[],
  { expected, stored }: Sides,
): Record<Names, number> {
  return Object.fromEntries(
    names.map((name) => [name, Number(expected?.[name] ?? 0) - Number(stored?.[name] ?? 0)] as const),
  ) as Record<Names, number>;
}

function describe(values: Values | null, names: string[]): string {
  if (values === null) return 'nothing';
  return names.length === 0 ? 'a row' : names.map((name) => `${name} ${values[name]}`).join(', ');
}
