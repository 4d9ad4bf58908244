// Comparing figures that are kept with figures as they ought to be.
import type { Difference } from './consistency-check.js';

/** Figures by their names, such as `{ attempts: 3, correct: 7 }`. */
export type Figures = Readonly<Record<string, number>>;

/** @returns what to report, where the two differ; undefined stands for "nothing is there" */
export function compareFigures(
  where: string,
  expected: Figures | undefined,
  found: Figures | undefined,
): Difference | undefined {
  const names = Object.keys(expected ?? found ?? {});
  const different = names.filter((name) => expected?.[name] !== found?.[name]);
  if (different.length === 0) return undefined;
  return { where, expected: describe(expected, different), found: describe(found, different) };
}

/** What is to be added to the figures that were found; what is not there counts as nothing. */
export function missingFigures<Names extends string>(
  names: readonly Names[],
  expected: Readonly<Record<Names, number>> | undefined,
  found: Readonly<Record<Names, number>> | undefined,
): Record<Names, number> {
  return Object.fromEntries(
    names.map((name) => [name, (expected?.[name] ?? 0) - (found?.[name] ?? 0)] as const),
  ) as Record<Names, number>;
}

function describe(figures: Figures | undefined, names: string[]): string {
  return figures === undefined ? 'nothing' : names.map((name) => `${name} ${figures[name]}`).join(', ');
}

/** What two sources have under the same key; undefined stands for a row that a source does not have. */
export type Pair<One, Other> = readonly [key: string, one: One | undefined, other: Other | undefined];

/** Pairs the rows of two sources, which come in parts and in the order of their keys. The pairs come in parts too. */
export async function* pairByKey<One, Other>(
  ones: AsyncIterable<One[]>,
  others: AsyncIterable<Other[]>,
  keyOfOne: (one: One) => string,
  keyOfOther: (other: Other) => string,
): AsyncGenerator<Pair<One, Other>[]> {
  const [first, second] = [new Source(ones, keyOfOne), new Source(others, keyOfOther)];
  for (;;) {
    await first.fill();
    await second.fill();
    if (first.isOver && second.isOver) return;
    const pairs: Pair<One, Other>[] = [];
    // As long as it is known what comes next in both.
    while ((first.key !== undefined || first.isOver) && (second.key !== undefined || second.isOver)) {
      const key = leastOf(first.key, second.key);
      if (key === undefined) break;
      pairs.push([key, first.key === key ? first.take() : undefined, second.key === key ? second.take() : undefined]);
    }
    yield pairs;
  }
}

const leastOf = (one: string | undefined, other: string | undefined): string | undefined =>
  other === undefined || (one !== undefined && one < other) ? one : other;

/** Rows that come in parts. */
class Source<Row> {
  isOver = false;
  /** Of the next row, where it is there already. */
  key: string | undefined;
  private readonly parts: AsyncIterator<Row[]>;
  private rows: Row[] = [];
  private next = 0;

  constructor(
    rows: AsyncIterable<Row[]>,
    private readonly keyOf: (row: Row) => string,
  ) {
    this.parts = rows[Symbol.asyncIterator]();
  }

  /** Sees to it that the next row is there, if there is one. */
  async fill(): Promise<void> {
    while (this.next === this.rows.length && !this.isOver) {
      const part = await this.parts.next();
      this.isOver = part.done === true;
      this.rows = part.done === true ? [] : part.value;
      this.next = 0;
    }
    this.findKey();
  }

  take(): Row | undefined {
    const row = this.rows[this.next++];
    this.findKey();
    return row;
  }

  private findKey(): void {
    const row = this.rows[this.next];
    this.key = row === undefined ? undefined : this.keyOf(row);
  }
}
