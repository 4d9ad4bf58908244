import type { QuizContent } from '#libs/quizzes';
import { type AnswerPosition, answeredQuestions, locate, rescore, score, scoredAnswers } from './scoring.js';

/** Questions q0, q1, …: answer `b` is correct, and in even questions `c` too. */
function quizOf(questions: number): QuizContent {
  return Array.from({ length: questions }, (_, index) => ({
    id: `q${index}`,
    text: `Question ${index}`,
    imageUrl: null,
    answers: ['a', 'b', 'c'].map((letter) => ({
      id: `q${index}${letter}`,
      text: letter,
      isCorrect: letter === 'b' || (letter === 'c' && index % 2 === 0),
    })),
  }));
}

const answer = (question: number, letter: string) => ({
  questionId: `q${question}`,
  answerId: `q${question}${letter}`,
});

describe('locate', () => {
  it('returns the positions in the order of the questions', () => {
    expect(locate(quizOf(3), [answer(2, 'b'), answer(0, 'c')])).toEqual([
      [0, 2],
      [2, 1],
    ]);
  });

  it('accepts an attempt without answers', () => {
    expect(locate(quizOf(3), [])).toEqual([]);
  });

  it('names all problems', () => {
    const submitted = [answer(0, 'a'), answer(9, 'a'), answer(0, 'b'), { questionId: 'q1', answerId: 'q2a' }];
    expect(() => locate(quizOf(3), submitted)).toThrow(
      'answers[1].questionId: no question of this quiz; answers[2].questionId: this question is answered twice; ' +
        'answers[3].answerId: no answer of this question',
    );
  });
});

describe('score', () => {
  const correct = (count: number) => Array.from({ length: count }, (_, index): [number, number] => [index, 1]);

  it.each([
    [0, 3, 0],
    [1, 3, 3333],
    [2, 3, 6667],
    [3, 3, 10000],
    [1, 8, 1250],
    [1, 200, 50],
    [1, 7, 1429],
    [5, 6, 8333],
    [1, 6, 1667],
    [1, 160, 63],
    [199, 200, 9950],
  ])('%i of %i are %i basis points', (right, questions, basisPoints) => {
    expect(score(quizOf(questions), correct(right), 70)).toMatchObject({
      correctCount: right,
      totalQuestions: questions,
      basisPoints,
    });
  });

  it.each([
    [7, 10, 70, true],
    [6, 10, 70, false],
    [2, 3, 67, false],
    [2, 3, 66, true],
    [0, 3, 0, true],
    [3, 3, 100, true],
    [199, 200, 100, false],
  ])('%i of %i at a pass mark of %i: %s', (right, questions, mark, passed) => {
    expect(score(quizOf(questions), correct(right), mark).passed).toBe(passed);
  });

  it('counts any correct answer, and left out questions as wrong', () => {
    expect(
      score(
        quizOf(4),
        [
          [0, 2],
          [1, 2],
        ],
        70,
      ),
    ).toMatchObject({ correctCount: 1, totalQuestions: 4, basisPoints: 2500 });
  });
});

describe('score of drawn questions', () => {
  const omitted = quizOf(3).map((question, at) => (at === 1 ? { ...question, regrade: 'omitted' as const } : question));

  it('counts these only', () => {
    expect(score(quizOf(3), [[2, 1]], 50, [0, 2])).toMatchObject({ correctCount: 1, totalQuestions: 2 });
    expect(score(omitted, [[2, 1]], 50, [1, 2])).toMatchObject({ correctCount: 1, totalQuestions: 1 });
  });

  it('counts them by the content if all of them are left out', () => {
    expect(score(omitted, [[1, 1]], 50, [1])).toMatchObject({ correctCount: 1, totalQuestions: 1, passed: true });
    expect(score(omitted, [], 50, [1])).toMatchObject({ correctCount: 0, totalQuestions: 1, passed: false });
  });
});

describe('rescore', () => {
  const answers: AnswerPosition[] = [[0, 1]];

  it('returns the score by the given content if it changes', () => {
    const wrong = { answers, drawnQuestions: null, correctCount: 0, totalQuestions: 2 };
    expect(rescore(wrong, quizOf(2), 50)).toEqual({
      correctCount: 1,
      totalQuestions: 2,
      basisPoints: 5_000,
      passed: true,
    });
  });

  it('returns nothing if the score stays the same, whatever the pass mark is now', () => {
    const right = { answers, drawnQuestions: null, correctCount: 1, totalQuestions: 2, passed: true };
    expect(rescore(right, quizOf(2), 100)).toBeUndefined();
  });
});

describe('scoredAnswers', () => {
  it('returns the submitted answer if it is correct, else the first correct one', () => {
    expect(
      scoredAnswers(quizOf(3), [
        [0, 2],
        [1, 2],
        [2, 0],
      ]),
    ).toEqual([
      { questionId: 'q0', answerId: 'q0c', isCorrect: true, correctAnswerId: 'q0c' },
      { questionId: 'q1', answerId: 'q1c', isCorrect: false, correctAnswerId: 'q1b' },
      { questionId: 'q2', answerId: 'q2a', isCorrect: false, correctAnswerId: 'q2b' },
    ]);
  });
});

describe('answeredQuestions', () => {
  it('shows every question with the answer that was chosen, and those left out', () => {
    const [first, second, third] = answeredQuestions(quizOf(3), [
      [0, 2],
      [2, 0],
    ]);
    expect(first).toEqual({
      id: 'q0',
      text: 'Question 0',
      imageUrl: null,
      answers: [
        { id: 'q0a', text: 'a', isCorrect: false, isChosen: false },
        { id: 'q0b', text: 'b', isCorrect: true, isChosen: false },
        { id: 'q0c', text: 'c', isCorrect: true, isChosen: true },
      ],
      isCorrect: true,
      regrade: null,
      isAnswered: true,
    });
    expect(second).toMatchObject({ id: 'q1', isCorrect: false, isAnswered: false });
    expect(second?.answers.some(({ isChosen }) => isChosen)).toBe(false);
    expect(third).toMatchObject({ id: 'q2', isCorrect: false, isAnswered: true });
  });
});
