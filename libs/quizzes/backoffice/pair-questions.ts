// Pairs the questions of two versions of a quiz.
import type { QuestionValues } from './quiz-values';

export interface PlacedQuestion {
  /** From 1. */
  position: number;
  question: QuestionValues;
}

/** A question in two versions, or in one if the other has no similar one. */
export interface QuestionPair {
  theirs: PlacedQuestion | undefined;
  mine: PlacedQuestion | undefined;
}

/** The text, image and answers of a question, as one text. */
export const contentOf = ({ text, imageUrl, answers, explanation }: QuestionValues): string =>
  JSON.stringify([text, imageUrl, answers.map((answer) => [answer.text, answer.isCorrect]), explanation]);

/** The same without which answers are correct. */
const wordingOf = ({ text, imageUrl, answers }: QuestionValues): string =>
  JSON.stringify([text, imageUrl, answers.map((answer) => answer.text)]);

/** The positions of the questions that have no equal one among others, each of which equals one at most. */
function unequal(
  questions: QuestionValues[],
  others: QuestionValues[],
  keyOf: (one: QuestionValues) => string,
): number[] {
  const left = others.map(keyOf);
  return questions.flatMap((question, position) => {
    const index = left.indexOf(keyOf(question));
    if (index !== -1) left.splice(index, 1);
    return index === -1 ? position : [];
  });
}

/** Whether saving removes a stored question, or changes more of it than which answers are correct. */
export const losesQuestion = (stored: QuestionValues[], changed: QuestionValues[]): boolean =>
  unequal(stored, changed, wordingOf).length > 0;

/** The positions of the questions that are stored with other correct answers. */
export function correctedQuestions(stored: QuestionValues[], changed: QuestionValues[]): number[] {
  const added = unequal(changed, stored, wordingOf);
  return unequal(changed, stored, (question) => contentOf({ ...question, explanation: '' })).filter(
    (position) => !added.includes(position),
  );
}

/** Ways to recognise the same question, the most reliable first. */
const SIGNS: ((placed: PlacedQuestion, all: QuestionValues[]) => string)[] = [
  ({ question }) => contentOf(question),
  ({ question }) => question.text,
  // The preceding question, and the following one.
  ({ position }, all) => all[position - 2]?.text ?? '',
  ({ position }, all) => all[position]?.text ?? '',
  ({ position }) => String(position),
];

/** The questions of two versions, in the order of the other one's version. */
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

/** These questions with the keys of the ones that they are paired with. */
export function withKeysOf(known: QuestionValues[], questions: QuestionValues[]): QuestionValues[] {
  const pairs = pairQuestions(questions, known);
  return questions.map((question, index) => ({ ...question, key: pairs[index]?.mine?.question.key ?? question.key }));
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
