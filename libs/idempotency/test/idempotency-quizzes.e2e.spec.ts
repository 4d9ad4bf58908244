import { randomUUID } from 'node:crypto';
import { query } from '../../../test/support/database.js';
import {
  type Api,
  apiWith,
  createPlayer,
  deleteQuiz,
  type Player,
  quizBody,
  updateQuiz,
} from '../../../test/support/factories.js';
import { type Service, startTwoServices } from '../../../test/support/service.js';

let service: Service;
let second: Service;
let admin: Player;

beforeAll(async () => {
  [service, second] = await startTwoServices();
});

beforeEach(async () => {
  admin = await createPlayer(service, 'admin');
});

afterAll(() => service.close());

/** Creates a quiz under a key: status, body, and the headers that belong to the answer. */
async function create(key: string, body = quizBody(), { api }: { api: Api } = admin) {
  const { data, error, response } = await api.POST('/quizzes', {
    params: { header: { 'Idempotency-Key': key } },
    body,
  });
  const [location, etag, replayed] = ['location', 'etag', 'idempotency-replayed'].map((name) =>
    response.headers.get(name),
  );
  return { status: response.status, body: data ?? error, id: data?.id ?? '', location, etag, replayed };
}

async function countQuizzes(): Promise<number | undefined> {
  const { data } = await admin.api.GET('/quizzes');
  return data?.pagination.total;
}

const changeUser = (id: string, changes: object) => service.backoffice.call('PATCH', `/users/${id}`, changes);

describe('POST /quizzes with an Idempotency-Key', () => {
  it.each(['one instance', 'two instances'])('creates one quiz for concurrent repetitions at %s', async (where) => {
    const before = await countQuizzes();
    const clients = where === 'one instance' ? [admin] : [admin, { api: apiWith(second.url, admin.key) }];
    const key = randomUUID();
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) => create(key, quizBody(), clients[index % clients.length])),
    );
    const [first] = answers.filter(({ replayed }) => replayed === null);
    expect(first).toMatchObject({ status: 201, location: `/api/quizzes/${first?.id ?? ''}` });
    expect(first?.etag).toMatch(/^"[^"]+"$/);
    const replays = answers.filter((answer) => answer !== first);
    expect(replays).toEqual(Array(19).fill({ ...first, replayed: 'true' }));
    expect(await countQuizzes()).toBe((before ?? 0) + 1);
  });

  it('replays the first response, with Location and ETag, also after an update', async () => {
    const key = randomUUID();
    const first = await create(key);
    await updateQuiz(admin, first.id, quizBody(1, { title: 'Edited' }));
    await changeUser(admin.userId, { displayName: 'Renamed' });
    expect(await create(key)).toEqual({ ...first, replayed: 'true' });
  });

  it('answers 422 if the key was used for another body', async () => {
    const key = randomUUID();
    await create(key);
    const error = { error: 'Idempotency-Key was used with a different request' };
    expect(await create(key, quizBody(3, { title: 'Rivers' }))).toMatchObject({ status: 422, body: error });
  });

  it('does not use up the key of a rejected request', async () => {
    const key = randomUUID();
    expect(await create(key, quizBody(0))).toMatchObject({ status: 400 });
    expect(await create(key, quizBody(1))).toMatchObject({ status: 201, replayed: null });
  });

  it('answers 400 for an invalid key', async () => {
    for (const key of ['', 'two words', 'k'.repeat(256)]) {
      const { status, body } = await create(key);
      expect([status, body]).toEqual([400, { error: expect.stringMatching(/^Idempotency-Key: /) as unknown }]);
    }
  });

  it('stores keys per user', async () => {
    const key = randomUUID();
    const other = await createPlayer(service, 'admin');
    const first = await create(key);
    const theirs = await create(key, quizBody(), other);
    expect(theirs).toMatchObject({ status: 201, replayed: null });
    expect(theirs.id).not.toBe(first.id);
  });

  it('creates a new quiz after 24 hours', async () => {
    const key = randomUUID();
    const first = await create(key);
    await query(service.databaseUrl, `UPDATE idempotency_keys SET created_at = now() - interval '24 hours 1 second'`);
    const fresh = await create(key);
    expect(fresh).toMatchObject({ status: 201, replayed: null });
    expect(fresh.id).not.toBe(first.id);
    expect(await create(key)).toEqual({ ...fresh, replayed: 'true' });
  });

  it('replays nothing without a valid API key, without the scope, or after the deletion of the quiz', async () => {
    const key = randomUUID();
    const first = await create(key);
    await changeUser(admin.userId, { role: 'player' });
    expect(await create(key)).toMatchObject({ status: 403, body: { error: 'Insufficient permissions' } });
    await changeUser(admin.userId, { role: 'admin' });
    expect(await create(key)).toEqual({ ...first, replayed: 'true' });
    await deleteQuiz(admin, first.id);
    expect(await create(key)).toMatchObject({ status: 404, body: { error: 'Quiz not found' } });
    await service.backoffice.call('DELETE', `/keys/${admin.keyId}`);
    expect(await create(key)).toMatchObject({ status: 401, body: { error: 'Invalid API key' } });
  });
});
