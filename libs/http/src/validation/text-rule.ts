// The rule for texts, and the equivalent pattern for the OpenAPI document (ECMA-262 with the flag `u`).

/** Unicode without U+0000 and halves of surrogate pairs. */
const CHARACTER = String.raw`[^\x00\p{Cs}]`;

/** The same without white space as `String.prototype.trim` defines it. */
const VISIBLE = String.raw`[^\s\x00\p{Cs}]`;

interface TextLimits {
  /** In code points, as JSON Schema counts them. */
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

/** The keywords of JSON Schema for {@link textProblem}. */
export function textSchema({ min, max }: TextLimits): object {
  const text = String.raw`\s*${VISIBLE}${CHARACTER}*`;
  return { minLength: min, maxLength: max, pattern: min === 0 ? `^(?:${text})?$` : `^${text}$` };
}

/** The same for a text that is trimmed first. Only a pattern can express limits of the trimmed text. */
export function trimmedTextSchema({ min, max }: TextLimits): object {
  const rest = min > 1 ? `${CHARACTER}{${min - 2},${max - 2}}${VISIBLE}` : `(?:${CHARACTER}{0,${max - 2}}${VISIBLE})?`;
  const text = String.raw`${VISIBLE}${rest}\s*`;
  return { minLength: min, pattern: min === 0 ? String.raw`^\s*(?:${text})?$` : String.raw`^\s*${text}$` };
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
