import { previewedQuestions } from './preview-questions';

const ANSWERS = ['a', 'b', 'c', 'd', 'e', 'f'].map((id) => ({ id, text: id, isCorrect: id === 'a' }));
const QUESTIONS = Array.from({ length: 20 }, (_, order) => ({
  id: `${order}`,
  text: `Question ${order}`,
  imageUrl: null,
  order,
  answers: ANSWERS,
}));
const quiz = { questions: QUESTIONS, randomizeQuestions: false, requireStart: true };

describe('previewedQuestions', () => {
  it('draws other questions with each seed, and keeps their order', () => {
    const drawn = [1, 2].map((seed) => previewedQuestions({ ...quiz, drawCount: 7 }, seed).map(({ order }) => order));
    expect(drawn[0]).toHaveLength(7);
    expect(drawn[0]).toEqual(drawn[0]?.toSorted((one, other) => one - other));
    expect(drawn[0]).not.toEqual(drawn[1]);
  });

  it('shuffles questions, and with a start their answers', () => {
    const [started, read] = [true, false].map((requireStart) =>
      previewedQuestions({ ...quiz, randomizeQuestions: true, requireStart }, 5),
    );
    expect(read).not.toEqual(QUESTIONS);
    expect(read?.every(({ answers }) => answers === ANSWERS)).toBe(true);
    expect(started?.map(({ id }) => id)).toEqual(read?.map(({ id }) => id));
    const orders = new Set(started?.map(({ answers }) => answers.map(({ id }) => id).join('')));
    expect(orders.size).toBeGreaterThan(10);
  });
});
