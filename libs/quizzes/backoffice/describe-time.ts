/** `5 minutes`, `1 minute 30 seconds`, `No time limit`. */
export function describeTime(seconds: number | null): string {
  if (seconds === null || seconds === 0) return 'No time limit';
  const parts = [
    [Math.floor(seconds / 60), 'minute'],
    [seconds % 60, 'second'],
  ] as const;
  return parts
    .filter(([count]) => count > 0)
    .map(([count, unit]) => `${count.toLocaleString('en')} ${unit}${count === 1 ? '' : 's'}`)
    .join(' ');
}
