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
    expect(outcomesOf(content, content, answers)).toEqual(['correct', 'wrong', 'unanswered']);
  });

  it('follows the regrades of the attempt', () => {
    const [left, given] = ['a', 'b'].map(question) as [QuizContent[number], QuizContent[number]];
    const graded: GradedContent = [
      { ...left, regrade: 'omitted' },
      { ...given, regrade: 'everyone' },
    ];
    expect(outcomesOf(graded, graded, [[0, 0]])).toEqual(['absent', 'correct']);
  });

  it('finds questions by their texts in another version, also if other answers are correct there', () => {
    const questions = ['new', 'c', 'a'].map(question);
    const corrected = questions.map((one) => ({
      ...one,
      id: `${one.id} later`,
      answers: one.answers.map((answer) => ({ ...answer, isCorrect: !answer.isCorrect })),
    }));
    const answered = ['a', 'b', 'c'].map(question);
    expect(outcomesOf(corrected, answered, [[2, 0]])).toEqual(['absent', 'correct', 'unanswered']);
  });

  it('keeps equal questions of a version apart', () => {
    const content = ['a', 'a', 'b'].map(question);
    const answers: [number, number][] = [
      [0, 0],
      [1, 1],
    ];
    expect(outcomesOf(content, content, answers)).toEqual(['correct', 'wrong', 'unanswered']);
  });
});
