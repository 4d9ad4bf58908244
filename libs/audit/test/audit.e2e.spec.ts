import { UnitOfWork } from '#libs/database';
import { Audited, THE_SERVICE } from '#libs/audit';
import { query } from '../../../test/support/database.js';
import {
  createPlayer,
  createQuiz,
  deleteQuiz,
  type Player,
  quizBody,
  updateQuiz,
} from '../../../test/support/factories.js';
import { type Service, startService } from '../../../test/support/service.js';

let service: Service;
let author: Player;

beforeAll(async () => {
  // No more than one connection beside the one that a request has.
  service = await startService({ TRUSTED_PROXIES: '127.0.0.1', DATABASE_POOL_SIZE: '2' });
  author = await createPlayer(service, 'admin');
});

afterAll(() => service.close());

interface Entry {
  actorName: string;
  action: string;
  subject: { kind: string; id: string; name: string };
  details: unknown;
}

/** Newest first. */
async function entries(filter: Record<string, string>): Promise<Entry[]> {
  const parameters = new URLSearchParams({ limit: '100', ...filter }).toString();
  return (await service.backoffice.call<{ entries: Entry[] }>('GET', `/audit?${parameters}`)).entries;
}

const written = () => query(service.databaseUrl, 'SELECT id FROM audit_entries');

/** Sends a request of the public API with the author's key. */
const send = (method: string, path: string, headers: Record<string, string>, body?: object) =>
  fetch(`${service.url}/api${path}`, {
    method,
    headers: { 'x-api-key': author.key, 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });

describe('the audit entry of a change of a quiz', () => {
  it('is written with who did it by which key, from where, and when', async () => {
    const began = Date.now();
    const quiz = await createQuiz(author, quizBody(1, { title: 'First title' }));
    await updateQuiz(author, quiz.id, quizBody(2, { title: 'Second title' }));
    await deleteQuiz(author, quiz.id);
    const who = {
      id: expect.any(String) as string,
      at: expect.any(String) as string,
      actorId: author.userId,
      actorName: author.displayName,
      keyId: author.keyId,
      keyName: `Key of ${author.displayName}`,
      address: '127.0.0.1',
      erasedIds: [],
    };
    const found = await entries({ subjectId: quiz.id });
    expect(found).toEqual([
      {
        ...who,
        action: 'quiz.deleted',
        subject: { kind: 'quiz', id: quiz.id, name: 'Second title' },
        details: { attempts: 0 },
      },
      {
        ...who,
        action: 'quiz.changed',
        subject: { kind: 'quiz', id: quiz.id, name: 'Second title' },
        details: {
          revision: 2,
          title: { from: 'First title', to: 'Second title' },
          questions: {
            added: [expect.objectContaining({ position: 2 })],
            changed: [],
            removed: [],
            reordered: false,
            omitted: 0,
          },
        },
      },
      { ...who, action: 'quiz.created', subject: { kind: 'quiz', id: quiz.id, name: 'First title' }, details: {} },
    ]);
    const times = (found as unknown as { at: string }[]).map(({ at }) => Date.parse(at));
    expect(times).toEqual([...times].sort((a, b) => b - a));
    expect(Math.min(...times)).toBeGreaterThanOrEqual(began - 1);
    expect(Math.max(...times)).toBeLessThanOrEqual(Date.now() + 1);
  });

  it('stores the name that the actor had then', async () => {
    const renamed = await createPlayer(service, 'admin');
    const quiz = await createQuiz(renamed);
    await service.backoffice.call('PATCH', `/users/${renamed.userId}`, { displayName: 'Renamed' });
    await updateQuiz(renamed, quiz.id, quizBody());
    const names = (await entries({ subjectId: quiz.id })).map(({ actorName }) => actorName);
    expect(names).toEqual(['Renamed', renamed.displayName]);
  });

  it('shows the address that the trusted proxy names', async () => {
    const response = await send('POST', '/quizzes', { 'x-forwarded-for': '192.0.2.1, 203.0.113.7' }, quizBody());
    const { id } = (await response.json()) as { id: string };
    expect(await entries({ subjectId: id })).toEqual([expect.objectContaining({ address: '203.0.113.7' })]);
  });

  it('is written once for a repeated Idempotency-Key', async () => {
    const key = { 'idempotency-key': 'audited-once' };
    const first = (await (await send('POST', '/quizzes', key, quizBody())).json()) as { id: string };
    const replay = await send('POST', '/quizzes', key, quizBody());
    expect([replay.status, replay.headers.get('idempotency-replayed')]).toEqual([201, 'true']);
    expect(await entries({ subjectId: first.id })).toHaveLength(1);
  });

  it('is not written for rejected requests', async () => {
    const { id } = await createQuiz(author);
    const before = await written();
    const stale = { 'if-match': '"9-k0p3x9"' };
    expect((await send('PUT', `/quizzes/${id}`, stale, quizBody())).status).toBe(412);
    expect((await send('DELETE', `/quizzes/${id}`, stale, {})).status).toBe(412);
    expect((await send('POST', '/quizzes', {}, { title: '' })).status).toBe(400);
    expect(await written()).toEqual(before);
  });

  it('is written by many concurrent requests without additional connections', async () => {
    const quizzes = await Promise.all(Array.from({ length: 20 }, () => createQuiz(author)));
    const ids = (await entries({ actorId: author.userId, action: 'quiz.created' })).map(({ subject }) => subject.id);
    expect(ids).toEqual(expect.arrayContaining(quizzes.map(({ id }) => id)));
  });
});

describe('an audit entry', () => {
  const SUBJECT = { kind: 'quiz', id: '019b76da-a800-7000-8000-00000000000a', name: 'Of the service' } as const;

  it('names the service as the actor of its own changes', async () => {
    const { app } = service;
    await app.get(UnitOfWork).run((tx) => tx.publish(new Audited(THE_SERVICE, 'quiz.changed', SUBJECT)));
    expect(await entries({ subjectId: SUBJECT.id })).toEqual([
      expect.objectContaining({ actorId: null, actorName: 'Service', keyId: null, address: null, subject: SUBJECT }),
    ]);
  });

  it('is rolled back with its action', async () => {
    const before = await written();
    const undone = service.app.get(UnitOfWork).run(async (transaction) => {
      await transaction.publish(new Audited(THE_SERVICE, 'quiz.changed', SUBJECT));
      throw new Error('Undone');
    });
    await expect(undone).rejects.toThrow('Undone');
    expect(await written()).toEqual(before);
  });

  it('rolls its action back if it cannot be written', async () => {
    await query(service.databaseUrl, 'ALTER TABLE audit_entries ADD CONSTRAINT broken CHECK (false) NOT VALID');
    const title = 'Without an entry';
    const { status } = await send('POST', '/quizzes', {}, quizBody(1, { title }));
    await query(service.databaseUrl, 'ALTER TABLE audit_entries DROP CONSTRAINT broken');
    expect(status).toBe(500);
    expect(await query(service.databaseUrl, 'SELECT id FROM quizzes WHERE title = $1', [title])).toEqual([]);
  });

  it.each([
    'UPDATE audit_entries SET actor_id = NULL',
    "SET audit.moves_persons = 'on'; UPDATE audit_entries SET at = at",
    "UPDATE audit_persons SET name = 'Somebody else'",
    'TRUNCATE audit_persons',
    'UPDATE audit_entries SET at = at WHERE false',
    'DELETE FROM audit_entries',
    'TRUNCATE audit_entries',
    'TRUNCATE audit_entries CASCADE',
    'INSERT INTO audit_entries SELECT * FROM audit_entries ON CONFLICT (id) DO UPDATE SET action = excluded.action',
  ])('is immutable: the database rejects %s', async (statement) => {
    const all = 'SELECT * FROM audit_entries ORDER BY id';
    const before = await query(service.databaseUrl, all);
    expect(before).not.toEqual([]);
    await expect(query(service.databaseUrl, statement)).rejects.toThrow('The audit log is append-only');
    expect(await query(service.databaseUrl, all)).toEqual(before);
  });
});
