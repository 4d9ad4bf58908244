export interface ScoreRange {
  /** Lowest percentage that counts here. */
  from: number;
  /** Percentage below which it counts here; the last range includes 100. */
  to: number;
  attempts: number;
}

/** Merges neighbouring ranges in pairs: 20 ranges of 5 points become 10 of 10 points. */
export function mergePairs(ranges: readonly ScoreRange[]): ScoreRange[] {
  return ranges.flatMap((range, index) => {
    if (index % 2 === 1) return [];
    const next = ranges[index + 1];
    return [next === undefined ? range : { from: range.from, to: next.to, attempts: range.attempts + next.attempts }];
  });
}

/** `70–79%` is everything from 70 to below 80; the last range includes 100. */
export function nameOfRange({ from, to }: ScoreRange): string {
  return `${from}–${to === 100 ? 100 : to - 1}%`;
}

/** The range that a percentage belongs to, and where in it the percentage is. */
export function rangeOf<Range extends ScoreRange>(
  ranges: readonly Range[],
  percentage: number,
): { row: Range | undefined; position: 'start' | 'middle' | 'end' } {
  const row = ranges.find(({ to }) => percentage < to) ?? ranges.at(-1);
  const position = percentage === row?.from ? 'start' : percentage === row?.to ? 'end' : 'middle';
  return { row, position };
}
