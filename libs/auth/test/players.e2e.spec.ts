import { vi } from 'vitest';
import { Transaction } from '#libs/database';
import { query, withClient } from '../../../test/support/database.js';
import { createPlayer, type Player } from '../../../test/support/factories.js';
import { send } from '../../../test/support/http.js';
import { createApplication, registerPlayer } from '../../../test/support/players.js';
import { createWebhook } from '../../../test/support/receiver.js';
import { sharedService, type SharedService } from '../../../test/support/service.js';
import { until } from '../../../test/support/until.js';

let service: SharedService;
let application: Player;
let other: Player;

beforeAll(async () => {
  service = await sharedService();
  application = await createApplication(service);
  other = await createApplication(service);
});

const image = 'https://example.com/ada.png';

/** Sends a request as an application. @returns status and body */
async function ask(method: string, path: string, body?: unknown, { key } = application): Promise<[number, unknown]> {
  const { status, text } = await send(service.url, method, `/api/players${path}`, {
    headers: { 'x-api-key': key, ...(body !== undefined && { 'content-type': 'application/json' }) },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  return [status, text === '' ? '' : (JSON.parse(text) as unknown)];
}

const put = (externalId: string, body: unknown, as = application) =>
  ask('PUT', `/${encodeURIComponent(externalId)}`, body, as);
const get = (externalId: string, as = application) => ask('GET', `/${encodeURIComponent(externalId)}`, undefined, as);
const suspend = (externalId: string, as = application) =>
  ask('DELETE', `/${encodeURIComponent(externalId)}`, undefined, as);

const NOT_FOUND = [404, { error: 'Player not found' }];
const NO_CURSOR = [400, { error: 'cursor: must be `nextCursor` of an earlier response' }];

const cursorTo = (id: string) => Buffer.from(`2026-01-01T00:00:00.000Z ${id}`).toString('base64url');

describe('PUT /players/:externalId', () => {
  it('creates a player with its Location, then changes it', async () => {
    const created = await send(service.url, 'PUT', '/api/players/ada%2F1', {
      headers: { 'x-api-key': application.key, 'content-type': 'application/json' },
      body: JSON.stringify({ displayName: ' Ada ', image }),
    });
    const player = JSON.parse(created.text) as { id: string };
    expect([created.status, created.headers.location]).toEqual([201, '/api/players/ada%2F1']);
    expect(player).toEqual({ id: expect.any(String) as string, externalId: 'ada/1', displayName: 'Ada', image });
    expect(await get('ada/1')).toEqual([200, player]);
    expect(await put('ada/1', { displayName: 'Ada Lovelace' })).toEqual([
      200,
      { ...player, displayName: 'Ada Lovelace', image: null },
    ]);
    expect(await get('ada/1')).toEqual([200, { ...player, displayName: 'Ada Lovelace', image: null }]);
  });

  it.each([
    ['letters of any script', 'Zoë/日本/👩‍🚀'],
    ['signs of paths and queries', 'a/b?c=d&e#f%2F+"g" \\ h'],
    ['white space inside', 'Ada Lovelace'],
    ['255 characters', '😀'.repeat(255)],
    ['words of the service', 'null'],
    ['dots', '...'],
  ])('takes %s', async (_, externalId) => {
    const { userId } = await registerPlayer(service, application, externalId);
    expect(await get(externalId)).toMatchObject([200, { id: userId, externalId }]);
    const { data } = await (await registerPlayer(service, application, externalId)).api.GET('/me', {});
    expect(data?.user.id).toBe(userId);
  });

  it('compares external ids exactly', async () => {
    const players = await Promise.all(['Ada', 'ada', 'ádá', 'ádá'.normalize('NFD')].map(async (one) => get(one)));
    expect(players).toEqual(Array(4).fill(NOT_FOUND));
    const ids = await Promise.all(
      ['Ada', 'ada', 'ádá', 'ádá'.normalize('NFD')].map(async (one) => registerPlayer(service, application, one)),
    );
    expect(new Set(ids.map(({ userId }) => userId)).size).toBe(4);
  });

  it.each([
    ['a'.repeat(256), 'must have 1 to 255 characters'],
    ['a\nb', 'must have no control characters and no white space at its ends'],
    ['\u0000', 'must have no control characters and no white space at its ends'],
    ['a\u0085b', 'must have no control characters and no white space at its ends'],
    ['a\u2028b', 'must have no control characters and no white space at its ends'],
    [' a', 'must have no control characters and no white space at its ends'],
    ['a\u00a0', 'must have no control characters and no white space at its ends'],
    ['%2E%2e', 'must not be . or ..'],
  ])('rejects %j', async (externalId, problem) => {
    const path = externalId.startsWith('%') ? externalId : encodeURIComponent(externalId);
    expect(await ask('PUT', `/${path}`, { displayName: 'Ada' })).toEqual([400, { error: `externalId: ${problem}` }]);
    expect(await ask('GET', `/${path}`)).toEqual(NOT_FOUND);
    expect(await ask('DELETE', `/${path}`)).toEqual(NOT_FOUND);
  });

  it.each([
    [{}, 'displayName: must be a string'],
    [{ displayName: ' ' }, 'displayName: must have 1 to 100 characters'],
    [{ displayName: 'Ada', image: 'ftp://example.com/' }, 'image: must be an absolute http or https URL'],
    [{ displayName: 'Ada', role: 'admin' }, 'role: unknown field'],
    [{ displayName: 'Ada', suspended: false }, 'suspended: unknown field'],
  ])('rejects %j', async (body, error) => {
    expect(await put('rejected', body)).toEqual([400, { error }]);
    expect(await get('rejected')).toEqual(NOT_FOUND);
  });
});

describe('PUT /players', () => {
  it('creates and changes players, in the order in which they were sent', async () => {
    const before = await registerPlayer(service, application, 'batch-2');
    const sent = ['batch-3', 'batch-1', 'batch-2'].map((externalId) => ({
      externalId,
      displayName: externalId,
      image,
    }));
    const [status, body] = await ask('PUT', '', { players: sent });
    const { players } = body as { players: { id: string }[] };
    expect([status, players]).toEqual([200, sent.map((one) => ({ id: expect.any(String) as string, ...one }))]);
    expect(players[2]?.id).toBe(before.userId);
    // Unchanged ones are returned too.
    expect(await ask('PUT', '', { players: sent })).toEqual([200, { players }]);
  });

  it('registers 1,000 players at once', async () => {
    const players = Array.from({ length: 1_000 }, (_, index) => ({ externalId: `many ${index}`, displayName: 'Ada' }));
    const [status, body] = await ask('PUT', '', { players });
    expect(status).toBe(200);
    expect((body as { players: object[] }).players).toHaveLength(1_000);
    expect(await ask('PUT', '', { players: [...players, { externalId: 'one more', displayName: 'Ada' }] })).toEqual([
      400,
      { error: 'players: must have at most 1000 items' },
    ]);
  });

  it('changes 1,000 players with one event for webhooks', async () => {
    const { id } = await createWebhook(service, 'https://receiver.invalid/hook', ['user.changed']);
    const players = Array.from({ length: 1_000 }, (_, index) => ({ externalId: `class ${index}`, displayName: 'Ada' }));
    await ask('PUT', '', { players });
    const published = vi.spyOn(Transaction.prototype, 'publish');
    const [status] = await ask('PUT', '', { players: players.map((one) => ({ ...one, displayName: 'Grace' })) });
    const events = published.mock.calls.map(([event]) => event.constructor.name);
    expect([status, events.sort()]).toEqual([200, ['Audited', 'UsersChanged', 'WebhookEvent']]);
    await until('each change is delivered', async () => {
      const [{ count } = { count: 0 }] = await query<{ count: number }>(
        service.databaseUrl,
        'SELECT count(*)::integer AS count FROM webhook_deliveries WHERE webhook_id = $1',
        [id],
      );
      return count === 1_000 || count;
    });
    await service.backoffice.call('DELETE', `/webhooks/${id}`);
  });

  it.each([
    ['an empty batch', [], 'players: must have 1 to 1000 items'],
    [
      'the same external id twice',
      [{ externalId: 'twice' }, { externalId: 'once' }, { externalId: 'twice' }],
      'players[2].externalId: is that of players[0] too',
    ],
    ['a missing external id', [{ externalId: 'once' }, {}], 'players[1].externalId: must be a string'],
    [
      'an external id with a line break',
      [{ externalId: 'once' }, { externalId: 'a\n' }],
      'players[1].externalId: must have no control characters and no white space at its ends',
    ],
    ['a dot', [{ externalId: '.' }], 'players[0].externalId: must not be . or ..'],
    [
      'a blank name',
      [{ externalId: 'once' }, { externalId: 'b', displayName: ' ' }],
      'players[1].displayName: must have 1 to 100 characters',
    ],
  ])('rejects %s, and creates nobody', async (_, players, error) => {
    const named = players.map((player) => ({ displayName: 'Ada', ...player }));
    expect(await ask('PUT', '', { players: named })).toEqual([400, { error }]);
    expect(await get('once')).toEqual(NOT_FOUND);
  });

  it('lets requests for the same players run at once, in any order', async () => {
    const players = Array.from({ length: 100 }, (_, index) => ({ externalId: `same ${index}`, displayName: 'Ada' }));
    const answers = await Promise.all(
      Array.from({ length: 12 }, async (_, round) => {
        const named = players.map((one) => ({ ...one, displayName: `Ada ${round}` }));
        return ask('PUT', '', { players: round % 2 === 0 ? named : named.toReversed() });
      }),
    );
    expect(answers.map(([status]) => status)).toEqual(Array(12).fill(200));
    const rows = await query<{ name: string; count: number }>(
      service.databaseUrl,
      `SELECT display_name AS name, count(*)::integer AS count FROM users WHERE external_id LIKE 'same %' GROUP BY 1`,
    );
    expect(rows).toEqual([{ name: expect.stringMatching(/^Ada \d+$/) as string, count: 100 }]);
  });
});

describe('GET /players', () => {
  it('lists the players of the application in the order of their external ids, by cursor', async () => {
    const third = await createApplication(service);
    const ids = Array.from({ length: 7 }, (_, index) => `list-${index}`);
    await ask('PUT', '', { players: ids.toReversed().map((one) => ({ externalId: one, displayName: one })) }, third);
    const found: string[] = [];
    let cursor: string | null = '';
    while (cursor !== null) {
      const [status, body] = await ask('GET', `?limit=3${cursor && `&cursor=${cursor}`}`, undefined, third);
      expect(status).toBe(200);
      const list = body as { players: { externalId: string }[]; nextCursor: string | null };
      found.push(...list.players.map(({ externalId }) => externalId));
      cursor = list.nextCursor;
    }
    expect(found).toEqual(ids);
  });

  it('rejects a text that is no cursor', async () => {
    expect(await ask('GET', '?cursor=x')).toEqual(NO_CURSOR);
  });
});

describe('DELETE /players/:externalId', () => {
  it('suspends the player, and a later PUT does not end that', async () => {
    const player = await registerPlayer(service, application, 'leaver');
    expect(await suspend('leaver')).toEqual([204, '']);
    expect(await suspend('leaver')).toEqual([204, '']);
    const { response, error } = await player.api.GET('/me', {});
    expect([response.status, error]).toEqual([403, { error: 'Insufficient permissions' }]);
    const stored = { id: player.userId, externalId: 'leaver', displayName: 'Back', image: null, suspended: true };
    expect(await put('leaver', { displayName: 'Back' })).toEqual([200, stored]);
    expect(await get('leaver')).toEqual([200, stored]);
    expect((await player.api.GET('/me', {})).response.status).toBe(403);
    await service.backoffice.call('PATCH', `/users/${player.userId}`, { suspended: false });
    expect((await player.api.GET('/me', {})).data?.user.displayName).toBe('Back');
  });
});

describe('the players of another application', () => {
  it('do not exist, in any operation on players', async () => {
    const { userId } = await registerPlayer(service, other, 'theirs');
    expect(await get('theirs')).toEqual(NOT_FOUND);
    expect(await suspend('theirs')).toEqual(NOT_FOUND);
    expect(await get(userId)).toEqual(NOT_FOUND);
    const [status, own] = await put('theirs', { displayName: 'Mine' });
    expect([status, own]).toMatchObject([201, { externalId: 'theirs' }]);
    expect((own as { id: string }).id).not.toBe(userId);
    expect(await get('theirs', other)).toMatchObject([200, { id: userId, displayName: 'Player theirs' }]);
    const [, body] = await ask('PUT', '', { players: [{ externalId: 'theirs', displayName: 'Mine too' }] });
    expect(body).toMatchObject({ players: [{ id: (own as { id: string }).id }] });
    expect(await get('theirs', other)).toMatchObject([200, { displayName: 'Player theirs' }]);
  });

  it('are no positions of a list: a cursor with the id of one is rejected like one with an unknown id', async () => {
    // Otherwise the list would tell whether their external ids are before or after those of own players.
    const { userId } = await registerPlayer(service, other, 'aaa');
    await registerPlayer(service, application, 'zzz');
    const unknown = '019b76da-a800-7000-8000-000000000001';
    const answers = [userId, unknown].map((id) => ask('GET', `?cursor=${cursorTo(id)}`));
    const error = 'cursor: is none of this list, or its player was deleted. Begin again without a cursor';
    expect(await Promise.all(answers)).toEqual(Array(2).fill([400, { error }]));
  });
});

it('players can have no role, key or password of their own in the backoffice', async () => {
  const { userId, displayName } = await registerPlayer(service, application, 'no key');
  const answerOf = async (method: string, path: string, body: object) => {
    const response = await service.backoffice.request(method, path, body);
    return [response.status, await response.json()];
  };
  const error = `${displayName}: Players of applications keep their role`;
  const noKey = `${displayName}: Players of applications have no keys`;
  expect(await answerOf('PATCH', `/users/${userId}`, { role: 'admin' })).toEqual([409, { error }]);
  expect(await answerOf('PATCH', '/users', { users: [{ id: userId }], role: 'viewer' })).toEqual([409, { error }]);
  expect(await answerOf('POST', '/keys', { name: 'Key', userId })).toEqual([409, { error: noKey }]);
  const users = [{ id: application.userId }, { id: userId }];
  expect(await answerOf('POST', '/users/keys', { name: 'Key', users })).toEqual([409, { error: noKey }]);
  expect(await answerOf('PUT', `/users/${userId}/password`, { password: 'a quite long passphrase 7' })).toEqual([
    409,
    { error: 'Players of applications cannot sign in' },
  ]);
  expect(await answerOf('PATCH', `/users/${userId}`, { role: 'player', displayName: 'Renamed' })).toMatchObject([
    200,
    { displayName: 'Renamed', email: null, applicationId: application.userId, externalId: 'no key' },
  ]);
});

it('the backoffice lists, finds and filters players', async () => {
  const third = await createApplication(service);
  const { userId } = await registerPlayer(service, third, 'Matrikel-0815', 'Grace');
  const idsOf = async (parameters: string) => {
    const { users } = await service.backoffice.call<{ users: { id: string }[] }>('GET', `/users?${parameters}`);
    return users.map(({ id }) => id);
  };
  expect(await idsOf('search=matrikel')).toEqual([userId]);
  expect(await idsOf('search=0815%20grace')).toEqual([userId]);
  expect(await idsOf(`applicationId=${third.userId}`)).toEqual([userId]);
  expect(await idsOf(`applicationId=${userId}`)).toEqual([]);
  const first = await idsOf('sort=email&order=desc&limit=100');
  expect(first).toHaveLength(100);
  expect(await service.backoffice.call('GET', `/users/${userId}`)).toMatchObject({
    email: null,
    role: 'player',
    applicationId: third.userId,
    externalId: 'Matrikel-0815',
  });
});

interface Entry {
  subject_id: string;
  details: object;
}

/** What an application did. */
const auditOf = ({ userId }: Player) =>
  query<Entry>(
    service.databaseUrl,
    `SELECT actor_id, key_id, action, subject_id, details FROM audit_entries WHERE actor_id = $1 ORDER BY id`,
    [userId],
  );

it('the audit log has one entry for all players that a request created or changed', async () => {
  const third = await createApplication(service);
  const players = ['a', 'b', 'c'].map((externalId) => ({ externalId, displayName: externalId }));
  await ask('PUT', '', { players: players.slice(1) }, third);
  await ask('PUT', '', { players: players.map((one) => ({ ...one, displayName: `${one.displayName}!` })) }, third);
  await put('a', { displayName: 'a!' }, third);
  const entry = { actor_id: third.userId, key_id: third.keyId, action: 'user.registered', subject_id: third.userId };
  expect(await auditOf(third)).toEqual([
    { ...entry, details: { created: 2, changed: 0 } },
    { ...entry, details: { created: 1, changed: 2 } },
  ]);
});

it('the audit log names the player if a request created or changed only one', async () => {
  const third = await createApplication(service);
  const [, player] = (await put('a', { displayName: 'Ada' }, third)) as [number, { id: string }];
  await put('b', { displayName: 'Bea' }, third);
  const players = ['a', 'b'].map((externalId) => ({ externalId, displayName: 'Ada' }));
  await ask('PUT', '', { players: players.map((one) => ({ ...one, displayName: 'Bea' })) }, third);
  const ofPlayer = (await auditOf(third)).filter(({ subject_id }) => subject_id === player.id);
  expect(ofPlayer.map(({ details }) => details)).toEqual([
    { created: 1, changed: 0 },
    { created: 0, changed: 1 },
  ]);
  const { entries } = await service.backoffice.call<{ entries: object[] }>('GET', `/audit?subjectId=${player.id}`);
  expect(entries).toMatchObject([{ subject: { name: 'Bea' } }, { subject: { name: 'Ada' } }]);
});

it('a batch and a change of users in the backoffice lock players in the same order, so that they cannot deadlock', async () => {
  const ids = ['lock c', 'lock b', 'lock a'];
  for (const externalId of ids) await registerPlayer(service, application, externalId);
  const [last, middle, first] = await Promise.all(
    ids.map(async (externalId) => ((await get(externalId)) as [number, { id: string }])[1].id),
  );
  const waiting = async () => {
    const rows = await query(
      service.databaseUrl,
      `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
    );
    return rows.length;
  };
  const lockable = `SELECT id FROM users WHERE id = ANY ($1) FOR UPDATE SKIP LOCKED`;
  const answers = await withClient(service.databaseUrl, async (client) => {
    await client.query('BEGIN');
    await client.query('SELECT FROM users WHERE id = $1 FOR UPDATE', [middle]);
    const players = ids.map((externalId) => ({ externalId, displayName: 'Locked' }));
    const batch = ask('PUT', '', { players });
    const users = [last, middle, first].map((id) => ({ id }));
    const change = service.backoffice.request('PATCH', '/users', { users, suspended: true });
    await until('both wait', async () => (await waiting()) === 2);
    // Each of them has passed the first player or waits for it.
    expect(await query(service.databaseUrl, lockable, [[first, last]])).toEqual([{ id: last }]);
    await client.query('COMMIT');
    return [(await batch)[0], (await change).status];
  });
  expect(answers).toEqual([200, 200]);
});

it.each(['admin', 'player', 'viewer'] as const)('a key of a %s may not use the players', async (role) => {
  const user = await createPlayer(service, role);
  const forbidden = [403, { error: 'Insufficient permissions' }];
  expect(await ask('GET', '', undefined, user)).toEqual(forbidden);
  expect(await put('x', { displayName: 'x' }, user)).toEqual(forbidden);
});
