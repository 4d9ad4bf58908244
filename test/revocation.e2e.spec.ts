import { setTimeout as sleep } from 'node:timers/promises';
import { withClient } from './support/database.js';
import { createPlayer, type Player } from './support/factories.js';
import { ask } from './support/rate.js';
import { type Service, startService } from './support/service.js';

const ROUNDS = Array.from({ length: 15 }, (_, index) => index + 1);

/** Requests that are under way at every moment, half of them at each instance. */
const IN_FLIGHT = 40;

let service: Service;
let other: Service;

beforeAll(async () => {
  service = await startService();
  other = await startService({ DATABASE_URL: service.databaseUrl });
});

afterAll(async () => {
  await other.close();
  await service.close();
});

/**
 * Sends requests at both instances without pause while something changes.
 * @returns the statuses of the requests that ended before the change was asked for, and of those that began after it was confirmed
 */
async function underLoad(
  send: (url: string) => Promise<number>,
  change: () => Promise<unknown>,
): Promise<{ before: Set<number>; after: Set<number> }> {
  const before = new Set<number>();
  const after = new Set<number>();
  let phase: 'before' | 'changing' | 'after' = 'before';
  const sender = async (url: string, warm: () => void) => {
    for (let sentAfter = 0; sentAfter < 2;) {
      const begunIn = phase;
      const status = await send(url);
      if (begunIn === 'after') sentAfter++;
      if (begunIn === 'after') after.add(status);
      else if (phase === 'before') before.add(status);
      warm();
    }
  };
  const senders: Promise<void>[] = [];
  const warm = Array.from(
    { length: IN_FLIGHT },
    (_, index) =>
      new Promise<void>((resolve, reject) => {
        senders.push(sender(index % 2 === 0 ? service.url : other.url, resolve).catch(reject));
      }),
  );
  await Promise.all(warm);
  phase = 'changing';
  await change();
  phase = 'after';
  await Promise.all(senders);
  return { before, after };
}

const statusOf = async (url: string, { key }: Player, method = 'GET', path = '/quizzes') =>
  (await ask(url, { key, method, path })).status;

/** An unknown quiz is told only to those who may delete one. */
const deleteUnknown = (player: Player) => (url: string) =>
  statusOf(url, player, 'DELETE', '/quizzes/019b76da-a800-7000-8000-000000000001');

const patch = ({ userId }: Player, changes: object) => service.backoffice.call('PATCH', `/users/${userId}`, changes);

describe.each(ROUNDS)('round %i: no request that began after the confirmation is admitted', () => {
  it('with a key that was deleted', async () => {
    const player = await createPlayer(service);
    const { before, after } = await underLoad(
      (url) => statusOf(url, player),
      () => service.backoffice.call('DELETE', `/keys/${player.keyId}`),
    );
    expect([before, after]).toEqual([new Set([200]), new Set([401])]);
  });

  it('by a role that the user lost', async () => {
    const player = await createPlayer(service, 'admin');
    const { before, after } = await underLoad(deleteUnknown(player), () => patch(player, { role: 'player' }));
    expect([before, after]).toEqual([new Set([404]), new Set([403])]);
  });

  it('of a user who was suspended', async () => {
    const player = await createPlayer(service);
    const { before, after } = await underLoad(
      (url) => statusOf(url, player),
      () => patch(player, { suspended: true }),
    );
    expect([before, after]).toEqual([new Set([200]), new Set([403])]);
  });

  it('with a key whose time is over', async () => {
    const player = await createPlayer(service);
    const expiresAt = new Date(Date.now() + 500).toISOString();
    const { key } = await service.backoffice.call<{ key: string }>('POST', '/keys', {
      name: 'Short',
      userId: player.userId,
      expiresAt,
    });
    const { before, after } = await underLoad(
      (url) => statusOf(url, { ...player, key }),
      () => untilDatabaseTime(expiresAt),
    );
    expect([before, after]).toEqual([new Set([200]), new Set([401])]);
  });
});

/** Waits until a moment is over by the clock of the database, which decides. */
async function untilDatabaseTime(time: string): Promise<void> {
  await withClient(service.databaseUrl, async (client) => {
    const isOver = async () => {
      const { rows } = await client.query<{ over: boolean }>('SELECT now() >= $1 AS over', [time]);
      return rows[0]?.over === true;
    };
    while (!(await isOver())) await sleep(5);
  });
}

describe('a right that was given', () => {
  it.each<[string, object, object, number, number]>([
    ['by a role', { role: 'viewer' }, { role: 'admin' }, 403, 404],
    ['by lifting a suspension', { role: 'admin', suspended: true }, { suspended: false }, 403, 404],
  ])('%s holds for every request that began after the confirmation', async (_, from, to, refused, admitted) => {
    const player = await createPlayer(service);
    await patch(player, from);
    const { before, after } = await underLoad(deleteUnknown(player), () => patch(player, to));
    expect([before, after]).toEqual([new Set([refused]), new Set([admitted])]);
  });
});
