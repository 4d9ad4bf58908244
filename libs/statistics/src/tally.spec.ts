import type { QuizContent } from '#libs/quizzes';
import { type AttemptsAtVersion, type CountedAttempt, rangeOf, type Tally, tallyOf } from './tally.js';

/** Questions whose first answer is correct. */
const contentOf = (...questionIds: string[]): QuizContent =>
  questionIds.map((id) => ({
    id,
    text: id,
    imageUrl: null,
    answers: [true, false].map((isCorrect) => ({ id: `${id} ${isCorrect}`, text: '', isCorrect })),
  }));

/** An attempt of user `u` that has the first of two questions right. */
const attempt = (overrides: Partial<CountedAttempt> = {}): CountedAttempt => ({
  userId: 'u',
  answers: [
    [0, 0],
    [1, 1],
  ],
  basisPoints: 5_000,
  passed: false,
  timedOut: false,
  day: '2026-01-01',
  ...overrides,
});

/** Attempts at quiz `q`, of questions `a` and `b`. */
const group = (attempts: CountedAttempt[], overrides: Partial<AttemptsAtVersion> = {}): AttemptsAtVersion => ({
  quizId: 'q',
  content: contentOf('a', 'b'),
  attempts,
  ...overrides,
});

const questionOf = ({ questions }: Tally, id: string) => questions.find(({ questionId }) => questionId === id);

describe('rangeOf', () => {
  it.each([
    [0, 0],
    [499, 0],
    [500, 1],
    [9_499, 18],
    [9_500, 19],
    [9_999, 19],
    [10_000, 19],
  ])('counts %i basis points in range %i', (basisPoints, range) => {
    expect(rangeOf(basisPoints)).toBe(range);
  });
});

describe('tallyOf', () => {
  it('is empty without attempts', () => {
    expect(tallyOf([])).toEqual({ scores: [], days: [], questions: [], activity: [], users: [] });
  });

  it('counts an attempt once in each table', () => {
    expect(tallyOf([group([attempt({ timedOut: true })])])).toEqual({
      scores: [{ quizId: 'q', range: 10, attempts: 1, passed: 0, timedOut: 1 }],
      days: [{ quizId: 'q', day: '2026-01-01', attempts: 1, passed: 0 }],
      activity: [{ day: '2026-01-01', attempts: 1 }],
      users: [{ day: '2026-01-01', userId: 'u' }],
      questions: [
        {
          quizId: 'q',
          questionId: 'a',
          attempts: 1,
          correct: 1,
          restAttempts: 1,
          restCorrect: 1,
          restSum: 0,
          restSquares: 0,
          restSumOfCorrect: 0,
        },
        {
          quizId: 'q',
          questionId: 'b',
          attempts: 1,
          correct: 0,
          restAttempts: 1,
          restCorrect: 0,
          restSum: 10_000,
          restSquares: 100_000_000,
          restSumOfCorrect: 0,
        },
      ],
    });
  });

  it('adds up attempts of the same quiz, range, day and user', () => {
    const passed = attempt({ basisPoints: 10_000, passed: true });
    const { scores, days, activity, users } = tallyOf([
      group([attempt(), passed]),
      group([passed], { content: contentOf('c') }),
      group([attempt({ userId: 'v' })], { quizId: 'p' }),
      group([attempt({ day: '2026-01-02' })]),
    ]);
    expect(scores).toEqual([
      { quizId: 'q', range: 10, attempts: 2, passed: 0, timedOut: 0 },
      { quizId: 'q', range: 19, attempts: 2, passed: 2, timedOut: 0 },
      { quizId: 'p', range: 10, attempts: 1, passed: 0, timedOut: 0 },
    ]);
    expect(days).toEqual([
      { quizId: 'q', day: '2026-01-01', attempts: 3, passed: 2 },
      { quizId: 'q', day: '2026-01-02', attempts: 1, passed: 0 },
      { quizId: 'p', day: '2026-01-01', attempts: 1, passed: 0 },
    ]);
    expect(activity).toEqual([
      { day: '2026-01-01', attempts: 4 },
      { day: '2026-01-02', attempts: 1 },
    ]);
    expect(users).toEqual([
      { day: '2026-01-01', userId: 'u' },
      { day: '2026-01-01', userId: 'v' },
      { day: '2026-01-02', userId: 'u' },
    ]);
  });

  it('counts an omitted question as wrong', () => {
    const tally = tallyOf([group([attempt({ answers: [[0, 0]] })])]);
    expect(questionOf(tally, 'b')).toMatchObject({ attempts: 1, correct: 0, restSum: 10_000 });
  });

  it('counts a question by its id, at any position in a version', () => {
    const both = attempt({
      answers: [
        [0, 0],
        [1, 0],
      ],
    });
    const tally = tallyOf([group([attempt()]), group([both], { content: contentOf('c', 'a') })]);
    expect(questionOf(tally, 'a')).toMatchObject({ attempts: 2, correct: 2, restSum: 10_000 });
    expect(questionOf(tally, 'b')).toMatchObject({ attempts: 1, correct: 0 });
    expect(questionOf(tally, 'c')).toMatchObject({ attempts: 1, correct: 1 });
    expect(tally.questions).toHaveLength(3);
  });

  it('has no rest score for a single question', () => {
    const tally = tallyOf([group([attempt({ answers: [[0, 0]] })], { content: contentOf('a') }), group([attempt()])]);
    expect(questionOf(tally, 'a')).toMatchObject({ attempts: 2, correct: 2, restAttempts: 1, restCorrect: 1 });
  });
});
