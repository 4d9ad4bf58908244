import { setTimeout as sleep } from 'node:timers/promises';
import {
  createPlayer,
  createQuiz,
  type Player,
  type Quiz,
  type QuizBody,
  quizBody,
} from '../../../test/support/factories.js';
import { sharedService, type SharedService } from '../../../test/support/service.js';

type Question = QuizBody['questions'][number];

let service: SharedService;
let admin: Player;

beforeAll(async () => {
  service = await sharedService();
  admin = await createPlayer(service, 'admin');
});

const path = (id: string) => ({ path: { id } });

async function put(id: string, body: object, { api } = admin) {
  const { data, error, response } = await api.PUT('/quizzes/{id}', { params: path(id), body: body as QuizBody });
  return { status: response.status, quiz: data, error: error?.error, etag: response.headers.get('etag') };
}

/** Updates a quiz, which must be accepted. */
async function update(id: string, body: object): Promise<Quiz> {
  const { quiz, error } = await put(id, body);
  if (quiz === undefined) throw new Error(`The update was rejected: ${error ?? ''}`);
  return quiz;
}

async function read(id: string): Promise<{ quiz: Quiz | undefined; etag: string }> {
  const { data, response } = await admin.api.GET('/quizzes/{id}', { params: path(id) });
  return { quiz: data, etag: response.headers.get('etag') ?? '' };
}

describe('an update', () => {
  it('replaces the whole quiz, and returns it with its ETag', async () => {
    const { id, authorId, createdAt, author } = await createQuiz(admin);
    const other = await createPlayer(service, 'admin');
    const body = {
      title: 'New title',
      description: 'New description',
      heroImageUrl: 'https://example.com/new.png',
      maxAttempts: 9,
      timeLimitSeconds: 90,
      randomizeQuestions: false,
      questions: [{ text: 'New?', imageUrl: 'https://example.com/q.png', answers: quizBody(1).questions[0]?.answers }],
    };
    const { status, quiz, etag } = await put(id, body, other);
    expect(status).toBe(200);
    expect(quiz).toMatchObject({ ...body, id, authorId, author, createdAt });
    expect(await read(id)).toEqual({ quiz, etag });
  });

  it('sets absent optional fields to their defaults', async () => {
    const { id } = await createQuiz(admin, {
      ...quizBody(1),
      description: 'd',
      heroImageUrl: 'https://example.com/a.png',
      maxAttempts: 7,
      timeLimitSeconds: 70,
      randomizeQuestions: false,
      questions: quizBody(1).questions.map((question) => ({ ...question, imageUrl: 'https://example.com/b.png' })),
    });
    expect(await update(id, { title: 'T', questions: quizBody(1).questions })).toMatchObject({
      title: 'T',
      description: null,
      heroImageUrl: null,
      maxAttempts: 1,
      timeLimitSeconds: 0,
      randomizeQuestions: true,
      questions: [{ imageUrl: null }],
    });
  });

  it.each([{ title: undefined }, { questions: undefined }])(
    'requires the same fields as a new quiz: %j',
    async (fields) => {
      const { id } = await createQuiz(admin);
      const before = await read(id);
      expect((await put(id, { ...quizBody(), ...fields })).status).toBe(400);
      expect(await read(id)).toEqual(before);
    },
  );

  it('changes updatedAt and the ETag, even if nothing else changes, and never createdAt', async () => {
    const created = await createQuiz(admin);
    const first = await read(created.id);
    await sleep(2);
    const second = await put(created.id, created);
    expect(second.quiz).toEqual({ ...created, updatedAt: second.quiz?.updatedAt });
    expect(Date.parse(second.quiz?.updatedAt ?? '')).toBeGreaterThan(Date.parse(created.updatedAt));
    expect(second.etag).not.toBe(first.etag);
  });

  it('does not move the quiz in the list', async () => {
    const { id } = await createQuiz(admin);
    const later = await createQuiz(admin);
    await update(id, quizBody(1, { title: 'Renamed' }));
    const { data } = await admin.api.GET('/quizzes', { params: { query: { limit: 2 } } });
    expect(data?.quizzes.map((quiz) => [quiz.id, quiz.title])).toEqual([
      [later.id, 'Capitals'],
      [id, 'Renamed'],
    ]);
  });

  it('that is concurrent with others is applied as a whole', async () => {
    const { id } = await createQuiz(admin);
    const bodies = Array.from({ length: 8 }, (_, index) => ({
      title: `Title ${index}`,
      questions: [{ ...(quizBody(1).questions[0] as Question), text: `Question of ${index}` }],
    }));
    const answers = await Promise.all(bodies.map((body) => put(id, body)));
    expect(answers.map(({ status }) => status)).toEqual(bodies.map(() => 200));
    expect(new Set(answers.map(({ etag }) => etag)).size).toBe(8);
    const { quiz } = await read(id);
    expect(quiz?.questions[0]?.text).toBe(quiz?.title.replace('Title', 'Question of'));
  });
});

describe('the ids of a question and its answers', () => {
  const idsOf = ({ questions }: Quiz) =>
    questions.map(({ id, answers }) => [id, ...answers.map((answer) => answer.id)]);
  const same = (index: number, imageUrl?: string): Question => ({
    ...(quizBody(3).questions[index] as Question),
    ...(imageUrl !== undefined && { imageUrl }),
  });

  it.each<[string, Question[], (number | 'new')[]]>([
    ['where nothing changed', [same(0), same(1), same(2)], [0, 1, 2]],
    ['wherever it moved to', [same(2), same(0), same(1)], [2, 0, 1]],
    ['where others are left out', [same(2)], [2]],
    ['where others come in between', [same(0), { ...same(0), text: 'New' }, same(1)], [0, 'new', 1]],
    ['where the absent image is given as null', [{ ...same(0), imageUrl: null }], [0]],
  ])('stay the same %s', async (_, questions, expected) => {
    const before = await createQuiz(admin);
    const after = await update(before.id, { title: 'Other title', maxAttempts: 8, questions });
    const known = idsOf(before);
    expect(
      idsOf(after).map((ids) =>
        known.flat().includes(ids[0] ?? '') ? known.findIndex((old) => old[0] === ids[0]) : 'new',
      ),
    ).toEqual(expected);
    for (const [index, place] of expected.entries()) {
      if (place === 'new') expect(known.flat()).not.toEqual(expect.arrayContaining([idsOf(after)[index]?.[1]]));
      else expect(idsOf(after)[index]).toEqual(known[place]);
    }
    expect(after.questions.map(({ order }) => order)).toEqual(questions.map((__, order) => order));
  });

  const [right, wrong] = same(1).answers as [Question['answers'][number], Question['answers'][number]];

  it.each<[string, Partial<Question>]>([
    ['text', { text: 'Question 2 ' }],
    ['image', { imageUrl: 'https://example.com/a.png' }],
    ['order of answers', { answers: [wrong, right] }],
    ['text of an answer', { answers: [right, { ...wrong, text: 'wrong' }] }],
    ['correct answer', { answers: [right, { ...wrong, isCorrect: true }] }],
    ['number of answers', { answers: [right, wrong, { text: 'More', isCorrect: false }] }],
  ])('are all new if its %s changed, and those of others stay', async (_, changes) => {
    const before = await createQuiz(admin);
    const after = await update(before.id, { ...before, questions: [same(0), { ...same(1), ...changes }, same(2)] });
    const [old, now] = [idsOf(before), idsOf(after)];
    expect([now[0], now[2]]).toEqual([old[0], old[2]]);
    expect(now[1]?.filter((id) => old.flat().includes(id))).toEqual([]);
  });

  it('are matched in order among identical questions', async () => {
    const before = await createQuiz(admin, quizBody(0, { questions: [same(0), same(1), same(0)] }));
    const old = idsOf(before);
    expect(idsOf(await update(before.id, { ...before, questions: [same(0), same(0), same(1)] }))).toEqual([
      old[0],
      old[2],
      old[1],
    ]);
    const less = idsOf(await update(before.id, { ...before, questions: [same(1), same(0)] }));
    expect(less).toEqual([old[1], old[0]]);
    const more = idsOf(await update(before.id, { ...before, questions: [same(0), same(0), same(0)] }));
    expect(more[0]).toEqual(old[0]);
    expect(
      more
        .slice(1)
        .flat()
        .filter((id) => old.flat().includes(id)),
    ).toEqual([]);
    expect(new Set(more.flat()).size).toBe(9);
  });

  it('do not depend on ids in the body', async () => {
    const before = await createQuiz(admin);
    const [first, second, third] = before.questions as [
      Quiz['questions'][number],
      Quiz['questions'][number],
      Quiz['questions'][number],
    ];
    const after = await update(before.id, {
      ...before,
      questions: [
        { ...first, id: second.id },
        { ...second, id: first.id },
        { ...third, text: 'Changed' },
      ],
    });
    expect(idsOf(after).slice(0, 2)).toEqual(idsOf(before).slice(0, 2));
    expect(after.questions[2]?.id).not.toBe(third.id);
  });

  it('are not restored with a question that was removed before: only the current version is compared', async () => {
    const before = await createQuiz(admin);
    await update(before.id, { ...before, questions: [same(1)] });
    const after = await update(before.id, { ...before, questions: [same(0), same(1)] });
    expect(idsOf(after)[1]).toEqual(idsOf(before)[1]);
    expect(idsOf(after)[0]?.filter((id) => idsOf(before).flat().includes(id))).toEqual([]);
  });
});
