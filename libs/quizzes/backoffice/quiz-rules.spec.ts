import { atFields, isField, problemsOf } from './quiz-rules';
import { emptyQuestion, emptyQuiz, type QuestionValues, type QuizValues } from './quiz-values';

const question = (overrides: Partial<QuestionValues> = {}): QuestionValues => ({
  ...emptyQuestion(),
  text: 'Question',
  answers: [
    { text: 'Right', isCorrect: true },
    { text: 'Wrong', isCorrect: false },
  ],
  ...overrides,
});

const quiz = (overrides: Partial<QuizValues> = {}): QuizValues => ({
  ...emptyQuiz(),
  title: 'Title',
  questions: [question()],
  ...overrides,
});

const pathsOf = (overrides: Partial<QuizValues>) => problemsOf(quiz(overrides)).map(({ path }) => path);

describe('problemsOf', () => {
  it.each<[string, Partial<QuizValues>]>([
    ['the smallest quiz', {}],
    ['a title that is long because of its spaces', { title: ` ${'a'.repeat(200)} ` }],
    ['texts of as many code points as are allowed', { title: '😀'.repeat(200), description: '😀'.repeat(2000) }],
    ['a blank description, which is none', { description: '  ' }],
    ['the largest numbers', { maxAttempts: 1_000_000, timeLimitSeconds: 604_800 }],
    ['addresses', { heroImageUrl: ' HTTPS://example.com/a.png ', questions: [question({ imageUrl: 'http://b' })] }],
    [
      'as many and as long tags as are allowed',
      { tags: Array.from({ length: 20 }, (_, n) => '😀'.repeat(30 + n + 1)) },
    ],
    ['a language in any case', { language: ' DE-at ' }],
    ['200 questions', { questions: Array.from({ length: 200 }, () => question()) }],
  ])('finds none in %s', (_, overrides) => {
    expect(pathsOf(overrides)).toEqual([]);
  });

  it.each<[string, Partial<QuizValues>]>([
    ['title', { title: ' ' }],
    ['title', { title: 'a'.repeat(201) }],
    ['description', { description: 'a'.repeat(2001) }],
    ['heroImageUrl', { heroImageUrl: 'javascript:alert(1)' }],
    ['heroImageUrl', { heroImageUrl: 'https://example.com/a b.png' }],
    ['heroImageUrl', { heroImageUrl: `https://example.com/${'a'.repeat(2048)}` }],
    ['maxAttempts', { maxAttempts: '' }],
    ['maxAttempts', { maxAttempts: 0 }],
    ['maxAttempts', { maxAttempts: 1.5 }],
    ['maxAttempts', { maxAttempts: 1_000_001 }],
    ['timeLimitSeconds', { timeLimitSeconds: 0 }],
    ['timeLimitSeconds', { timeLimitSeconds: 604_801 }],
    ['tags', { tags: Array.from({ length: 21 }, (_, n) => `Tag ${n}`) }],
    ['tags', { tags: ['a', 'b'.repeat(51)] }],
    ['language', { language: 'German' }],
    ['language', { language: 'de_AT' }],
    ['language', { language: `de-x-${'a'.repeat(100)}` }],
    ['questions.root', { questions: [] }],
    ['questions.root', { questions: Array.from({ length: 201 }, () => question()) }],
    ['questions.0.text', { questions: [question({ text: '\n' })] }],
    ['questions.0.text', { questions: [question({ text: 'a'.repeat(1001) })] }],
    ['questions.1.imageUrl', { questions: [question(), question({ imageUrl: 'example.com' })] }],
    ['questions.0.answers.root', { questions: [question({ answers: [{ text: 'One', isCorrect: true }] })] }],
    [
      'questions.0.answers.root',
      { questions: [question({ answers: Array(2).fill({ text: 'a', isCorrect: false }) })] },
    ],
    [
      'questions.0.answers.root',
      { questions: [question({ answers: Array(11).fill({ text: 'a', isCorrect: true }) })] },
    ],
  ])('finds a problem at %s', (path, overrides) => {
    expect(pathsOf(overrides)).toEqual([path]);
  });

  it('orders problems as in the form, and names both lengths of a text that is too long', () => {
    const answers = [
      { text: 'a'.repeat(1234), isCorrect: false },
      { text: '', isCorrect: false },
    ];
    expect(problemsOf(quiz({ title: '', questions: [question({ answers })] }))).toEqual([
      { path: 'title', message: 'Enter a title' },
      { path: 'questions.0.answers.0.text', message: 'Shorten it to 500 characters: it has 1,234 now' },
      { path: 'questions.0.answers.1.text', message: 'Enter an answer' },
      { path: 'questions.0.answers.root', message: 'Mark at least one answer as correct' },
    ]);
  });
});

describe('atFields', () => {
  it("assigns the service's problems to fields of the form", () => {
    const errors = [
      { path: 'questions', message: 'must have 1 to 200 items' },
      { path: 'questions.2.answers', message: 'at least one answer must be correct' },
      { path: 'questions.2.answers.0.text', message: 'must not be blank' },
    ];
    const placed = atFields(errors);
    expect(placed).toEqual([
      { path: 'questions.root', message: 'Must have 1 to 200 items' },
      { path: 'questions.2.answers.root', message: 'At least one answer must be correct' },
      { path: 'questions.2.answers.0.text', message: 'Must not be blank' },
    ]);
    expect(placed.every(({ path }) => isField(path))).toBe(true);
  });

  it.each(['author', 'questions.1', 'questions.1.answers.0', 'questions.1.answers.0.id', 'title.x', ''])(
    'ignores %j, which is no field',
    (path) => {
      expect(isField(path)).toBe(false);
    },
  );
});
