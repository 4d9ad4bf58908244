import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { query, withClient } from '../../../test/support/database.js';
import { apiWith, createPlayer, type Player } from '../../../test/support/factories.js';
import { sharedService, type SharedService } from '../../../test/support/service.js';

let service: SharedService;
let player: Player;

beforeAll(async () => {
  service = await sharedService();
  player = await createPlayer(service);
});

interface Key {
  id: string;
  name: string;
  shown: string;
  owner: object;
  disabled: boolean;
  rateLimit: number | null;
  createdBy: string;
  createdAt: string;
  expiresAt: string | null;
  lastUsedAt: string | null;
}

interface CreatedKey extends Key {
  key: string;
  owner: { id: string };
}

interface Page {
  keys: Key[];
  pagination: object;
}

async function answerOf(answer: Promise<Response>): Promise<[number, unknown]> {
  const response = await answer;
  const text = await response.text();
  return [response.status, text === '' ? undefined : JSON.parse(text)];
}

const create = (fields: object) =>
  answerOf(service.backoffice.request('POST', '/keys', { name: 'Key', userId: player.userId, ...fields }));

const createKey = (fields: object = {}) =>
  service.backoffice.call<Key & { key: string }>('POST', '/keys', { name: 'Key', userId: player.userId, ...fields });

const list = (query = '') => service.backoffice.call<Page>('GET', `/keys${query}`);

const remove = (id: string) => answerOf(service.backoffice.request('DELETE', `/keys/${id}`));

const change = (id: string, changes: object) => answerOf(service.backoffice.request('PATCH', `/keys/${id}`, changes));

const statusWith = async (key: string) => (await apiWith(service.url, key).GET('/quizzes')).response.status;

const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;
const UNKNOWN = '019b76da-a800-7000-8000-000000000001';
const KEY_NOT_FOUND = [404, { error: 'API key not found' }];

describe('creating a key', () => {
  it('returns a working key', async () => {
    const { userId, displayName } = player;
    const scopes = await service.backoffice.scopesOf('player');
    const [status, created] = await create({ name: ' Quiz app ' });
    expect([status, created]).toEqual([
      201,
      {
        id: expect.any(String) as unknown,
        key: expect.stringMatching(/^qk_[0-9A-Za-z]{43}[0-9A-Za-z]{6}$/) as unknown,
        name: 'Quiz app',
        shown: expect.stringMatching(/^qk_[0-9A-Za-z]{5}$/) as unknown,
        owner: { id: userId, displayName, role: 'player', suspended: false, scopes },
        createdBy: service.backoffice.userId,
        creatorName: 'Administrator',
        createdAt: expect.stringMatching(TIME) as unknown,
        expiresAt: null,
        isExpired: false,
        disabled: false,
        rateLimit: null,
        lastUsedAt: null,
        replaces: null,
        replacedBy: null,
      },
    ]);
    const { key, shown } = created as { key: string; shown: string };
    expect(key.startsWith(shown)).toBe(true);
    expect(await statusWith(key)).toBe(200);
  });

  it('returns the key only once', async () => {
    const { key, ...shown } = await createKey();
    const { keys } = await list();
    expect(keys[0]).toEqual(shown);
    expect(JSON.stringify(keys)).not.toContain(key);
  });

  it('stores a SHA-256 of the key and its first 8 characters, and nothing else of it', async () => {
    const { id, key } = await createKey();
    await withClient(service.databaseUrl, async (client) => {
      const { rows } = await client.query('SELECT hash, shown FROM api_keys WHERE id = $1', [id]);
      expect(rows).toEqual([{ hash: createHash('sha256').update(key).digest(), shown: key.slice(0, 8) }]);
      const tables = await client.query<{ name: string }>(
        `SELECT table_name AS name FROM information_schema.tables WHERE table_schema = 'public'`,
      );
      expect(tables.rows.length).toBeGreaterThan(5);
      for (const { name } of tables.rows) {
        const found = await client.query(`SELECT FROM "${name}" AS t WHERE strpos(t::text, $1) > 0`, [
          key.slice(3, 20),
        ]);
        expect([name, found.rowCount]).toEqual([name, 0]);
      }
    });
  });

  it.each<[string, object]>([
    ['name: must be a string', { name: undefined }],
    ['name: must have 1 to 100 characters', { name: ' ' }],
    ['name: must have 1 to 100 characters', { name: 'n'.repeat(101) }],
    ['userId: must be a string', { userId: null }],
    ['userId: must be an id (a UUID in lower case)', { userId: 'somebody' }],
    ['userId: no such user', { userId: UNKNOWN }],
    ['key: unknown field', { key: 'qk_chosen' }],
  ])('is rejected with the path of the field: %s', async (error, fields) => {
    expect(await create(fields)).toEqual([400, { error }]);
  });

  it.each([
    [null, null],
    ['2036-01-01T00:00:00.000Z', '2036-01-01T00:00:00.000Z'],
    ['2036-01-01T00:00:00Z', '2036-01-01T00:00:00.000Z'],
    ['2036-01-01T00:00Z', '2036-01-01T00:00:00.000Z'],
    ['2036-02-29T23:30:00.5-01:00', '2036-03-01T00:30:00.500Z'],
    ['2036-01-01T00:00:00.123456789+05:45', '2035-12-31T18:15:00.123Z'],
    ['9999-12-31T23:59:59.999Z', '9999-12-31T23:59:59.999Z'],
    ['9999-12-31T23:59:59+23:59', '9999-12-31T00:00:59.000Z'],
  ])('accepts the expiry %j', async (expiresAt, stored) => {
    const created = await createKey({ expiresAt });
    expect(created.expiresAt).toBe(stored);
    expect((await list('?limit=1')).keys[0]?.expiresAt).toBe(stored);
    expect(await statusWith(created.key)).toBe(200);
  });

  const now = Date.now();

  it.each<unknown>([
    '2020-01-01T00:00:00Z',
    new Date(now).toISOString(),
    '0000-01-01T00:00:00Z',
    '2036-01-01',
    '2036-01-01T00:00:00',
    '2036-01-01 00:00:00Z',
    ' 2036-01-01T00:00:00Z',
    '2036-02-30T00:00:00Z',
    '2035-02-29T00:00:00Z',
    '2036-13-01T00:00:00Z',
    '2036-01-01T25:00:00Z',
    '2036-01-01T24:00:00Z',
    '9999-12-31T23:59:59-23:59',
    '9999-12-31T23:59:59.999-00:01',
    '2036-01-01T00:00:60Z',
    '2036-01-01T00:00:00+25:00',
    '+012036-01-01T00:00:00Z',
    'tomorrow',
    String(now + 1e9),
  ])('rejects the expiry %j', async (expiresAt) => {
    const error = 'expiresAt: must be an ISO 8601 timestamp in the future';
    expect(await create({ expiresAt })).toEqual([400, { error }]);
  });

  it.each<unknown>(['', 0, now + 1e9, true, {}, ['2036-01-01T00:00:00Z']])(
    'rejects %j as an end',
    async (expiresAt) => {
      const error = expect.stringMatching(/^expiresAt: must [^;]+$/) as unknown;
      expect(await create({ expiresAt })).toEqual([400, { error }]);
    },
  );
});

describe('a key', () => {
  it('is rejected after its expiry', async () => {
    const { id, key } = await createKey({ expiresAt: new Date(Date.now() + 3_600_000).toISOString() });
    expect(await statusWith(key)).toBe(200);
    await query(service.databaseUrl, `UPDATE api_keys SET expires_at = now() + interval '1 second' WHERE id = $1`, [
      id,
    ]);
    while ((await statusWith(key)) === 200) await sleep(20);
    const { response, error } = await apiWith(service.url, key).GET('/quizzes');
    expect([response.status, error]).toEqual([401, { error: 'Invalid API key' }]);
  });

  it('is rejected permanently after its deletion', async () => {
    const { id, key } = await createKey();
    const other = await createKey();
    expect(await remove(id)).toEqual([204, undefined]);
    expect(await remove(id)).toEqual(KEY_NOT_FOUND);
    const { response, error } = await apiWith(service.url, key).GET('/quizzes');
    expect([response.status, error]).toEqual([401, { error: 'Invalid API key' }]);
    expect(await statusWith(other.key)).toBe(200);
    expect((await list()).keys.map((one) => one.id)).not.toContain(id);
  });

  it.each([UNKNOWN, 'no-key', UNKNOWN.toUpperCase(), '%00'])('is not found by an unknown id: %s', async (id) => {
    expect(await remove(id)).toEqual(KEY_NOT_FOUND);
  });

  it('is deleted once by concurrent requests', async () => {
    const { id } = await createKey();
    const answers = await Promise.all(Array.from({ length: 8 }, () => remove(id)));
    expect(answers.map(([status]) => status).sort()).toEqual([204, 404, 404, 404, 404, 404, 404, 404]);
  });

  it('shows when it was last used, to the minute, with a short delay', async () => {
    const { id, key } = await createKey();
    const unused = await createKey();
    const find = async (wanted: string) => (await list()).keys.find((one) => one.id === wanted);
    const minute = (time: number) => Math.floor(time / 60_000) * 60_000;
    const from = minute(Date.now());
    expect(await statusWith(key)).toBe(200);
    let used = await find(id);
    for (; used?.lastUsedAt === null; used = await find(id)) await sleep(50);
    const at = Date.parse(used?.lastUsedAt ?? '');
    expect([at, minute(at)]).toEqual([minute(at), at]);
    expect(at).toBeGreaterThanOrEqual(from);
    expect(at).toBeLessThanOrEqual(Date.now());
    expect((await find(unused.id))?.lastUsedAt).toBeNull();
  });
});

describe('changing a key', () => {
  it('sets its name and its expiry, and leaves other fields as they are', async () => {
    const { key, ...created } = await createKey();
    const [status, renamed] = await change(created.id, { name: ' Renamed ' });
    expect([status, renamed]).toEqual([200, { ...created, name: 'Renamed' }]);
    const expiresAt = '2036-01-01T00:00:00.000Z';
    expect(await change(created.id, { expiresAt: '2036-01-01T01:00+01:00' })).toEqual([
      200,
      { ...created, name: 'Renamed', expiresAt },
    ]);
    expect(await change(created.id, { expiresAt: null })).toEqual([200, { ...created, name: 'Renamed' }]);
    expect(await change(created.id, {})).toEqual([200, { ...created, name: 'Renamed' }]);
    expect(await statusWith(key)).toBe(200);
  });

  it('disables it, so that requests get the answer of an unknown key, and enables it', async () => {
    const { id, key } = await createKey();
    expect(await statusWith(key)).toBe(200);
    expect(await change(id, { disabled: true })).toMatchObject([200, { id, disabled: true }]);
    const { response, error } = await apiWith(service.url, key).GET('/quizzes');
    expect([response.status, error]).toEqual([401, { error: 'Invalid API key' }]);
    expect(await change(id, { disabled: false })).toMatchObject([200, { id, disabled: false }]);
    expect(await statusWith(key)).toBe(200);
  });

  it('extends a key that has expired', async () => {
    const { id, key } = await createKey();
    await query(service.databaseUrl, `UPDATE api_keys SET expires_at = now() - interval '1 day' WHERE id = $1`, [id]);
    expect(await statusWith(key)).toBe(401);
    expect(await change(id, { expiresAt: null })).toMatchObject([200, { isExpired: false }]);
    expect(await statusWith(key)).toBe(200);
  });

  it('sets its rate limit and removes it, which is audited', async () => {
    const { id } = await createKey({ rateLimit: 1 });
    expect(await change(id, { rateLimit: 1_000_000 })).toMatchObject([200, { rateLimit: 1_000_000 }]);
    expect(await change(id, { name: 'Other' })).toMatchObject([200, { rateLimit: 1_000_000 }]);
    expect(await change(id, { rateLimit: null })).toMatchObject([200, { rateLimit: null }]);
    const { entries } = await service.backoffice.call<{ entries: object[] }>('GET', `/audit?subjectId=${id}`);
    expect(entries).toMatchObject([
      { action: 'key.changed', details: { rateLimit: { from: 1_000_000, to: null } } },
      { action: 'key.changed', details: { name: { to: 'Other' } } },
      { action: 'key.changed', details: { rateLimit: { from: 1, to: 1_000_000 } } },
      { action: 'key.created', details: { rateLimit: 1 } },
    ]);
  });

  it('is audited with what has changed, and only then', async () => {
    const { id } = await createKey({ name: 'Before', expiresAt: '2036-01-01T00:00:00.000Z' });
    await change(id, { name: 'After', expiresAt: '2037-01-01T00:00:00.000Z' });
    await change(id, { name: 'After', expiresAt: '2037-01-01T00:00Z', disabled: false });
    await change(id, { disabled: true });
    const { entries } = await service.backoffice.call<{ entries: object[] }>('GET', `/audit?subjectId=${id}`);
    expect(entries).toMatchObject([
      { action: 'key.changed', subject: { name: 'After' }, details: { disabled: { from: false, to: true } } },
      {
        action: 'key.changed',
        subject: { kind: 'key', id, name: 'After' },
        details: {
          name: { from: 'Before', to: 'After' },
          expiresAt: { from: '2036-01-01T00:00:00.000Z', to: '2037-01-01T00:00:00.000Z' },
        },
      },
      { action: 'key.created' },
    ]);
  });

  it.each<[string, object]>([
    ['name: must have 1 to 100 characters', { name: ' ' }],
    ['expiresAt: must be an ISO 8601 timestamp in the future', { expiresAt: '2020-01-01T00:00:00Z' }],
    ['disabled: must be true or false', { disabled: 'yes' }],
    ['rateLimit: must be an integer from 1 to 1000000', { rateLimit: 0 }],
    ['rateLimit: must be an integer from 1 to 1000000', { rateLimit: 1_000_001 }],
    ['rateLimit: must be an integer from 1 to 1000000', { rateLimit: '5' }],
    ['userId: unknown field', { userId: UNKNOWN }],
  ])('is rejected with the path of the field: %s', async (error, changes) => {
    const { id } = await createKey();
    expect(await change(id, changes)).toEqual([400, { error }]);
  });

  it.each([UNKNOWN, 'no-key'])('is rejected for an unknown id: %s', async (id) => {
    expect(await change(id, { disabled: true })).toEqual(KEY_NOT_FOUND);
  });
});

describe('rotating a key', () => {
  const DAY_MS = 24 * 60 * 60 * 1000;

  const rotate = (id: string, rotation: object = {}, headers: Record<string, string> = {}) =>
    answerOf(service.backoffice.request('POST', `/keys/${id}/rotation`, rotation, headers));

  const find = (id: string) => service.backoffice.call<Key>('GET', `/keys/${id}`);

  it('returns another key of the same user and name, and the old one works until its end', async () => {
    const { key, ...old } = await createKey({ name: 'Rotated', rateLimit: 50 });
    const [status, created] = (await rotate(old.id)) as [number, Key & { key: string }];
    expect([status, created]).toMatchObject([
      201,
      { name: 'Rotated', owner: { id: player.userId }, expiresAt: null, rateLimit: 50 },
    ]);
    expect(created.id).not.toBe(old.id);
    expect(await Promise.all([key, created.key].map(statusWith))).toEqual([200, 200]);
    const { expiresAt } = await find(old.id);
    expect(Math.abs(Date.parse(expiresAt ?? '') - Date.now() - 7 * DAY_MS)).toBeLessThan(60_000);
    await query(service.databaseUrl, 'UPDATE api_keys SET expires_at = now() WHERE id = $1', [old.id]);
    expect(await Promise.all([key, created.key].map(statusWith))).toEqual([401, 200]);
  });

  it('sets both ends as wanted, and does not prolong the old key', async () => {
    const [soon, later] = ['2036-01-01T00:00:00.000Z', '2037-01-01T00:00:00.000Z'];
    const endless = await createKey();
    expect(await rotate(endless.id, { oldExpiresAt: soon, expiresAt: later })).toMatchObject([
      201,
      { expiresAt: later },
    ]);
    expect((await find(endless.id)).expiresAt).toBe(soon);
    const ending = await createKey({ expiresAt: soon });
    expect(await rotate(ending.id, { oldExpiresAt: later })).toMatchObject([201, { expiresAt: null }]);
    expect((await find(ending.id)).expiresAt).toBe(soon);
  });

  it('is rejected for a disabled or expired key, and creates none', async () => {
    const [disabled, expired] = [await createKey({ name: 'Without use' }), await createKey({ name: 'Without use' })];
    await change(disabled.id, { disabled: true });
    await query(service.databaseUrl, 'UPDATE api_keys SET expires_at = now() WHERE id = $1', [expired.id]);
    for (const { id } of [disabled, expired]) {
      expect(await rotate(id)).toEqual([409, { error: 'A disabled or expired key cannot be rotated' }]);
    }
    expect((await list('?search=without%20use')).keys).toHaveLength(2);
    await change(disabled.id, { disabled: false });
    expect(await rotate(disabled.id)).toMatchObject([201, { name: 'Without use' }]);
  });

  it('names each key at the other one, until it is deleted', async () => {
    const old = await createKey({ name: 'Succession' });
    expect(old).toMatchObject({ replaces: null, replacedBy: null });
    const keys: Key[] = [];
    for (let rotation = 0; rotation < 2; rotation++) keys.push(((await rotate(old.id)) as [number, Key])[1]);
    const [first, second] = keys as [Key, Key];
    const reference = ({ id, shown }: Key) => ({ id, shown });
    expect(first).toMatchObject({ replaces: reference(old), replacedBy: null });
    expect(await find(old.id)).toMatchObject({ replaces: null, replacedBy: reference(second) });
    await remove(second.id);
    expect(await find(old.id)).toMatchObject({ replacedBy: reference(first) });
    await remove(old.id);
    expect(await find(first.id)).toMatchObject({ replaces: null, replacedBy: null });
  });

  it('does not audit an end that stays the same', async () => {
    const expiresAt = '2036-01-01T00:00:00.000Z';
    const { id } = await createKey({ name: 'Same end', expiresAt });
    await rotate(id, { oldExpiresAt: '2037-01-01T00:00:00Z' });
    const { entries } = await service.backoffice.call<{ entries: { details: object }[] }>(
      'GET',
      `/audit?subjectId=${id}`,
    );
    expect(entries[0]).toMatchObject({ action: 'key.rotated', details: { newKeyId: expect.any(String) as string } });
    expect(entries[0]?.details).not.toHaveProperty('expiresAt');
  });

  it('is audited at both keys', async () => {
    const old = await createKey({ name: 'Audited' });
    const oldExpiresAt = '2036-01-01T00:00:00.000Z';
    const [, created] = (await rotate(old.id, { oldExpiresAt })) as [number, Key];
    const entriesOf = async (id: string) =>
      (await service.backoffice.call<{ entries: object[] }>('GET', `/audit?subjectId=${id}`)).entries;
    expect((await entriesOf(old.id))[0]).toMatchObject({
      action: 'key.rotated',
      details: { expiresAt: { from: null, to: oldExpiresAt }, newKey: created.shown, newKeyId: created.id },
    });
    expect(await entriesOf(created.id)).toMatchObject([
      { action: 'key.created', subject: { name: 'Audited' }, details: { rotated: old.shown, rotatedId: old.id } },
    ]);
  });

  it('happens once per Idempotency-Key', async () => {
    const { id } = await createKey({ name: 'Rotated once' });
    const headers = { 'idempotency-key': `rotation of ${id}`.replaceAll(' ', '-') };
    const answers = await Promise.all(Array.from({ length: 5 }, () => rotate(id, {}, headers)));
    expect(answers.map(([status]) => status).sort()).toEqual([201, 409, 409, 409, 409]);
    const { keys } = await list('?search=rotated%20once');
    expect(keys).toHaveLength(2);
    const response = await service.backoffice.request('POST', `/keys/${id}/rotation`, {}, headers);
    expect([response.status, response.headers.get('location')]).toEqual([
      409,
      `/admin/api/keys/${keys.find((one) => one.id !== id)?.id}`,
    ]);
    expect(await rotate(id, { expiresAt: '2036-01-01T00:00:00Z' }, headers)).toMatchObject([422, {}]);
  });

  it.each([
    ['expiresAt', '2020-01-01T00:00:00Z'],
    ['oldExpiresAt', 'tomorrow'],
  ])('is rejected for a past or invalid %s', async (field, value) => {
    const { id } = await createKey();
    const error = `${field}: must be an ISO 8601 timestamp in the future`;
    expect(await rotate(id, { [field]: value })).toEqual([400, { error }]);
    expect((await find(id)).expiresAt).toBeNull();
  });

  it.each([UNKNOWN, 'no-key'])('is rejected for an unknown id: %s', async (id) => {
    expect(await rotate(id)).toEqual(KEY_NOT_FOUND);
  });
});

describe('keys of several users', () => {
  const createAll = (fields: object, headers?: Record<string, string>) =>
    answerOf(service.backoffice.request('POST', '/users/keys', { name: 'Class 7b', ...fields }, headers));

  it('work, one for each user in the order of the request, and each has an entry in the audit log', async () => {
    const other = await createPlayer(service);
    const users = [{ id: other.userId }, { id: player.userId }, { id: other.userId }];
    const expiresAt = '2036-01-01T00:00:00.000Z';
    const [status, body] = (await createAll({ users, expiresAt, rateLimit: 500 })) as [number, { keys: CreatedKey[] }];
    expect(status).toBe(201);
    expect(body.keys.map(({ owner }) => owner.id)).toEqual([other.userId, player.userId]);
    for (const { id, key, ...fields } of body.keys) {
      expect(fields).toMatchObject({ name: 'Class 7b', expiresAt, rateLimit: 500, shown: key.slice(0, 8) });
      expect(await statusWith(key)).toBe(200);
      const { entries } = await service.backoffice.call<{ entries: object[] }>('GET', `/audit?subjectId=${id}`);
      expect(entries).toMatchObject([
        { action: 'key.created', subject: { id, name: 'Class 7b' }, details: { ownerId: fields.owner.id, expiresAt } },
      ]);
    }
  });

  it('are created for 1,000 users with a few statements on keys', async () => {
    const users = await query<{ id: string }>(
      service.databaseUrl,
      `INSERT INTO users (id, email, display_name, role)
       SELECT gen_random_uuid(), n || '@school.example', 'Pupil ' || n, 'player' FROM generate_series(1, 1000) AS n RETURNING id`,
    );
    const [status, body] = (await createAll({ users })) as [number, { keys: CreatedKey[] }];
    expect(status).toBe(201);
    expect(body.keys.map(({ owner }) => owner.id)).toEqual(users.map(({ id }) => id));
    expect(new Set(body.keys.map(({ key }) => key)).size).toBe(1_000);
    expect(await createAll({ users: [...users, { id: player.userId }] })).toMatchObject([400, {}]);
  });

  it('are all created or none', async () => {
    const { pagination } = await list();
    expect(await createAll({ users: [{ id: player.userId }, { id: UNKNOWN }] })).toEqual([
      400,
      { error: `users[1].id: no such user: ${UNKNOWN}` },
    ]);
    expect((await list()).pagination).toEqual(pagination);
  });

  it('are created once per Idempotency-Key, and are not shown again', async () => {
    const headers = { 'idempotency-key': 'keys-of-a-class' };
    const users = [{ id: player.userId }];
    const answers = await Promise.all(
      Array.from({ length: 3 }, () => createAll({ users, name: 'Idempotent & once' }, headers)),
    );
    expect(answers.map(([status]) => status).sort()).toEqual([201, 409, 409]);
    expect((await list('?search=idempotent')).keys).toHaveLength(1);
    const again = await service.backoffice.request(
      'POST',
      '/users/keys',
      { users, name: 'Idempotent & once' },
      headers,
    );
    expect([again.headers.get('location'), await again.json()]).toEqual([
      '/admin/api/keys?search=Idempotent%20%26%20once',
      { error: 'The keys were created by an earlier request with this Idempotency-Key. They are not shown again' },
    ]);
  });
});
