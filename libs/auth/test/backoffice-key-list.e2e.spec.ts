import { query } from '../../../test/support/database.js';
import { createPlayer } from '../../../test/support/factories.js';
import { type Service, startService } from '../../../test/support/service.js';
import { until } from '../../../test/support/until.js';

let service: Service;

interface Key {
  id: string;
  name: string;
  shown: string;
  owner: { id: string; displayName: string; role: string; suspended: boolean; scopes: string[] };
  createdBy: string;
  creatorName: string | null;
  createdAt: string;
  expiresAt: string | null;
  isExpired: boolean;
  lastUsedAt: string | null;
}

interface Page {
  keys: Key[];
  pagination: { page: number; limit: number; total: number; totalPages: number };
}

function list(parameters: Record<string, string | number> = {}): Promise<Page> {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(parameters)) search.set(name, String(value));
  return service.backoffice.call('GET', `/keys?${search.toString()}`);
}

const namesOf = ({ keys }: Page) => keys.map(({ name }) => name);

/** Ids of users by their names. */
const users = new Map<string, string>();

/** Name, owner, expiry, last use, first characters; in the order in which they are created. */
const KEYS: [string, string, string | null, string | null, string][] = [
  ['Quiz app', 'Ada Lovelace', null, '2026-03-01T10:00:00.000Z', 'qk_3fT9a'],
  ['import of the night', 'grace hopper', '2036-01-01T00:00:00.000Z', null, 'qk_AAAAA'],
  ['Quiz app (old)', 'grace hopper', '2020-01-01T00:00:00.000Z', '2019-12-31T23:59:00.000Z', 'qk_zz9zz'],
  ['Schlüssel_Åda', 'Ada Lovelace', '2036-06-01T00:00:00.000Z', null, 'qk_00000'],
  ['quiz app', 'Zoë', null, '2026-03-02T10:00:00.000Z', 'qk_1e5aB'],
];

beforeAll(async () => {
  service = await startService();
  for (const [name, owner, expiresAt, lastUsedAt, shown] of KEYS) {
    const email = `${owner.toLowerCase().replaceAll(/\W/g, '.')}@owners.example`;
    if (!users.has(owner)) {
      const { id } = await service.backoffice.call<{ id: string }>('POST', '/users', { displayName: owner, email });
      users.set(owner, id);
    }
    const { id } = await service.backoffice.call<Key>('POST', '/keys', { name, userId: users.get(owner) });
    await query(
      service.databaseUrl,
      'UPDATE api_keys SET expires_at = $2, last_used_at = $3, shown = $4 WHERE id = $1',
      [id, expiresAt, lastUsedAt, shown],
    );
  }
});

afterAll(() => service.close());

describe('the search for keys', () => {
  it.each([
    ['quiz', ['quiz app', 'Quiz app (old)', 'Quiz app']],
    ['QUIZ', ['quiz app', 'Quiz app (old)', 'Quiz app']],
    ['app old', ['Quiz app (old)']],
    ['old quiz', ['Quiz app (old)']],
    ['ada', ['Schlüssel_Åda', 'Quiz app']],
    ['ada quiz', ['Quiz app']],
    ['hop imp', ['import of the night']],
    ['grace', ['Quiz app (old)', 'import of the night']],
    ['zoë', ['quiz app']],
    ['ÅDA schlü', ['Schlüssel_Åda']],
    ['schlussel', ['Schlüssel_Åda']],
    ['ZOE', ['quiz app']],
    ['àpp zoê', ['quiz app']],
    ['qk_3fT9a', ['Quiz app']],
    ['qk_3ft', ['Quiz app']],
    ['3fT9a', ['Quiz app']],
    ['lovelace 3f', ['Quiz app']],
    ['hopper 3f', []],
    ['1e5', ['quiz app']],
    ['qk quiz zoë', ['quiz app']],
    ['uiz', []],
    ['owners', []],
    ['nobody', []],
  ])(
    '%j finds what has all words by their beginnings, in name, first characters and owner: %j',
    async (search, names) => {
      const page = await list({ search });
      expect([namesOf(page), page.pagination.total]).toEqual([names, names.length]);
    },
  );

  it.each([
    ['grace | zoë', []],
    ['!quiz', ['quiz app', 'Quiz app (old)', 'Quiz app']],
    ["quiz':* | 'imp':*", []],
    ['quiz & app & old', ['Quiz app (old)']],
    ['quiz\\', ['quiz app', 'Quiz app (old)', 'Quiz app']],
    ['imp:*', ['import of the night']],
  ])('has no operators: %j', async (search, names) => {
    expect(namesOf(await list({ search }))).toEqual(names);
  });

  it.each(["'", '&', ':*', '\\', '%', '_', '()'])('without a word finds nothing: %j', async (search) => {
    const { keys, pagination } = await list({ search });
    expect([keys, pagination.total, pagination.totalPages]).toEqual([[], 0, 0]);
  });

  it('with an empty text finds all keys', async () => {
    for (const search of ['', ' ']) expect((await list({ search })).pagination.total).toBe(KEYS.length);
  });

  it('can be combined with the owner, and is paged', async () => {
    const userId = users.get('grace hopper') ?? '';
    expect(namesOf(await list({ search: 'quiz', userId }))).toEqual(['Quiz app (old)']);
    expect(namesOf(await list({ search: 'quiz', limit: 2, page: 2 }))).toEqual(['Quiz app']);
    expect((await list({ search: 'quiz', limit: 2, page: 3 })).pagination).toEqual({
      page: 3,
      limit: 2,
      total: 3,
      totalPages: 2,
    });
  });
});

describe('the keys of a user', () => {
  it('are listed alone', async () => {
    expect(namesOf(await list({ userId: users.get('Ada Lovelace') ?? '' }))).toEqual(['Schlüssel_Åda', 'Quiz app']);
    expect((await list({ userId: '019b76da-a800-7000-8000-000000000001' })).keys).toEqual([]);
  });
});

describe('keys of several users', () => {
  it('are listed together, also in a state', async () => {
    const userIds = `${users.get('Ada Lovelace')},${users.get('grace hopper')}`;
    const names = ['Schlüssel_Åda', 'Quiz app (old)', 'import of the night', 'Quiz app'];
    expect(namesOf(await list({ userIds }))).toEqual(names);
    expect(namesOf(await list({ userIds, state: 'unused' }))).toEqual(['Schlüssel_Åda', 'import of the night']);
    expect(namesOf(await list({ userIds, userId: users.get('Zoë') ?? '' }))).toEqual([]);
  });

  it.each(['', 'ada', Array<string>(101).fill('019b76da-a800-7000-8000-000000000001').join(',')])(
    'are 1 to 100: %j',
    async (userIds) => {
      const response = await service.backoffice.request('GET', `/keys?userIds=${userIds}`);
      const error = 'userIds: must be 1 to 100 ids (UUIDs in lower case), separated by commas';
      expect([response.status, await response.json()]).toEqual([400, { error }]);
    },
  );
});

describe('keys in a state', () => {
  it('are those that end within 14 days, were never used, are disabled, or work', async () => {
    const set = (name: string, value: string) =>
      query(service.databaseUrl, `UPDATE api_keys SET ${value} WHERE name = $1`, [name]);
    expect(namesOf(await list({ state: 'ending' }))).toEqual([]);
    expect(namesOf(await list({ state: 'unused' }))).toEqual(['Schlüssel_Åda', 'import of the night']);
    expect(namesOf(await list({ state: 'disabled' }))).toEqual([]);
    await set('Quiz app', `expires_at = now() + interval '13 days'`);
    await set('quiz app', `expires_at = now() + interval '15 days', disabled = true`);
    expect(namesOf(await list({ state: 'ending' }))).toEqual(['Quiz app']);
    expect(await list({ state: 'disabled' })).toMatchObject({ keys: [{ name: 'quiz app' }], pagination: { total: 1 } });
    expect(namesOf(await list({ state: 'disabled', search: 'night' }))).toEqual([]);
    await set('quiz app', `expires_at = now() + interval '13 days'`);
    expect(namesOf(await list({ state: 'ending' }))).toEqual(['Quiz app']);
    // Without those that are disabled or expired.
    expect(namesOf(await list({ state: 'working' }))).toEqual(['Schlüssel_Åda', 'import of the night', 'Quiz app']);
    for (const name of ['Quiz app', 'quiz app']) await set(name, 'expires_at = NULL, disabled = false');
  });

  it('`ending` leaves out keys of suspended users, and rotated keys whose replacement works and was used', async () => {
    const user = { displayName: 'Ending', email: 'ending@owners.example' };
    const { id: userId } = await service.backoffice.call<{ id: string }>('POST', '/users', user);
    const expiresAt = new Date(Date.now() + 86_400_000).toISOString();
    const { id } = await service.backoffice.call<Key>('POST', '/keys', { name: 'Ending', userId, expiresAt });
    const ending = async () => (await list({ state: 'ending', userId })).keys.map((key) => key.id);
    expect(await ending()).toEqual([id]);
    await service.backoffice.call('PATCH', `/users/${userId}`, { suspended: true });
    expect(await ending()).toEqual([]);
    await service.backoffice.call('PATCH', `/users/${userId}`, { suspended: false });
    const { id: newId } = await service.backoffice.call<Key>('POST', `/keys/${id}/rotation`, { expiresAt });
    expect(await ending()).toEqual([newId, id]);
    await query(service.databaseUrl, 'UPDATE api_keys SET last_used_at = now() WHERE id = $1', [newId]);
    expect(await ending()).toEqual([newId]);
    await service.backoffice.call('PATCH', `/keys/${newId}`, { disabled: true });
    expect(await ending()).toEqual([id]);
    for (const key of [id, newId]) await service.backoffice.call('DELETE', `/keys/${key}`);
  });
});

describe('the order of keys', () => {
  const [first, second, third, fourth, fifth] = ['3fT9a', 'AAAAA', 'zz9zz', '00000', '1e5aB'].map((end) => `qk_${end}`);

  it.each([
    // Names without regard to case, then in the order of their creation.
    ['name', 'asc', [second, first, fifth, third, fourth]],
    ['name', 'desc', [fourth, third, fifth, first, second]],
    ['owner', 'asc', [first, fourth, second, third, fifth]],
    ['owner', 'desc', [fifth, third, second, fourth, first]],
    ['createdAt', 'asc', [first, second, third, fourth, fifth]],
    ['createdAt', 'desc', [fifth, fourth, third, second, first]],
    // Keys without such a time come last, both ways.
    ['lastUsedAt', 'asc', [third, first, fifth, second, fourth]],
    ['lastUsedAt', 'desc', [fifth, first, third, fourth, second]],
    ['expiresAt', 'asc', [third, second, fourth, first, fifth]],
    ['expiresAt', 'desc', [fourth, second, third, fifth, first]],
  ])('by %s %s', async (sort, order, expected) => {
    const { keys } = await list({ sort, order });
    expect(keys.map(({ shown }) => shown)).toEqual(expected);
    const pages = await Promise.all([1, 2, 3].map((page) => list({ sort, order, limit: 2, page })));
    expect(pages.flatMap((page) => page.keys)).toEqual(keys);
  });
});

describe('a listed key', () => {
  it('stays after its expiry, and says that it has expired', async () => {
    const { keys } = await list({ sort: 'createdAt', order: 'asc' });
    expect(keys.map(({ isExpired }) => isExpired)).toEqual([false, false, true, false, false]);
  });

  it('shows the current owner, scopes and creator', async () => {
    const { userId, displayName } = await createPlayer(service, 'viewer');
    const change = (id: string, changes: object) => service.backoffice.call('PATCH', `/users/${id}`, changes);
    const read = async () => {
      const [key] = (await list({ userId })).keys;
      return { owner: key?.owner, creatorName: key?.creatorName, createdBy: key?.createdBy };
    };
    const createdBy = service.backoffice.userId;
    const scopes = await service.backoffice.scopesOf('viewer');
    const owner = { id: userId, displayName, role: 'viewer', suspended: false, scopes };
    expect(await read()).toEqual({ owner, creatorName: 'Administrator', createdBy });
    await change(userId, { displayName: 'Renamed', role: 'admin' });
    await change(createdBy, { displayName: 'Root' });
    const all = await service.backoffice.scopesOf('admin');
    expect(all).toEqual(expect.arrayContaining([...scopes, 'quizzes:write']));
    const renamed = { ...owner, displayName: 'Renamed', role: 'admin', scopes: all };
    expect(await read()).toEqual({ owner: renamed, creatorName: 'Root', createdBy });
    await change(userId, { suspended: true });
    expect((await read()).owner).toEqual({ ...renamed, suspended: true, scopes: [] });
  });

  it("has no creator's name if the creator does not exist", async () => {
    const { keyId, userId } = await createPlayer(service);
    const nobody = '019b76da-a800-7000-8000-000000000001';
    await query(service.databaseUrl, 'UPDATE api_keys SET created_by = $2 WHERE id = $1', [keyId, nobody]);
    expect((await list({ userId })).keys).toEqual([
      expect.objectContaining({ id: keyId, createdBy: nobody, creatorName: null }),
    ]);
  });
});

describe('the list of keys', () => {
  it('is paged like every list', async () => {
    const { total } = (await list()).pagination;
    expect((await list({ limit: 1000 })).pagination).toEqual({ page: 1, limit: 100, total, totalPages: 1 });
    expect(await list({ page: 99 })).toEqual({ keys: [], pagination: { page: 99, limit: 30, total, totalPages: 1 } });
  });

  it.each([
    ['page=0', /^page: must be /],
    ['limit=x', /^limit: must be /],
    ['userId=nobody', /^userId: must be an id \(a UUID in lower case\)$/],
    ['state=used', /^state: must be one of ending, unused, disabled, working$/],
    ['userId=', /^userId: must be an id/],
    ['sort=shown', /^sort: must be one of name, owner, createdAt, lastUsedAt, expiresAt$/],
    ['sort=constructor', /^sort: must be one of /],
    ['order=', /^order: must be one of asc, desc$/],
    ['search=a&search=b', /^search: must be a string$/],
    [`search=${'a'.repeat(201)}`, /^search: must have 0 to 200 characters$/],
    ['search=%00', /^search: must be well-formed Unicode without U\+0000$/],
    ['search=%FF', /^search: must be well-formed Unicode without U\+0000$/],
    ['search=a%ED%A0%80', /^search: must be well-formed Unicode without U\+0000$/],
  ])('rejects %s', async (parameters, error) => {
    const response = await service.backoffice.request('GET', `/keys?${parameters}`);
    expect([response.status, await response.json()]).toEqual([400, { error: expect.stringMatching(error) as unknown }]);
  });

  it('is searched by its indexes if it is long', async () => {
    const { databaseUrl } = service;
    await query(
      databaseUrl,
      `WITH many AS (
         INSERT INTO users (id, email, display_name, role)
         SELECT gen_random_uuid(), 'many' || n || '@many.example', 'Many ' || n, 'player' FROM generate_series(1, 5000) AS n
         RETURNING id, display_name
       )
       INSERT INTO api_keys (id, name, hash, shown, user_id, created_by)
       SELECT gen_random_uuid(), 'Key of ' || display_name, sha256(id::text::bytea), 'qk_many0', id, id FROM many`,
    );
    await query(databaseUrl, 'ANALYZE');
    const scans = `
      SELECT indexrelname AS index FROM pg_stat_user_indexes
      WHERE indexrelname IN ('users_name_words', 'api_keys_words') AND idx_scan > 0`;
    await until('the indexes were read', async () => {
      expect((await list({ search: 'many 4321' })).pagination.total).toBe(1);
      const read = await query(databaseUrl, scans);
      return read.length === 2 || read;
    });
  });
});
