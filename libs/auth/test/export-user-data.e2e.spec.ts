import { submitAccepted } from '../../../test/support/attempts.js';
import { Backoffice } from '../../../test/support/backoffice.js';
import { query } from '../../../test/support/database.js';
import { apiWith, attemptAt, createPlayer, createQuiz, deleteQuiz, quizBody } from '../../../test/support/factories.js';
import { sharedService, type SharedService } from '../../../test/support/service.js';
import { startAccepted } from '../../../test/support/starts.js';

type Exported = Record<string, Record<string, unknown>[]>;

let service: SharedService;

beforeAll(async () => {
  service = await sharedService();
});

async function exportOf(userId: string) {
  const response = await service.backoffice.request('GET', `/users/${userId}/export`);
  const text = await response.text();
  return { response, text, data: JSON.parse(text) as Exported };
}

describe('GET /users/:id/export', () => {
  it('has the account, keys, sessions, attempts with answers, starts, grants, quizzes and the audit log', async () => {
    const admin = await createPlayer(service, 'admin');
    const body = {
      email: 'exported@example.com',
      displayName: 'Ada',
      role: 'admin',
      password: 'correct horse battery',
    };
    const ada = await service.backoffice.call<{ id: string }>('POST', '/users', body);
    const { key } = await service.backoffice.call<{ key: string }>('POST', '/keys', { name: 'Own', userId: ada.id });
    await Backoffice.signIn(service.url, { email: body.email, password: body.password });
    const player = { api: apiWith(service.url, key) };
    const quiz = await createQuiz(player);
    const started = await createQuiz(admin, quizBody(2, { requireStart: true }));
    const { attemptId } = await submitAccepted(player, quiz.id, attemptAt(quiz, 1));
    await startAccepted(player, started.id);
    const { response, text, data } = await exportOf(ada.id);
    expect(response.headers.get('content-type')).toBe('application/json');
    expect(response.headers.get('content-disposition')).toContain('data-of-Ada.json');
    expect(data.users).toMatchObject([
      { id: ada.id, email: 'exported@example.com', displayName: 'Ada', role: 'admin' },
    ]);
    expect(data.api_keys).toMatchObject([{ name: 'Own', shown: key.slice(0, 8) }]);
    expect(data.sessions).toMatchObject([{ method: 'password' }]);
    expect(data.quizzes).toMatchObject([{ id: quiz.id }]);
    expect(data.attempts).toMatchObject([{ attemptId, correctCount: 1 }]);
    expect(data.attempts?.[0]?.answers).toHaveLength(3);
    expect(data.starts).toMatchObject([{ quizId: started.id }]);
    expect(data.attempt_counts?.map(({ quizId }) => quizId).sort()).toEqual([quiz.id, started.id].sort());
    const actions = data.audit_entries?.map(({ action }) => action);
    expect(actions).toEqual(expect.arrayContaining(['quiz.created', 'session.began', 'user.created', 'key.created']));
    expect(new Set(data.audit_entries?.map(({ id }) => id)).size).toBe(actions?.length);
    const [{ hash } = { hash: '' }] = await query<{ hash: string }>(
      service.databaseUrl,
      'SELECT password_hash AS hash FROM credentials WHERE user_id = $1',
      [ada.id],
    );
    for (const secret of [key, hash]) expect(text).not.toContain(secret);
  });

  it('has the deliveries to webhooks that name the user, and no others', async () => {
    const [player, other] = [await createPlayer(service), await createPlayer(service)];
    const webhook = { name: 'Receiver', url: 'https://receiver.invalid/hook', events: ['quiz.created'] };
    const { id } = await service.backoffice.call<{ id: string }>('POST', '/webhooks', webhook);
    await query(
      service.databaseUrl,
      `INSERT INTO webhook_deliveries (webhook_id, event_id, type, subject, payload, status)
      SELECT $1, gen_random_uuid(), 'user.changed', id, '{"id":"' || id || '"}', 'delivered' FROM unnest($2::text[]) AS id`,
      [id, [player.userId, other.userId]],
    );
    const { data } = await exportOf(player.userId);
    await service.backoffice.call('DELETE', `/webhooks/${id}`);
    expect(data.webhook_deliveries).toMatchObject([{ payload: `{"id":"${player.userId}"}` }]);
  });

  it('has the last addresses of each key, and no stored replies', async () => {
    const player = await createPlayer(service);
    await query(
      service.databaseUrl,
      `WITH reply AS (
        INSERT INTO idempotency_keys (user_id, key, request_hash, body) VALUES ($1::uuid, 'once', '', 'a stored reply')
      )
      INSERT INTO key_addresses SELECT id, '203.0.113.7', now() FROM api_keys WHERE user_id = $1::uuid`,
      [player.userId],
    );
    const { data, text } = await exportOf(player.userId);
    const addresses = data.key_addresses?.filter(({ address }) => address === '203.0.113.7');
    expect(addresses).toMatchObject([{ keyId: data.api_keys?.[0]?.id }]);
    expect(data.idempotency_keys).toMatchObject([{ key: 'once' }]);
    expect(text).not.toContain('a stored reply');
  });

  it('does not say who the others are that acted on the user', async () => {
    const player = await createPlayer(service);
    const email = 'acting@example.com';
    const body = { email, displayName: 'Acting Admin', role: 'admin', password: 'correct horse battery' };
    await service.backoffice.call('POST', '/users', body);
    const acting = await Backoffice.signIn(service.url, { email, password: body.password });
    await acting.call('PATCH', `/users/${player.userId}`, { suspended: true });
    const { data, text } = await exportOf(player.userId);
    const entry = data.audit_entries?.find(({ actorId }) => actorId === acting.userId);
    expect(entry).toMatchObject({ subjectId: player.userId });
    for (const name of ['actorName', 'keyId', 'keyName', 'address']) expect(entry).not.toHaveProperty(name);
    expect(text).not.toContain('Acting Admin');
  });

  it('has more attempts than are read at once, each once', async () => {
    const admin = await createPlayer(service, 'admin');
    const quiz = await createQuiz(admin);
    await query(
      service.databaseUrl,
      `INSERT INTO attempts (quiz_id, id, user_id, version, answers, correct_count, total_questions, basis_points, passed,
        total_time_ms, timed_out, completed_at)
      SELECT $1, gen_random_uuid(), $2, version, '[[0, 0]]', 1, 3, 3333, false, 1000, false, now()
      FROM quizzes, generate_series(1, 250) WHERE id = $1`,
      [quiz.id, admin.userId],
    );
    const { data } = await exportOf(admin.userId);
    expect(new Set(data.attempts?.map(({ attemptId }) => attemptId)).size).toBe(250);
    expect(data.attempts?.every(({ answers }) => Array.isArray(answers) && answers.length === 1)).toBe(true);
  });

  it('has attempts at quizzes in the trash with answers, and those whose quiz is deleted for good without', async () => {
    const admin = await createPlayer(service, 'admin');
    const quiz = await createQuiz(admin);
    const { attemptId } = await submitAccepted(admin, quiz.id, attemptAt(quiz, 1));
    await query(
      service.databaseUrl,
      `INSERT INTO attempts (quiz_id, id, user_id, version, answers, correct_count, total_questions, basis_points, passed,
        total_time_ms, timed_out, completed_at)
      SELECT gen_random_uuid(), gen_random_uuid(), $1, 1, '[[0, 0]]', 1, 3, 3333, false, 1000, false, now()
      FROM generate_series(1, 150)`,
      [admin.userId],
    );
    const { attempts: before = [] } = (await exportOf(admin.userId)).data;
    await deleteQuiz(admin, quiz.id);
    const { attempts: after = [] } = (await exportOf(admin.userId)).data;
    expect(after).toEqual(before);
    expect(after).toHaveLength(151);
    expect(after.filter(({ answers }) => answers !== undefined)).toEqual([
      expect.objectContaining({ attemptId, answers: expect.objectContaining({ length: 3 }) as unknown }),
    ]);
  });

  it('answers 404 for an unknown user', async () => {
    const { response } = await exportOf('019b76da-a800-7000-8000-000000000001');
    expect(response.status).toBe(404);
  });
});
