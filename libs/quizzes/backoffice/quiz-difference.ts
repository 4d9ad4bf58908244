// How two administrators changed the same quiz: `theirs` is stored now, `mine` is in the form, and both began with `base`.
import { formatTime } from '#libs/backoffice-ui/format-time.ts';
import { describeTime } from './describe-time';
import { contentOf, pairQuestions, type QuestionPair } from './pair-questions';
import { type QuizValues, REVEALS } from './quiz-values';

/** Whose change it is, seen from the form. */
export type Side = 'theirs' | 'mine' | 'both';

const SETTINGS = [
  'title',
  'description',
  'heroImageUrl',
  'maxAttempts',
  'timeLimitSeconds',
  'randomizeQuestions',
  'passPercentage',
  'revealAnswers',
  'opensAt',
  'closesAt',
  'requireStart',
  'drawCount',
  'tags',
  'language',
] as const;

type Setting = (typeof SETTINGS)[number];

export interface QuizDifference {
  settings: { field: Setting; theirs: string; mine: string; changedBy: Side }[];
  /** Questions that differ between the sides, or that one side lacks. */
  questions: (QuestionPair & { changedBy: Side })[];
  /** Whether the common questions are in another order. */
  isReordered: boolean;
}

export function differenceOf(base: QuizValues, theirs: QuizValues, mine: QuizValues): QuizDifference {
  const pairs = pairQuestions(theirs.questions, mine.questions);
  const known = new Set(base.questions.map(contentOf));
  const places = pairs.flatMap(({ theirs, mine }) => (theirs && mine ? [mine.position] : []));
  return {
    settings: SETTINGS.filter((field) => !isEqual(theirs[field], mine[field])).map((field) => ({
      field,
      theirs: describe(field, theirs),
      mine: describe(field, mine),
      changedBy: sideOf(isEqual(base[field], theirs[field]), isEqual(base[field], mine[field])),
    })),
    questions: pairs
      .filter(({ theirs, mine }) => !theirs || !mine || contentOf(theirs.question) !== contentOf(mine.question))
      .map((pair) => ({ ...pair, changedBy: authorOf(pair, known) })),
    isReordered: places.some((place, index) => place < (places[index - 1] ?? 0)),
  };
}

const isEqual = (one: QuizValues[Setting], other: QuizValues[Setting]) => JSON.stringify(one) === JSON.stringify(other);

/** Whose change it is: the side that still equals the base changed nothing. */
function sideOf(theirsIsOld: boolean, mineIsOld: boolean): Side {
  if (mineIsOld) return 'theirs';
  return theirsIsOld ? 'mine' : 'both';
}

/** A question that only one side has was added there, or removed on the other side. */
function authorOf({ theirs, mine }: QuestionPair, known: Set<string>): Side {
  const theirsIsOld = theirs !== undefined && known.has(contentOf(theirs.question));
  const mineIsOld = mine !== undefined && known.has(contentOf(mine.question));
  if (theirs !== undefined && mine !== undefined) return sideOf(theirsIsOld, mineIsOld);
  if (theirs !== undefined) return theirsIsOld ? 'mine' : 'theirs';
  return mineIsOld ? 'theirs' : 'mine';
}

function describe(field: Setting, quiz: QuizValues): string {
  switch (field) {
    case 'timeLimitSeconds':
      return describeTime(quiz.timeLimitSeconds);
    case 'randomizeQuestions':
      return quiz.randomizeQuestions ? 'Random' : 'As listed';
    case 'requireStart':
      return quiz.requireStart ? 'Required' : 'Not required';
    case 'revealAnswers':
      return REVEALS[quiz.revealAnswers];
    case 'opensAt':
    case 'closesAt':
      return quiz[field] === '' ? 'None' : formatTime(quiz[field]);
    case 'tags':
      return quiz.tags.join(', ') || 'None';
    default:
      return String(quiz[field]) || 'None';
  }
}
