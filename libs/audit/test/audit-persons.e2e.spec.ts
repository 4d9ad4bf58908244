// What the audit log says of users is in a table of its own.
import { submitAccepted } from '../../../test/support/attempts.js';
import { query } from '../../../test/support/database.js';
import { attemptAt, createPlayer, createQuiz, type Player } from '../../../test/support/factories.js';
import { migrationOf } from '../../../test/support/migrations.js';
import { type Service, startService } from '../../../test/support/service.js';

let service: Service;
let admin: Player;
let player: Player;

interface Entry {
  action: string;
  actorId: string | null;
  actorName: string;
  address: string | null;
  subject: { kind: string; name: string };
  details: Record<string, unknown>;
}

const execute = (statement: string, values: unknown[] = []) => query(service.databaseUrl, statement, values);

const entries = async (filter: Record<string, string> = {}) =>
  (
    await service.backoffice.call<{ entries: Entry[] }>(
      'GET',
      `/audit?${new URLSearchParams({ limit: '100', ...filter }).toString()}`,
    )
  ).entries;

/** All that the log itself contains. */
const stored = async () => JSON.stringify(await execute('SELECT audit_entries::text FROM audit_entries'));

beforeAll(async () => {
  service = await startService();
  [admin, player] = [await createPlayer(service, 'admin'), await createPlayer(service)];
  const { userId } = player;
  const { backoffice } = service;
  const quiz = await createQuiz(admin);
  const { attemptId } = await submitAccepted(player, quiz.id, attemptAt(quiz, 1));
  await backoffice.call('PUT', `/quizzes/${quiz.id}/attempts/${attemptId}/void`, { reason: 'A mistake' });
  await backoffice.call('PUT', `/quizzes/${quiz.id}/grants/${userId}`, { extraAttempts: 1, extraSeconds: 600 });
  await backoffice.call('PATCH', `/users/${userId}`, { image: 'https://example.com/player.png', role: 'viewer' });
});

afterAll(() => service.close());

const shown = ({ action, actorName, address, subject, details }: Entry) => ({
  action,
  actorName,
  address,
  subject: subject.name,
  details,
});

describe('the migrations of the audit log', () => {
  it('move what entries of 1.0 say of users, leave what the log shows, and may be interrupted', async () => {
    const before = await entries();
    const create = migrationOf(service, 'CreateAuditPersons1795773200000');
    const move = migrationOf(service, 'MovePersonsOfAuditEntries1795773210000');
    await create.down();
    expect(await stored()).toContain(player.displayName);
    expect(
      await execute(`SELECT actor_name, address, subject_name, details->'user' AS "user" FROM audit_entries
        WHERE action IN ('quiz.granted', 'attempt.voided') ORDER BY id`),
    ).toEqual([
      { actor_name: 'Administrator', address: '127.0.0.1', subject_name: player.displayName, user: null },
      { actor_name: 'Administrator', address: '127.0.0.1', subject_name: 'Capitals', user: player.displayName },
    ]);
    await create.up();
    await move.up();
    await move.up();
    expect(await entries()).toEqual(before);
    const personal = [player.displayName, admin.displayName, 'Administrator', '@example.com', '.png', '127.0.0.1'];
    const text = await stored();
    expect(personal.filter((part) => text.includes(part))).toEqual([]);
  });
});

describe('the entries of a user of whom the log forgets who they are', () => {
  beforeAll(async () => {
    await execute('DELETE FROM audit_persons WHERE user_id = $1', [player.userId]);
    await execute('DELETE FROM audit_persons WHERE user_id = $1', [admin.userId]);
  });

  it('name a deleted user, without email, image or address', async () => {
    const done = await entries({ affectedUserId: player.userId });
    const common = { actorName: 'Administrator', address: '127.0.0.1' };
    expect(done.map(shown)).toEqual([
      {
        ...common,
        action: 'user.changed',
        subject: 'Deleted user',
        details: { role: { from: 'player', to: 'viewer' } },
      },
      {
        ...common,
        action: 'quiz.granted',
        subject: 'Capitals',
        details: { user: 'Deleted user', userId: player.userId, extraAttempts: 1, extraSeconds: 600 },
      },
      expect.objectContaining({ ...common, action: 'attempt.voided', subject: 'Deleted user' }),
      expect.objectContaining({
        ...common,
        action: 'key.created',
        details: expect.objectContaining({ owner: 'Deleted user', ownerId: player.userId }) as unknown,
      }),
      { ...common, action: 'user.created', subject: 'Deleted user', details: { role: 'player' } },
    ]);
  });

  it('are found by the id of who acted', async () => {
    expect((await entries({ actorId: admin.userId })).map(shown)).toEqual([
      { action: 'quiz.created', actorName: 'Deleted user', address: null, subject: 'Capitals', details: {} },
    ]);
  });

  it('are exported in the same way', async () => {
    const file = await (await service.backoffice.request('GET', `/audit/export?actorId=${admin.userId}`)).text();
    expect(file).toContain(`Deleted user,${admin.userId}`);
    expect(file).not.toContain(admin.displayName);
  });
});
