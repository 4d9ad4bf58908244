import { setTimeout as sleep } from 'node:timers/promises';
import { withClient } from '../../../test/support/database.js';
import { createPlayer, type Player } from '../../../test/support/factories.js';
import { sendRequest } from '../../../test/support/rate.js';
import { type Service, startTwoServices } from '../../../test/support/service.js';

const ROUNDS = 3;

/** Requests that are in flight at every moment, half of them at each instance. */
const IN_FLIGHT = 12;

let service: Service;
let other: Service;

beforeAll(async () => {
  [service, other] = await startTwoServices();
});

afterAll(() => service.close());

/**
 * Makes a change while both instances are under load.
 * @returns the statuses of requests before the change, and of all requests that began after it was confirmed
 */
async function underLoad(
  send: (url: string) => Promise<number>,
  change: () => Promise<unknown>,
): Promise<{ before: Set<number>; after: Set<number> }> {
  const urls = Array.from({ length: IN_FLIGHT }, (_, index) => (index % 2 === 0 ? service.url : other.url));
  const before = new Set(await Promise.all(urls.map(send)));
  const after = new Set<number>();
  let isConfirmed = false;
  const senders = urls.map(async (url) => {
    for (let sentAfter = 0; sentAfter < 2;) {
      const isAfter = isConfirmed;
      const status = await send(url);
      if (!isAfter) continue;
      after.add(status);
      sentAfter++;
    }
  });
  await change().finally(() => (isConfirmed = true));
  await Promise.all(senders);
  return { before, after };
}

const list = (player: Player) => async (url: string) => (await sendRequest(url, player)).status;

/** Only callers who may delete quizzes get 404 for an unknown one. */
const deleteUnknown = (player: Player) => async (url: string) =>
  (await sendRequest(url, { key: player.key, method: 'DELETE', path: '/quizzes/019b76da-a800-7000-8000-000000000001' }))
    .status;

const patch = (player: Player, changes: object) => service.backoffice.call('PATCH', `/users/${player.userId}`, changes);

const disable = ({ keyId }: Player, disabled: boolean) =>
  service.backoffice.call('PATCH', `/keys/${keyId}`, { disabled });

/** Lets a key end in a moment, and waits for that by the clock of the database, which decides. */
async function expire({ keyId }: Player): Promise<void> {
  await withClient(service.databaseUrl, async (client) => {
    await client.query(`UPDATE api_keys SET expires_at = clock_timestamp() + interval '30 ms' WHERE id = $1`, [keyId]);
    const over = 'SELECT FROM api_keys WHERE id = $1 AND expires_at <= now()';
    while ((await client.query(over, [keyId])).rowCount === 0) await sleep(5);
  });
}

describe('no request that began after the confirmation is admitted', () => {
  it.each<
    [string, Parameters<typeof createPlayer>[1], typeof list, number, (player: Player) => Promise<unknown>, number]
  >([
    ['a key was deleted', 'player', list, 200, ({ keyId }) => service.backoffice.call('DELETE', `/keys/${keyId}`), 401],
    ['a key was disabled', 'player', list, 200, (player) => disable(player, true), 401],
    ['a key ended', 'player', list, 200, expire, 401],
    ['a user was suspended', 'player', list, 200, (player) => patch(player, { suspended: true }), 403],
    ['a user lost a role', 'admin', deleteUnknown, 404, (player) => patch(player, { role: 'player' }), 403],
  ])('where %s', async (_, role, send, admitted, change, rejected) => {
    for (let round = 0; round < ROUNDS; round++) {
      const player = await createPlayer(service, role);
      const { before, after } = await underLoad(send(player), () => change(player));
      expect([...before, ...after]).toEqual([admitted, rejected]);
    }
  });
});

describe('every request that began after the confirmation is admitted', () => {
  it.each([
    ['a user got a role', { role: 'viewer' }, { role: 'admin' }],
    ['a suspension was lifted', { role: 'admin', suspended: true }, { suspended: false }],
  ])('where %s', async (_, from, to) => {
    for (let round = 0; round < ROUNDS; round++) {
      const player = await createPlayer(service);
      await patch(player, from);
      const { before, after } = await underLoad(deleteUnknown(player), () => patch(player, to));
      expect([...before, ...after]).toEqual([403, 404]);
    }
  });
});
