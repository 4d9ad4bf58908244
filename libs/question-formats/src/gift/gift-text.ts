import type { SourceText } from '../choice-question.js';

/** The characters after a backslash, and what they mean. Backslashes before others are text. */
const ESCAPED = '~=#{}:\\n';
const MEANINGS = '~=#{}:\\\n';

/** Replaces escaped characters by U+0000, which no text has, and a digit, so that no mark is one of them. */
export const protect = (source: string) =>
  source.replace(/\\([~=#{}:\\n])/g, (_, character: string) => `\0${ESCAPED.indexOf(character)}`);

const restore = (text: string) => text.replace(/\0(\d)/g, (_, index) => MEANINGS.charAt(Number(index)));

export const toName = (text: string) => restore(text).replace(/\s+/g, ' ').trim() || null;

/**
 * A text without white space around it, the mark of its format and escapes.
 * @param line in which the white space before it begins
 */
export function toText(source: string, line: number): SourceText {
  const [mark = '', format] = /^\[(html|moodle|plain|markdown)\]/.exec(source.trimStart()) ?? [];
  return {
    text: restore(source.trim().slice(mark.length)).trim(),
    format: format as SourceText['format'],
    line: line + countLines(source.slice(0, source.length - source.trimStart().length)),
  };
}

/** The first parts of a text with the lines in which they begin. */
export function partsOf(
  text: string,
  separator: RegExp,
  line: number,
  limit: number,
): { text: string; line: number }[] {
  let next = line;
  return text.split(separator, limit).map((part) => {
    const begin = next;
    next += countLines(part);
    return { text: part, line: begin };
  });
}

export const countLines = (text: string) => text.split('\n').length - 1;

export const lineAt = (text: string, index: number) => 1 + countLines(text.slice(0, index));
