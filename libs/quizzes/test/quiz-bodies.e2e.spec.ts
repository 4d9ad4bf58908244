import { createPlayer, createQuiz, type Player, quizBody } from '../../../test/support/factories.js';
import { send } from '../../../test/support/http.js';
import { sharedService, type SharedService } from '../../../test/support/service.js';

let service: SharedService;
let admin: Player;

beforeAll(async () => {
  service = await sharedService();
  admin = await createPlayer(service, 'admin');
});

/** Sends text as the body of a quiz. */
async function post(text: string, headers: Record<string, string> = {}): Promise<[number, unknown]> {
  const answer = await send(service.url, 'POST', '/api/quizzes', {
    headers: { 'x-api-key': admin.key, 'content-type': 'application/json', ...headers },
    body: text,
  });
  return [answer.status, JSON.parse(answer.text)];
}

const rejected = (error: string) => [400, { error }];

/** JSON of a valid quiz with more members in the quiz, its first question and that one's first answer. */
const quizWith = (quiz = '', question = '', answer = '') =>
  `{${quiz}"title":"T","questions":[{${question}"text":"Q","answers":[{${answer}"text":"A","isCorrect":true},{"text":"B","isCorrect":false}]}]}`;

describe('an unknown field', () => {
  it.each([
    ['"color":"red",', '', '', 'color'],
    ['"Title":"T",', '', '', 'Title'],
    ['"title ":"T",', '', '', 'title '],
    ['"":1,', '', '', ''],
    ['"order":1,', '', '', 'order'],
    ['"questionIds":[],', '', '', 'questionIds'],
    ['"version":1,', '', '', 'version'],
    ['', '"color":null,', '', 'questions[0].color'],
    ['', '"authorId":"x",', '', 'questions[0].authorId'],
    ['', '', '"color":{"deep":[]},', 'questions[0].answers[0].color'],
    ['', '', '"createdAt":1,', 'questions[0].answers[0].createdAt'],
    ['"__proto__":{"title":"X"},', '', '', '__proto__'],
    ['"constructor":{"prototype":{"title":"X"}},', '', '', 'constructor'],
    ['"hasOwnProperty":1,', '', '', 'hasOwnProperty'],
    ['', '"__proto__":{"text":"X"},', '', 'questions[0].__proto__'],
    ['', '', '"__proto__":{"isCorrect":false},', 'questions[0].answers[0].__proto__'],
    ['', '', '"toString":"x",', 'questions[0].answers[0].toString'],
  ])('is named by its path: %s%s%s', async (quiz, question, answer, path) => {
    expect(await post(quizWith(quiz, question, answer))).toEqual(rejected(`${path}: unknown field`));
  });

  it('does not replace a missing one', async () => {
    expect(await post('{"__proto__":{"title":"T","questions":[]}}')).toEqual([
      400,
      { error: expect.stringMatching(/^__proto__: unknown field; title: [^;]+; questions: [^;]+$/) as unknown },
    ]);
  });

  it('with a long name is truncated in the message', async () => {
    const [status, body] = await post(quizWith(`"${'🦉'.repeat(10_000)}":1,`));
    expect([status, JSON.stringify(body).length < 1_000]).toEqual([400, true]);
  });
});

describe('read-only fields', () => {
  it.each([
    ['"id":"x",', '"id":"x","order":5,', '"id":"x","order":5,'],
    [
      '"id":null,"authorId":7,"author":null,"createdAt":"yesterday","updatedAt":{}, ',
      '"id":{},"order":"first",',
      '"id":[],',
    ],
  ])('are accepted and ignored with any value: %s%s%s', async (quiz, question, answer) => {
    const [status, created] = await post(quizWith(quiz, question, answer));
    expect([status, created]).toMatchObject([201, { authorId: admin.userId, questions: [{ order: 0 }] }]);
    expect((created as { id: string }).id).toMatch(/^[0-9a-f-]{36}$/);
  });

  it('allow to send a quiz back that was read and edited', async () => {
    const author = await createPlayer(service, 'admin');
    const read = await createQuiz(author);
    const path = { params: { path: { id: read.id } } };
    const edited = { ...read, title: 'Edited' };
    const { data: updated } = await admin.api.PUT('/quizzes/{id}', { ...path, body: edited });
    expect(updated).toEqual({ ...edited, updatedAt: updated?.updatedAt });
    const copy = await createQuiz(admin, read);
    expect(copy.id).not.toBe(read.id);
    expect(copy).toMatchObject({ title: read.title, authorId: admin.userId });
  });
});

describe('problems', () => {
  it('are joined in the order of the body', async () => {
    const body = { ...quizBody(1, { maxAttempts: 0, timeLimitSeconds: -1 }), title: '' };
    const [status, { error }] = (await post(JSON.stringify(body))) as [number, { error: string }];
    expect(status).toBe(400);
    expect(error.split('; ').map((problem) => problem.split(': ')[0])).toEqual([
      'title',
      'maxAttempts',
      'timeLimitSeconds',
    ]);
  });

  it.each([
    ['unknown fields', Object.fromEntries(Array.from({ length: 50 }, (_, index) => [`field${index}`, 1]))],
    ['questions', { questions: Array.from({ length: 50 }, () => ({})) }],
    ['questions that are none', { questions: Array.from({ length: 50 }, () => 1) }],
    [
      'answers',
      { questions: Array.from({ length: 3 }, () => ({ text: '', answers: Array.from({ length: 9 }, () => ({})) })) },
    ],
    [
      'everything',
      { color: 1, title: 1, maxAttempts: {}, questions: Array.from({ length: 50 }, () => ({ color: 1 })) },
    ],
  ])('are at most ten: %s', async (_, fields) => {
    const [status, { error }] = (await post(JSON.stringify({ ...quizBody(), ...fields }))) as [
      number,
      { error: string },
    ];
    expect([status, error.split('; ').length]).toEqual([400, 10]);
    for (const problem of error.split('; ')) expect(problem).toMatch(/^[\w[\].]+: [^:]+$/);
  });

  it('name every question that has no correct answer', async () => {
    const wrong = {
      text: 'Q',
      answers: [
        { text: 'A', isCorrect: false },
        { text: 'B', isCorrect: false },
      ],
    };
    const [right] = quizBody(1).questions;
    expect(await post(JSON.stringify({ title: 'T', questions: [wrong, right, wrong] }))).toEqual(
      rejected(
        'questions[0].answers: at least one answer must be correct; questions[2].answers: at least one answer must be correct',
      ),
    );
  });
});

describe('a body', () => {
  it.each(['null', 'true', '7', '"title"', '[]', `[${quizWith()}]`])(
    'that is not an object is rejected: %s',
    async (text) => {
      expect(await post(text)).toEqual(rejected('body: must be an object'));
    },
  );

  const deep = (open: string, close: string, middle = '') => open.repeat(100_000) + middle + close.repeat(100_000);
  const list = deep('[', ']');

  it.each<[string, string, number, string?]>([
    ['as a whole', list, 400],
    ['in the title', `{"title":${list},"questions":[]}`, 400],
    ['in the questions', `{"title":"T","questions":${list}}`, 400],
    ['in a question', `{"title":"T","questions":[{"text":"Q","answers":${list}}]}`, 400],
    ['in an unknown field', quizWith(`"color":${deep('{"a":', '}', '1')},`), 400],
    ['in an ignored field', quizWith(`"author":${list},`), 400],
    ['in an ignored field, with an Idempotency-Key', quizWith(`"author":${list},`), 400, 'deep-1'],
    ['as a whole, with an Idempotency-Key', list, 400, 'deep-2'],
  ])('cannot be nested deeply %s', async (...[, text, status, key]) => {
    expect(await post(text, key === undefined ? {} : { 'idempotency-key': key })).toMatchObject([status, {}]);
  });

  it('uses the last of several values of one field', async () => {
    expect(await post(quizWith('"title":"first","title":7,'))).toMatchObject([201, { title: 'T' }]);
  });

  it('may use any notation that JSON allows', async () => {
    const text =
      ' \t\r\n{ "\\u0074itle" : "\\u00e4\\ud83e\\udd89\\/\\n" ,\n"maxAttempts":1E1,' +
      quizWith().slice('{"title":"T",'.length);
    expect(await post(text)).toMatchObject([201, { title: 'ä🦉/', maxAttempts: 10 }]);
  });
});

describe('texts', () => {
  it.each([
    ['markup', '<script>alert("1")</script>&amp;\''],
    ['SQL', "'; DROP TABLE quizzes; --"],
    ['backslashes and escapes', '\\ \\n \\u0000 %00 {{x}} ${x}'],
    ['control characters', '\u0001\b\t\n\r\u001b\u007f\u0085'],
    ['line separators', 'a\u2028b\u2029c'],
    ['composed and decomposed letters', '\u00e9 e\u0301 \u1e9b\u0323'],
    ['right-to-left marks', '\u202eabc\u202c שלום'],
    ['joined emoji', '👩‍👩‍👧‍👦🏳️‍🌈'],
    ['the ends of Unicode', '\ufeff\ufffe\uffff\u{10ffff}\u{1f984}'],
    ['numbers in JSON', '1e400 -0 NaN null "true"'],
  ])('are returned unchanged: %s', async (_, text) => {
    const body = {
      title: `-${text}-`,
      description: text,
      questions: [
        {
          text,
          imageUrl: null,
          answers: [
            { text, isCorrect: true },
            { text: ` ${text}\n`, isCorrect: false },
          ],
        },
      ],
    };
    const { id } = await createQuiz(admin, body);
    const { data: quiz } = await admin.api.GET('/quizzes/{id}', { params: { path: { id } } });
    expect(quiz).toMatchObject(body);
    const { data } = await admin.api.GET('/quizzes');
    expect(data?.quizzes[0]).toMatchObject({ id, title: body.title, description: text });
  });
});
