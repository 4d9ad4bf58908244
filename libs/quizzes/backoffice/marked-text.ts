import { diffWordsWithSpace } from 'diff';

/** A part of a text, and whether the other version of the text lacks it. */
export interface Part {
  text: string;
  isNew: boolean;
}

/** The parts of a text, of which those that the other version lacks are new. */
export const partsOf = (text: string, other: string): Part[] =>
  diffWordsWithSpace(other, text).flatMap(({ value, added, removed }) =>
    removed ? [] : [{ text: value, isNew: added }],
  );

/** What an answer is compared with: the one of the same text if the other version has it anywhere, otherwise the one in its place. */
export function counterpartOf<Answer extends { text: string }>(
  text: string,
  index: number,
  others: readonly Answer[],
): Answer | undefined {
  return others.find((other) => other.text === text) ?? others[index];
}
