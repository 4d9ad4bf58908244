import { differenceOf } from './quiz-difference';
import { type QuestionValues, type QuizValues, toValues } from './quiz-values';

/** A quiz with a question for each word; `text/right` is one with another right answer. */
const quiz = (words: string, settings: Partial<QuizValues> = {}): QuizValues => ({
  ...toValues({
    title: 'Title',
    questions: words.split(' ').map((word) => {
      const [text = '', right = 'Right'] = word.split('/');
      return {
        text,
        answers: [
          { text: right, isCorrect: true },
          { text: 'Wrong', isCorrect: false },
        ],
      };
    }),
  }),
  ...settings,
});

const nameOf = (placed: { position: number; question: QuestionValues } | undefined) =>
  placed && `${placed.position}:${placed.question.text}/${placed.question.answers[0]?.text ?? ''}`;

const questionsOf = (base: string, theirs: string, mine: string) =>
  differenceOf(quiz(base), quiz(theirs), quiz(mine)).questions.map((difference) => [
    nameOf(difference.theirs),
    nameOf(difference.mine),
    difference.changedBy,
  ]);

describe('differenceOf', () => {
  it('finds none between equal versions', () => {
    expect(differenceOf(quiz('a b'), quiz('b a c'), quiz('b a c'))).toEqual({
      settings: [],
      questions: [],
      isReordered: false,
    });
  });

  it('returns the changed settings, and who changed them', () => {
    const base = quiz('a', { description: 'Old', maxAttempts: 1, timeLimitSeconds: null });
    const theirs = { ...base, title: 'Theirs', description: '', maxAttempts: 2 };
    const mine = { ...base, maxAttempts: 3, timeLimitSeconds: 90, randomizeQuestions: false };
    expect(differenceOf(base, theirs, mine).settings).toEqual([
      { field: 'title', theirs: 'Theirs', mine: 'Title', changedBy: 'theirs' },
      { field: 'description', theirs: 'None', mine: 'Old', changedBy: 'theirs' },
      { field: 'maxAttempts', theirs: '2', mine: '3', changedBy: 'both' },
      { field: 'timeLimitSeconds', theirs: 'No time limit', mine: '1 minute 30 seconds', changedBy: 'mine' },
      { field: 'randomizeQuestions', theirs: 'Random', mine: 'As listed', changedBy: 'mine' },
    ]);
  });

  it('describes settings as the form does, and compares tags as lists', () => {
    const base = quiz('a', { tags: ['a, b'] });
    const mine = { ...base, tags: ['a', 'b'], revealAnswers: 'never' as const, opensAt: '2036-01-01T08:00:00.000Z' };
    expect(differenceOf(base, { ...base, tags: ['a, b'] }, mine).settings).toEqual([
      { field: 'revealAnswers', theirs: 'After each attempt', mine: 'Never', changedBy: 'mine' },
      { field: 'opensAt', theirs: 'None', mine: expect.stringContaining('2036') as string, changedBy: 'mine' },
      { field: 'tags', theirs: 'a, b', mine: 'a, b', changedBy: 'mine' },
    ]);
  });

  it.each<[string, string, string, string, unknown[]]>([
    ['added by them', 'a b', 'a x b', 'a b', [['2:x/Right', undefined, 'theirs']]],
    ['added by me', 'a b', 'a b', 'a b x', [[undefined, '3:x/Right', 'mine']]],
    ['removed by them', 'a b', 'b', 'a b', [[undefined, '1:a/Right', 'theirs']]],
    ['removed by me', 'a b', 'a b', 'b', [['1:a/Right', undefined, 'mine']]],
    ['changed by them', 'a b', 'a b/x', 'a b', [['2:b/x', '2:b/Right', 'theirs']]],
    ['changed by both', 'a b', 'a/x b', 'a/y b', [['1:a/x', '1:a/y', 'both']]],
    [
      'with another text, after one that was removed',
      'a b c',
      'b c',
      'a b x',
      [
        ['2:c/Right', '3:x/Right', 'mine'],
        [undefined, '1:a/Right', 'theirs'],
      ],
    ],
    ['with another text at its place', 'a', 'x', 'y', [['1:x/Right', '1:y/Right', 'both']]],
  ])('finds a question %s', (_, base, theirs, mine, expected) => {
    expect(questionsOf(base, theirs, mine)).toEqual(expected);
  });

  it('detects another order, but ignores questions that only one side has', () => {
    expect(differenceOf(quiz('a b c'), quiz('c a b'), quiz('a b c')).isReordered).toBe(true);
    expect(differenceOf(quiz('a b c'), quiz('x a b c'), quiz('a b y c')).isReordered).toBe(false);
  });

  it('pairs equal questions one to one', () => {
    expect(questionsOf('a a', 'a a a', 'a a')).toEqual([['3:a/Right', undefined, 'mine']]);
  });
});
