// Finds to each question of one version of a quiz the one of another.
import type { QuestionValues } from './quiz-values';

export interface PlacedQuestion {
  /** From 1. */
  position: number;
  question: QuestionValues;
}

/** A question in two versions; in one only where the other has nothing like it. */
export interface QuestionPair {
  theirs: PlacedQuestion | undefined;
  mine: PlacedQuestion | undefined;
}

/** All of a question that counts, as text. */
export const contentOf = ({ text, imageUrl, answers }: QuestionValues): string =>
  JSON.stringify([text, imageUrl, answers.map((answer) => [answer.text, answer.isCorrect])]);

/** What tells that two questions are the same one, the surest first. */
const SIGNS: ((placed: PlacedQuestion, all: QuestionValues[]) => string)[] = [
  ({ question }) => contentOf(question),
  ({ question }) => question.text,
  // The one that they follow, and the one that they precede.
  ({ position }, all) => all[position - 2]?.text ?? '',
  ({ position }, all) => all[position]?.text ?? '',
  ({ position }) => String(position),
];

/** The questions of two versions, in the order of theirs. */
export function pairQuestions(theirs: QuestionValues[], mine: QuestionValues[]): QuestionPair[] {
  const mineLeft = new Set(place(mine));
  const pairs: QuestionPair[] = place(theirs).map((placed) => ({ theirs: placed, mine: undefined }));
  for (const sign of SIGNS) {
    const found = groupBy(mineLeft, (placed) => sign(placed, mine));
    for (const pair of pairs) {
      if (pair.mine !== undefined || pair.theirs === undefined) continue;
      pair.mine = found.get(sign(pair.theirs, theirs))?.shift();
      if (pair.mine !== undefined) mineLeft.delete(pair.mine);
    }
  }
  return [...pairs, ...Array.from(mineLeft, (placed) => ({ theirs: undefined, mine: placed }))];
}

const place = (questions: QuestionValues[]) =>
  questions.map((question, index): PlacedQuestion => ({ position: index + 1, question }));

function groupBy(placed: Iterable<PlacedQuestion>, keyOf: (placed: PlacedQuestion) => string) {
  const groups = new Map<string, PlacedQuestion[]>();
  for (const one of placed) {
    const group = groups.get(keyOf(one));
    if (group === undefined) groups.set(keyOf(one), [one]);
    else group.push(one);
  }
  return groups;
}
