import { hasOverlaps, mergeQuizzes } from './merge-quizzes';
import { type QuizValues, toValues } from './quiz-values';

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

const wordsOf = ({ questions }: QuizValues) =>
  questions.map(({ text, answers }) => `${text}/${answers[0]?.text ?? ''}`.replace('/Right', '')).join(' ');

const merge = (base: string, theirs: string, mine: string) => {
  const versions = [quiz(base), quiz(theirs), quiz(mine)] as const;
  const { quiz: withTheirs, overlaps } = mergeQuizzes(...versions, 'theirs');
  return { theirs: wordsOf(withTheirs), mine: wordsOf(mergeQuizzes(...versions, 'mine').quiz), overlaps };
};

describe('mergeQuizzes', () => {
  it('merges settings field by field', () => {
    const base = quiz('a', { description: 'Old' });
    const theirs = { ...base, title: 'Theirs', maxAttempts: 5 };
    const mine = { ...base, description: 'Mine', timeLimitSeconds: 60, maxAttempts: 5 };
    const { quiz: merged, overlaps } = mergeQuizzes(base, theirs, mine, 'mine');
    expect(merged).toEqual({ ...mine, title: 'Theirs' });
    expect(hasOverlaps(overlaps)).toBe(false);
  });

  it('takes settings that both changed from the preferred side', () => {
    const base = quiz('a');
    const [theirs, mine] = [
      { ...base, title: 'Theirs' },
      { ...base, title: 'Mine' },
    ];
    const { quiz: merged, overlaps } = mergeQuizzes(base, theirs, mine, 'theirs');
    expect(merged.title).toBe('Theirs');
    expect(overlaps.settings).toEqual([{ field: 'title', theirs: 'Theirs', mine: 'Mine', changedBy: 'both' }]);
    expect(mergeQuizzes(base, theirs, mine, 'mine').quiz.title).toBe('Mine');
  });

  it.each([
    ['changes of different questions', 'a b c', 'a/x b c', 'a b c/y', 'a/x b c/y'],
    ['the same change of both', 'a b', 'a/x b', 'a/x b', 'a/x b'],
    ['additions at different places', 'a b c', 'a x b c', 'a b y c', 'a x b y c'],
    ['additions at the same place', 'a b', 'a b x', 'a b y', 'a b x y'],
    ['additions at the beginning', 'a b', 'x a b', 'a b/y', 'x a b/y'],
    ['several additions of mine', 'a b', 'a/x b', 'a y z b', 'a/x y z b'],
    ['equal additions', 'a b', 'a b x', 'a b x', 'a b x'],
    ['a removal by them and a change of mine', 'a b c', 'a c', 'a/x b c', 'a/x c'],
    ['a removal by me and an addition by them', 'a b c', 'a b c x', 'a c', 'a c x'],
    ['a removal by both', 'a b c', 'a c', 'a c', 'a c'],
    ['an order of theirs and a change of mine', 'a b c', 'c a b', 'a b c/x', 'c/x a b'],
    ['an order of mine and a change of theirs', 'a b c', 'a/x b c', 'c b a', 'c b a/x'],
    ['the same order of both', 'a b c', 'c b a', 'c b a', 'c b a'],
    ['an order of mine and additions of both', 'a b c', 'a x b c', 'c b a y', 'c b a x y'],
    ['a removal by them and an order of mine', 'a b c', 'b c', 'c b a', 'c b'],
  ])('merges %s', (_, base, theirs, mine, expected) => {
    const merged = merge(base, theirs, mine);
    expect(merged).toMatchObject({ theirs: expected, mine: expected });
    expect(hasOverlaps(merged.overlaps)).toBe(false);
  });

  it.each([
    ['a question that both changed', 'a b', 'a/x b', 'a/y b', 'a/x b', 'a/y b', 'both'],
    ['a question that they removed and I changed', 'a b', 'b', 'a/y b', 'b', 'a/y b', 'theirs'],
    ['a question that I removed and they changed', 'a b', 'a/x b', 'b', 'a/x b', 'b', 'mine'],
    ['two additions with the same text', 'a', 'a b/x', 'a b/y', 'a b/x', 'a b/y', 'both'],
  ])('asks about %s', (_, base, theirs, mine, withTheirs, withMine, changedBy) => {
    const merged = merge(base, theirs, mine);
    expect(merged).toMatchObject({ theirs: withTheirs, mine: withMine });
    expect(merged.overlaps.questions.map((overlap) => overlap.changedBy)).toEqual([changedBy]);
    expect(merged.overlaps).toMatchObject({ settings: [], isReordered: false });
  });

  it('asks about the order if both changed it differently, and keeps other changes', () => {
    const merged = merge('a b c', 'c a/x b', 'b a c/y');
    expect(merged).toMatchObject({ theirs: 'c/y a/x b', mine: 'b a/x c/y' });
    expect(merged.overlaps).toEqual({ settings: [], questions: [], isReordered: true });
  });

  it('keeps the keys of the questions in the form', () => {
    const mine = quiz('a b');
    const { quiz: merged } = mergeQuizzes(quiz('a b'), quiz('a/x b c'), mine, 'mine');
    expect(merged.questions.slice(0, 2).map(({ key }) => key)).toEqual(mine.questions.map(({ key }) => key));
  });

  it('keeps all changes of one side, if the other one changed nothing, in random quizzes', () => {
    let seed = 1;
    const below = (limit: number) => {
      seed = (seed * 48_271) % 2_147_483_647;
      return seed % limit;
    };
    for (let run = 0; run < 300; run++) {
      const words = () =>
        Array.from({ length: 1 + below(6) }, () => `${'abcdef'[below(6)]}/${'xy'[below(2)]}`).join(' ');
      const [base, changed] = [words(), words()];
      expect(merge(base, changed, base)).toMatchObject({ theirs: changed, mine: changed });
      expect(merge(base, base, changed)).toMatchObject({ theirs: changed, mine: changed });
    }
  });
});
