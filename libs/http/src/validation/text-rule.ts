// The rule for texts.

interface TextLimits {
  /** In code points. */
  min: number;
  /** In code points. */
  max: number;
}

/** Returns the problem of a text, if any. A text must not be blank, but may be empty if `min` is 0. */
export function textProblem(value: unknown, { min, max }: TextLimits): string | undefined {
  if (typeof value !== 'string') return 'must be a string';
  if (!value.isWellFormed() || value.includes('\0')) return 'must be well-formed Unicode without U+0000';
  if (!hasLength(value, min, max)) return `must have ${min} to ${max} characters`;
  if (value !== '' && value.trim() === '') return 'must not be blank';
  return undefined;
}

/** Whether a text has `min` to `max` code points. Counting them takes long, and a text has half as many as UTF-16 units at least. */
function hasLength(text: string, min: number, max: number): boolean {
  if (text.length <= max && text.length >= 2 * min) return true;
  const length = codePoints(text, max);
  return length >= min && length <= max;
}

function codePoints(text: string, stopAfter: number): number {
  let count = 0;
  for (const _codePoint of text) {
    if (++count > stopAfter) break;
  }
  return count;
}
