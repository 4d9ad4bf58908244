import type { QuizContent } from '#libs/quizzes';
import { arrange, drawnOf, showQuestions } from './shown-questions.js';

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
    expect(arrange(quizOf(2), { randomizeQuestions: false, drawCount: null })).toEqual([
      [0, [0, 1, 2]],
      [1, [0, 1, 2]],
    ]);
  });

  it('shuffles all questions and all answers', () => {
    const shown = arrange(quizOf(200), { randomizeQuestions: true, drawCount: null });
    expect(shown.toSorted(byPosition).map(([at, answers]) => [at, answers.toSorted()])).toEqual(
      arrange(quizOf(200), { randomizeQuestions: false, drawCount: null }),
    );
    expect(shown.map(([at]) => at)).not.toEqual([...Array(200).keys()]);
  });

  it('has each order about equally often', () => {
    const counts = new Map<string, number>();
    for (let round = 0; round < 6_000; round++) {
      const [first] = arrange(quizOf(1), { randomizeQuestions: true, drawCount: null });
      const order = first?.[1].join('') ?? '';
      counts.set(order, (counts.get(order) ?? 0) + 1);
    }
    expect(counts.size).toBe(6);
    for (const count of counts.values()) expect(Math.abs(count - 1_000)).toBeLessThan(250);
  });
});

describe('a draw', () => {
  it('keeps the order of a quiz that is not shuffled', () => {
    const shown = arrange(quizOf(100), { randomizeQuestions: false, drawCount: 10 });
    expect(shown).toHaveLength(10);
    expect(shown).toEqual(shown.toSorted(byPosition));
    expect(drawnOf(shown, quizOf(100))).toEqual(shown.map(([at]) => at));
  });

  it('draws each question about equally often', () => {
    const counts = Array<number>(10).fill(0);
    for (let round = 0; round < 2_000; round++) {
      const drawn = drawnOf(arrange(quizOf(10), { randomizeQuestions: true, drawCount: 5 }), quizOf(10)) ?? [];
      for (const at of drawn) counts[at] = (counts[at] ?? 0) + 1;
    }
    for (const count of counts) expect(Math.abs(count - 1_000)).toBeLessThan(200);
  });

  it('of all questions is none', () => {
    expect(drawnOf(arrange(quizOf(3), { randomizeQuestions: true, drawCount: 3 }), quizOf(3))).toBeNull();
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
