import { submitAccepted } from '../../../test/support/attempts.js';
import { query } from '../../../test/support/database.js';
import { attemptAt, createPlayer, type Quiz, quizBody } from '../../../test/support/factories.js';
import { sharedService, type SharedService } from '../../../test/support/service.js';

interface Versions {
  versions: { version: number; createdAt: string; authorId: string | null; authorName: string | null }[];
  pagination: { total: number; totalPages: number };
}

let service: SharedService;

beforeAll(async () => {
  service = await sharedService();
});

interface Reply {
  status: number;
  etag: string;
  body: unknown;
}

const call = <Result>(method: string, path: string, body?: unknown) =>
  service.backoffice.call<Result>(method, path, body);

async function answerTo(
  method: string,
  path: string,
  headers?: Record<string, string>,
  sent?: unknown,
): Promise<Reply> {
  const response = await service.backoffice.request(method, path, sent, headers);
  return {
    status: response.status,
    etag: response.headers.get('etag') ?? '',
    body: await response.json(),
  };
}

const versionsOf = (id: string, search = '') => call<Versions>('GET', `/quizzes/${id}/versions${search}`);

const restore = (id: string, version: number, etag?: string) =>
  answerTo('PUT', `/quizzes/${id}/versions/${version}/restoration`, etag === undefined ? {} : { 'if-match': etag });

/** A quiz whose versions 1, 2, 3 … have so many questions. */
async function quizWith(...counts: number[]): Promise<Quiz> {
  const [first = 1, ...others] = counts;
  const quiz = await call<Quiz>('POST', '/quizzes', quizBody(first));
  for (const count of others) await call('PUT', `/quizzes/${quiz.id}`, quizBody(count));
  return quiz;
}

describe('GET /quizzes/:id/versions', () => {
  it('lists versions newest first, with who saved them and when', async () => {
    const quiz = await quizWith(1, 2, 3);
    const { versions, pagination } = await versionsOf(quiz.id);
    const saved = {
      createdAt: expect.any(String) as string,
      authorId: service.backoffice.userId,
      authorName: expect.any(String) as string,
    };
    expect(versions).toEqual([
      { version: 3, questionCount: 3, ...saved },
      { version: 2, questionCount: 2, ...saved },
      { version: 1, questionCount: 1, ...saved },
    ]);
    expect(pagination).toMatchObject({ total: 3, totalPages: 1 });
    const second = await versionsOf(quiz.id, '?page=2&limit=2');
    expect(second.versions.map(({ version }) => version)).toEqual([1]);
    expect((await versionsOf(quiz.id, `?page=${Number.MAX_SAFE_INTEGER}`)).versions).toEqual([]);
  });

  it('makes no version of an update that keeps the questions', async () => {
    const quiz = await quizWith(1);
    await call('PUT', `/quizzes/${quiz.id}`, quizBody(1, { title: 'Another title' }));
    expect((await versionsOf(quiz.id)).versions).toHaveLength(1);
  });

  it('lists a version whose author does not exist', async () => {
    const quiz = await quizWith(1);
    const authorId = '019b76da-a800-7000-8000-000000000001';
    await query(service.databaseUrl, 'UPDATE quiz_versions SET created_by = $2 WHERE quiz_id = $1', [
      quiz.id,
      authorId,
    ]);
    expect((await versionsOf(quiz.id)).versions).toMatchObject([{ version: 1, authorId, authorName: null }]);
  });
});

describe('GET /quizzes/:id/versions/:version', () => {
  it('gives the questions of the version', async () => {
    const quiz = await quizWith(1, 2);
    const { body } = await answerTo('GET', `/quizzes/${quiz.id}/versions/1`);
    expect(body).toEqual({ version: 1, questions: quiz.questions });
  });

  it.each(['0', '3', '01', '1.0', '-1', 'x', '99999999999999999999'])(
    'does not find version %s of two',
    async (version) => {
      const { id } = await quizWith(1, 2);
      const notFound = { status: 404, body: { error: 'Version not found' } };
      expect(await answerTo('GET', `/quizzes/${id}/versions/${version}`)).toMatchObject(notFound);
      expect(await answerTo('PUT', `/quizzes/${id}/versions/${version}/restoration`)).toMatchObject(notFound);
    },
  );

  it.each(['019b76da-a800-7000-8000-000000000001', 'none', '%00'])('does not find quiz %s', async (id) => {
    const notFound = { status: 404, body: { error: 'Quiz not found' } };
    expect(await answerTo('GET', `/quizzes/${id}/versions`)).toMatchObject(notFound);
    expect(await answerTo('GET', `/quizzes/${id}/versions/1`)).toMatchObject(notFound);
    expect(await restore(id, 1)).toMatchObject(notFound);
  });

  it('does not find a version of a deleted quiz that was read before', async () => {
    const { id } = await quizWith(1);
    expect((await answerTo('GET', `/quizzes/${id}/versions/1`)).status).toBe(200);
    expect((await service.backoffice.request('DELETE', `/quizzes/${id}`)).status).toBe(200);
    const notFound = { status: 404, body: { error: 'Quiz not found' } };
    expect(await answerTo('GET', `/quizzes/${id}/versions/1`)).toMatchObject(notFound);
  });
});

describe('PUT /quizzes/:id/versions/:version/restoration', () => {
  it('makes a new version with the questions and ids of the old one, and keeps the settings', async () => {
    const quiz = await quizWith(2);
    await call('PUT', `/quizzes/${quiz.id}`, quizBody(3, { title: 'New title' }));
    const { etag } = await answerTo('GET', `/quizzes/${quiz.id}`);
    const restored = await restore(quiz.id, 1, etag);
    expect(restored).toMatchObject({ status: 200, body: { title: 'New title', questions: quiz.questions } });
    expect(await answerTo('GET', `/quizzes/${quiz.id}`)).toMatchObject({ etag: restored.etag, body: restored.body });
    const { versions } = await versionsOf(quiz.id);
    expect(versions.map(({ version }) => version)).toEqual([3, 2, 1]);
  });

  it('removes a number of drawn questions that the version does not have, and keeps one that it has', async () => {
    const quiz = await quizWith(2, 3);
    await call('PUT', `/quizzes/${quiz.id}`, { ...quizBody(5), requireStart: true, drawCount: 3 });
    expect((await restore(quiz.id, 2)).body).toMatchObject({ requireStart: true, drawCount: 3 });
    const { body } = await restore(quiz.id, 1);
    expect(body).not.toHaveProperty('drawCount');
    const { title, questions, requireStart } = body as Quiz & { requireStart: boolean };
    expect(requireStart).toBe(true);
    expect(await answerTo('PUT', `/quizzes/${quiz.id}`, {}, { title, questions, requireStart })).toMatchObject({
      status: 200,
    });
  });

  it('writes an audit entry that names the version, the changed questions and settings', async () => {
    const quiz = await quizWith(1);
    await call('PUT', `/quizzes/${quiz.id}`, { ...quizBody(2), requireStart: true, drawCount: 2 });
    await restore(quiz.id, 1);
    const { entries } = await call<{ entries: { action: string; details: unknown }[] }>(
      'GET',
      `/audit?subjectId=${quiz.id}`,
    );
    expect(entries[0]).toEqual(
      expect.objectContaining({
        action: 'quiz.restored',
        details: {
          restored: 1,
          version: 3,
          revision: 3,
          drawCount: { from: 2, to: null },
          questions: expect.objectContaining({
            removed: [expect.objectContaining({ position: 2 })],
            added: [],
          }) as object,
        },
      }),
    );
  });

  it('is rejected if the quiz has changed since it was read', async () => {
    const quiz = await quizWith(1, 2);
    const { etag } = await answerTo('GET', `/quizzes/${quiz.id}`);
    await call('PUT', `/quizzes/${quiz.id}`, quizBody(3));
    const changed = { status: 412, body: { error: 'Quiz has been changed since it was read' } };
    expect(await restore(quiz.id, 1, etag)).toMatchObject(changed);
    expect((await versionsOf(quiz.id)).versions).toHaveLength(3);
  });

  it('changes nothing when it is repeated with the same tag', async () => {
    const quiz = await quizWith(1, 2);
    const { etag } = await answerTo('GET', `/quizzes/${quiz.id}`);
    const first = await restore(quiz.id, 1, etag);
    expect(await restore(quiz.id, 1, etag)).toEqual(first);
    expect((await versionsOf(quiz.id)).versions).toHaveLength(3);
  });

  it('lets two concurrent requests with the same tag make one version', async () => {
    const quiz = await quizWith(1, 2, 3);
    const { etag } = await answerTo('GET', `/quizzes/${quiz.id}`);
    const answers = await Promise.all([restore(quiz.id, 1, etag), restore(quiz.id, 2, etag)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 412]);
    expect((await versionsOf(quiz.id)).versions).toHaveLength(4);
  });

  it('numbers versions without gaps if restorations and updates are concurrent', async () => {
    const quiz = await quizWith(1, 2, 3);
    const update = (count: number) => answerTo('PUT', `/quizzes/${quiz.id}`, {}, quizBody(count));
    const replies = await Promise.all([restore(quiz.id, 1), update(4), restore(quiz.id, 2), update(5)]);
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    const { versions } = await versionsOf(quiz.id);
    expect(versions.map(({ version }) => version)).toEqual([7, 6, 5, 4, 3, 2, 1]);
  });

  it('leaves nothing of a quiz that is deleted at the same time', async () => {
    const quiz = await quizWith(1, 2);
    const [restored] = await Promise.all([restore(quiz.id, 1), call('DELETE', `/quizzes/${quiz.id}`)]);
    expect([200, 404]).toContain(restored.status);
    expect(await restore(quiz.id, 1)).toMatchObject({ status: 404, body: { error: 'Quiz not found' } });
    const rows = await query(service.databaseUrl, 'SELECT 1 FROM quiz_versions WHERE quiz_id = $1', [quiz.id]);
    expect(rows).toEqual([]);
  });

  it('gives attempts at the restored questions the new version', async () => {
    const player = await createPlayer(service);
    const quiz = await quizWith(2, 3);
    await restore(quiz.id, 1);
    const { attemptId } = await submitAccepted(player, quiz.id, attemptAt(quiz, 2));
    const attempt = await call<{ version: number }>('GET', `/quizzes/${quiz.id}/attempts/${attemptId}`);
    expect(attempt.version).toBe(3);
  });
});
