import { readFile } from 'node:fs/promises';
import { setImmediate } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { createPlayer, createQuiz, type Player, quizBody } from '../../../test/support/factories.js';
import { sharedService, type SharedService } from '../../../test/support/service.js';

interface Entry {
  line: number;
  name: string | null;
  question: {
    text: string;
    imageUrl: string | null;
    answers: { text: string; isCorrect: boolean }[];
    explanation?: string;
  } | null;
  problem: string | null;
}

const SAMPLE = fileURLToPath(new URL('../../../test/support/sample-questions.gift', import.meta.url));

let service: SharedService;
let admin: Player;

beforeAll(async () => {
  service = await sharedService();
  admin = await createPlayer(service, 'admin');
});

const PATH = '/quizzes/question-reading';

async function read(text: string): Promise<Entry[]> {
  return (await service.backoffice.read<{ questions: Entry[] }>(PATH, text)).questions;
}

async function statusAndBody(file: string, query?: Record<string, string>): Promise<[number, unknown]> {
  const response = await service.backoffice.upload(PATH, file, query);
  return [response.status, await response.json()];
}

describe('a GIFT file with errors', () => {
  const report = (entries: Entry[]) =>
    entries.map(({ line, name, question, problem }) => [line, name, question?.text ?? problem]);

  const expected = [
    [6, 'Capital of Australia', 'What is the capital of Australia?'],
    [14, 'Baltic states', 'Which of these are Baltic states?'],
    [24, 'Longest river', 'Which river is longer: the Nile, or the Amazon?'],
    [32, 'Great Wall', 'The Great Wall can be seen from the Moon with the naked eye.'],
    [34, null, 'The Danube flows into the _____ Sea.'],
    [36, 'Two plus two', 'It is a numerical question: there are no answers to choose from'],
    [38, 'Matching', 'It is a matching question, in which answers are paired and not chosen'],
    [43, 'Essay', 'It is an essay question: there are no answers to choose from'],
    [45, 'Short', 'It is a short answer question: there are no wrong answers to choose from'],
    [47, 'Unclosed', 'Line 49: the closing brace is missing'],
    [51, 'After the unclosed one', 'Which of these is a volcano?'],
    [56, 'No answer is right', 'answers: at least one answer must be correct'],
    [61, 'Too much weight', 'Line 62: the weight of an answer must be a number from -100 to 100'],
    [66, 'Escapes', 'Which is a set: {1} or 1=1?'],
    [71, null, 'It is a text without answers'],
  ];

  it('is reported question by question', async () => {
    expect(report(await read(await readFile(SAMPLE, 'utf8')))).toEqual(expected);
  });

  it('is reported equally with the line ends and the byte order mark of Windows', async () => {
    const text = await readFile(SAMPLE, 'utf8');
    expect(await read(`\uFEFF${text.replaceAll('\n', '\r\n')}`)).toEqual(await read(text));
  });

  it('contains questions that a quiz can be created with', async () => {
    const entries = await read(await readFile(SAMPLE, 'utf8'));
    const questions = entries.flatMap(({ question }) => question ?? []);
    expect(questions).toHaveLength(7);
    const created = await service.backoffice.call<{ questions: object[] }>('POST', '/quizzes', {
      title: 'Geography',
      questions,
    });
    expect(created.questions).toMatchObject(questions);
    expect(questions[1]).toMatchObject({ explanation: 'Finland was once counted among them.' });
    expect(questions.map(({ answers }) => answers.map(({ isCorrect }) => (isCorrect ? '+' : '-')).join(''))).toEqual([
      '+--',
      '+++-',
      '-+',
      '-+',
      '-+-',
      '-+',
      '+-',
    ]);
  });
});

it('POST /quizzes/question-reading: stores nothing', async () => {
  const count = async () =>
    (await service.backoffice.call<{ pagination: { total: number } }>('GET', '/quizzes')).pagination.total;
  const before = await count();
  expect((await read('a {T}'))[0]?.problem).toBeNull();
  expect(await count()).toBe(before);
});

it('POST /quizzes/question-reading: returns texts unchanged, in JSON that browsers do not interpret as HTML', async () => {
  const response = await service.backoffice.upload(
    PATH,
    '::<script>alert(1)</script>::<img src\\=x onerror\\=alert(1)> {=</script><svg/onload\\=alert(1)> ~javascript:alert(1)}',
  );
  expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8');
  expect(response.headers.get('x-content-type-options')).toBe('nosniff');
  expect(await response.json()).toMatchObject({
    questions: [
      {
        name: '<script>alert(1)</script>',
        question: {
          text: '<img src=x onerror=alert(1)>',
          answers: [{ text: '</script><svg/onload=alert(1)>' }, { text: 'javascript:alert(1)' }],
        },
      },
    ],
  });
});

describe('a GIFT file', () => {
  it.each<[string, number, string]>([
    ['', 400, 'Request body is empty'],
    [' \n', 422, 'The file is empty'],
    ['a\0 {T}', 422, 'This is no text. Save it as plain text in UTF-8 and choose that file'],
    ['x'.repeat(5_000_001), 413, 'Request body is too large'],
  ])('is rejected: %#', async (file, status, error) => {
    expect(await statusAndBody(file)).toEqual([status, { error }]);
  });

  it('is rejected if its format is unknown', async () => {
    const error = 'format: must be one of gift, moodle-xml, aiken, csv';
    expect(await statusAndBody('a {T}', { format: 'xml' })).toEqual([400, { error }]);
  });

  it('is rejected in JSON', async () => {
    const response = await service.backoffice.request('POST', PATH, { text: 'a {T}' });
    const error = 'Content-Type must be application/octet-stream';
    expect([response.status, await response.json()]).toEqual([415, { error }]);
  });

  it('is rejected if its response would be large', async () => {
    const error = 'The file has more text than can be read at once. Divide it into several';
    const named = `::${'\u0001'.repeat(2_000)}:: a {T}`;
    expect(await statusAndBody(Array<string>(200).fill(named).join('\n\n'))).toEqual([422, { error }]);
  });

  it('may have no question', async () => {
    expect(await read('// nothing\n\n$CATEGORY: a')).toEqual([]);
  });
});

it.each([
  ['braces', '{'.repeat(1_000_000)],
  ['questions', '{}\n\n'.repeat(150_000)],
  ['long questions', `q {${'~a'.repeat(9_000)}\n\n`.repeat(50)],
])(
  'POST /quizzes/question-reading: a body of %s is answered in time, and so are concurrent requests',
  async (_, text) => {
    const reading = read(text);
    const isRead = () => Promise.race([reading.then(() => true), setImmediate(false)]);
    do {
      const began = performance.now();
      expect((await fetch(`${service.url}/health/live`)).status).toBe(200);
      expect(performance.now() - began).toBeLessThan(60_000);
    } while (!(await isRead()));
    expect((await reading).length).toBeLessThanOrEqual(201);
  },
);

it('POST /quizzes/question-reading: reads Moodle XML, and reports what it leaves out', async () => {
  const text = await readFile(
    fileURLToPath(new URL('../../../test/support/sample-questions.xml', import.meta.url)),
    'utf8',
  );
  const { questions } = await service.backoffice.read<{ questions: (Entry & { dropped: object[] })[] }>(
    PATH,
    `\uFEFF${text}`,
    { format: 'moodle-xml' },
  );
  const marked = (answers: { text: string; isCorrect: boolean }[] = []) =>
    answers.map((answer) => `${answer.isCorrect ? '+' : '-'}${answer.text}`);
  expect(
    questions.map((one) => [one.line, one.name, one.problem ?? one.question?.text, ...marked(one.question?.answers)]),
  ).toEqual([
    [15, 'Capital of Australia', 'What is the capital of Australia?', '+Canberra', '-Sydney & Melbourne'],
    [58, 'Baltic states', 'Which of these\nare Baltic states?', '+Estonia', '-Finland', '+Latvia'],
    [80, 'Flag', "This flag is Norway's.", '+True', '-False'],
    [97, 'Longest river', 'It is a short answer question: there are no wrong answers to choose from'],
    [111, 'Map of Europe', 'It is a question of the type “ddimageortext”, which a quiz cannot have'],
  ]);
  expect(questions.map(({ dropped }) => dropped)).toEqual([
    [
      { what: 'formatting', line: 20 },
      { what: 'feedback', line: 33 },
      { what: 'feedback', line: 51 },
    ],
    [68, 71, 74].map((line) => ({ what: 'weight', line })),
    [],
    [],
    [],
  ]);
});

it('POST /quizzes/question-reading: rejects entities in Moodle XML', async () => {
  const text = '<!DOCTYPE quiz [<!ENTITY a SYSTEM "file:///etc/passwd">]><quiz>&a;</quiz>';
  expect(await statusAndBody(text, { format: 'moodle-xml' })).toMatchObject([
    200,
    { questions: [{ question: null, problem: 'Line 1: a document type declaration (<!DOCTYPE) is not allowed' }] },
  ]);
});

it.each([
  ['aiken', 'a\nA) b\nB) c\nANSWER: A'],
  ['csv', 'question,answer1,answer2,correct\na,b,c,1'],
])('POST /quizzes/question-reading: reads %s', async (format, text) => {
  const answers = [
    { text: 'b', isCorrect: true },
    { text: 'c', isCorrect: false },
  ];
  expect(await statusAndBody(text, { format })).toMatchObject([
    200,
    { questions: [{ question: { text: 'a', answers } }] },
  ]);
});

describe('a quiz in GIFT', () => {
  const TRICKY = [
    'What: {1} = ~1 # \\n?',
    'Two\nlines  and   spaces',
    '[html]<b>bold</b>',
    '// no comment',
    '::no name::',
    '$CATEGORY: none',
    '%50% of -> 100 &&058;',
    '    return 1\r\n',
    'return 1',
    '\u0001',
  ];
  const questions = TRICKY.map((text, index) => ({
    text,
    imageUrl: index === 0 ? 'https://example.com/a.png' : null,
    answers: TRICKY.map((answer, place) => ({ text: answer, isCorrect: place === index || index % 3 === place })),
    ...(index > 0 && { explanation: TRICKY[index - 1] }),
  }));

  it('is read back unchanged', async () => {
    const { id } = await createQuiz(admin, quizBody(1, { title: 'Tricky', questions }));
    const response = await service.backoffice.request('GET', `/quizzes/${id}/export?format=gift`);
    expect(response.headers.get('content-type')).toBe('text/plain; charset=utf-8');
    expect(response.headers.get('content-disposition')).toBe('attachment; filename="Tricky.gift"');
    expect(response.headers.get('x-content-type-options')).toBe('nosniff');
    const text = await response.text();
    expect(text).toContain('// Tricky\n');
    expect(text).toContain('// image: https://example.com/a.png\n');
    const entries = await read(text);
    expect(entries.map(({ problem, question }) => problem ?? question)).toEqual(
      questions.map((question) => ({ ...question, imageUrl: null })),
    );
  });

  it('and in Moodle XML is read back unchanged', async () => {
    const { id } = await createQuiz(admin, quizBody(1, { title: 'Tricky', questions }));
    const response = await service.backoffice.request('GET', `/quizzes/${id}/export?format=moodle-xml`);
    expect(response.headers.get('content-type')).toBe('application/xml');
    expect(response.headers.get('content-disposition')).toBe('attachment; filename="Tricky.xml"');
    expect(response.headers.get('x-content-type-options')).toBe('nosniff');
    const file = await response.text();
    const reading = await service.backoffice.read<{ questions: Entry[] }>(PATH, file, { format: 'moodle-xml' });
    expect(reading.questions.map(({ problem, question }) => problem ?? question)).toEqual(questions);
  });

  it('contains the current version of the quiz', async () => {
    const { id } = await createQuiz(admin);
    await service.backoffice.call(
      'PUT',
      `/quizzes/${id}`,
      quizBody(1, { title: 'Now', questions: questions.slice(1, 2) }),
    );
    const response = await service.backoffice.request('GET', `/quizzes/${id}/export?format=gift`);
    const [first, ...others] = await read(await response.text());
    expect([first?.question, others]).toEqual([questions[1], []]);
  });
});
