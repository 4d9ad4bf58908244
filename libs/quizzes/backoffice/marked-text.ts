import { diffArrays, wordsWithSpaceDiff } from 'diff';
import { type TextPart, textParts } from '#libs/backoffice-ui/text-parts.ts';

/** A word or a formula. */
interface Token {
  text: string;
  /** Index of the part that contains it. */
  part: number;
  /** What encloses that part: equal words in code and outside it differ. */
  delimiters: string;
}

/** The parts of a text. Words and formulas that the other version lacks are marked. */
export function markedParts(text: string, other: string): TextPart[] {
  const changes = diffArrays(tokensOf(other), tokensOf(text), {
    comparator: (one, another) => one.text === another.text && one.delimiters === another.delimiters,
  }).filter(({ removed }) => !removed);
  return textParts(text).map((part, index) => ({
    ...part,
    pieces: changes.flatMap(({ value, added }) => {
      const tokens = value.filter((token) => token.part === index);
      return tokens.length === 0 ? [] : { text: tokens.map((token) => token.text).join(''), isMarked: added };
    }),
  }));
}

const tokensOf = (text: string): Token[] =>
  textParts(text).flatMap(({ kind, text: content, source }, part) => {
    const texts = kind === 'formula' ? [content] : wordsWithSpaceDiff.tokenize(content);
    const end = source.lastIndexOf(content);
    const delimiters = source.slice(0, end) + source.slice(end + content.length);
    return texts.map((word) => ({ text: word, part, delimiters }));
  });

/** What an answer is compared with: the one of the same text if the other version has it anywhere, otherwise the one in its place. */
export function counterpartOf<Answer extends { text: string }>(
  text: string,
  index: number,
  others: readonly Answer[],
): Answer | undefined {
  return others.find((other) => other.text === text) ?? others[index];
}
