import { Backoffice } from '../../../test/support/backoffice.js';
import { query } from '../../../test/support/database.js';
import { sharedService, type SharedService } from '../../../test/support/service.js';

const PASSWORD = 'quarrelling flamingos at dusk';
const UNKNOWN = '019b76da-a800-7000-8000-000000000001';

let service: SharedService;

beforeAll(async () => {
  service = await sharedService();
});

interface Session {
  id: string;
  userId: string;
  displayName: string;
  isCurrent: boolean;
  lastUsedAt: string;
}

let people = 0;

/** Two sessions of a new user. */
async function signInTwice(role = 'admin'): Promise<[Backoffice, Backoffice]> {
  const credentials = { email: `signed-in${++people}@example.com`, password: PASSWORD };
  await service.backoffice.call('POST', '/users', { ...credentials, displayName: `Person ${people}`, role });
  return [await Backoffice.signIn(service.url, credentials), await Backoffice.signIn(service.url, credentials)];
}

async function list(userId?: string): Promise<Session[]> {
  const path = userId === undefined ? '/users/sessions' : `/users/sessions?userId=${userId}`;
  return (await service.backoffice.call<{ sessions: Session[] }>('GET', path)).sessions;
}

const statusOf = async (session: Backoffice) => (await session.request('GET', '/session')).status;

const actionsOn = (userId: string) =>
  query(
    service.databaseUrl,
    `SELECT action, actor_id, details FROM audit_entries
     WHERE subject_id = $1 AND action IN ('session.revoked', 'sessions.terminated') ORDER BY id`,
    [userId],
  );

describe('the sessions of other users', () => {
  it('are listed with user, browser, address and times, those that were used last first', async () => {
    const [{ userId }] = await signInTwice('editor');
    const all = await list();
    expect(all.filter(({ isCurrent }) => isCurrent)).toMatchObject([{ userId: service.backoffice.userId }]);
    expect(all).toEqual(all.toSorted((one, next) => (one.lastUsedAt < next.lastUsedAt ? 1 : -1)));
    const some = await list(userId);
    expect(some).toHaveLength(2);
    expect(some[0]).toEqual({
      id: expect.any(String) as string,
      userId,
      displayName: `Person ${people}`,
      userAgent: 'node',
      address: '127.0.0.1',
      createdAt: expect.any(String) as string,
      lastUsedAt: expect.any(String) as string,
      isCurrent: false,
    });
    expect(all.map(({ id }) => id)).toEqual(expect.arrayContaining(some.map(({ id }) => id)));
  });

  it('are ended one by one, immediately, with an entry in the audit log', async () => {
    const [first, second] = await signInTwice();
    const { userId } = first;
    const [session] = await list(userId);
    await service.backoffice.call('DELETE', `/users/${userId}/sessions/${session?.id}`);
    expect([await statusOf(first), await statusOf(second)].sort()).toEqual([200, 401]);
    expect(await actionsOn(userId)).toMatchObject([
      {
        action: 'session.revoked',
        actor_id: service.backoffice.userId,
        details: { signedInAt: expect.any(String) as string },
      },
    ]);
  });

  it('are ended together, without those of others, with an entry in the audit log', async () => {
    const [[first, second], [third]] = [await signInTwice(), await signInTwice()];
    const path = `/users/${first.userId}/sessions`;
    await service.backoffice.call('DELETE', path);
    expect([await statusOf(first), await statusOf(second), await statusOf(third)]).toEqual([401, 401, 200]);
    await service.backoffice.call('DELETE', path);
    expect(await actionsOn(first.userId)).toEqual([
      { action: 'sessions.terminated', actor_id: service.backoffice.userId, details: { ended: 2 } },
    ]);
  });

  it('are found under their user only', async () => {
    const [{ userId }] = await signInTwice();
    const [session] = await list(service.backoffice.userId);
    for (const [path, error] of [
      [`/users/${userId}/sessions/${session?.id}`, 'Session not found'],
      [`/users/${userId}/sessions/none`, 'Session not found'],
      [`/users/${UNKNOWN}/sessions/${session?.id}`, 'User not found'],
      [`/users/${UNKNOWN}/sessions`, 'User not found'],
      ['/users/none/sessions', 'User not found'],
    ] as const) {
      const response = await service.backoffice.request('DELETE', path);
      expect([path, response.status, await response.json()]).toEqual([path, 404, { error }]);
    }
    expect(await statusOf(service.backoffice)).toBe(200);
  });

  it('of no user are none', async () => {
    expect(await list(UNKNOWN)).toEqual([]);
    const response = await service.backoffice.request('GET', '/users/sessions?userId=none');
    expect(response.status).toBe(400);
  });
});
