import { query } from '../../../test/support/database.js';
import { type Service, startService } from '../../../test/support/service.js';
import { until } from '../../../test/support/until.js';

let service: Service;

interface Page {
  users: { displayName: string; email: string; createdAt: string }[];
  pagination: { page: number; limit: number; total: number; totalPages: number };
}

function list(parameters: Record<string, string | number | boolean> = {}): Promise<Page> {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(parameters)) search.set(name, String(value));
  return service.backoffice.call('GET', `/users?${search.toString()}`);
}

const namesOf = ({ users }: Page) => users.map(({ displayName }) => displayName);

/** Name, email, and what else is not as usual; in the order in which they are created. */
const PEOPLE: [string, string, { role?: string; suspended?: boolean }?][] = [
  ['Ada Lovelace', 'ada.lovelace@analytical.example'],
  ['Adam Smith', 'smith_1723@moral.example', { role: 'viewer' }],
  ['Grace Hopper', 'grace+navy@cobol.example', { role: 'admin' }],
  ["Conan O'Brien & Sons", 'conan@late-night.example', { suspended: true }],
  ['ÅSE Ødegård', 'ase@fjord.example', { role: 'viewer', suspended: true }],
  ['Николай Гоголь', 'gogol@petersburg.example'],
  ['山田 太郎', 'taro@edo.example'],
  ['x’y–z 1e5a', '0x1f@e.example'],
];

beforeAll(async () => {
  service = await startService();
  for (const [displayName, email, changes = {}] of PEOPLE) {
    const { id } = await service.backoffice.call<{ id: string }>('POST', '/users', { displayName, email });
    await service.backoffice.call('PATCH', `/users/${id}`, changes);
  }
});

afterAll(() => service.close());

describe('the search for users', () => {
  it.each([
    ['ada', ['Adam Smith', 'Ada Lovelace']],
    ['ADA', ['Adam Smith', 'Ada Lovelace']],
    ['  ada  ', ['Adam Smith', 'Ada Lovelace']],
    ['ada love', ['Ada Lovelace']],
    ['love ada', ['Ada Lovelace']],
    ['ada ada ada', ['Adam Smith', 'Ada Lovelace']],
    ['lovelace hopper', []],
    ['dam', []],
    ['analytical', ['Ada Lovelace']],
    ['ada.lovelace@analytical.example', ['Ada Lovelace']],
    ['lovelace@ana', ['Ada Lovelace']],
    ['grace moral', []],
    ['grace cobol', ['Grace Hopper']],
    ['navy', ['Grace Hopper']],
    ['1723', ['Adam Smith']],
    ['night', ["Conan O'Brien & Sons"]],
    ["o'brien", ["Conan O'Brien & Sons"]],
    ['brien', ["Conan O'Brien & Sons"]],
    ['åse', ['ÅSE Ødegård']],
    ['ødeg', ['ÅSE Ødegård']],
    ['ODEGARD', ['ÅSE Ødegård']],
    ['Lóvelácè', ['Ada Lovelace']],
    ['николай', ['Николай Гоголь']],
    ['ГОГ ник', ['Николай Гоголь']],
    ['山', ['山田 太郎']],
    ['y z', ['x’y–z 1e5a']],
    ['1e5', ['x’y–z 1e5a']],
    ['0x1', ['x’y–z 1e5a']],
  ])('%j finds users by the beginnings of all words in name and email: %j', async (search, names) => {
    const page = await list({ search });
    expect([namesOf(page), page.pagination.total]).toEqual([names, names.length]);
  });

  it.each([
    ['ada & grace', []],
    ['ada | grace', []],
    ['ada <-> smith', ['Adam Smith']],
    ['ada <2> smith', []],
    ['!ada', ['Adam Smith', 'Ada Lovelace']],
    ['ada:*', ['Adam Smith', 'Ada Lovelace']],
    ['ada:A', ['Adam Smith', 'Ada Lovelace']],
    ["ada' | 'grace", []],
    ["ada':* | 'grace':*", []],
    ['ada\\', ['Adam Smith', 'Ada Lovelace']],
    ["ada\\' lovelace", ['Ada Lovelace']],
    ['(ada)', ['Adam Smith', 'Ada Lovelace']],
    ["ada'); DROP TABLE users; --", []],
    ['adm%', ['Administrator']],
  ])('has no operators: %j', async (search, names) => {
    expect(namesOf(await list({ search }))).toEqual(names);
  });

  it.each(["'", "''", '&', '|', '!', ':*', '\\', '\\\\', '<->', '()', '%', '_', '*', '.@-', '--', '😀', '’'])(
    'of no word finds nobody: %j',
    async (search) => {
      const { users, pagination } = await list({ search });
      expect([users, pagination.total, pagination.totalPages]).toEqual([[], 0, 0]);
    },
  );

  it('with an empty text finds all users', async () => {
    for (const search of ['', ' ']) expect((await list({ search })).pagination.total).toBe(PEOPLE.length + 1);
  });

  it('accepts 200 characters', async () => {
    expect((await list({ search: '𝒜'.repeat(200) })).users).toEqual([]);
    expect((await list({ search: 'ada '.repeat(50) })).users).toHaveLength(2);
  });

  it('can be combined with the other filters, and is paged', async () => {
    expect(namesOf(await list({ search: 'ada', role: 'viewer' }))).toEqual(['Adam Smith']);
    expect(await list({ search: 'ada', limit: 1, page: 2 })).toEqual({
      users: [expect.objectContaining({ displayName: 'Ada Lovelace' })],
      pagination: { page: 2, limit: 1, total: 2, totalPages: 2 },
    });
  });

  it('follows a change of the name', async () => {
    const { id } = await service.backoffice.call<{ id: string }>('POST', '/users', {
      displayName: 'Before',
      email: 'renamed@names.example',
    });
    await service.backoffice.call('PATCH', `/users/${id}`, { displayName: 'Afterwards' });
    expect(namesOf(await list({ search: 'before' }))).toEqual([]);
    expect(namesOf(await list({ search: 'after' }))).toEqual(['Afterwards']);
    await query(service.databaseUrl, 'DELETE FROM users WHERE id = $1', [id]);
  });
});

describe('the filters of users', () => {
  it.each<[Record<string, string | boolean>, string[]]>([
    [{ role: 'admin' }, ['Grace Hopper', 'Administrator']],
    [{ role: 'viewer' }, ['ÅSE Ødegård', 'Adam Smith']],
    [{ suspended: true }, ['ÅSE Ødegård', "Conan O'Brien & Sons"]],
    [{ role: 'viewer', suspended: true }, ['ÅSE Ødegård']],
    [{ role: 'viewer', suspended: false }, ['Adam Smith']],
    [{ role: 'admin', suspended: true }, []],
  ])('%j', async (filter, names) => {
    const page = await list(filter);
    expect([namesOf(page), page.pagination.total]).toEqual([names, names.length]);
  });

  it('do not apply if they are absent', async () => {
    expect((await list()).pagination.total).toBe(PEOPLE.length + 1);
    expect((await list({ suspended: false })).pagination.total).toBe(PEOPLE.length + 1 - 2);
  });
});

describe('the order of users', () => {
  const SORTED = ['bob', 'Alice', 'alice', 'Carol', 'BOB', 'dave', 'alice'];

  beforeAll(async () => {
    for (const [index, displayName] of SORTED.entries()) {
      await service.backoffice.call('POST', '/users', { displayName, email: `${9 - index}@order.example` });
    }
  });

  it.each([
    ['createdAt', SORTED],
    ['displayName', ['Alice', 'alice', 'alice', 'bob', 'BOB', 'Carol', 'dave']],
    ['email', SORTED.toReversed()],
  ])('by %s is stable, the same for any page size, and reversible', async (sort, names) => {
    const search = 'order';
    const all = await list({ search, sort, order: 'asc' });
    expect(namesOf(all)).toEqual(names);
    expect(await list({ search, sort, order: 'desc' })).toEqual({ ...all, users: all.users.toReversed() });
    for (const order of ['asc', 'desc']) {
      const expected = order === 'asc' ? all.users : all.users.toReversed();
      for (const limit of [1, 2, 3, 4, 6, 7, 8]) {
        const pages = Array.from({ length: Math.ceil(7 / limit) }, (_, index) => index + 1);
        const read = await Promise.all(pages.map((page) => list({ search, sort, order, limit, page })));
        expect(read.flatMap(({ users }) => users)).toEqual(expected);
        expect((await list({ search, sort, order, limit, page: pages.length + 1 })).users).toEqual([]);
      }
    }
  });

  it('is newest first by default', async () => {
    expect(namesOf(await list({ search: 'order' }))).toEqual(SORTED.toReversed());
    expect(namesOf(await list({ search: 'order', order: 'asc' }))).toEqual(SORTED);
  });
});

describe('the list of users', () => {
  it('has pages like every list', async () => {
    const { pagination } = await list({ limit: 1000 });
    const { total } = pagination;
    expect(pagination).toEqual({ page: 1, limit: 100, total, totalPages: 1 });
    expect((await list({ limit: 2, page: 2 })).pagination).toEqual({
      page: 2,
      limit: 2,
      total,
      totalPages: Math.ceil(total / 2),
    });
    expect(await list({ page: 99 })).toEqual({ users: [], pagination: { page: 99, limit: 30, total, totalPages: 1 } });
  });

  it.each([
    ['page=0', /^page: must be a whole number/],
    ['page=1.5', /^page: must be /],
    ['page=', /^page: must be /],
    ['page=1&page=2', /^page: must be one number$/],
    ['page[]=1', /^page: must not be given in brackets$/],
    ['limit=-1', /^limit: must be /],
    ['limit=9007199254740992', /^limit: must be /],
    ['role=owner', /^role: must be one of admin, editor, application, player, viewer$/],
    ['role=', /^role: must be one of /],
    ['role=constructor', /^role: must be one of /],
    ['role=admin&role=player', /^role: must be a string$/],
    ['suspended=yes', /^suspended: must be true or false$/],
    ['suspended=TRUE', /^suspended: must be true or false$/],
    ['suspended=', /^suspended: must be true or false$/],
    ['sort=role', /^sort: must be one of createdAt, displayName, email$/],
    ['sort=toString', /^sort: must be one of /],
    ['sort=created_at', /^sort: must be one of /],
    ['order=up', /^order: must be one of asc, desc$/],
    ['order=ASC', /^order: must be one of asc, desc$/],
    ['search=a&search=b', /^search: must be a string$/],
    ['search[]=a', /^search: must not be given in brackets$/],
    ['search=%00', /^search: must be well-formed Unicode without U\+0000$/],
    ['search=%FF', /^search: must be well-formed Unicode without U\+0000$/],
    ['search=a%ED%A0%80', /^search: must be well-formed Unicode without U\+0000$/],
    [`search=${'a'.repeat(201)}`, /^search: must have 0 to 200 characters$/],
    ['role=owner&sort=role', /^role: must [^;]+; sort: must [^;]+$/],
  ])('rejects %s', async (parameters, error) => {
    const response = await service.backoffice.request('GET', `/users?${parameters}`);
    expect([response.status, await response.json()]).toEqual([400, { error: expect.stringMatching(error) as unknown }]);
  });
});

describe('a list of many users', () => {
  it('is searched by its index', async () => {
    const { databaseUrl } = service;
    await query(
      databaseUrl,
      `INSERT INTO users (id, email, display_name, role)
       SELECT gen_random_uuid(), 'many' || n || '@many.example', 'Many ' || n, 'player' FROM generate_series(1, 5000) AS n`,
    );
    await query(databaseUrl, 'ANALYZE users');
    const scans = `SELECT idx_scan::int AS scans FROM pg_stat_user_indexes WHERE indexrelname = 'users_words'`;
    await until('the index was read', async () => {
      expect((await list({ search: 'many4321' })).pagination.total).toBe(1);
      const [index] = await query<{ scans: number }>(databaseUrl, scans);
      return (index?.scans ?? 0) > 0 || index;
    });
  });

  it.each(['createdAt', 'displayName', 'email'])(
    'has a last page by %s that is the first of the turned order',
    async (sort) => {
      const { pagination } = await list({ limit: 100 });
      const last = await list({ sort, order: 'asc', limit: 100, page: pagination.totalPages });
      const first = await list({ sort, order: 'desc', limit: 100 });
      expect(last.users).toEqual(first.users.slice(0, pagination.total % 100 || 100).toReversed());
    },
  );
});
