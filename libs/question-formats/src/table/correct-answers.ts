export interface Choices {
  /** The texts of the answers. */
  answers: string[];
  /** The cell that names the correct ones. */
  correct: string;
}

/** Why the numbers or letters of a table can mean other answers than those at these places. */
export interface UncertainPlaces {
  numbers?: string;
  letters?: string;
}

/**
 * Finds the correct answers of a row. They are named by numbers from 1 (`1 3`, also `2.0`), by letters (`A, C`) or by
 * their texts, separated by commas or semicolons.
 * @returns their positions from 0; or the problem, if the cell names none, or can mean different ones
 */
export function findCorrect(choices: Choices, uncertain: UncertainPlaces = {}): Set<number> | string {
  const { answers, correct } = choices;
  if (correct === '') return new Set();
  const hasNumber = /\d/.test(correct);
  const byPlace = findPlaces(correct, answers.length);
  const problem = hasNumber ? uncertain.numbers : uncertain.letters;
  if (problem !== undefined && (byPlace !== undefined || hasZero(choices))) return `correct: ${problem}`;
  const readings = [byPlace, ...findTexts(correct, answers)].filter((reading) => reading !== undefined);
  const [found, ...others] = new Map(readings.map((places) => [[...places].sort().join(), places])).values();
  const shown = `“${correct.slice(0, 100)}”`;
  if (found === undefined) return `correct: there is no answer ${shown}. Write ${WAYS}`;
  if (others.length === 0) return found;
  return `correct: ${shown} can mean different answers. Write ${hasNumber ? 'letters (A, C)' : 'numbers (1 3)'}`;
}

const WAYS = 'the number from 1, the letter or the text of each correct answer';

/** Whether the cell has the number 0, which is no answer's text: the table seems to count from 0. */
export const hasZero = ({ answers, correct }: Choices): boolean =>
  wordsOf(correct).some((word) => normal(word) === '0') && !answers.some((answer) => normal(answer) === '0');

const wordsOf = (correct: string) => correct.split(/[\s,;]+/).filter(Boolean);

/** A text as it is compared: without case, and `2` for `2.0`, which programs write for numbers. */
const normal = (text: string) => text.toLowerCase().replace(/^(-?\d+)\.0+$/, '$1');

/** The places that numbers or letters name, if all of them are answers. */
function findPlaces(correct: string, count: number): Set<number> | undefined {
  const places = wordsOf(correct).map(normal).map(placeOf);
  return places.every((place) => place >= 0 && place < count) ? new Set(places) : undefined;
}

/** From 0; -1 if it is neither a number nor a letter. */
function placeOf(word: string): number {
  if (/^[1-9]\d?$/.test(word)) return Number(word) - 1;
  return /^[a-z]$/.test(word) ? word.charCodeAt(0) - 97 : -1;
}

/** The places of the answers with these texts, if the cell is one text, and if it is several. */
function findTexts(correct: string, answers: string[]): Set<number>[] {
  const exact = placesBy(answers, (text) => text);
  const similar = placesBy(answers, normal);
  const find = (text: string) => {
    const places = similar.get(normal(text)) ?? [];
    return exact.get(text) ?? (places.length === 1 ? places : undefined);
  };
  return [[correct], correct.split(/[,;\n]/).flatMap((text) => text.trim() || [])].flatMap((texts) => {
    const found = texts.flatMap((text) => find(text) ?? -1);
    return found.length === 0 || found.includes(-1) ? [] : [new Set(found)];
  });
}

function placesBy(answers: string[], keyOf: (text: string) => string): Map<string, number[]> {
  const places = new Map<string, number[]>();
  for (const [place, text] of answers.entries()) {
    if (text !== '') places.set(keyOf(text), [...(places.get(keyOf(text)) ?? []), place]);
  }
  return places;
}
