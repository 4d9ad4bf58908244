// The order in which the questions of a start are shown.
import { getRandomValues } from 'node:crypto';
import type { QuestionForPlayers, QuizContent } from '#libs/quizzes';

/** The position of a question in its version, and those of its answers, in the order in which they are shown. */
export type ShownQuestion = [question: number, answers: number[]];

/** How a quiz shows its questions. */
interface Presentation {
  readonly randomizeQuestions: boolean;
  /** Number of questions to draw; null for all. */
  readonly drawCount: number | null;
}

/** The questions of a start: all or some drawn ones, in their order, or shuffled with shuffled answers. */
export function arrange(content: QuizContent, { randomizeQuestions, drawCount }: Presentation): ShownQuestion[] {
  const inOrder = content.map(({ answers }, at): ShownQuestion => [at, [...answers.keys()]]);
  if (!randomizeQuestions && drawCount === null) return inOrder;
  // Taken together, because each call costs as much as a shuffle.
  const values = getRandomValues(
    new Uint32Array(content.reduce((sum, { answers }) => sum + answers.length, content.length)),
  );
  let used = 0;
  const shuffle = <Item>(items: Item[]): Item[] => shuffled(items, () => values[used++] ?? 0);
  const drawn = shuffle(inOrder).slice(0, drawCount ?? content.length);
  if (!randomizeQuestions) return drawn.sort(([one], [other]) => one - other);
  for (const [, answers] of drawn) shuffle(answers);
  return drawn;
}

/** The positions of the questions that a start shows, ascending; null if these are all. */
export function drawnOf(shown: readonly ShownQuestion[], content: QuizContent): number[] | null {
  if (shown.length === content.length) return null;
  return shown.map(([at]) => at).sort((one, other) => one - other);
}

/** The questions as the user sees them. */
export function showQuestions(content: QuizContent, shown: readonly ShownQuestion[]): QuestionForPlayers[] {
  return shown.map(([at, order], index) => {
    const { id, text, imageUrl, answers } = itemAt(content, at);
    const shownAnswers = order.map((position) => {
      const answer = itemAt(answers, position);
      return { id: answer.id, text: answer.text };
    });
    return { id, text, imageUrl, order: index, answers: shownAnswers };
  });
}

function itemAt<Item>(items: readonly Item[], at: number): Item {
  const item = items[at];
  if (item === undefined) throw new Error('A start names a position that its version does not have');
  return item;
}

/**
 * Shuffles items in place, as Fisher and Yates do: https://en.wikipedia.org/wiki/Fisher%E2%80%93Yates_shuffle
 * @param random returns integers below 2³²: the remainders are as good as equally frequent
 */
function shuffled<Item>(items: Item[], random: () => number): Item[] {
  for (let last = items.length - 1; last > 0; last--) {
    const other = random() % (last + 1);
    [items[last], items[other]] = [items[other] as Item, items[last] as Item];
  }
  return items;
}
