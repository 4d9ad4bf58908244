// The header `X-Player`: an application acts for a player of its own, with the rights of both.
import { parse } from 'csv-parse/sync';
import { ROLES } from '#libs/access';
import { countStatuses, submit, submitAccepted } from '../../../test/support/attempts.js';
import { query } from '../../../test/support/database.js';
import {
  attemptAt,
  createPlayer,
  createQuiz,
  type Player,
  type Quiz,
  quizBody,
} from '../../../test/support/factories.js';
import { Follower } from '../../../test/support/feed.js';
import { type Answer, send } from '../../../test/support/http.js';
import { documentsOf } from '../../../test/support/openapi/documents-of.js';
import { operationsOf } from '../../../test/support/openapi/operations.js';
import { apiFor, createApplication, registerPlayer } from '../../../test/support/players.js';
import { createWebhook, Receiver } from '../../../test/support/receiver.js';
import { API_RIGHTS } from '../../../test/support/rights.js';
import { type Service, startService, startTwoServices } from '../../../test/support/service.js';

let service: Service;
let second: Service;
let admin: Player;
let application: Player;
let other: Player;
let quiz: Quiz;
let operations: ReturnType<typeof operationsOf>;

beforeAll(async () => {
  [service, second] = await startTwoServices({ WEBHOOK_NETWORKS: '127.0.0.1' });
  admin = await createPlayer(service, 'admin');
  application = await createApplication(service);
  other = await createApplication(service);
  quiz = await createQuiz(admin);
  operations = operationsOf(documentsOf(service.app)[0]);
});

afterAll(() => service.close());

const INSUFFICIENT = [403, '{"error":"Insufficient permissions"}'];
const NOT_FOUND = [404, '{"error":"Player not found"}'];
const MALFORMED = [400, '{"error":"X-Player must be one external id of 1 to 255 visible characters, percent-encoded"}'];

const shown = ({ status, text }: Answer) => [status, text];

/** Sends a request without a body, or with an empty one, to a route. */
function ask(route: string, key: string, player: string | string[] | undefined, url = service.url): Promise<Answer> {
  const [method = '', path = ''] = route.split(' ');
  const headers = { 'x-api-key': key, ...(player !== undefined && { 'x-player': player }) };
  const target = path.replaceAll(/:\w+/g, (name) => (name === ':id' ? quiz.id : 'none'));
  return send(url, method, target, { headers });
}

const suspend = (userId: string, suspended: boolean) =>
  service.backoffice.call('PATCH', `/users/${userId}`, { suspended });
const setRole = (userId: string, role: string) => service.backoffice.call('PATCH', `/users/${userId}`, { role });

describe.each([...API_RIGHTS])('X-Player at %s', (route, roles) => {
  const isFor = (role: 'application' | 'player') => roles.includes(role);

  it('acts with the rights of both, and only for players of the application', async () => {
    const id = `rights ${route}`;
    const { userId } = await registerPlayer(service, application, id);
    const header = encodeURIComponent(id);
    const foreign = await registerPlayer(service, other, `theirs ${route}`);
    const allowed = await ask(route, application.key, header);
    if (isFor('application') && isFor('player')) {
      expect([401, 403]).not.toContain(allowed.status);
      expect(allowed.text).not.toContain('Player not found');
    } else expect(shown(allowed)).toEqual(INSUFFICIENT);
    const unknown = isFor('application') ? NOT_FOUND : INSUFFICIENT;
    for (const name of ['nobody', encodeURIComponent(`theirs ${route}`), foreign.userId, userId, application.userId])
      expect(shown(await ask(route, application.key, name))).toEqual(unknown);
    await suspend(userId, true);
    const suspended = await ask(route, application.key, header);
    expect(shown(suspended)).toEqual(INSUFFICIENT);
    // Another code than that of the key's own user.
    if (isFor('application')) expect(suspended.headers['x-error-code']).toBe('player_suspended');
  });

  it.each([
    ['empty', ''],
    ['longer than 255 characters', 'a'.repeat(256)],
    ['with an encoded control character', 'a%0Ab'],
    ['with white space at its end', 'a%20'],
    ['not percent-encoded', '50%'],
    ['not of ASCII', 'caf\u00e9'],
    ['sent twice', ['rights', 'rights']],
  ])('is rejected: %s', async (_, header) => {
    const expected = isFor('application') ? MALFORMED : INSUFFICIENT;
    expect(shown(await ask(route, application.key, header))).toEqual(expected);
    expect((await ask(route, 'none', header)).status).toBe(401);
  });

  it('is described if it can act for a player there', () => {
    const [method = '', path = ''] = route
      .replace('/api', '')
      .replaceAll(/:(\w+)/g, '{$1}')
      .split(' ');
    const operation = operations.find((one) => one.method === method && one.template === path);
    const names = operation?.parameters.map(({ name }) => name);
    expect(names?.includes('X-Player')).toBe(isFor('application') && isFor('player'));
  });

  it('needs players:act, whatever the header says', async () => {
    for (const role of ROLES.filter((one) => one !== 'application')) {
      const { key } = role === 'admin' ? admin : await createPlayer(service, role);
      for (const header of ['nobody', '', ['a', 'b']]) {
        const answer = await ask(route, key, header);
        expect(shown(answer)).toEqual(INSUFFICIENT);
        if (roles.includes(role)) expect(answer.headers['x-required-scope']).toBe('players:act');
      }
    }
  });
});

it('X-Player at an unknown path: rights first, then 404', async () => {
  await registerPlayer(service, application, 'somebody');
  expect(shown(await ask('GET /api/none', application.key, 'nobody'))).toEqual(NOT_FOUND);
  expect(shown(await ask('GET /api/none', application.key, 'somebody'))).toEqual([404, '{"error":"Not found"}']);
  expect(shown(await ask('GET /api/none', admin.key, 'somebody'))).toEqual(INSUFFICIENT);
});

it('GET /me shows the player, the scopes of both, and the key as it is', async () => {
  const player = await registerPlayer(service, application, 'me');
  const { data } = await player.api.GET('/me', {});
  expect(data).toMatchObject({
    user: { id: player.userId, displayName: player.displayName, image: null },
    role: 'player',
    scopes: ['quizzes:read', 'attempts:read', 'attempts:write'],
    key: { id: application.keyId },
  });
  const own = await application.api.GET('/me', {});
  expect(own.data).toMatchObject({ user: { id: application.userId }, role: 'application' });
  expect(own.data?.scopes).toEqual(await service.backoffice.scopesOf('application'));
});

describe('an attempt for a player', () => {
  it('is theirs: attempts, limits, ranks', async () => {
    const [one, two] = [
      await registerPlayer(service, application, 'one'),
      await registerPlayer(service, application, 'two'),
    ];
    const own = await createQuiz(admin, quizBody(3, { maxAttempts: 1 }));
    await submitAccepted(one, own.id, attemptAt(own, 2));
    await submitAccepted(two, own.id, attemptAt(own, 3));
    await submitAccepted(application, own.id, attemptAt(own, 1));
    expect(await submit(one, own.id, attemptAt(own, 3))).toMatchObject({ status: 409 });
    const params = { path: { id: own.id } };
    for (const { api, userId } of [one, two, application]) {
      const { data } = await api.GET('/quizzes/{id}/attempts', { params });
      expect(data?.attempts.map((attempt) => attempt.userId)).toEqual([userId]);
    }
    const rankOf = async ({ api }: Player) =>
      (await api.GET('/quizzes/{id}/leaderboard/me', { params })).data?.entry.rank;
    expect([await rankOf(two), await rankOf(one), await rankOf(application)]).toEqual([1, 2, 3]);
    const { data } = await one.api.GET('/leaderboard/me', {});
    expect(data?.entry).toMatchObject({ userId: one.userId, totalAttempts: 1 });
  });

  it('names the application that submitted it, everywhere; one of a user does not', async () => {
    const receiver = await Receiver.start();
    await createWebhook(service, receiver.url, ['attempt.recorded', 'attempt.voided', 'attempt.restored']);
    const player = await registerPlayer(service, application, 'named');
    const own = await createQuiz(admin);
    const params = { path: { id: own.id } };
    const { attemptId } = await submitAccepted(player, own.id, { ...attemptAt(own, 2), reference: 'homework 1' });
    const [received] = await receiver.until(1);
    const ofPlayer = { userId: player.userId, applicationId: application.userId };
    const named = { attemptId, ...ofPlayer, externalId: 'named', reference: 'homework 1' };
    expect(received?.event.data).toMatchObject(named);
    const path = `/quizzes/${own.id}/attempts/${attemptId}/void`;
    await service.backoffice.call('PUT', path, { reason: 'Copied' });
    await service.backoffice.call('DELETE', path);
    const [, voided, restored] = await receiver.until(3);
    expect([voided, restored].map((one) => one?.event)).toMatchObject([
      { type: 'attempt.voided', data: named },
      { type: 'attempt.restored', data: named },
    ]);
    const audited = await query(
      service.databaseUrl,
      `SELECT action, details FROM audit_entries WHERE subject_id = $1 ORDER BY id`,
      [attemptId],
    );
    expect(audited).toMatchObject([
      { action: 'attempt.voided', details: ofPlayer },
      { action: 'attempt.restored', details: ofPlayer },
    ]);
    expect(await new Follower(service, application, { quizId: own.id }).readAll()).toMatchObject([named]);
    const { data: list } = await admin.api.GET('/quizzes/{id}/attempts', { params });
    expect(list?.attempts).toMatchObject([{ attemptId, applicationId: application.userId }]);
    const { data: attempt } = await player.api.GET('/quizzes/{id}/attempts/{attemptId}', {
      params: { path: { id: own.id, attemptId } },
    });
    expect(attempt).toMatchObject({ attemptId, applicationId: application.userId });
    expect(await service.backoffice.call('GET', `/quizzes/${own.id}/attempts/${attemptId}`)).toMatchObject({
      applicationId: application.userId,
    });
    const { attemptId: ofUser } = await submitAccepted(admin, own.id, attemptAt(own, 1));
    const { data: later } = await admin.api.GET('/quizzes/{id}/attempts', { params });
    const [newest] = later?.attempts ?? [];
    expect([newest?.attemptId, newest && 'applicationId' in newest]).toEqual([ofUser, false]);
    const exported = async (path: string) => {
      const file = await service.backoffice.request('GET', `${path}/attempts/export`);
      const rows: Record<string, string>[] = parse(await file.text(), { bom: true, columns: true });
      return rows.map((row) => [row.Attempt, row.Application, row['External id']]);
    };
    expect(await exported(`/quizzes/${own.id}`)).toEqual([
      [ofUser, '', ''],
      [attemptId, application.displayName, 'named'],
    ]);
    expect(await exported(`/users/${player.userId}`)).toEqual([[attemptId, application.displayName, 'named']]);
    await receiver.close();
  });

  it('is accepted up to maxAttempts for each player, however many arrive at two instances', async () => {
    const players = await Promise.all(
      ['p1', 'p2', 'p3'].map(async (externalId) => registerPlayer(service, application, `limit ${externalId}`)),
    );
    const own = await createQuiz(admin, quizBody(1, { maxAttempts: 2 }));
    const answers = await Promise.all(
      players.flatMap((player, number) =>
        Array.from({ length: 10 }, async (_, index) => {
          const { url } = index % 2 === 0 ? service : second;
          const api = apiFor(url, application.key, `limit p${number + 1}`);
          return { player, ...(await submit({ api }, own.id, attemptAt(own, 1))) };
        }),
      ),
    );
    for (const { userId } of players)
      expect(countStatuses(answers.filter(({ player }) => player.userId === userId))).toEqual({ 201: 2, 409: 8 });
  });

  it('is accepted once per Idempotency-Key of the player', async () => {
    const [one, two] = [
      await registerPlayer(service, application, 'key 1'),
      await registerPlayer(service, application, 'key 2'),
    ];
    const own = await createQuiz(admin);
    const first = await submit(one, own.id, attemptAt(own, 1), 'same');
    const again = await submit(one, own.id, attemptAt(own, 1), 'same');
    const ofTwo = await submit(two, own.id, attemptAt(own, 1), 'same');
    const ofApplication = await submit(application, own.id, attemptAt(own, 1), 'same');
    expect([first, again, ofTwo, ofApplication].map(({ status, replayed }) => [status, replayed])).toEqual([
      [201, false],
      [201, true],
      [201, false],
      [201, false],
    ]);
    expect(again.result).toEqual(first.result);
    expect(ofTwo.result?.attemptId).not.toBe(first.result?.attemptId);
  });
});

describe('a change holds for the next request, also at another instance:', () => {
  const both = async (externalId: string) => {
    const answers = [service.url, second.url].map((url) => ask('GET /api/me', application.key, externalId, url));
    return (await Promise.all(answers)).map(({ status }) => status);
  };

  it('the suspension of a player, and its end', async () => {
    const { userId } = await registerPlayer(service, application, 'suspended');
    expect(await both('suspended')).toEqual([200, 200]);
    await suspend(userId, true);
    expect(await both('suspended')).toEqual([403, 403]);
    await suspend(userId, false);
    expect(await both('suspended')).toEqual([200, 200]);
    await application.api.DELETE('/players/{externalId}', { params: { path: { externalId: 'suspended' } } });
    expect(await both('suspended')).toEqual([403, 403]);
  });

  it('the suspension and the role of the application, whose players stay', async () => {
    await registerPlayer(service, application, 'stays');
    await suspend(application.userId, true);
    expect(await both('stays')).toEqual([403, 403]);
    await suspend(application.userId, false);
    for (const role of ['player', 'viewer', 'admin']) {
      await setRole(application.userId, role);
      expect(await both('stays')).toEqual([403, 403]);
    }
    await setRole(application.userId, 'application');
    expect(await both('stays')).toEqual([200, 200]);
  });

  it('a new player', async () => {
    expect(await both('new')).toEqual([404, 404]);
    await registerPlayer(service, application, 'new');
    expect(await both('new')).toEqual([200, 200]);
  });
});

it('a suspended player leaves the leaderboards, and the attempts stay', async () => {
  const player = await registerPlayer(service, application, 'left');
  const own = await createQuiz(admin);
  await submitAccepted(player, own.id, attemptAt(own, 2));
  const total = async () =>
    (await admin.api.GET('/quizzes/{id}/leaderboard', { params: { path: { id: own.id } } })).data?.pagination.total;
  expect(await total()).toBe(1);
  await application.api.DELETE('/players/{externalId}', { params: { path: { externalId: 'left' } } });
  expect(await total()).toBe(0);
  const { data } = await admin.api.GET('/quizzes/{id}/attempts', { params: { path: { id: own.id } } });
  expect(data?.attempts).toMatchObject([{ userId: player.userId }]);
});

it('the rate limit counts for the key, and comes before what is wrong with the player', async () => {
  const strict = await startService({
    DATABASE_URL: service.databaseUrl,
    RATE_LIMIT_REQUESTS: '4',
    RATE_LIMIT_WINDOW_SECONDS: '3600',
  });
  const { key } = await service.backoffice.call<{ key: string }>('POST', '/keys', {
    name: 'Limited',
    userId: application.userId,
  });
  await registerPlayer(service, application, 'counted 1');
  await registerPlayer(service, application, 'counted 2');
  const remaining: unknown[] = [];
  for (const player of ['counted%201', 'counted%202', 'nobody', ''])
    remaining.push((await ask('GET /api/me', key, player, strict.url)).headers['x-ratelimit-remaining']);
  expect(remaining).toEqual(['3', '2', '1', '0']);
  for (const player of ['counted%201', 'nobody', '', undefined])
    expect((await ask('GET /api/me', key, player, strict.url)).status).toBe(429);
  await strict.close();
});
