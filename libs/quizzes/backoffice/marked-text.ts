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

/** What an answer is compared with: itself if the other version has it anywhere, otherwise the answer in its place. */
export function counterpartOf(text: string, index: number, others: readonly { text: string }[]): string {
  return others.some((other) => other.text === text) ? text : (others[index]?.text ?? '');
}
