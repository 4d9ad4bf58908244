// Pairs the questions of two versions of a quiz.
import { distance } from 'fastest-levenshtein';
import type { AnswerValues, QuestionValues } from './quiz-values';

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

/** A question that is stored with other correct answers. */
export interface Correction {
  /** From 1. */
  formerPosition: number;
  /** Whether it has another text, image or other answers too: then the service counts it as a new question. */
  isReworded: boolean;
}

/** The questions that are stored with other correct answers, wherever they moved to, also if they were reworded. */
export const correctionsOf = (stored: QuestionValues[], changed: QuestionValues[]): Correction[] =>
  pairQuestions(stored, changed).flatMap(({ theirs: former, mine }) =>
    former !== undefined && mine !== undefined && hasOtherKey(former.question, mine.question)
      ? { formerPosition: former.position, isReworded: wordingOf(former.question) !== wordingOf(mine.question) }
      : [],
  );

/** A question with the same answers, such as true and false, is another one if most of its text is different. */
function isSame(former: QuestionValues, question: QuestionValues): boolean {
  if (former.text === question.text) return true;
  const textsOf = ({ answers }: QuestionValues) => JSON.stringify(answers.map(({ text }) => text).sort());
  const length = Math.max(former.text.length, question.text.length);
  return textsOf(former) === textsOf(question) && distance(former.text, question.text) <= length / 3;
}

function hasOtherKey(former: QuestionValues, question: QuestionValues): boolean {
  return (
    isSame(former, question) &&
    question.answers.some((answer, index) => {
      const before = formerAnswer(former.answers, question.answers, index);
      return before !== undefined && before.isCorrect !== answer.isCorrect;
    })
  );
}

/** What an answer was before: the one with its text, or else the one in its place if no answer has its text any more. */
function formerAnswer(former: AnswerValues[], answers: AnswerValues[], index: number): AnswerValues | undefined {
  const inPlace = former[index];
  const text = answers[index]?.text;
  if (inPlace?.text === text) return inPlace;
  const moved = former.find((answer) => answer.text === text);
  return moved ?? (answers.some((answer) => answer.text === inPlace?.text) ? undefined : inPlace);
}

/** Ways to recognise the same question, the most reliable first. */
const SIGNS: ((placed: PlacedQuestion, all: QuestionValues[]) => string)[] = [
  ({ question }) => contentOf(question),
  ({ question }) => wordingOf(question),
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
