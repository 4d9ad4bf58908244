import {
  apiWith,
  createPlayer,
  createQuiz,
  type Player,
  type Quiz,
  quizBody,
  updateQuiz,
} from '../../../test/support/factories.js';
import { send } from '../../../test/support/http.js';
import { sharedService, type SharedService } from '../../../test/support/service.js';

const UUID_V7 = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
const TIMESTAMP = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

let service: SharedService;
let admin: Player;
let player: Player;

beforeAll(async () => {
  service = await sharedService();
  admin = await createPlayer(service, 'admin');
  player = await createPlayer(service);
});

const at = (id: string) => ({ params: { path: { id } } });

/** Reads a quiz, with If-None-Match where that is given. */
async function read(
  id: string,
  ifNoneMatch?: string,
): Promise<{ status: number; etag: string; quiz: Quiz | undefined }> {
  const { data, response } = await player.api.GET('/quizzes/{id}', {
    params: { path: { id }, header: ifNoneMatch === undefined ? {} : { 'If-None-Match': ifNoneMatch } },
  });
  return { status: response.status, etag: response.headers.get('etag') ?? '', quiz: data };
}

const changeUser = (id: string, changes: object) => service.backoffice.call('PATCH', `/users/${id}`, changes);

describe('creating a quiz', () => {
  it('returns 201 with the full quiz, its Location and its ETag', async () => {
    const before = Date.now();
    const { data: quiz, response } = await admin.api.POST('/quizzes', {
      body: {
        title: 'Capitals',
        description: 'Two of them',
        heroImageUrl: 'https://example.com/hero.png',
        maxAttempts: 5,
        timeLimitSeconds: 60,
        randomizeQuestions: false,
        questions: [
          {
            text: 'Australia?',
            imageUrl: 'https://example.com/australia.png',
            answers: [
              { text: 'Sydney', isCorrect: false },
              { text: 'Canberra', isCorrect: true },
            ],
          },
          ...quizBody(1).questions,
        ],
      },
    });
    const id: unknown = expect.stringMatching(UUID_V7);
    expect([response.status, quiz]).toEqual([
      201,
      {
        id,
        title: 'Capitals',
        description: 'Two of them',
        heroImageUrl: 'https://example.com/hero.png',
        authorId: admin.userId,
        author: { id: admin.userId, displayName: admin.displayName, image: null },
        maxAttempts: 5,
        timeLimitSeconds: 60,
        randomizeQuestions: false,
        createdAt: expect.stringMatching(TIMESTAMP) as unknown,
        updatedAt: quiz?.createdAt,
        questions: [
          {
            id,
            text: 'Australia?',
            imageUrl: 'https://example.com/australia.png',
            order: 0,
            answers: [
              { id, text: 'Sydney', isCorrect: false },
              { id, text: 'Canberra', isCorrect: true },
            ],
          },
          {
            id,
            text: 'Question 1',
            imageUrl: null,
            order: 1,
            answers: [
              { id, text: 'Right', isCorrect: true },
              { id, text: 'Wrong', isCorrect: false },
            ],
          },
        ],
      },
    ]);
    expect(Date.parse(quiz?.createdAt ?? '')).toBeGreaterThanOrEqual(before - 1);
    expect(Date.parse(quiz?.createdAt ?? '')).toBeLessThanOrEqual(Date.now() + 1);
    expect(response.headers.get('location')).toBe(`/api/quizzes/${quiz?.id ?? ''}`);
    expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8');
    expect(response.headers.get('etag')).toMatch(/^"[^"]+"$/);
    expect(await read(quiz?.id ?? '')).toEqual({ status: 200, etag: response.headers.get('etag'), quiz });
  });

  it('assigns different ids to all quizzes, questions and answers', async () => {
    const quizzes = await Promise.all([createQuiz(admin), createQuiz(admin)]);
    const ids = quizzes.flatMap(({ id, questions }) => [
      id,
      ...questions.flatMap((question) => [question.id, ...question.answers.map((answer) => answer.id)]),
    ]);
    expect(new Set(ids).size).toBe(2 * (1 + 3 + 6));
  });

  it('keeps questions and answers in the order in which they were sent', async () => {
    const texts = Array.from({ length: 200 }, (_, index) => String((index * 37) % 200));
    const answers = Array.from({ length: 10 }, (_, index) => ({
      text: String((index * 7) % 10),
      isCorrect: index === 9,
    }));
    const { id } = await createQuiz(admin, quizBody(0, { questions: texts.map((text) => ({ text, answers })) }));
    const { quiz } = await read(id);
    expect(quiz?.questions.map(({ text, order }) => [text, order])).toEqual(texts.map((text, order) => [text, order]));
    for (const question of quiz?.questions ?? []) {
      expect(question.answers.map(({ text, isCorrect }) => ({ text, isCorrect }))).toEqual(answers);
    }
  });
});

describe('reading a quiz', () => {
  it('returns 304 without a body to a client with the current ETag', async () => {
    const { id } = await createQuiz(admin);
    const { etag } = await read(id);
    const strong = etag.replace(/^W\//, '');
    // In the form that the client has; `*` names none.
    for (const [header, form] of [
      [etag, etag],
      [strong, strong],
      [`"other", W/"more" ,${etag}`, etag],
      ['*', strong],
    ] as const) {
      expect([header, await read(id, header)]).toEqual([header, { status: 304, etag: form, quiz: undefined }]);
    }
    for (const header of ['"other"', etag.slice(0, -2) + '"', etag.replaceAll('"', ''), `W/"other", "${id}"`]) {
      expect([header, await read(id, header)]).toMatchObject([header, { status: 200, etag, quiz: { id } }]);
    }
  });

  it.each([{ displayName: 'Renamed' }, { image: 'https://example.com/me.png' }])(
    'shows the current profile of the author, with a new ETag: %j',
    async (changes) => {
      const author = await createPlayer(service, 'admin');
      const { id, updatedAt } = await createQuiz(author);
      const { etag } = await read(id);
      await changeUser(author.userId, changes);
      const changed = await read(id, etag);
      expect(changed.status).toBe(200);
      expect(changed.etag).not.toBe(etag);
      expect(changed.quiz).toMatchObject({ updatedAt, author: { id: author.userId, ...changes } });
      expect((await read(id, changed.etag)).status).toBe(304);
    },
  );

  it('works after its author was suspended or is no longer an administrator', async () => {
    const author = await createPlayer(service, 'admin');
    const { id } = await createQuiz(author);
    await changeUser(author.userId, { suspended: true, role: 'viewer' });
    expect((await read(id)).quiz?.author).toEqual({ id: author.userId, displayName: author.displayName, image: null });
  });

  it('HEAD returns the headers of GET', async () => {
    const { id } = await createQuiz(admin);
    const headers = { 'x-api-key': player.key };
    for (const path of [`/api/quizzes/${id}`, '/api/quizzes', `/api/quizzes/${id}/leaderboard`, '/api/leaderboard']) {
      const get = await send(service.url, 'GET', path, { headers });
      const head = await send(service.url, 'HEAD', path, { headers });
      expect([head.status, head.text]).toEqual([200, '']);
      for (const name of ['content-type', 'content-length', 'etag']) {
        expect([path, name, head.headers[name]]).toEqual([path, name, get.headers[name]]);
      }
    }
    const missing = await send(service.url, 'HEAD', '/api/quizzes/none', { headers });
    expect([missing.status, missing.text]).toEqual([404, '']);
    const { etag = '' } = (await send(service.url, 'GET', `/api/quizzes/${id}`, { headers })).headers;
    const unchanged = await send(service.url, 'HEAD', `/api/quizzes/${id}`, {
      headers: { ...headers, 'if-none-match': etag },
    });
    expect([unchanged.status, unchanged.headers.etag, unchanged.headers['content-length']]).toEqual([
      304,
      etag,
      undefined,
    ]);
  });
});

describe.each(['/questions', '?answers=hidden'])('reading a quiz without its correct answers by %s', (form) => {
  const hide = async (id: string, ifNoneMatch?: string) => {
    const response = await fetch(`${service.url}/api/quizzes/${id}${form}`, {
      headers: {
        'x-api-key': player.key,
        'accept-encoding': 'identity',
        ...(ifNoneMatch !== undefined && { 'if-none-match': ifNoneMatch }),
      },
    });
    const text = await response.text();
    const etag = response.headers.get('etag') ?? '';
    return { status: response.status, etag, text, quiz: text === '' ? undefined : (JSON.parse(text) as Quiz) };
  };
  const hidden = (quiz: Quiz | undefined) => ({
    ...quiz,
    questions: quiz?.questions.map((question) => ({
      ...question,
      answers: question.answers.map(({ id, text }) => ({ id, text })),
    })),
  });

  it('leaves out isCorrect and nothing else, in the same order', async () => {
    const quiz = await createQuiz(admin, quizBody(3));
    for (let turn = 0; turn < 2; turn++) {
      const { status, text, quiz: shown } = await hide(quiz.id);
      expect([status, shown]).toEqual([200, hidden(quiz)]);
      expect(text).not.toContain('isCorrect');
      // The full form is unchanged.
      expect((await read(quiz.id)).quiz).toEqual(quiz);
    }
  });

  it('has an ETag of its own, which changes with the quiz and its author', async () => {
    const author = await createPlayer(service, 'admin');
    const { id } = await createQuiz(author);
    const full = await read(id);
    const first = await hide(id);
    expect(first.etag).toMatch(/^"1-[^"]+"$/);
    expect(first.etag).not.toBe(full.etag);
    expect(await hide(id, first.etag)).toMatchObject({ status: 304, etag: first.etag, text: '' });
    expect((await hide(id, full.etag)).status).toBe(200);
    expect((await read(id, first.etag)).status).toBe(200);
    await changeUser(author.userId, { displayName: 'Renamed' });
    const renamed = await hide(id, first.etag);
    expect(renamed).toMatchObject({ status: 200, quiz: { author: { displayName: 'Renamed' } } });
    await updateQuiz(admin, id, quizBody(1, { title: 'Changed' }));
    const changed = await hide(id, renamed.etag);
    expect([changed.status, changed.quiz]).toEqual([200, hidden((await read(id)).quiz)]);
    expect(new Set([first.etag, renamed.etag, changed.etag]).size).toBe(3);
  });

  it('returns 404 for a quiz that does not exist or was deleted', async () => {
    const { id } = await createQuiz(admin);
    await hide(id);
    await admin.api.DELETE('/quizzes/{id}', at(id));
    for (const missing of [id, 'none']) expect((await hide(missing)).status).toBe(404);
  });
});

it.each([
  ['/none', 'answer=hidden', 'answer', 'answers'],
  ['/none', 'Answers=hidden', 'Answers', 'answers'],
  ['', 'page=0&Search=capital', 'Search', 'search'],
  ['', 'updatesSince=2026-01-01T00:00:00Z', 'updatesSince', 'updatedSince'],
  ['', 'tags=geography', 'tags', 'tag'],
  ['/none', 'asnwers=hidden', 'asnwers', 'answers'],
])('GET /quizzes%s rejects the misspelt parameter of %s', async (path, query, name, meant) => {
  const { status, text } = await send(service.url, 'GET', `/api/quizzes${path}?${query}`, {
    headers: { 'x-api-key': player.key },
  });
  const error = `Unknown query parameter "${name}": did you mean "${meant}"?`;
  expect([status, JSON.parse(text)]).toEqual([400, { error }]);
});

it.each(['', 'shown', 'Hidden', 'hidden&answers=hidden', 'true'])(
  'GET /quizzes/:id rejects answers=%s',
  async (answers) => {
    const { id } = await createQuiz(admin);
    for (const path of [id, 'none']) {
      const response = await fetch(`${service.url}/api/quizzes/${path}?answers=${answers}`, {
        headers: { 'x-api-key': player.key },
      });
      expect([response.status, ((await response.json()) as { error: string }).error]).toEqual([
        400,
        expect.stringMatching(/^answers: must be (one of hidden|a string)$/),
      ]);
    }
  },
);

describe('deleting a quiz', () => {
  it('returns a confirmation, and the quiz does not exist for any reader', async () => {
    const { id } = await createQuiz(admin);
    const total = async () => (await player.api.GET('/quizzes')).data?.pagination.total;
    const before = await total();
    const { data, response } = await admin.api.DELETE('/quizzes/{id}', at(id));
    expect([response.status, data]).toEqual([200, { message: 'Quiz deleted successfully' }]);
    const answers = await Promise.all([
      player.api.GET('/quizzes/{id}', at(id)),
      player.api.GET('/quizzes/{id}/leaderboard', at(id)),
      player.api.GET('/quizzes/{id}/attempts', at(id)),
      player.api.POST('/quizzes/{id}/attempts', { ...at(id), body: { answers: [], totalTimeMs: 1 } }),
      admin.api.PUT('/quizzes/{id}', { ...at(id), body: quizBody() }),
      admin.api.DELETE('/quizzes/{id}', at(id)),
    ]);
    for (const { response: gone, error } of answers) {
      expect([gone.status, error]).toEqual([404, { error: 'Quiz not found' }]);
    }
    expect(await total()).toBe((before ?? 0) - 1);
    const { data: list } = await player.api.GET('/quizzes', { params: { query: { limit: 100 } } });
    expect(list?.quizzes.map((quiz) => quiz.id)).not.toContain(id);
  });
});

it('POST /quizzes: serves concurrent clients, each with its own quiz', async () => {
  const quizzes = await Promise.all(
    Array.from({ length: 20 }, (_, index) => createQuiz(admin, quizBody(1, { title: `Quiz ${index}` }))),
  );
  const answers = await Promise.all(
    quizzes.map(({ id }) => apiWith(service.url, player.key).GET('/quizzes/{id}', at(id))),
  );
  expect(answers.map(({ data }) => data)).toEqual(quizzes);
});
