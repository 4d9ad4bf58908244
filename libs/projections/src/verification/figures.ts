// Comparing figures that are kept with figures as they ought to be.
import type { Difference } from './consistency-check.js';

/** Figures by their names, such as `{ attempts: 3, correct: 7 }`. */
export type Figures = Readonly<Record<string, number>>;

/** @returns what to report, where the two differ; null and undefined stand for "nothing is there" */
export function compareFigures(
  where: string,
  expected: Figures | null | undefined,
  found: Figures | null | undefined,
): Difference | undefined {
  const names = Object.keys(expected ?? found ?? {});
  const different = names.filter((name) => expected?.[name] !== found?.[name]);
  if (different.length === 0) return undefined;
  return { where, expected: describe(expected, different), found: describe(found, different) };
}

/** What is to be added to the figures that were found; what is not there counts as nothing. */
export function missingFigures<Names extends string>(
  names: readonly Names[],
  expected: Figures | null | undefined,
  found: Figures | null | undefined,
): Record<Names, number> {
  return Object.fromEntries(
    names.map((name) => [name, (expected?.[name] ?? 0) - (found?.[name] ?? 0)] as const),
  ) as Record<Names, number>;
}

function describe(figures: Figures | null | undefined, names: string[]): string {
  return figures == null ? 'nothing' : names.map((name) => `${name} ${figures[name]}`).join(', ');
}
