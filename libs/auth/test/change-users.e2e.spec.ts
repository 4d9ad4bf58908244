import { Backoffice } from '../../../test/support/backoffice.js';
import { query } from '../../../test/support/database.js';
import { apiWith } from '../../../test/support/factories.js';
import { type Service, startTwoServices } from '../../../test/support/service.js';

const PASSWORD = 'correct horse battery';
const UNKNOWN = '019b76da-a800-7000-8000-000000000001';

interface User {
  id: string;
  displayName: string;
  role: string;
  suspended: boolean;
  updatedAt: string;
}

let service: Service;
let other: Service;

beforeAll(async () => {
  [service, other] = await startTwoServices();
});

afterAll(() => service.close());

let created = 0;

const createUser = (displayName: string, fields: object = {}) =>
  service.backoffice.call<User>('POST', '/users', {
    email: `changed${++created}@example.com`,
    displayName,
    ...fields,
  });

const createUsers = (...names: string[]) => Promise.all(names.map((name) => createUser(name)));

async function administrator(displayName: string, url = service.url): Promise<Backoffice> {
  const email = `admin${++created}@example.com`;
  await createUser(displayName, { email, role: 'admin', password: PASSWORD });
  return Backoffice.signIn(url, { email, password: PASSWORD });
}

async function change(users: string[], changes: object, by = service.backoffice): Promise<[number, unknown]> {
  const response = await by.request('PATCH', '/users', { users: users.map((id) => ({ id })), ...changes });
  return [response.status, await response.json()];
}

const read = ({ id }: User) => service.backoffice.call<User>('GET', `/users/${id}`);

const auditOf = async ({ id }: User) =>
  (
    await service.backoffice.call<{ entries: { action: string; details: object }[] }>('GET', `/audit?subjectId=${id}`)
  ).entries.map(({ action, details }) => [action, details]);

describe('PATCH /users', () => {
  it('changes all users, returns them by id, and writes an audit entry for each who differs', async () => {
    const [ada, eve] = (await createUsers('Ada', 'Eve')) as [User, User];
    const zoe = await createUser('Zoë', { role: 'viewer' });
    const ids = [zoe.id, ada.id, eve.id];
    const [status, body] = await change(ids, { role: 'viewer' });
    const { users } = body as { users: User[] };
    expect([status, users.map(({ id, role }) => [id, role])]).toEqual([200, ids.sort().map((id) => [id, 'viewer'])]);
    for (const user of [ada, eve, zoe]) expect(users).toContainEqual(await read(user));
    const promotion = ['user.changed', { role: { from: 'player', to: 'viewer' } }];
    expect((await auditOf(ada))[0]).toEqual(promotion);
    expect((await auditOf(eve))[0]).toEqual(promotion);
    expect((await auditOf(zoe)).map(([action]) => action)).toEqual(['user.created']);
    expect((await read(zoe)).updatedAt).toBe(zoe.updatedAt);
  });

  it('rejects the keys of suspended users from the next request on, until they are restored', async () => {
    const users = await createUsers('One', 'Two');
    const keys = await Promise.all(
      users.map(({ id }) =>
        service.backoffice.call<{ key: string }>('POST', '/keys', { name: 'Key', userId: id }).then(({ key }) => key),
      ),
    );
    const statuses = () =>
      Promise.all(keys.map(async (key) => (await apiWith(service.url, key).GET('/quizzes')).response.status));
    const ids = users.map(({ id }) => id);
    await change(ids, { suspended: true });
    expect(await statuses()).toEqual([403, 403]);
    await change(ids, { suspended: false });
    expect(await statuses()).toEqual([200, 200]);
  });

  it('ends the sessions of administrators who lose their access', async () => {
    const [one, two] = [await administrator('First'), await administrator('Second')];
    const sessions = async () => [
      (await one.request('GET', '/session')).status,
      (await two.request('GET', '/session')).status,
    ];
    expect(await sessions()).toEqual([200, 200]);
    expect((await change([one.userId, two.userId], { role: 'player' }))[0]).toBe(200);
    expect(await sessions()).toEqual([401, 401]);
    await change([one.userId, two.userId], { role: 'admin' });
    expect(await sessions()).toEqual([401, 401]);
  });

  it('changes nothing without a field, and a user once who is named twice', async () => {
    const user = await createUser('Twice');
    expect(await change([user.id], {})).toEqual([200, { users: [user] }]);
    const [status, body] = await change([user.id, user.id], { suspended: true });
    expect([status, (body as { users: User[] }).users.length]).toEqual([200, 1]);
    expect((await auditOf(user)).map(([action]) => action)).toEqual(['user.changed', 'user.created']);
    const { updatedAt } = await read(user);
    await change([user.id], { suspended: true });
    expect([(await read(user)).updatedAt, (await auditOf(user)).length]).toEqual([updatedAt, 2]);
  });

  it('names the ids of no user, and changes nobody', async () => {
    const user = await createUser('Known');
    const error = `users[1].id: no such user: ${UNKNOWN}`;
    expect(await change([user.id, UNKNOWN], { suspended: true })).toEqual([400, { error }]);
    expect(await read(user)).toEqual(user);
  });

  it.each([
    ['users: must be a list', { suspended: true }],
    ['users: must have 1 to 100 items', { users: [] }],
    ['users: must have at most 100 items', { users: Array.from({ length: 101 }, () => ({ id: UNKNOWN })) }],
    ['users[0].id: must be an id (a UUID in lower case)', { users: [{ id: 'ada' }] }],
    ['users[0]: must be an object', { users: [UNKNOWN] }],
    ['role: must be one of admin, editor, application, player, viewer', { users: [{ id: UNKNOWN }], role: 'boss' }],
    ['suspended: must be true or false', { users: [{ id: UNKNOWN }], suspended: 'yes' }],
    ['displayName: unknown field', { users: [{ id: UNKNOWN }], displayName: 'Same' }],
  ])('is rejected: %s', async (error, body) => {
    const response = await service.backoffice.request('PATCH', '/users', body);
    expect([response.status, await response.json()]).toEqual([400, { error }]);
  });

  it('changes 100 users in one request', async () => {
    const users = await query<{ id: string }>(
      service.databaseUrl,
      `INSERT INTO users (id, email, display_name, role)
       SELECT gen_random_uuid(), 'hundred' || n || '@example.com', 'Hundred ' || n, 'player' FROM generate_series(1, 100) AS n
       RETURNING id`,
    );
    const [status, body] = await change(
      users.map(({ id }) => id),
      { role: 'viewer', suspended: true },
    );
    expect(status).toBe(200);
    expect((body as { users: User[] }).users.every(({ role, suspended }) => role === 'viewer' && suspended)).toBe(true);
  });
});

describe('administrators', () => {
  it.each([{ role: 'player' }, { suspended: true }])(
    'cannot remove their own access with others: %j',
    async (removal) => {
      const user = await createUser('Beside');
      const self = await administrator('Myself');
      const error = 'Myself: You cannot remove your own access together with that of others';
      expect(await change([user.id, self.userId], removal, self)).toEqual([409, { error }]);
      expect(await read(user)).toEqual(user);
      expect((await self.request('GET', '/session')).status).toBe(200);
    },
  );

  it('can be among the users of a change that removes no access', async () => {
    const user = await createUser('Promoted');
    const self = await administrator('Promoter');
    const [status] = await change([user.id, self.userId], { role: 'admin', suspended: false }, self);
    expect([status, (await read(user)).role]).toEqual([200, 'admin']);
  });

  it('cannot all be removed by two who remove each other at two instances', async () => {
    for (let round = 0; round < 2; round++) {
      const [one, two] = [await administrator('One'), await administrator('Two', other.url)];
      const bystander = await createUser('Bystander');
      const only = [one.userId, two.userId];
      await query(service.databaseUrl, `UPDATE users SET role = 'player' WHERE id <> ALL ($1)`, [only]);
      const answers = await Promise.all([
        change([bystander.id, two.userId], { suspended: true }, one),
        change([bystander.id, one.userId], { suspended: true }, two),
      ]);
      const [rejected, ...others] = answers.filter(([status]) => status !== 200);
      expect(others).toEqual([]);
      expect([
        [409, { error: 'One: The last administrator cannot be removed' }],
        [409, { error: 'Two: The last administrator cannot be removed' }],
        [401, { error: 'Not signed in' }],
      ]).toContainEqual(rejected);
      const left = `SELECT id FROM users WHERE role = 'admin' AND NOT suspended`;
      expect(await query(service.databaseUrl, left)).toHaveLength(1);
      await query(service.databaseUrl, `UPDATE users SET role = 'admin' WHERE id = $1`, [service.backoffice.userId]);
    }
  });
});

it('concurrent changes of the same users at two instances all succeed', async () => {
  const users = await createUsers(...Array.from({ length: 10 }, (_, number) => `Contended ${number}`));
  const elsewhere = await administrator('Elsewhere', other.url);
  const ids = users.map(({ id }) => id);
  const changes = Array.from({ length: 8 }, (_, index) => {
    const named = index % 2 === 0 ? ids : ids.toReversed();
    const roles = { role: ['player', 'viewer', 'admin'][index % 3], suspended: index > 3 };
    return change(named, roles, index < 4 ? service.backoffice : elsewhere);
  });
  expect((await Promise.all(changes)).map(([status]) => status)).toEqual(changes.map(() => 200));
  const roles = new Set((await Promise.all(users.map(read))).map(({ role, suspended }) => `${role} ${suspended}`));
  expect(roles.size).toBe(1);
});
