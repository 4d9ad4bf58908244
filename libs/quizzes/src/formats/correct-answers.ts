/** How a row names its correct answers. */
type Naming = 'position' | 'text';

export interface Choices {
  /** The texts of the answers. */
  answers: string[];
  /** The cell that names the correct ones. */
  correct: string;
}

/** The positions of the correct answers from 0, or the problem. */
type Found = Set<number> | string;

/**
 * Finds the correct answers of each row. They are named by numbers from 1 (`1 3`, also `2.0`), by letters (`A, C`) or by
 * their texts, separated by spaces, commas or semicolons. If a cell can mean different answers, the other rows decide.
 */
export function findCorrect(rows: Choices[]): Found[] {
  const found = rows.map((row) => ({ position: byPosition(row), text: byText(row) }));
  const isOnly = (naming: Naming, other: Naming) =>
    found.some((one) => (one[naming]?.size ?? 0) > 0 && one[other] === undefined);
  const areTexts = isOnly('text', 'position');
  const isDecided = areTexts !== isOnly('position', 'text');
  return found.map(({ position, text }, index) => {
    const { correct } = rows[index] as Choices;
    if (position === undefined || text === undefined) return position ?? text ?? noAnswer(correct);
    if (isDecided || isSame(position, text)) return areTexts ? text : position;
    const other = /\d/.test(correct) ? 'letter' : 'number';
    return `correct: “${correct}” is the place of one answer and the text of another. Write the place as a ${other}`;
  });
}

const isSame = (one: Set<number>, other: Set<number>) =>
  one.size === other.size && [...one].every((position) => other.has(position));

function byPosition({ answers, correct }: Choices): Set<number> | undefined {
  const positions = correct
    .split(/[\s,;]+/)
    .filter(Boolean)
    .map(positionOf);
  return positions.every((position) => position >= 0 && position < answers.length) ? new Set(positions) : undefined;
}

/** From 0; -1 if it is neither a number nor a letter. */
function positionOf(name: string): number {
  if (/^[1-9]\d?(\.0+)?$/.test(name)) return Number(name) - 1;
  return /^[a-z]$/i.test(name) ? name.toUpperCase().charCodeAt(0) - 65 : -1;
}

/** The whole cell can be the text of an answer that has separators in it. */
function byText({ answers, correct }: Choices): Set<number> | undefined {
  for (const names of [[correct], correct.split(/[,;\n]/).map((name) => name.trim())]) {
    const positions = names.map((name) => positionsOf(name, answers));
    if (positions.every(({ length }) => length > 0)) return new Set(positions.flat());
  }
  return undefined;
}

/** Those of the answers with this text; with another case only if none has this one. */
function positionsOf(text: string, answers: string[]): number[] {
  const find = (normalise: (one: string) => string) =>
    answers.flatMap((answer, index) => (text !== '' && normalise(answer) === normalise(text) ? [index] : []));
  const exact = find((one) => one);
  return exact.length > 0 ? exact : find((one) => one.toLowerCase());
}

const noAnswer = (correct: string) => `correct: there is no answer ${correct.slice(0, 100)}`;
