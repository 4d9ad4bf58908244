import { Backoffice } from '../../../test/support/backoffice.js';
import { sharedService, type SharedService } from '../../../test/support/service.js';

let service: SharedService;

beforeAll(async () => {
  service = await sharedService();
});

interface User {
  id: string;
  email: string;
  displayName: string;
  image: string | null;
  role: string;
  suspended: boolean;
  createdAt: string;
  updatedAt: string;
}

async function answerOf(answer: Promise<Response>): Promise<[number, unknown]> {
  const response = await answer;
  return [response.status, await response.json()];
}

const create = (fields: object) => service.backoffice.request('POST', '/users', fields);
const get = (id: string) => service.backoffice.request('GET', `/users/${id}`);
const patch = (id: string, changes: object) => service.backoffice.request('PATCH', `/users/${id}`, changes);

let users = 0;

/** Creates a user who must be accepted. */
async function createUser(fields: object = {}): Promise<User> {
  return service.backoffice.call('POST', '/users', {
    email: `person${++users}@users.example`,
    displayName: 'Person',
    ...fields,
  });
}

const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;
const UUID_V7 = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
const UNKNOWN = '019b76da-a800-7000-8000-000000000001';
const EMAIL_TAKEN = [409, { error: 'Email is already in use' }];
const USER_NOT_FOUND = [404, { error: 'User not found' }];

describe('creating a user', () => {
  it('returns the user, by default a player without an image', async () => {
    const [status, user] = await answerOf(create({ email: ' Ada@Users.EXAMPLE ', displayName: ' Ada Lovelace ' }));
    expect(status).toBe(201);
    expect(user).toEqual({
      id: expect.stringMatching(UUID_V7) as unknown,
      email: 'ada@users.example',
      displayName: 'Ada Lovelace',
      image: null,
      role: 'player',
      suspended: false,
      createdAt: expect.stringMatching(TIME) as unknown,
      updatedAt: expect.stringMatching(TIME) as unknown,
    });
  });

  it('accepts image, role and password', async () => {
    const image = 'https://example.com/grace.png';
    const fields = { email: 'grace@users.example', displayName: 'Grace', image, role: 'admin' };
    const password = 'correct horse battery';
    const [status, user] = await answerOf(create({ ...fields, password }));
    expect([status, user]).toEqual([201, expect.objectContaining({ ...fields, suspended: false })]);
    expect(Object.keys(user as object).sort()).toEqual([
      'createdAt',
      'displayName',
      'email',
      'id',
      'image',
      'role',
      'suspended',
      'updatedAt',
    ]);
    const { userId } = await Backoffice.signIn(service.url, { email: fields.email, password });
    expect(userId).toBe((user as User).id);
  });

  const valid = { email: 'somebody@users.example', displayName: 'Somebody' };

  it.each<[string, object]>([
    ['body: must be an object', []],
    ['email: must be a string; displayName: must be a string', {}],
    ['email: must be a string', { ...valid, email: null }],
    ['email: must have 3 to 254 characters', { ...valid, email: 'a@' }],
    ['email: must have 3 to 254 characters', { ...valid, email: `a@${'b'.repeat(253)}` }],
    ['email: must be an email address', { ...valid, email: 'somebody' }],
    ['email: must be an email address', { ...valid, email: 'some body@users.example' }],
    ['email: must be an email address', { ...valid, email: 'a@b@users.example' }],
    ['email: must be well-formed Unicode without U+0000', { ...valid, email: 'a\0@users.example' }],
    ['displayName: must have 1 to 100 characters', { ...valid, displayName: ' ' }],
    ['displayName: must have 1 to 100 characters', { ...valid, displayName: '𝒜'.repeat(101) }],
    ['displayName: must be well-formed Unicode without U+0000', { ...valid, displayName: '\ud800' }],
    ['displayName: must be a string', { ...valid, displayName: { first: 'Some' } }],
    ['image: must be an absolute http or https URL', { ...valid, image: 'ftp://example.com/image.png' }],
    ['image: must be an absolute http or https URL', { ...valid, image: '/image.png' }],
    ['role: must be one of admin, editor, application, player, viewer', { ...valid, role: 'owner' }],
    ['role: must be one of admin, editor, application, player, viewer', { ...valid, role: 'constructor' }],
    ['password: must have 12 to 200 characters', { ...valid, password: 'eleven char' }],
    ['password: must have 12 to 200 characters', { ...valid, password: 'p'.repeat(201) }],
    [
      'password: must be harder to guess. This is similar to a commonly used password. Add more words that are less common.',
      { ...valid, password: 'password1234' },
    ],
    ['id: unknown field; suspended: unknown field', { ...valid, id: UNKNOWN, suspended: true }],
  ])('is rejected with the path of the field: %s', async (error, body) => {
    expect(await answerOf(create(body))).toEqual([400, { error }]);
  });

  it("rejects a password made of the user's name, and accepts another one afterwards", async () => {
    const user = { email: 'boole.george@users.example', displayName: 'George Boole' };
    for (const password of ['boole.george@users.example', 'George Boole', 'boolegeorge12']) {
      const [status, { error }] = (await answerOf(create({ ...user, password }))) as [number, { error: string }];
      expect([status, error]).toEqual([400, expect.stringMatching(/^password: must be harder to guess\. /)]);
    }
    expect((await answerOf(create({ ...user, password: 'correct horse battery' })))[0]).toBe(201);
  });

  it('accepts values of the maximum length', async () => {
    const email = `a@${'b'.repeat(252)}`;
    const displayName = '𝒜'.repeat(100);
    expect(await createUser({ email, displayName })).toMatchObject({ email, displayName });
  });

  it('is rejected if a user has the email in upper or lower case', async () => {
    await createUser({ email: 'taken@users.example' });
    for (const email of ['taken@users.example', 'Taken@Users.example', ' TAKEN@USERS.EXAMPLE ']) {
      expect(await answerOf(create({ ...valid, email }))).toEqual(EMAIL_TAKEN);
    }
  });

  it('creates one user for concurrent requests with the same email', async () => {
    const emails = Array.from({ length: 12 }, (_, index) =>
      index % 2 === 0 ? 'race@users.example' : 'RACE@users.example',
    );
    const answers = await Promise.all(emails.map((email) => answerOf(create({ ...valid, email }))));
    expect(answers.filter(([status]) => status === 201)).toHaveLength(1);
    expect(answers.filter(([status]) => status !== 201)).toEqual(Array.from({ length: 11 }, () => EMAIL_TAKEN));
  });
});

describe('a user', () => {
  it('is returned as currently stored', async () => {
    const user = await createUser({ image: 'https://example.com/ada.png' });
    expect(await answerOf(get(user.id))).toEqual([200, user]);
    const changed = await service.backoffice.call('PATCH', `/users/${user.id}`, {
      displayName: 'Ada',
      suspended: true,
    });
    expect(await answerOf(get(user.id))).toEqual([200, changed]);
  });

  it.each([UNKNOWN, 'nobody', UNKNOWN.toUpperCase(), '%00', "'"])('is not found by an unknown id: %s', async (id) => {
    expect(await answerOf(get(id))).toEqual(USER_NOT_FOUND);
  });
});

describe('the roles', () => {
  it('are listed with their scopes', async () => {
    const { roles } = await service.backoffice.call<{ roles: { name: string; scopes: string[] }[] }>('GET', '/roles');
    const ofAttempts = roles.map(({ name, scopes }) => [name, scopes.filter((scope) => scope.startsWith('attempts:'))]);
    expect(ofAttempts).toEqual([
      ['admin', ['attempts:read', 'attempts:write']],
      ['editor', ['attempts:read', 'attempts:write']],
      ['application', ['attempts:read', 'attempts:write']],
      ['player', ['attempts:read', 'attempts:write']],
      ['viewer', ['attempts:read']],
    ]);
    expect(roles.filter(({ scopes }) => scopes.includes('quizzes:write'))).toMatchObject([{ name: 'admin' }]);
  });

  it('are documented with scopes of a player as the example', async () => {
    const headers = { cookie: service.backoffice.cookie };
    const text = await (await fetch(`${service.url}/admin/api/openapi.json`, { headers })).text();
    const player = await service.backoffice.scopesOf('player');
    const { components } = JSON.parse(text) as {
      components: { schemas: Record<string, { properties: { scopes: { example: string[] } } }> };
    };
    for (const schema of ['RoleScopes', 'ApiKeyOwner']) {
      const example = components.schemas[schema]?.properties.scopes.example;
      expect(example).toContain('attempts:write');
      expect(player).toEqual(expect.arrayContaining(example ?? []));
    }
  });
});

describe('changing a user', () => {
  it('changes only the sent fields', async () => {
    const user = await createUser({ image: 'https://example.com/1.png' });
    const changes = [
      { displayName: 'Renamed' },
      { image: 'https://example.com/2.png' },
      { image: null },
      { role: 'viewer' },
      { suspended: true },
      { displayName: 'Both', suspended: false },
    ];
    let expected: object = user;
    for (const change of changes) {
      expected = { ...expected, ...change, updatedAt: expect.stringMatching(TIME) as unknown };
      expect(await answerOf(patch(user.id, change))).toEqual([200, expected]);
    }
    const [, stored] = (await answerOf(get(user.id))) as [number, User];
    expect(stored).toEqual(expected);
    expect(stored.updatedAt.localeCompare(user.updatedAt)).toBe(1);
  });

  it.each([{}, { displayName: 'Person', image: null, role: 'player', suspended: false }])(
    'changes nothing where nothing is to become different: %j',
    async (changes) => {
      const user = await createUser();
      expect(await answerOf(patch(user.id, changes))).toEqual([200, user]);
      expect(await answerOf(get(user.id))).toEqual([200, user]);
    },
  );

  it.each<[string, object]>([
    ['displayName: must be a string', { displayName: null }],
    ['displayName: must have 1 to 100 characters', { displayName: '' }],
    ['image: must be an absolute http or https URL', { image: 'image.png' }],
    ['role: must be one of admin, editor, application, player, viewer', { role: null }],
    ['suspended: must be true or false', { suspended: 'false' }],
    ['email: unknown field', { email: 'other@users.example' }],
    ['password: unknown field', { password: 'correct horse battery' }],
  ])('is rejected with the path of the field: %s', async (error, changes) => {
    const user = await createUser();
    expect(await answerOf(patch(user.id, changes))).toEqual([400, { error }]);
    expect(await answerOf(patch(UNKNOWN, changes))).toEqual([400, { error }]);
  });

  it.each([UNKNOWN, 'nobody', UNKNOWN.toUpperCase(), '%00', "'"])('is rejected for an unknown user: %s', async (id) => {
    expect(await answerOf(patch(id, { displayName: 'Nobody' }))).toEqual(USER_NOT_FOUND);
    expect(await answerOf(patch(id, { role: 'player' }))).toEqual(USER_NOT_FOUND);
  });
});
