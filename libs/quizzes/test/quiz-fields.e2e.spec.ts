import {
  createPlayer,
  createQuiz,
  type Player,
  type Quiz,
  type QuizBody,
  quizBody,
} from '../../../test/support/factories.js';
import { sharedService, type SharedService } from '../../../test/support/service.js';

/** One character of two UTF-16 units. */
const OWL = '🦉';

let service: SharedService;
let admin: Player;
let id: string;

beforeAll(async () => {
  service = await sharedService();
  admin = await createPlayer(service, 'admin');
  ({ id } = await createQuiz(admin));
});

/** The response to a body, which must be the same for creating and for updating a quiz. */
async function answerTo(body: object): Promise<{ status: number; quiz: Quiz | undefined; error: string | undefined }> {
  const sent = { body: body as QuizBody };
  const created = await admin.api.POST('/quizzes', sent);
  const updated = await admin.api.PUT('/quizzes/{id}', { ...sent, params: { path: { id } } });
  expect(updated.error).toEqual(created.error);
  expect(updated.response.status).toBe(created.response.status === 201 ? 200 : created.response.status);
  expect(contentOf(updated.data)).toEqual(contentOf(created.data));
  return { status: created.response.status, quiz: created.data, error: created.error?.error };
}

/** The part of a quiz that clients send. */
function contentOf(quiz: Quiz | undefined): object | undefined {
  if (quiz === undefined) return undefined;
  const { id: _, createdAt: __, updatedAt: ___, questions, ...fields } = quiz;
  return { ...fields, questions: questions.map(withoutIds) };
}

const withoutIds = ({ id: _, order: __, answers, ...question }: Quiz['questions'][number]) => ({
  ...question,
  answers: answers.map(({ text, isCorrect }) => ({ text, isCorrect })),
});

type Question = QuizBody['questions'][number];

/** A body with these fields of the quiz, its second question and that one's first answer. */
function bodyWith(fields: object, question: object = {}, answer: object = {}): QuizBody {
  const [first, second] = quizBody(2).questions as [Question, Question];
  const [right, wrong] = second.answers as [Question['answers'][number], Question['answers'][number]];
  return {
    ...quizBody(),
    questions: [first, { ...second, answers: [{ ...right, ...answer }, wrong], ...question }],
    ...fields,
  };
}

const answers = (count: number, correct = 0) =>
  Array.from({ length: count }, (_, index) => ({ text: `Answer ${index}`, isCorrect: index === correct }));

const questions = (count: number) => quizBody(count).questions;

const url = (length: number) => 'https://example.com/'.padEnd(length, 'a');

const accept = (cases: [string, object, object][]) => it.each(cases);

describe('the quiz', () => {
  it('falls back to defaults', async () => {
    const { quiz } = await answerTo({ title: 'Short', questions: questions(1) });
    expect(quiz).toMatchObject({
      description: null,
      heroImageUrl: null,
      maxAttempts: 1,
      timeLimitSeconds: 0,
      randomizeQuestions: true,
      questions: [{ imageUrl: null }],
    });
  });

  accept([
    ['a title of 1 character', { title: 'T' }, { title: 'T' }],
    ['a title of 200 characters', { title: OWL.repeat(200) }, { title: OWL.repeat(200) }],
    [
      'a title of 200 characters and blanks around',
      { title: ` \n${'T'.repeat(200)}\t\u00a0` },
      { title: 'T'.repeat(200) },
    ],
    ['blanks inside a title', { title: '  a \n b  ' }, { title: 'a \n b' }],
    ['no description', { description: null }, { description: null }],
    ['an empty description', { description: '' }, { description: '' }],
    ['a description with blanks around', { description: ' d \n' }, { description: ' d \n' }],
    ['a description of 2,000 characters', { description: OWL.repeat(2000) }, { description: OWL.repeat(2000) }],
    ['no image', { heroImageUrl: null }, { heroImageUrl: null }],
    ['an image by http', { heroImageUrl: 'http://example.com' }, { heroImageUrl: 'http://example.com/' }],
    [
      'an image by HTTPS',
      { heroImageUrl: 'HTTPS://EXAMPLE.com:8443/a?b=c#d' },
      { heroImageUrl: 'https://example.com:8443/a?b=c#d' },
    ],
    ['an image at an IPv6 address', { heroImageUrl: 'http://[::1]/a' }, { heroImageUrl: 'http://[::1]/a' }],
    ['an image of 2,048 characters', { heroImageUrl: url(2048) }, { heroImageUrl: url(2048) }],
    ['1 attempt', { maxAttempts: 1 }, { maxAttempts: 1 }],
    ['1,000,000 attempts', { maxAttempts: 1_000_000 }, { maxAttempts: 1_000_000 }],
    ['no time limit', { timeLimitSeconds: 0 }, { timeLimitSeconds: 0 }],
    ['a time limit of a week', { timeLimitSeconds: 604_800 }, { timeLimitSeconds: 604_800 }],
    ['a fixed order', { randomizeQuestions: false }, { randomizeQuestions: false }],
    ['200 questions', { questions: questions(200) }, {}],
  ])('may have %s', async (_, fields, expected) => {
    const { status, error, quiz } = await answerTo({ ...quizBody(), ...fields });
    expect([status, error]).toEqual([201, undefined]);
    expect(quiz).toMatchObject(expected);
  });

  it.each<[string, object, string]>([
    ['no title', { title: undefined }, 'title'],
    ['a title that is null', { title: null }, 'title'],
    ['a title that is a number', { title: 1 }, 'title'],
    ['a title that is a list', { title: ['T'] }, 'title'],
    ['a title that is an object', { title: { toString: 'T' } }, 'title'],
    ['an empty title', { title: '' }, 'title'],
    ['a blank title', { title: ' \t\n\u00a0\u2003' }, 'title'],
    ['a title of 201 characters', { title: 'T'.repeat(201) }, 'title'],
    ['a title of 201 characters outside the BMP', { title: OWL.repeat(201) }, 'title'],
    ['half a character in the title', { title: 'a\ud83e' }, 'title'],
    ['the halves in wrong order', { title: '\udd89\ud83e' }, 'title'],
    ['U+0000 in the title', { title: 'a\u0000b' }, 'title'],
    ['a description that is a number', { description: 5 }, 'description'],
    ['a description of 2,001 characters', { description: 'd'.repeat(2001) }, 'description'],
    ['a blank description', { description: ' \n ' }, 'description'],
    ['half a character in the description', { description: '\ud83e' }, 'description'],
    ['U+0000 in the description', { description: '\u0000' }, 'description'],
    ['an image that is empty', { heroImageUrl: '' }, 'heroImageUrl'],
    ['an image that is a number', { heroImageUrl: 1 }, 'heroImageUrl'],
    ['a relative image', { heroImageUrl: '/hero.png' }, 'heroImageUrl'],
    ['an image without scheme', { heroImageUrl: '//example.com/hero.png' }, 'heroImageUrl'],
    ['an image by ftp', { heroImageUrl: 'ftp://example.com/hero.png' }, 'heroImageUrl'],
    ['an image that is a script', { heroImageUrl: 'javascript:alert(1)' }, 'heroImageUrl'],
    ['an image that is data', { heroImageUrl: 'data:image/png;base64,AA==' }, 'heroImageUrl'],
    ['an image without host', { heroImageUrl: 'https://' }, 'heroImageUrl'],
    ['an image with an odd port', { heroImageUrl: 'https://example.com:99999/' }, 'heroImageUrl'],
    ['an image with a blank', { heroImageUrl: 'https://example.com/a b' }, 'heroImageUrl'],
    ['an image with a line break', { heroImageUrl: 'https://example.com/a\nb' }, 'heroImageUrl'],
    ['an image of 2,049 characters', { heroImageUrl: url(2049) }, 'heroImageUrl'],
    ['half a character in the image', { heroImageUrl: 'https://example.com/\ud83e' }, 'heroImageUrl'],
    ['U+0000 in the image', { heroImageUrl: 'https://example.com/\u0000' }, 'heroImageUrl'],
    ['0 attempts', { maxAttempts: 0 }, 'maxAttempts'],
    ['1,000,001 attempts', { maxAttempts: 1_000_001 }, 'maxAttempts'],
    ['attempts that are null', { maxAttempts: null }, 'maxAttempts'],
    ['attempts that are a text', { maxAttempts: '3' }, 'maxAttempts'],
    ['half attempts', { maxAttempts: 1.5 }, 'maxAttempts'],
    ['attempts that are true', { maxAttempts: true }, 'maxAttempts'],
    ['attempts that are a list', { maxAttempts: [3] }, 'maxAttempts'],
    ['a negative time limit', { timeLimitSeconds: -1 }, 'timeLimitSeconds'],
    ['a time limit of more than a week', { timeLimitSeconds: 604_801 }, 'timeLimitSeconds'],
    ['a time limit that is null', { timeLimitSeconds: null }, 'timeLimitSeconds'],
    ['a time limit beyond all integers', { timeLimitSeconds: 1e300 }, 'timeLimitSeconds'],
    ['an order that is a number', { randomizeQuestions: 1 }, 'randomizeQuestions'],
    ['an order that is a text', { randomizeQuestions: 'true' }, 'randomizeQuestions'],
    ['an order that is null', { randomizeQuestions: null }, 'randomizeQuestions'],
    ['no questions', { questions: undefined }, 'questions'],
    ['questions that are null', { questions: null }, 'questions'],
    ['questions that are an object', { questions: { 0: questions(1)[0], length: 1 } }, 'questions'],
    ['questions that are a text', { questions: 'none' }, 'questions'],
    ['0 questions', { questions: [] }, 'questions'],
    ['201 questions', { questions: questions(201) }, 'questions'],
    ['a question that is null', { questions: [...questions(1), null] }, 'questions[1]'],
    ['a question that is a list', { questions: [...questions(1), []] }, 'questions[1]'],
    ['a question that is a text', { questions: ['What?'] }, 'questions[0]'],
  ])('must not have %s', async (_, fields, path) => {
    expectProblem(await answerTo({ ...quizBody(), ...fields }), path);
  });
});

/** Exactly one problem, named by its path. */
function expectProblem({ status, error }: { status: number; error: string | undefined }, path: string): void {
  expect(status).toBe(400);
  expect(error).toMatch(/^[^:;]+: [^;]+$/);
  expect(error?.split(': ')[0]).toBe(path);
}

describe('a question', () => {
  accept([
    ['a text of 1 character', { text: '?' }, { text: '?' }],
    ['a text of 1,000 characters', { text: OWL.repeat(1000) }, { text: OWL.repeat(1000) }],
    ['blanks around its text', { text: '  What?\n' }, { text: '  What?\n' }],
    ['no image', { imageUrl: null }, { imageUrl: null }],
    ['an image', { imageUrl: url(2048) }, { imageUrl: url(2048) }],
    ['2 answers', { answers: answers(2) }, { answers: answers(2) }],
    ['10 answers', { answers: answers(10, 9) }, { answers: answers(10, 9) }],
    [
      'only correct answers',
      {
        answers: [
          { text: 'a', isCorrect: true },
          { text: 'b', isCorrect: true },
        ],
      },
      {},
    ],
    [
      'answers of equal text',
      {
        answers: [
          { text: 'a', isCorrect: true },
          { text: 'a', isCorrect: false },
        ],
      },
      {},
    ],
    ['the text of another question', { text: 'Question 1', answers: questions(1)[0]?.answers }, { text: 'Question 1' }],
  ])('may have %s', async (_, fields, expected) => {
    const { error, quiz } = await answerTo(bodyWith({}, fields));
    expect(error).toBeUndefined();
    expect(quiz?.questions[1] && withoutIds(quiz.questions[1])).toMatchObject(expected);
  });

  it.each<[string, object, string]>([
    ['no text', { text: undefined }, 'text'],
    ['a text that is null', { text: null }, 'text'],
    ['an empty text', { text: '' }, 'text'],
    ['a blank text', { text: ' \n' }, 'text'],
    ['a text of 1,001 characters', { text: 'q'.repeat(1001) }, 'text'],
    ['half a character in its text', { text: '\udd89' }, 'text'],
    ['U+0000 in its text', { text: '\u0000' }, 'text'],
    ['a relative image', { imageUrl: 'a.png' }, 'imageUrl'],
    ['an image of 2,049 characters', { imageUrl: url(2049) }, 'imageUrl'],
    ['no answers', { answers: undefined }, 'answers'],
    ['answers that are null', { answers: null }, 'answers'],
    ['0 answers', { answers: [] }, 'answers'],
    ['1 answer', { answers: answers(1) }, 'answers'],
    ['11 answers', { answers: answers(11) }, 'answers'],
    ['an answer that is null', { answers: [...answers(2), null] }, 'answers[2]'],
    ['an answer that is a text', { answers: [...answers(2), 'yes'] }, 'answers[2]'],
  ])('must not have %s', async (_, fields, path) => {
    expectProblem(await answerTo(bodyWith({}, fields)), `questions[1].${path}`);
  });

  it('must have a correct answer', async () => {
    const { status, error } = await answerTo(bodyWith({}, { answers: answers(3, -1) }));
    expect([status, error]).toEqual([400, 'questions[1].answers: at least one answer must be correct']);
  });
});

describe('an answer', () => {
  accept([
    ['a text of 1 character', { text: 'a' }, { text: 'a' }],
    ['a text of 500 characters', { text: OWL.repeat(500) }, { text: OWL.repeat(500) }],
    ['blanks around its text', { text: ' a ' }, { text: ' a ' }],
  ])('may have %s', async (_, fields, expected) => {
    const { error, quiz } = await answerTo(bodyWith({}, {}, fields));
    expect(error).toBeUndefined();
    expect(quiz?.questions[1]?.answers[0]).toMatchObject(expected);
  });

  it.each<[string, object, string]>([
    ['no text', { text: undefined }, 'text'],
    ['a text that is a number', { text: 4 }, 'text'],
    ['an empty text', { text: '' }, 'text'],
    ['a blank text', { text: '\u3000' }, 'text'],
    ['a text of 501 characters', { text: 'a'.repeat(501) }, 'text'],
    ['half a character in its text', { text: 'a\ud83e' }, 'text'],
    ['U+0000 in its text', { text: '\u0000a' }, 'text'],
  ])('must not have %s', async (_, fields, path) => {
    expectProblem(await answerTo(bodyWith({}, {}, fields)), `questions[1].answers[0].${path}`);
  });

  it.each([undefined, null, 0, 'true', []])('must say whether it is correct, not %j', async (isCorrect) => {
    const list = [...answers(2), { text: 'x', isCorrect }];
    expectProblem(await answerTo(bodyWith({}, { answers: list })), 'questions[1].answers[2].isCorrect');
  });
});
