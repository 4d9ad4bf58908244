import { isSameContent, nextContent, type QuestionDraft } from './quiz-content.js';

const draft = (text: string, imageUrl: string | null = null): QuestionDraft => ({
  text,
  imageUrl,
  answers: [
    { text: 'yes', isCorrect: true },
    { text: 'no', isCorrect: false },
  ],
});

const ids = (content: ReturnType<typeof nextContent>) =>
  content.map(({ id, answers }) => [id, ...answers.map((answer) => answer.id)]);

describe('nextContent', () => {
  const first = nextContent([], [draft('a'), draft('b'), draft('c')]);

  it('assigns different ids to all questions and answers', () => {
    expect(new Set(ids(first).flat()).size).toBe(9);
  });

  it('preserves the ids of questions that moved', () => {
    const moved = nextContent(first, [draft('c'), draft('a'), draft('b')]);
    expect(ids(moved)).toEqual([ids(first)[2], ids(first)[0], ids(first)[1]]);
    expect(isSameContent(first, moved)).toBe(false);
  });

  it('preserves all ids if nothing changed', () => {
    expect(isSameContent(first, nextContent(first, [draft('a'), draft('b'), draft('c')]))).toBe(true);
  });

  it.each<[string, QuestionDraft]>([
    ['text', draft('B')],
    ['image', draft('b', 'https://example.com/b.png')],
    ['order of answers', { ...draft('b'), answers: draft('b').answers.toReversed() }],
    [
      'correct answer',
      { ...draft('b'), answers: draft('b').answers.map((answer) => ({ ...answer, isCorrect: true })) },
    ],
  ])('assigns new ids to a question whose %s changed, and to no other', (_, changed) => {
    const next = nextContent(first, [draft('a'), changed, draft('c')]);
    const before = ids(first);
    const after = ids(next);
    expect([after[0], after[2]]).toEqual([before[0], before[2]]);
    expect(before.flat()).not.toEqual(expect.arrayContaining([after[1]?.[0]]));
    expect(after[1]?.some((id) => before.flat().includes(id))).toBe(false);
  });

  it('preserves the ids of a question whose explanation changed, and makes another content', () => {
    const explained = nextContent(first, [draft('a'), { ...draft('b'), explanation: 'Because' }, draft('c')]);
    expect(ids(explained)).toEqual(ids(first));
    expect(explained.map(({ explanation }) => explanation)).toEqual([undefined, 'Because', undefined]);
    expect(isSameContent(first, explained)).toBe(false);
    expect(nextContent(explained, [draft('a'), { ...draft('b'), explanation: null }, draft('c')])).toEqual(first);
  });

  it('matches identical questions in order', () => {
    const twins = nextContent([], [draft('same'), draft('same')]);
    expect(ids(twins)[0]).not.toEqual(ids(twins)[1]);
    expect(ids(nextContent(twins, [draft('same'), draft('same')]))).toEqual(ids(twins));
    expect(ids(nextContent(twins, [draft('same')]))).toEqual([ids(twins)[0]]);
    const three = nextContent(twins, [draft('same'), draft('same'), draft('same')]);
    expect(ids(three).slice(0, 2)).toEqual(ids(twins));
    expect(new Set(ids(three).flat()).size).toBe(9);
  });
});
