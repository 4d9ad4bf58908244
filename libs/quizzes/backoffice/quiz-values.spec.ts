import { emptyQuiz, isSameQuiz, type QuizBody, toBody, toValues } from './quiz-values';

describe('quiz values', () => {
  it('convert a quiz to values and back', () => {
    const body = {
      title: 'Title',
      description: 'Two\nlines',
      heroImageUrl: 'https://example.com/a.png',
      maxAttempts: 3,
      timeLimitSeconds: 90,
      randomizeQuestions: false,
      questions: [
        {
          text: ' as it is ',
          imageUrl: 'https://example.com/b.png',
          answers: [
            { text: 'a', isCorrect: true },
            { text: ' b', isCorrect: true },
          ],
        },
      ],
    };
    expect(toBody(toValues(body))).toEqual(body);
  });

  it('use defaults for omitted fields', () => {
    const body = toBody(toValues({ title: 'Title', questions: [] }));
    expect(body).toEqual({
      title: 'Title',
      description: null,
      heroImageUrl: null,
      maxAttempts: 1,
      timeLimitSeconds: 0,
      randomizeQuestions: true,
      questions: [],
    });
  });

  it('convert a blank optional field to null', () => {
    const quiz = { ...emptyQuiz(), description: ' ', heroImageUrl: ' ' };
    expect(toBody(quiz)).toMatchObject({ description: null, heroImageUrl: null, questions: [{ imageUrl: null }] });
  });

  it('assign different keys to equal questions', () => {
    const question = { text: 'Same', answers: [] };
    const [one, other] = toValues({ title: 'Title', questions: [question, question] }).questions;
    expect(one?.key).not.toBe(other?.key);
  });

  it('are the same if they would save the same quiz, whatever the keys of questions', () => {
    const body = { title: 'Title', questions: [{ text: 'Question', answers: [{ text: 'a', isCorrect: true }] }] };
    expect(isSameQuiz(toValues(body), { ...toValues(body), title: ' Title ', description: ' ' })).toBe(true);
    expect(isSameQuiz(toValues(body), toValues({ ...body, title: 'Another' }))).toBe(false);
  });
});

describe('the settings and explanations of a quiz', () => {
  const body: QuizBody = {
    ...{ title: 'Capitals', description: null, heroImageUrl: null, maxAttempts: 1, timeLimitSeconds: 0 },
    ...{
      randomizeQuestions: true,
      passPercentage: 0,
      revealAnswers: 'never' as const,
      requireStart: true,
      drawCount: 1,
    },
    ...{
      opensAt: '2036-01-01T08:00:12.345Z',
      closesAt: '2036-02-01T08:00:00.000Z',
      tags: ['a, b', 'c'],
      language: 'de',
    },
    questions: [
      {
        ...{ text: 'Which?', imageUrl: null, explanation: 'Because' },
        answers: [
          { text: 'This', isCorrect: true },
          { text: 'That', isCorrect: false },
        ],
      },
    ],
  };

  it('stay the same in the form', () => {
    expect(toBody(toValues(body))).toEqual(body);
  });
});
