// Compares stored totals with the expected ones.
import type { Difference } from '#libs/verification';

/** Totals by their names, such as `{ attempts: 3, correct: 7 }`. */
export type Totals = Readonly<Record<string, number>>;

/** @returns the difference to report, if any; null and undefined mean that there is no row */
export function compareTotals(
  where: string,
  expected: Totals | null | undefined,
  found: Totals | null | undefined,
): Difference | undefined {
  const names = Object.keys(expected ?? found ?? {});
  const different = names.filter((name) => expected?.[name] !== found?.[name]);
  if (different.length === 0) return undefined;
  return { where, expected: describe(expected, different), found: describe(found, different) };
}

/** What must be added to the found totals; missing ones count as 0. */
export function missingTotals<Names extends string>(
  names: readonly Names[],
  expected: Totals | null | undefined,
  found: Totals | null | undefined,
): Record<Names, number> {
  return Object.fromEntries(
    names.map((name) => [name, (expected?.[name] ?? 0) - (found?.[name] ?? 0)] as const),
  ) as Record<Names, number>;
}

function describe(totals: Totals | null | undefined, names: string[]): string {
  return totals == null ? 'nothing' : names.map((name) => `${name} ${totals[name]}`).join(', ');
}
