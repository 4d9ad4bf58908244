import type { GradedContent } from '#libs/attempts';
import type { QuizContent } from '#libs/quizzes';
import { outcomesOf } from './answer-grid.js';

const question = (id: string): QuizContent[number] => ({
  id,
  text: id,
  imageUrl: null,
  answers: [true, false].map((isCorrect, index) => ({ id: `${id}${index}`, text: 'x', isCorrect })),
});

describe('outcomesOf', () => {
  it('tells how each question was answered', () => {
    const content = ['a', 'b', 'c'].map(question);
    const answers: [number, number][] = [
      [0, 0],
      [1, 1],
    ];
    expect(outcomesOf(content, content, content, answers)).toEqual(['correct', 'wrong', 'unanswered']);
  });

  it('follows the regrades of the attempt', () => {
    const [left, given] = ['a', 'b'].map(question) as [QuizContent[number], QuizContent[number]];
    const graded: GradedContent = [
      { ...left, regrade: 'omitted' },
      { ...given, regrade: 'everyone' },
    ];
    expect(outcomesOf([left, given], [left, given], graded, [[0, 0]])).toEqual(['absent', 'correct']);
  });

  it('reads the texts of a version once, however many gradings its attempts have', () => {
    let reads = 0;
    const content = ['a', 'b'].map((id) => Object.defineProperty(question(id), 'text', { get: () => (reads++, id) }));
    for (let grading = 0; grading < 9; grading++) {
      const graded = content.map((one) => Object.create(one) as QuizContent[number]);
      expect(outcomesOf(content, content, graded, [[0, 0]])).toEqual(['correct', 'unanswered']);
    }
    expect(reads).toBe(content.length);
  });

  it('finds questions by their texts in another version, also if other answers are correct there', () => {
    const questions = ['new', 'c', 'a'].map(question);
    const corrected = questions.map((one) => ({
      ...one,
      id: `${one.id} later`,
      answers: one.answers.map((answer) => ({ ...answer, isCorrect: !answer.isCorrect })),
    }));
    const answered = ['a', 'b', 'c'].map(question);
    expect(outcomesOf(corrected, answered, answered, [[2, 0]])).toEqual(['absent', 'correct', 'unanswered']);
  });

  it('keeps equal questions of a version apart', () => {
    const content = ['a', 'a', 'b'].map(question);
    const answers: [number, number][] = [
      [0, 0],
      [1, 1],
    ];
    expect(outcomesOf(content, content, content, answers)).toEqual(['correct', 'wrong', 'unanswered']);
  });
});
