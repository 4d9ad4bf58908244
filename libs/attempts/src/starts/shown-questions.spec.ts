import type { QuizContent } from '#libs/quizzes';
import { arrange, showQuestions } from './shown-questions.js';

/** Questions q0, q1, … with the answers a, b, c. */
const quizOf = (questions: number): QuizContent =>
  Array.from({ length: questions }, (_, index) => ({
    id: `q${index}`,
    text: `Question ${index}`,
    imageUrl: null,
    answers: ['a', 'b', 'c'].map((letter) => ({ id: `q${index}${letter}`, text: letter, isCorrect: letter === 'a' })),
  }));

const byPosition = ([one]: [number, unknown], [other]: [number, unknown]) => one - other;

describe('arrange', () => {
  it('keeps the order of a quiz that is not shuffled', () => {
    expect(arrange(quizOf(2), false)).toEqual([
      [0, [0, 1, 2]],
      [1, [0, 1, 2]],
    ]);
  });

  it('shuffles all questions and all answers', () => {
    const shown = arrange(quizOf(200), true);
    expect(shown.toSorted(byPosition).map(([at, answers]) => [at, answers.toSorted()])).toEqual(
      arrange(quizOf(200), false),
    );
    expect(shown.map(([at]) => at)).not.toEqual([...Array(200).keys()]);
  });

  it('has each order about equally often', () => {
    const counts = new Map<string, number>();
    for (let round = 0; round < 6_000; round++) {
      const [first] = arrange(quizOf(1), true);
      const order = first?.[1].join('') ?? '';
      counts.set(order, (counts.get(order) ?? 0) + 1);
    }
    expect(counts.size).toBe(6);
    for (const count of counts.values()) expect(Math.abs(count - 1_000)).toBeLessThan(250);
  });
});

describe('showQuestions', () => {
  it('shows the order of a start, without which answers are correct', () => {
    const shown = showQuestions(quizOf(2), [
      [1, [2, 0, 1]],
      [0, [0, 1, 2]],
    ]);
    expect(shown.map(({ id, order, answers }) => [id, order, answers.map(({ text }) => text).join('')])).toEqual([
      ['q1', 0, 'cab'],
      ['q0', 1, 'abc'],
    ]);
    expect(JSON.stringify(shown)).not.toContain('isCorrect');
  });
});
