// Callers with a valid key or session but without the right: attempts of others, routes of administrators, read-only fields.
import { EndpointRegistry } from '#libs/http';
import { submitAccepted } from '../../../test/support/attempts.js';
import { Backoffice } from '../../../test/support/backoffice.js';
import { query } from '../../../test/support/database.js';
import { attemptAt, createPlayer, createQuiz, type Player, quizBody } from '../../../test/support/factories.js';
import { send } from '../../../test/support/http.js';
import {
  METHODS,
  type OpenApiDocument,
  type RequestBody,
  resolve,
  type SchemaObject,
} from '../../../test/support/openapi/document.js';
import { documentsOf } from '../../../test/support/openapi/documents-of.js';
import { baseOf } from '../../../test/support/openapi/paths.js';
import { createApplication } from '../../../test/support/players.js';
import { API_RIGHTS } from '../../../test/support/rights.js';
import { sharedService, type SharedService } from '../../../test/support/service.js';

const NONE = '019b76da-a800-7000-8000-000000000001';
const PASSWORD = 'correct horse battery';

let service: SharedService;
let admin: Player;
let owner: Player;
let application: Player;
let quizId: string;
let attemptId: string;

beforeAll(async () => {
  service = await sharedService();
  application = await createApplication(service);
  admin = await createPlayer(service, 'admin');
  owner = await createPlayer(service);
  const quiz = await createQuiz(admin);
  quizId = quiz.id;
  ({ attemptId } = await submitAccepted(owner, quizId, attemptAt(quiz, 1)));
});

const routesUnder = (prefix: string) =>
  service.app.get(EndpointRegistry).endpoints.filter(({ path }) => path.startsWith(`${prefix}/`));

const readable = (value: unknown) => JSON.stringify(value);

describe('an attempt of another user', () => {
  /** The response to another player, without the parts that differ in every response. */
  async function responseTo(path: string, key: string): Promise<unknown> {
    const { status, text } = await send(service.url, 'GET', path, { headers: { 'x-api-key': key } });
    return [status, text];
  }

  it.each(['player', 'viewer'] as const)('does not exist for a %s, on any route', async (role) => {
    const { key } = await createPlayer(service, role);
    const routes = routesUnder('/api').filter(({ path }) => path.includes(':attemptId'));
    expect(routes.map(({ method }) => method)).toEqual(['GET']);
    for (const { path } of routes) {
      const [foreign, none] = [attemptId, NONE].map((id) => path.replace(':id', quizId).replace(':attemptId', id));
      expect(await responseTo(foreign ?? '', key)).toEqual(await responseTo(none ?? '', key));
      expect(await responseTo(foreign ?? '', key)).toEqual([404, readable({ error: 'Attempt not found' })]);
      expect(await responseTo(foreign ?? '', owner.key)).toEqual([200, expect.stringContaining(owner.userId)]);
    }
  });

  it('is in no list for another player, whichever user is requested', async () => {
    const { key } = await createPlayer(service);
    for (const parameters of ['', `?userId=${owner.userId}`, `?userId=${admin.userId}`, `?userId=${NONE}`]) {
      const [status, text] = (await responseTo(`/api/quizzes/${quizId}/attempts${parameters}`, key)) as [
        number,
        string,
      ];
      expect([status, (JSON.parse(text) as { attempts: unknown[] }).attempts]).toEqual([200, []]);
      expect(text).not.toContain(attemptId);
    }
    const twice = await responseTo(`/api/quizzes/${quizId}/attempts?userId=${NONE}&userId=${owner.userId}`, key);
    expect(twice).toEqual([400, expect.not.stringContaining(attemptId)]);
  });

  it('is always submitted as the caller', async () => {
    const other = await createPlayer(service);
    const quiz = await createQuiz(admin);
    const body = { ...attemptAt(quiz, 1), userId: owner.userId };
    const headers = { 'x-api-key': other.key, 'content-type': 'application/json', 'x-user-id': owner.userId };
    const target = `/api/quizzes/${quiz.id}/attempts`;
    const rejected = await send(service.url, 'POST', target, { headers, body: readable(body) });
    expect([rejected.status, rejected.text]).toEqual([400, readable({ error: 'userId: unknown field' })]);
    const taken = await send(service.url, 'POST', `${target}?userId=${owner.userId}`, {
      headers,
      body: readable(attemptAt(quiz, 1)),
    });
    expect(taken.status).toBe(201);
    const rows = await query(service.databaseUrl, 'SELECT user_id FROM attempts WHERE quiz_id = $1', [quiz.id]);
    expect(rows).toEqual([{ user_id: other.userId }]);
  });

  it('is not replayed for the same Idempotency-Key of another user', async () => {
    const quiz = await createQuiz(admin);
    const takers = [await createPlayer(service), await createPlayer(service)];
    const answers = [];
    for (const { key } of takers) {
      const headers = { 'x-api-key': key, 'content-type': 'application/json', 'idempotency-key': 'the-same' };
      const body = readable(attemptAt(quiz, 1));
      answers.push(await send(service.url, 'POST', `/api/quizzes/${quiz.id}/attempts`, { headers, body }));
    }
    expect(answers.map(({ status, headers }) => [status, headers['idempotency-replayed']])).toEqual([
      [201, undefined],
      [201, undefined],
    ]);
    expect(answers[0]?.text).not.toBe(answers[1]?.text);
  });
});

describe('routes of the backoffice', () => {
  /** Sends a request to each route that needs a session. @returns the responses, by route */
  async function askAll(headers: Record<string, string>): Promise<Record<string, unknown>> {
    const answers: Record<string, unknown> = {};
    for (const { method, path, access } of routesUnder('/admin/api')) {
      if (access.kind !== 'session') continue;
      const target = path.replace(':id', quizId).replace(':attemptId', attemptId);
      const { status, text } = await send(service.url, method, target, {
        headers: { 'content-type': 'application/json', ...headers },
        ...(method !== 'GET' && { body: '{}' }),
      });
      answers[`${method} ${path}`] = [status, text];
    }
    expect(Object.keys(answers).length).toBeGreaterThan(25);
    return answers;
  }

  const NOT_SIGNED_IN = [401, readable({ error: 'Not signed in' })];

  it.each(['player', 'viewer'] as const)('reject the API key of a %s, wherever it is sent', async (role) => {
    const { key } = await createPlayer(service, role);
    const answers = await askAll({ 'x-api-key': key, authorization: `Bearer ${key}`, cookie: `session=${key}` });
    for (const [route, told] of Object.entries(answers)) expect([route, told]).toEqual([route, NOT_SIGNED_IN]);
  });

  it.each([
    ['a player', "role = 'player'"],
    ['a viewer', "role = 'viewer'"],
    ['an administrator who is suspended', 'suspended = true'],
  ])('reject the session of %s', async (_, change) => {
    const email = `demoted-${change.replaceAll(/\W/g, '')}@example.com`;
    const fields = { email, displayName: 'Demoted', role: 'admin', password: PASSWORD };
    const { id } = await service.backoffice.call<{ id: string }>('POST', '/users', fields);
    const { cookie, csrfToken } = await Backoffice.signIn(service.url, { email, password: PASSWORD });
    // Behind the back of the service, which would have ended the session.
    await query(service.databaseUrl, `UPDATE users SET ${change} WHERE id = $1`, [id]);
    const answers = await askAll({ cookie, 'x-csrf-token': csrfToken });
    for (const [route, told] of Object.entries(answers)) expect([route, told]).toEqual([route, NOT_SIGNED_IN]);
    expect(await query(service.databaseUrl, 'SELECT 1 FROM sessions WHERE user_id = $1', [id])).toHaveLength(1);
  });

  it('reject writes with the CSRF token of another session', async () => {
    const fields = { email: 'other@example.com', displayName: 'Other', role: 'admin', password: PASSWORD };
    await service.backoffice.call('POST', '/users', fields);
    const other = await Backoffice.signIn(service.url, { email: fields.email, password: PASSWORD });
    const answers = await askAll({ cookie: other.cookie, 'x-csrf-token': service.backoffice.csrfToken });
    for (const [route, told] of Object.entries(answers)) {
      if (!route.startsWith('GET'))
        expect([route, told]).toEqual([route, [403, readable({ error: 'Invalid CSRF token' })]]);
    }
  });
});

/** The operations of a document that take a body, with its example and its fields. */
function writesOf(document: OpenApiDocument): { route: string; example: object; fields: string[] }[] {
  return Object.entries(document.paths ?? {}).flatMap(([path, item]) =>
    METHODS.flatMap((method) => {
      const { schema, example } =
        (item[method]?.requestBody as RequestBody | undefined)?.content['application/json'] ?? {};
      if (schema === undefined) return [];
      const { properties = {} } = resolve<SchemaObject>(document, schema as SchemaObject);
      const route = `${method.toUpperCase()} ${baseOf(document)}${path.replaceAll(/\{(\w+)\}/g, ':$1')}`;
      return [{ route, example: example as object, fields: Object.keys(properties) }];
    }),
  );
}

describe('a read-only field', () => {
  const FORBIDDEN = {
    id: NONE,
    createdAt: '2020-01-01T00:00:00Z',
    updatedAt: '2020-01-01T00:00:00Z',
    authorId: NONE,
    isAdmin: true,
    scopes: ['quizzes:write'],
    passwordHash: 'x',
    passed: true,
  };

  /** Fields that clients may send back as they read them. */
  const SENT_BACK = ['id', 'createdAt', 'updatedAt', 'authorId'];
  const quizWrites = [
    'POST /admin/api/quizzes',
    'PUT /admin/api/quizzes/:id',
    'POST /api/quizzes',
    'PUT /api/quizzes/:id',
  ];

  function write(route: string, body: object) {
    const [method = '', path = ''] = route.split(' ');
    const headers: Record<string, string> = path.startsWith('/admin')
      ? { cookie: service.backoffice.cookie, 'x-csrf-token': service.backoffice.csrfToken }
      : { 'x-api-key': (API_RIGHTS.get(route)?.includes('admin') === false ? application : admin).key };
    const target = path.replace(':id', quizId);
    return send(service.url, method, target, {
      headers: { ...headers, 'content-type': 'application/json' },
      body: readable(body),
    });
  }

  it('is rejected by every write whose body does not declare it', async () => {
    const writes = documentsOf(service.app).flatMap(writesOf);
    expect(writes.length).toBeGreaterThan(10);
    for (const { route, example, fields } of writes) {
      for (const [name, value] of Object.entries(FORBIDDEN)) {
        if (fields.includes(name)) continue;
        const { status, text } = await write(route, { ...example, [name]: value });
        expect([route, status, text]).toEqual([route, 400, readable({ error: `${name}: unknown field` })]);
      }
    }
  });

  it.each(quizWrites)('is ignored if it was returned by a read: %s', async (route) => {
    for (const name of SENT_BACK) {
      const value = FORBIDDEN[name as keyof typeof FORBIDDEN];
      const { status, text } = await write(route, { ...quizBody(), [name]: value });
      expect([name, status < 300, text.includes(readable(value))]).toEqual([name, true, false]);
    }
  });

  it('does not change the author of a quiz', async () => {
    const { data } = await admin.api.POST('/quizzes', { body: { ...quizBody(), authorId: owner.userId } as never });
    expect(data?.author.id).toBe(admin.userId);
  });
});
