// The changes of an update of a quiz, as the audit log stores them.
import { isDeepStrictEqual } from 'node:util';
import { type ContentQuestion, isSameQuestion, type QuestionDraft, type QuizContent } from './quiz-content.js';
import type { QuizBody } from './quiz.dto.js';

type Settings = Omit<QuizBody, 'questions'>;

interface Change<Value> {
  from: Value;
  to: Value;
}

/** Positions count from 1. */
type AuditedQuestion = QuestionDraft & { position: number };

export interface QuestionDifferences {
  added: AuditedQuestion[];
  changed: Change<AuditedQuestion>[];
  removed: AuditedQuestion[];
  /** Whether unchanged questions are in another order. */
  reordered: boolean;
  /** Number of added, changed or removed questions that do not fit into the entry. */
  omitted: number;
}

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

/** Most characters of the questions of an entry, as JSON. */
const MAX_CHARACTERS = 20_000;

/** The changed settings by name. */
export function settingDifferences(before: Settings, after: Settings): Record<string, Change<unknown>> {
  const changed = SETTINGS.filter((name) => !isDeepStrictEqual(before[name], after[name]));
  return Object.fromEntries(changed.map((name) => [name, { from: before[name], to: after[name] }]));
}

/**
 * The questions that changed: of those without a counterpart of the same id and explanation, a pair with the same text, or else at the same
 * position, is one question before and after.
 * @returns undefined if the questions are the same in the same order
 */
export function questionDifferences(before: QuizContent, after: QuizContent): QuestionDifferences | undefined {
  const isKept = (question: ContentQuestion) => before.some((former) => isSameQuestion(former, question));
  const remaining = after.filter(isKept).map(({ id }) => id);
  const removed = before.map(toAudited).filter((_, index) => !remaining.includes(before[index]?.id ?? ''));
  const added = after.map(toAudited).filter((_, index) => !remaining.includes(after[index]?.id ?? ''));
  const changed = [...pair(removed, added, 'text'), ...pair(removed, added, 'position')];
  const reordered = before.flatMap(({ id }) => (remaining.includes(id) ? [id] : [])).join() !== remaining.join();
  if (!reordered && changed.length + removed.length + added.length === 0) return undefined;
  return withinLimit({ added, changed, removed, reordered, omitted: 0 });
}

/** Removes the pairs of questions that share a property from both lists. */
function pair(
  removed: AuditedQuestion[],
  added: AuditedQuestion[],
  property: 'text' | 'position',
): Change<AuditedQuestion>[] {
  return [...removed].flatMap((from) => {
    const index = added.findIndex((question) => question[property] === from[property]);
    const [to] = index === -1 ? [] : added.splice(index, 1);
    if (to === undefined) return [];
    removed.splice(removed.indexOf(from), 1);
    return [{ from, to }];
  });
}

function withinLimit(differences: QuestionDifferences): QuestionDifferences {
  let left = MAX_CHARACTERS;
  let omitted = 0;
  const fitting = <Item>(items: Item[]): Item[] =>
    items.filter((item) => {
      left -= JSON.stringify(item).length;
      if (left < 0) omitted++;
      return left >= 0;
    });
  const { reordered } = differences;
  const changed = fitting(differences.changed);
  const added = fitting(differences.added);
  const removed = fitting(differences.removed);
  return { added, changed, removed, reordered, omitted };
}

function toAudited({ text, imageUrl, answers, explanation }: ContentQuestion, index: number): AuditedQuestion {
  return {
    ...(explanation !== undefined && { explanation }),
    position: index + 1,
    text,
    imageUrl,
    answers: answers.map((answer) => ({ text: answer.text, isCorrect: answer.isCorrect })),
  };
}
