// Audit entries of users and keys.
import { submitAccepted } from '../../../test/support/attempts.js';
import { query } from '../../../test/support/database.js';
import { attemptAt, createPlayer, createQuiz } from '../../../test/support/factories.js';
import { type Service, startService } from '../../../test/support/service.js';

let service: Service;

beforeAll(async () => {
  service = await startService();
});

afterAll(() => service.close());

/** Entries about a subject, newest first. */
async function entriesOf(subjectId: string): Promise<unknown[]> {
  const { entries } = await service.backoffice.call<{ entries: unknown[] }>('GET', `/audit?subjectId=${subjectId}`);
  return entries;
}

const count = async () => (await query(service.databaseUrl, 'SELECT id FROM audit_entries')).length;

interface User {
  id: string;
  displayName: string;
}

let users = 0;

const createUser = (fields: object = {}) =>
  service.backoffice.call<User>('POST', '/users', {
    email: `audited${++users}@example.com`,
    displayName: `Audited ${users}`,
    ...fields,
  });

const change = (id: string, changes: object) => service.backoffice.call('PATCH', `/users/${id}`, changes);

const statusOf = async (method: string, path: string, body?: object) =>
  (await service.backoffice.request(method, path, body)).status;

/** An audit entry of an action of the signed-in administrator. */
const entry = (action: string, subject: object, details: object) =>
  expect.objectContaining({
    actorId: service.backoffice.userId,
    actorName: 'Administrator',
    keyId: null,
    address: '127.0.0.1',
    action,
    subject,
    details,
  }) as unknown;

describe('the audit log', () => {
  it('records who created a user, without the password', async () => {
    const { id, displayName } = await createUser({
      email: 'Ada@Example.com',
      role: 'viewer',
      password: 'correct horse battery',
    });
    const entries = await entriesOf(id);
    const subject = { kind: 'user', id, name: displayName };
    expect(entries).toEqual([entry('user.created', subject, { email: 'ada@example.com', role: 'viewer' })]);
    expect(JSON.stringify(entries)).not.toContain('correct horse');
  });

  it('records that the service created the first administrator', async () => {
    expect(await entriesOf(service.backoffice.userId)).toContainEqual(
      expect.objectContaining({
        actorId: null,
        actorName: 'Service',
        address: null,
        action: 'user.created',
        subject: { kind: 'user', id: service.backoffice.userId, name: 'Administrator' },
      }),
    );
  });

  it('records the changed fields of a user, and no others', async () => {
    const { id } = await createUser();
    const image = 'https://example.com/1.png';
    await change(id, { displayName: 'Renamed', role: 'player', image: null });
    await change(id, { displayName: 'Renamed', role: 'admin', suspended: true, image });
    const subject = { kind: 'user', id, name: 'Renamed' };
    expect(await entriesOf(id)).toEqual([
      entry('user.changed', subject, {
        image: { from: null, to: image },
        role: { from: 'player', to: 'admin' },
        suspended: { from: false, to: true },
      }),
      entry('user.changed', subject, { displayName: { from: `Audited ${users}`, to: 'Renamed' } }),
      entry('user.created', { ...subject, name: `Audited ${users}` }, expect.any(Object) as object),
    ]);
  });

  it('records nothing if nothing changed', async () => {
    const { id, displayName } = await createUser();
    await change(id, {});
    await change(id, { displayName, image: null, role: 'player', suspended: false });
    expect(await entriesOf(id)).toHaveLength(1);
  });

  it('records who created and deleted a key, without the key', async () => {
    const { id: ownerId, displayName: owner } = await createUser();
    const { id, key } = await service.backoffice.call<{ id: string; key: string }>('POST', '/keys', {
      name: ' Quiz app ',
      userId: ownerId,
      expiresAt: '2036-01-01T01:00+01:00',
    });
    await change(ownerId, { displayName: 'New owner name' });
    await service.backoffice.call('DELETE', `/keys/${id}`);
    const subject = { kind: 'key', id, name: 'Quiz app' };
    const entries = await entriesOf(id);
    expect(entries).toEqual([
      entry('key.deleted', subject, { owner: 'New owner name', ownerId }),
      entry('key.created', subject, { owner, ownerId, expiresAt: '2036-01-01T00:00:00.000Z' }),
    ]);
    expect(JSON.stringify(entries)).not.toContain(key.slice(3, 20));
  });

  it('records that a key does not expire', async () => {
    const { id: userId, displayName } = await createUser();
    const { id } = await service.backoffice.call<{ id: string }>('POST', '/keys', { name: 'For ever', userId });
    const subject = { kind: 'key', id, name: 'For ever' };
    const details = { owner: displayName, ownerId: userId, expiresAt: null };
    expect(await entriesOf(id)).toEqual([entry('key.created', subject, details)]);
  });

  it('has no entry of rejected requests', async () => {
    const { id } = await createUser({ email: 'taken@example.com' });
    const { userId } = service.backoffice;
    const before = await count();
    expect(await statusOf('POST', '/users', { email: 'taken@example.com', displayName: 'Second' })).toBe(409);
    expect(await statusOf('POST', '/users', { email: 'nobody', displayName: 'Nobody' })).toBe(400);
    expect(await statusOf('PATCH', `/users/${userId}`, { displayName: 'Last', suspended: true })).toBe(409);
    expect(await statusOf('PATCH', '/users/019b76da-a800-7000-8000-000000000001', { role: 'viewer' })).toBe(404);
    expect(await statusOf('POST', '/keys', { name: 'Key', userId: '019b76da-a800-7000-8000-000000000001' })).toBe(400);
    expect(await statusOf('DELETE', `/keys/${id}`)).toBe(404);
    expect(await count()).toBe(before);
  });

  it('finds what was done to a user, their keys, attempts and limits, and nothing of others', async () => {
    const admin = await createPlayer(service, 'admin');
    const [player, other] = [await createPlayer(service), await createPlayer(service)];
    const quiz = await createQuiz(admin);
    for (const made of [player, other]) {
      const { userId } = made;
      const { attemptId } = await submitAccepted(made, quiz.id, attemptAt(quiz, 1));
      await statusOf('PUT', `/quizzes/${quiz.id}/attempts/${attemptId}/void`, { reason: 'A mistake' });
      await statusOf('DELETE', `/quizzes/${quiz.id}/attempts/${attemptId}/void`);
      await statusOf('PUT', `/quizzes/${quiz.id}/grants/${userId}`, { extraAttempts: 1, extraSeconds: 600 });
      const key = await service.backoffice.call<{ id: string }>('POST', '/keys', { name: 'Key', userId });
      await statusOf('PATCH', `/keys/${key.id}`, { name: 'Other' });
      await statusOf('POST', `/keys/${key.id}/rotation`, {});
      await statusOf('DELETE', `/keys/${key.id}`);
      await change(userId, { displayName: 'Renamed' });
    }
    const { entries } = await service.backoffice.call<{ entries: { action: string }[] }>(
      'GET',
      `/audit?affectedUserId=${player.userId}`,
    );
    expect(entries.map(({ action }) => action).reverse()).toEqual([
      'user.created',
      'key.created',
      'attempt.voided',
      'attempt.restored',
      'quiz.granted',
      'key.created',
      'key.changed',
      'key.created',
      'key.rotated',
      'key.deleted',
      'user.changed',
    ]);
  });

  it('records a deletion once, even if several requests delete the key concurrently', async () => {
    const { id: userId } = await createUser();
    const { id } = await service.backoffice.call<{ id: string }>('POST', '/keys', { name: 'Key', userId });
    await Promise.all(Array.from({ length: 8 }, () => statusOf('DELETE', `/keys/${id}`)));
    expect(await entriesOf(id)).toHaveLength(2);
  });
});
