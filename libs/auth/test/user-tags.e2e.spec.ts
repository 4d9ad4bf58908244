import { QueryBus } from '@nestjs/cqrs';
import { vi } from 'vitest';
import { Database } from '#libs/database';
import { query } from '../../../test/support/database.js';
import { sharedService, type SharedService } from '../../../test/support/service.js';
import { until } from '../../../test/support/until.js';

interface User {
  id: string;
  displayName: string;
  tags?: string[];
}

interface Page {
  users: User[];
  pagination: { total: number };
}

let service: SharedService;

beforeAll(async () => {
  service = await sharedService();
});

let created = 0;

const createUser = (displayName: string, fields: object = {}) =>
  service.backoffice.call<User>('POST', '/users', {
    email: `tagged${++created}@example.com`,
    displayName,
    ...fields,
  });

const read = ({ id }: User) => service.backoffice.call<User>('GET', `/users/${id}`);

const tagsOf = async (...users: User[]) => Promise.all(users.map(async (user) => (await read(user)).tags));

const auditOf = async ({ id }: User) => {
  const path = `/audit?subjectId=${id}`;
  const { entries } = await service.backoffice.call<{ entries: { action: string; details: object }[] }>('GET', path);
  return entries.map(({ action, details }) => [action, details]);
};

async function change(users: User[], changes: object): Promise<[number, { error?: string; users?: User[] }]> {
  const body = { users: users.map(({ id }) => ({ id })), ...changes };
  const response = await service.backoffice.request('PATCH', '/users', body);
  return [response.status, (await response.json()) as { error?: string; users?: User[] }];
}

const list = async (parameters: string) => {
  const { users, pagination } = await service.backoffice.call<Page>('GET', `/users?${parameters}`);
  return [users.map(({ displayName }) => displayName), pagination.total];
};

describe('the tags of a user', () => {
  it('are created with the user and replaced, and the audit log has both', async () => {
    const user = await createUser('Ada', { tags: [' 7b ', '7B', 'Chess'] });
    expect(user.tags).toEqual(['7b', 'Chess']);
    expect((await auditOf(user))[0]).toEqual(['user.created', expect.objectContaining({ tags: ['7b', 'Chess'] })]);
    const changed = await service.backoffice.call<User>('PATCH', `/users/${user.id}`, { tags: ['8b'] });
    expect(changed.tags).toEqual(['8b']);
    const difference = ['user.changed', { tags: { from: ['7b', 'Chess'], to: ['8b'] } }];
    expect((await auditOf(user))[0]).toEqual(difference);
    await service.backoffice.call('PATCH', `/users/${user.id}`, { tags: ['8b'], displayName: 'Ada' });
    expect((await auditOf(user))[0]).toEqual(difference);
  });

  it('are absent if there are none', async () => {
    const user = await createUser('Bare');
    expect(user).not.toHaveProperty('tags');
    expect(await read(user)).toEqual(user);
    expect((await auditOf(user))[0]?.[1]).not.toHaveProperty('tags');
  });

  it.each([
    ['tags: must be a list', '7b'],
    ['tags: must have at most 20 items', Array.from({ length: 21 }, String)],
    ['tags: each item must have 1 to 50 characters', [' ']],
    ['tags: each item must be a string', [7]],
  ])('are rejected: %s', async (error, tags) => {
    const body = { email: 'wrong@example.com', displayName: 'Wrong', tags };
    const response = await service.backoffice.request('POST', '/users', body);
    expect([response.status, await response.json()]).toEqual([400, { error }]);
  });
});

describe('PATCH /users', () => {
  it('adds tags to all users and takes tags from them, and writes an entry for each who differs', async () => {
    const [ada, eve] = [await createUser('Ada', { tags: ['7b', 'Chess'] }), await createUser('Eve')];
    const [status, { users }] = await change([ada, eve], { addTags: ['8b'], removeTags: ['7B', 'unknown'] });
    expect([status, users?.length]).toEqual([200, 2]);
    expect(await tagsOf(ada, eve)).toEqual([['Chess', '8b'], ['8b']]);
    expect((await auditOf(eve))[0]).toEqual(['user.changed', { tags: { from: [], to: ['8b'] } }]);
    await change([ada, eve], { addTags: ['CHESS'] });
    expect(await tagsOf(ada, eve)).toEqual([
      ['Chess', '8b'],
      ['8b', 'CHESS'],
    ]);
    expect(await auditOf(ada)).toHaveLength(2);
  });

  it('changes nobody if one would have too many', async () => {
    const full = await createUser('Full', { tags: Array.from({ length: 20 }, (_, number) => `Tag ${number}`) });
    const other = await createUser('Other');
    expect(await change([full, other], { addTags: ['one more'] })).toEqual([
      400,
      { error: 'addTags: Full would have more than 20 tags' },
    ]);
    expect(await tagsOf(other)).toEqual([undefined]);
    expect((await change([full, other], { removeTags: ['tag 0'], addTags: ['one more'] }))[0]).toBe(200);
  });

  it('reads the names for its entries with one query', async () => {
    const users = [await createUser('One'), await createUser('Two'), await createUser('Three')];
    const execute = vi.spyOn(service.app.get(QueryBus), 'execute').mockClear();
    await change(users, { addTags: ['7b'] });
    const messages = execute.mock.calls.map(([message]) => message.constructor.name);
    expect(messages.filter((name) => name === 'GetProfiles')).toHaveLength(1);
    for (const user of users)
      expect((await auditOf(user))[0]).toEqual(['user.changed', { tags: { from: [], to: ['7b'] } }]);
  });

  it('does not tell webhooks about tags, which only this service knows', async () => {
    const user = await createUser('Quiet');
    const webhook = { name: 'Receiver', url: 'https://receiver.invalid/hook', events: ['user.changed'] };
    const { id } = await service.backoffice.call<{ id: string }>('POST', '/webhooks', webhook);
    await change([user], { addTags: ['7b'] });
    await change([user], { role: 'viewer', addTags: ['8b'] });
    const deliveries = () => query(service.databaseUrl, 'SELECT FROM webhook_deliveries WHERE webhook_id = $1', [id]);
    await until('the change of the role is delivered', async () => (await deliveries()).length > 0);
    expect(await deliveries()).toHaveLength(1);
    await service.backoffice.call('DELETE', `/webhooks/${id}`);
  });
});

describe('the list of users', () => {
  it('is filtered by a tag in any case, with other filters, and counts the users of each tag', async () => {
    const class9 = ['9a', 'Ärzte'];
    await createUser('Nina', { tags: class9 });
    await createUser('Nils', { tags: ['9A'], role: 'viewer' });
    await createUser('Nora');
    expect(await list('tag=9A&sort=displayName&order=asc')).toEqual([['Nils', 'Nina'], 2]);
    expect(await list('tag=9a&role=viewer&search=ni')).toEqual([['Nils'], 1]);
    expect(await list(`tag=${encodeURIComponent(' ÄRZTE ')}`)).toEqual([['Nina'], 1]);
    expect(await list('tag=9')).toEqual([[], 0]);
    const { tags } = await service.backoffice.call<{ tags: object[] }>('GET', '/users/tags');
    expect(tags).toContainEqual({ tag: expect.stringMatching(/^9a$/i) as string, users: 2 });
    expect(tags).toContainEqual({ tag: 'Ärzte', users: 1 });
  });
});

describe('GET /users/tags', () => {
  const listTags = (search = '') =>
    service.backoffice.call<{ tags: { tag: string }[]; total: number }>('GET', `/users/tags?${search}`);

  it('reads the tags of all users again only after a change', async () => {
    const user = await createUser('Cached', { tags: ['cached'] });
    const { tags } = await listTags();
    expect(tags).toContainEqual({ tag: 'cached', users: 1 });
    const read = vi.spyOn(service.app.get(Database), 'query').mockClear();
    const reads = () => read.mock.calls.filter(([{ text }]) => text.includes('unnest(tags')).length;
    expect((await listTags()).tags).toEqual(tags);
    expect(reads()).toBe(0);
    for (const [tag, count] of [
      ['of the created', () => createUser('Created', { tags: ['of the created'] })],
      ['of the changed', () => change([user], { addTags: ['of the changed'] })],
    ] as const) {
      await count();
      expect((await listTags()).tags).toContainEqual({ tag, users: 1 });
    }
    await service.backoffice.call('POST', `/users/${user.id}/erasure`, { way: 'remove', reason: 'Left' });
    expect((await listTags()).tags.map(({ tag }) => tag)).not.toContain('of the changed');
  });

  it('lists up to 1,000, says how many there are, and finds others by their beginnings in any case', async () => {
    await query(
      service.databaseUrl,
      `INSERT INTO users (id, email, display_name, role, tags, tag_keys)
       SELECT gen_random_uuid(), number || '@many.example.com', 'Many', 'player', ARRAY['Many ' || number], ARRAY['many ' || number]
       FROM generate_series(1, 1100) AS number`,
    );
    await createUser('Last', { tags: ['many 7'] });
    const { tags, total } = await listTags();
    expect(tags).toHaveLength(1_000);
    expect(total).toBeGreaterThanOrEqual(1_100);
    expect(await listTags('search=MANY 109')).toEqual({
      tags: [109, 1090, 1091, 1092, 1093, 1094, 1095, 1096, 1097, 1098, 1099].map((number) => ({
        tag: `Many ${number}`,
        users: 1,
      })),
      total: 11,
    });
    expect(await listTags('search=no such tag')).toEqual({ tags: [], total: 0 });
  });
});

it('published_user_tags has the keys of the tags of all users who have any', async () => {
  const user = await createUser('Published', { tags: ['Published 7B'] });
  const find = () => query(service.databaseUrl, 'SELECT * FROM published_user_tags WHERE user_id = $1', [user.id]);
  expect(await find()).toEqual([{ user_id: user.id, tag_keys: ['published 7b'] }]);
  await change([user], { removeTags: ['published 7b'] });
  expect(await find()).toEqual([]);
});
