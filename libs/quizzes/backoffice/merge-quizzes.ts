// Merges the changes of two administrators: `theirs` is stored now, `mine` is in the form, and both began with `base`.
import { contentOf, pairQuestions, type PlacedQuestion, type QuestionPair } from './pair-questions';
import { differenceOf, type QuizDifference } from './quiz-difference';
import type { QuestionValues, QuizValues } from './quiz-values';

export interface Merge {
  quiz: QuizValues;
  /** What both sides changed, and differently. */
  overlaps: QuizDifference;
}

/** A question in the three versions, as far as they have it. */
interface Entry {
  base?: PlacedQuestion | undefined;
  theirs?: PlacedQuestion | undefined;
  mine?: PlacedQuestion | undefined;
}

/** @param preferred whose change counts where both changed the same differently */
export function mergeQuizzes(
  base: QuizValues,
  theirs: QuizValues,
  mine: QuizValues,
  preferred: 'theirs' | 'mine',
): Merge {
  const settings = differenceOf(base, theirs, mine).settings;
  const quiz = { ...mine };
  for (const { field, changedBy } of settings) {
    const side = changedBy === 'both' ? preferred : changedBy;
    if (side === 'theirs') Object.assign(quiz, { [field]: theirs[field] });
  }
  const entries = entriesOf(base.questions, theirs.questions, mine.questions);
  const orders = (['base', 'theirs', 'mine'] as const).map((side) => orderOf(entries, side));
  const isReordered = new Set(orders).size === 3;
  const isMineFirst = isReordered ? preferred === 'mine' : orders[1] === orders[0];
  quiz.questions = (isMineFirst ? inOrder(entries, 'mine', 'theirs') : inOrder(entries, 'theirs', 'mine')).flatMap(
    (entry) => mergeQuestion(entry, preferred) ?? [],
  );
  return {
    quiz,
    overlaps: {
      settings: settings.filter(({ changedBy }) => changedBy === 'both'),
      questions: entries.filter(isOverlap).map((entry) => ({ ...pairOf(entry), changedBy: changedByOf(entry) })),
      isReordered,
    },
  };
}

export const hasOverlaps = ({ settings, questions, isReordered }: QuizDifference) =>
  settings.length > 0 || questions.length > 0 || isReordered;

const pairOf = ({ theirs, mine }: Entry): QuestionPair => ({ theirs, mine });

/** For an overlap: the side that removed the question, or both. */
function changedByOf({ theirs, mine }: Entry) {
  if (theirs === undefined) return 'theirs';
  return mine === undefined ? 'mine' : 'both';
}

function entriesOf(base: QuestionValues[], theirs: QuestionValues[], mine: QuestionValues[]): Entry[] {
  const [inTheirs, inMine] = [pairQuestions(base, theirs), pairQuestions(base, mine)];
  const addedByMe = inMine.slice(base.length).flatMap((pair) => pair.mine ?? []);
  const addedByThem = inTheirs.slice(base.length).map((pair): Entry => {
    // They may be what an earlier try of this form stored, whose response was lost.
    const twin = addedByMe.findIndex(({ question }) => question.text === pair.mine?.question.text);
    return { theirs: pair.mine, mine: twin === -1 ? undefined : addedByMe.splice(twin, 1)[0] };
  });
  return [
    ...base.map((question, index) => ({
      base: { position: index + 1, question },
      theirs: inTheirs[index]?.mine,
      mine: inMine[index]?.mine,
    })),
    ...addedByThem,
    ...addedByMe.map((placed) => ({ mine: placed })),
  ];
}

const isEqual = (one: PlacedQuestion | undefined, other: PlacedQuestion | undefined) =>
  one === undefined || other === undefined ? one === other : contentOf(one.question) === contentOf(other.question);

const isOverlap = ({ base, theirs, mine }: Entry) =>
  !isEqual(theirs, mine) && !isEqual(base, theirs) && !isEqual(base, mine);

/** The merged question; undefined if it is removed. It keeps its key in the form. */
function mergeQuestion(entry: Entry, preferred: 'theirs' | 'mine'): QuestionValues | undefined {
  const { base, theirs, mine } = entry;
  const isMine = isOverlap(entry) ? preferred === 'mine' : isEqual(base, theirs) || isEqual(theirs, mine);
  const merged = isMine ? mine : theirs;
  return merged && { ...merged.question, key: (mine ?? merged).question.key };
}

/** The order of the questions that all have, as one text. */
const orderOf = (entries: Entry[], side: keyof Entry) =>
  entries
    .filter(({ base, theirs, mine }) => base && theirs && mine)
    .toSorted((one, other) => position(one, side) - position(other, side))
    .map(({ base }) => base?.position)
    .join();

const position = (entry: Entry, side: keyof Entry) => entry[side]?.position ?? 0;

/** The entries in the order of one side. Those that only the other side has follow what they follow there. */
function inOrder(entries: Entry[], first: 'theirs' | 'mine', second: 'theirs' | 'mine'): Entry[] {
  const has = (side: keyof Entry) => (entry: Entry) => entry[side] !== undefined;
  const bySide = (side: keyof Entry) => (one: Entry, other: Entry) => position(one, side) - position(other, side);
  const ordered = entries.filter(has(first)).toSorted(bySide(first));
  const sequence = entries.filter(has(second)).toSorted(bySide(second));
  for (const [index, entry] of sequence.entries()) {
    if (entry[first] !== undefined) continue;
    const before = sequence[index - 1];
    ordered.splice(before === undefined ? 0 : ordered.indexOf(before) + 1, 0, entry);
  }
  return ordered;
}
