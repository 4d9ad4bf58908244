import { vi } from 'vitest';
import { sql, UnitOfWork } from '#libs/database';
import { EndpointRegistry } from '#libs/http';
import { untilLocked } from '../../../test/support/activity.js';
import { Authenticator, Clock, enrol, STEP_MS } from '../../../test/support/authenticator.js';
import { Backoffice } from '../../../test/support/backoffice.js';
import { query } from '../../../test/support/database.js';
import { RIGHTS } from '../../../test/support/rights.js';
import { type Service, startService } from '../../../test/support/service.js';

const PASSWORD = 'correct horse battery';
const REQUIRED = [401, { error: 'Second factor required' }];
const INVALID_CODE = [401, { error: 'Invalid code' }];
const INVALID_CREDENTIALS = [401, { error: 'Invalid email or password' }];
const TOO_MANY = [429, { error: 'Too many sign-in attempts. Please try again later.' }];
const WRONG_CODE = [403, { error: 'Code is wrong' }];
const WRONG_PASSWORD = [403, { error: 'Current password is wrong' }];

let service: Service;
/** Another instance on the same database. */
let other: Service;
/** A third one, which requires a second factor. */
let strict: Service;
let clock: Clock;

beforeAll(async () => {
  service = await startService({ TRUSTED_PROXIES: '127.0.0.1' });
  const shared = { DATABASE_URL: service.databaseUrl, TRUSTED_PROXIES: '127.0.0.1' };
  other = await startService(shared);
  strict = await startService({ ...shared, SECOND_FACTOR: 'required' });
});

afterAll(async () => {
  await strict.close();
  await other.close();
  await service.close();
});

let id: string;
let email: string;
let session: Backoffice;
let users = 0;

beforeEach(async () => {
  clock = new Clock();
  email = `person${++users}@example.com`;
  const user = { email, displayName: 'Person', role: 'admin', password: PASSWORD };
  ({ id } = await service.backoffice.call<{ id: string }>('POST', '/users', user));
  session = await Backoffice.signIn(service.url, { email, password: PASSWORD });
});

afterEach(() => vi.restoreAllMocks());

const execute = (text: string, values: unknown[] = []) =>
  query<Record<string, unknown>>(service.databaseUrl, text, values);

async function answerOf(response: Response): Promise<[number, unknown]> {
  const text = await response.text();
  return [response.status, text === '' ? undefined : JSON.parse(text)];
}

const ask = async (by: Backoffice, method: string, path: string, body?: unknown) =>
  answerOf(await by.request(method, path, body));

let addresses = 0;

/** Signs in from a new address. */
function post(body: object, url = service.url): Promise<Response> {
  const address = `192.0.${2 + Math.floor(++addresses / 200)}.${addresses % 200}`;
  return fetch(`${url}/admin/api/session`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': address },
    body: JSON.stringify(body),
  });
}

const signIn = async (code?: string, url = service.url) =>
  answerOf(await post({ email, password: PASSWORD, code }, url));

const statusOf = async (by: Backoffice) => (await by.request('GET', '/session')).status;

const sessionsOfUser = async () => (await execute('SELECT 1 FROM sessions WHERE user_id = $1', [id])).length;

/** The audited actions, oldest first, after the creation of the user. */
const auditOf = async () =>
  (await execute('SELECT action, actor_id, details FROM audit_entries WHERE subject_id = $1 ORDER BY id', [id])).map(
    ({ action, actor_id, details }) => [action, actor_id, details],
  );

describe('setting up a second factor', () => {
  it('returns a secret for the password, which applies once a code has confirmed it', async () => {
    const [status, enrolment] = await ask(session, 'POST', '/session/second-factor', { password: PASSWORD });
    const { secret, uri } = enrolment as { secret: string; uri: string };
    expect(status).toBe(201);
    expect(secret).toMatch(/^[A-Z2-7]{32}$/);
    expect(new URL(uri).searchParams.get('secret')).toBe(secret);
    expect(await ask(session, 'GET', '/session/second-factor')).toEqual([200, { isOn: false, recoveryCodesLeft: 0 }]);
    expect((await signIn())[0]).toBe(200);

    const app = new Authenticator(secret);
    expect(await ask(session, 'POST', '/session/second-factor/confirmation', { code: app.wrongCode() })).toEqual(
      WRONG_CODE,
    );
    const code = app.code().replace(/^.../, '$& ');
    const [confirmed, body] = await ask(session, 'POST', '/session/second-factor/confirmation', { code });
    expect(confirmed).toBe(200);
    expect(new Set((body as { recoveryCodes: string[] }).recoveryCodes).size).toBe(10);
    expect(await ask(session, 'GET', '/session/second-factor')).toEqual([200, { isOn: true, recoveryCodesLeft: 10 }]);
    expect(await session.call('GET', '/session')).toMatchObject({ secondFactor: 'on', csrfToken: session.csrfToken });
    expect((await auditOf()).at(-1)).toEqual(['second-factor.enabled', id, {}]);
  });

  it('requires the password', async () => {
    expect(await ask(session, 'POST', '/session/second-factor', { password: 'wrong' })).toEqual(WRONG_PASSWORD);
    expect(await execute('SELECT 1 FROM second_factors WHERE user_id = $1', [id])).toEqual([]);
  });

  it('ends your other sessions, and no others', async () => {
    const others = [
      await Backoffice.signIn(service.url, { email, password: PASSWORD }),
      await Backoffice.signIn(other.url, { email, password: PASSWORD }),
    ];
    await enrol(session, PASSWORD);
    expect(await Promise.all([...others, session, service.backoffice].map(statusOf))).toEqual([401, 401, 200, 200]);
    expect(await sessionsOfUser()).toBe(1);
  });

  it('can begin again until it is confirmed', async () => {
    const begin = () => session.call<{ secret: string }>('POST', '/session/second-factor', { password: PASSWORD });
    const [first, second] = [new Authenticator((await begin()).secret), new Authenticator((await begin()).secret)];
    const confirm = (code: string) => ask(session, 'POST', '/session/second-factor/confirmation', { code });
    expect(await confirm(first.code())).toEqual(WRONG_CODE);
    expect((await confirm(second.code()))[0]).toBe(200);
    expect(await confirm(second.code(STEP_MS))).toEqual([409, { error: 'No second factor is being set up' }]);
    expect(await ask(session, 'POST', '/session/second-factor', { password: PASSWORD })).toEqual([
      409,
      { error: 'A second factor is set up already' },
    ]);
  });

  describe('in progress', () => {
    const confirm = (code: string, by = session) => ask(by, 'POST', '/session/second-factor/confirmation', { code });
    const NONE = [409, { error: 'No second factor is being set up' }];
    let app: Authenticator;

    beforeEach(async () => {
      const body = { password: PASSWORD };
      app = new Authenticator((await session.call<{ secret: string }>('POST', '/session/second-factor', body)).secret);
    });

    it('ends after ten wrong codes at all instances together: then even the correct code fails', async () => {
      const elsewhere = await Backoffice.signIn(other.url, { email, password: PASSWORD });
      for (let guess = 0; guess < 10; guess++) {
        expect(await confirm(app.wrongCode(), guess % 2 === 0 ? session : elsewhere)).toEqual(WRONG_CODE);
      }
      for (const by of [session, elsewhere]) expect(await confirm(app.code(), by)).toEqual(NONE);
      expect(await ask(session, 'GET', '/session/second-factor')).toEqual([200, { isOn: false, recoveryCodesLeft: 0 }]);
      expect(await Promise.all([session, elsewhere].map(statusOf))).toEqual([200, 200]);
      await enrol(session, PASSWORD);
      expect(await execute('SELECT wrong_codes FROM second_factors WHERE user_id = $1', [id])).toEqual([
        { wrong_codes: 0 },
      ]);
    });

    it('counts concurrent codes before it checks them', async () => {
      const wrong = app.wrongCode();
      const statuses = (await Promise.all(Array.from({ length: 15 }, () => confirm(wrong)))).map(([status]) => status);
      expect(statuses.sort()).toEqual([...Array<number>(10).fill(403), ...Array<number>(5).fill(409)]);
    });

    it('is confirmed once by concurrent requests with a code', async () => {
      const answers = await Promise.all(Array.from({ length: 5 }, () => confirm(app.code())));
      expect(answers.map(([status]) => status).filter((status) => status === 200)).toHaveLength(1);
      expect(await ask(session, 'GET', '/session/second-factor')).toEqual([200, { isOn: true, recoveryCodesLeft: 10 }]);
    });

    it('ends after 15 minutes by the clock of the database', async () => {
      const age = (interval: string) =>
        execute('UPDATE second_factors SET begun_at = now() - $2::interval WHERE user_id = $1', [id, interval]);
      await age('15 minutes');
      expect(await confirm(app.code())).toEqual(NONE);
      await age('14 minutes');
      expect((await confirm(app.code()))[0]).toBe(200);
    });
  });

  it('uses up its first code', async () => {
    const { app } = await enrol(session, PASSWORD);
    expect(await signIn(app.code())).toEqual(INVALID_CODE);
  });

  it('stores recovery codes as hashes, and shows neither them nor the secret again', async () => {
    const { app, recoveryCodes } = await enrol(session, PASSWORD);
    const rows = await execute('SELECT recovery_codes::text AS text FROM recovery_codes WHERE user_id = $1', [id]);
    const stored = JSON.stringify(rows);
    for (const code of recoveryCodes) {
      expect(stored).not.toContain(code);
      expect(stored).not.toContain(Buffer.from(code.replaceAll('-', '')).toString('hex'));
    }
    const log = JSON.stringify(await execute('SELECT audit_entries::text AS text FROM audit_entries'));
    const shown = JSON.stringify([
      await session.call('GET', '/session/second-factor'),
      await session.call('GET', '/session'),
      await service.backoffice.call('GET', `/users/${id}`),
      await service.backoffice.call('GET', `/users/${id}/second-factor`),
    ]);
    for (const secret of [app.secret, ...recoveryCodes]) expect(`${log}${shown}`).not.toContain(secret);
  });
});

describe('signing in with a second factor', () => {
  let app: Authenticator;
  let recoveryCodes: string[];

  beforeEach(async () => {
    ({ app, recoveryCodes } = await enrol(session, PASSWORD));
    clock.pass(STEP_MS);
  });

  it('requires the code only after the correct password', async () => {
    expect(await signIn()).toEqual(REQUIRED);
    expect(await answerOf(await post({ email, password: 'wrong' }))).toEqual(INVALID_CREDENTIALS);
    expect(await answerOf(await post({ email, password: 'wrong', code: app.code() }))).toEqual(INVALID_CREDENTIALS);
    expect(await answerOf(await post({ email, password: 'wrong', code: app.wrongCode() }))).toEqual(
      INVALID_CREDENTIALS,
    );
    expect(await answerOf(await post({ email: 'nobody@example.com', password: PASSWORD, code: app.code() }))).toEqual(
      INVALID_CREDENTIALS,
    );
    expect(await sessionsOfUser()).toBe(1);
  });

  it('begins a session for password and code, and is in the audit log', async () => {
    const response = await post({ email, password: PASSWORD, code: app.code() });
    expect(response.headers.getSetCookie()).toHaveLength(2);
    expect(await answerOf(response)).toEqual([
      200,
      {
        user: expect.objectContaining({ id, email }) as unknown,
        csrfToken: expect.any(String) as unknown,
        hasPassword: true,
        secondFactor: 'on',
        isConfirmed: true,
      },
    ]);
    expect((await auditOf()).at(-1)).toEqual(['session.began', id, { method: 'password', secondFactor: true }]);
  });

  it.each([
    [-2 * STEP_MS, 401],
    [-STEP_MS, 200],
    [0, 200],
    [STEP_MS, 200],
    [2 * STEP_MS, 401],
  ])('with the code of a phone whose clock is off by %d ms returns %d', async (drift, status) => {
    clock.pass(4 * STEP_MS);
    expect((await signIn(app.code(drift)))[0]).toBe(status);
  });

  it('accepts a code once, and no earlier one afterwards', async () => {
    clock.pass(2 * STEP_MS);
    const [before, code, after] = [app.code(-STEP_MS), app.code(), app.code(STEP_MS)];
    expect((await signIn(code))[0]).toBe(200);
    for (const url of [service.url, other.url]) expect(await signIn(code, url)).toEqual(INVALID_CODE);
    expect(await signIn(before)).toEqual(INVALID_CODE);
    expect((await signIn(after))[0]).toBe(200);
    expect(await signIn(code)).toEqual(INVALID_CODE);
  });

  it('begins exactly one session for concurrent requests with a code at two instances', async () => {
    const code = app.code();
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, index) => signIn(code, index % 2 === 0 ? service.url : other.url)),
    );
    expect(answers.map(([status]) => status).filter((status) => status === 200)).toHaveLength(1);
    expect(await sessionsOfUser()).toBe(2);
  });

  it('accepts each recovery code once, in any spelling, also from concurrent requests', async () => {
    const [first = '', second = ''] = recoveryCodes;
    const answers = await Promise.all(
      [first, first.toLowerCase(), first.replaceAll('-', ' ')].map((code, index) =>
        signIn(code, index === 0 ? service.url : other.url),
      ),
    );
    expect(answers.map(([status]) => status).sort()).toEqual([200, 401, 401]);
    expect((await signIn(second))[0]).toBe(200);
    expect(await signIn(second)).toEqual(INVALID_CODE);
    expect(await session.call('GET', '/session/second-factor')).toEqual({ isOn: true, recoveryCodesLeft: 8 });
    const used = (await auditOf()).filter(([action]) => action === 'recovery-code.used');
    expect(used).toEqual([
      ['recovery-code.used', id, { left: 9 }],
      ['recovery-code.used', id, { left: 8 }],
    ]);
  });

  it('rejects a recovery code of another user', async () => {
    const { recoveryCodes: foreign } = await enrol(await administrator(), PASSWORD);
    expect(await signIn(foreign[0])).toEqual(INVALID_CODE);
  });

  it('accepts no code of the app after ten wrong ones in a day from any clients, but still a recovery code', async () => {
    for (let guess = 0; guess < 10; guess++) {
      expect(await signIn(app.wrongCode(), guess % 2 === 0 ? service.url : other.url)).toEqual(INVALID_CODE);
    }
    // The limits of passwords admit attempts again, so that only those of codes apply.
    await execute('DELETE FROM sign_in_counts');
    for (const url of [service.url, other.url]) expect(await signIn(app.code(), url)).toEqual(TOO_MANY);
    const response = await post({ email, password: PASSWORD, code: app.code() });
    expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(86_000);
    expect((await signIn(recoveryCodes[0]))[0]).toBe(200);
    // A client without the password learns nothing about it.
    expect(await answerOf(await post({ email, password: 'wrong', code: app.code() }))).toEqual(INVALID_CREDENTIALS);

    await execute(`UPDATE second_factors SET wrong_since = wrong_since - interval '1 day' WHERE user_id = $1`, [id]);
    expect((await signIn(app.code()))[0]).toBe(200);
    expect(await signIn(app.wrongCode())).toEqual(INVALID_CODE);
  });

  it('counts each of several concurrent wrong codes', async () => {
    const wrong = app.wrongCode();
    const answers = await Promise.all(Array.from({ length: 15 }, () => signIn(wrong)));
    const rejected = answers.filter(([status]) => status === 429).length;
    expect(rejected).toBeGreaterThanOrEqual(5);
    expect(await execute('SELECT wrong_codes FROM second_factors WHERE user_id = $1', [id])).toEqual([
      { wrong_codes: 15 - rejected },
    ]);
  });

  it('counts a wrong code as a wrong password, and does not count a correct password without a code', async () => {
    const from = (code?: string) =>
      fetch(`${service.url}/admin/api/session`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-forwarded-for': '198.51.100.77' },
        body: JSON.stringify({ email, password: PASSWORD, code }),
      });
    for (let asked = 0; asked < 15; asked++) expect((await from()).status).toBe(401);
    for (let guess = 0; guess < 10; guess++) expect((await from('ABCD')).status).toBe(401);
    expect((await from()).status).toBe(429);
  });

  it.each([['1'], ['12345'], ['①②③④⑤⑥'], ['１２３４５６'], ["' OR 1=1"], ['\u202e123456']])(
    'rejects %j',
    async (code) => {
      expect(await signIn(code)).toEqual(INVALID_CODE);
    },
  );

  it.each([
    ['code: must have 1 to 50 characters', ''],
    ['code: must have 1 to 50 characters', '1'.repeat(51)],
  ])('is rejected: %s', async (error, code) => {
    expect(await signIn(code)).toEqual([400, { error }]);
  });

  it('needs no code without a second factor, and ignores any', async () => {
    const plain = await administrator();
    const { email: plainEmail } = (await plain.call<{ user: { email: string } }>('GET', '/session')).user;
    expect((await post({ email: plainEmail, password: PASSWORD, code: '123456' })).status).toBe(200);
  });

  it('rejects a suspended administrator before it requires a code', async () => {
    await service.backoffice.call('PATCH', `/users/${id}`, { suspended: true });
    expect(await signIn()).toEqual(INVALID_CREDENTIALS);
    expect(await signIn(app.code())).toEqual(INVALID_CREDENTIALS);
  });

  it('does not let a session by password alone continue', async () => {
    const other = await Backoffice.signIn(service.url, { email, password: PASSWORD, code: app.code() });
    await execute(`UPDATE sessions SET method = 'password' WHERE user_id = $1`, [id]);
    expect(await statusOf(other)).toBe(401);
  });
});

describe('recovery codes', () => {
  const renew = (password: string) => ask(session, 'POST', '/session/second-factor/recovery-codes', { password });

  it('are replaced for the password, and the former ones are void', async () => {
    const { recoveryCodes } = await enrol(session, PASSWORD);
    const [status, body] = await renew(PASSWORD);
    const { recoveryCodes: renewed } = body as { recoveryCodes: string[] };
    expect([status, new Set([...renewed, ...recoveryCodes]).size]).toEqual([200, 20]);
    expect(await signIn(recoveryCodes[0])).toEqual(INVALID_CODE);
    expect((await signIn(renewed[0]))[0]).toBe(200);
    expect((await auditOf()).map(([action]) => action).slice(-3)).toEqual([
      'recovery-codes.renewed',
      'recovery-code.used',
      'session.began',
    ]);
  });

  it('are ten after concurrent replacements', async () => {
    await enrol(session, PASSWORD);
    const answers = await Promise.all(Array.from({ length: 5 }, () => renew(PASSWORD)));
    expect(answers.map(([status]) => status)).toEqual(Array(5).fill(200));
    expect(await session.call('GET', '/session/second-factor')).toEqual({ isOn: true, recoveryCodesLeft: 10 });
  });

  it("require the password, and wrong ones do not lock the user out of the app's codes", async () => {
    const { app } = await enrol(session, PASSWORD);
    clock.pass(STEP_MS);
    for (let guess = 0; guess < 10; guess++) expect(await renew(app.wrongCode())).toEqual(WRONG_PASSWORD);
    expect(await renew(PASSWORD)).toEqual(TOO_MANY);
    expect((await signIn(app.code()))[0]).toBe(200);
  });

  it('require a second factor', async () => {
    expect(await renew(PASSWORD)).toEqual([409, { error: 'No second factor is set up' }]);
  });
});

describe('turning the second factor off', () => {
  it('requires the password, and does not end sessions', async () => {
    const { app } = await enrol(session, PASSWORD);
    clock.pass(STEP_MS);
    const second = await Backoffice.signIn(other.url, { email, password: PASSWORD, code: app.code() });
    const remove = (password: string) => ask(session, 'POST', '/session/second-factor/removal', { password });
    expect(await remove('wrong')).toEqual(WRONG_PASSWORD);
    expect(await signIn()).toEqual(REQUIRED);
    expect(await remove(PASSWORD)).toEqual([204, undefined]);
    expect((await signIn())[0]).toBe(200);
    expect(await Promise.all([session, second].map(statusOf))).toEqual([200, 200]);
    expect(await session.call('GET', '/session')).toMatchObject({ secondFactor: 'off' });
    expect((await auditOf()).filter(([action]) => action === 'second-factor.disabled')).toHaveLength(1);
    expect(await execute('SELECT 1 FROM recovery_codes WHERE user_id = $1', [id])).toEqual([]);
  });

  it('does nothing if there is none', async () => {
    expect(await ask(session, 'POST', '/session/second-factor/removal', { password: PASSWORD })).toEqual([
      204,
      undefined,
    ]);
    expect((await auditOf()).at(-1)?.[0]).toBe('session.began');
  });
});

describe('resetting the second factor of another administrator', () => {
  const reset = (userId: string, by = service.backoffice) => ask(by, 'DELETE', `/users/${userId}/second-factor`);

  it('removes it, immediately ends their sessions, and is in the audit log', async () => {
    await enrol(session, PASSWORD);
    const state = () => service.backoffice.call('GET', `/users/${id}/second-factor`);
    expect(await state()).toEqual({ isOn: true, recoveryCodesLeft: 10 });
    expect(await reset(id)).toEqual([204, undefined]);
    expect(await state()).toEqual({ isOn: false, recoveryCodesLeft: 0 });
    expect(await statusOf(session)).toBe(401);
    expect((await auditOf()).at(-1)).toEqual(['second-factor.reset', service.backoffice.userId, {}]);
    expect((await signIn())[0]).toBe(200);
  });

  it('takes its locks in the same order as a removal by the user, so that the two cannot deadlock', async () => {
    await enrol(session, PASSWORD);
    const { answer } = await service.app.get(UnitOfWork).run(async (transaction) => {
      await transaction.query(sql('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))'), [`sessions of user:${id}`]);
      const answer = reset(id);
      await untilLocked(service.databaseUrl);
      await transaction.query(sql('SELECT FROM second_factors WHERE user_id = $1 FOR UPDATE NOWAIT'), [id]);
      return { answer };
    });
    expect(await answer).toEqual([204, undefined]);
  });

  it('cannot remove your own', async () => {
    await enrol(session, PASSWORD);
    expect(await reset(id, session)).toEqual([409, { error: 'Turn off your own second factor with the password' }]);
    expect(await signIn()).toEqual(REQUIRED);
  });

  it.each(['019b76da-a800-7000-8000-000000000001', 'nobody', "'"])('answers 404 for %s', async (userId) => {
    expect(await reset(userId)).toEqual([404, { error: 'User not found' }]);
    expect(await ask(service.backoffice, 'GET', `/users/${userId}/second-factor`)).toEqual([
      404,
      { error: 'User not found' },
    ]);
  });
});

describe('while a second factor is required', () => {
  const NEEDED = [403, { error: 'Set up a second factor first' }];
  const ALLOWED = [...RIGHTS].flatMap(([route, { right }]) =>
    right === 'enrolling' ? [route.replace('/admin/api', '')] : [],
  );
  let gated: Backoffice;

  beforeEach(async () => {
    gated = await Backoffice.signIn(strict.url, { email, password: PASSWORD });
  });

  it('a session by password alone may only set one up', async () => {
    expect(await gated.call('GET', '/session')).toMatchObject({ secondFactor: 'missing' });
    const routes = strict.app
      .get(EndpointRegistry)
      .endpoints.filter(({ access }) => access.kind === 'session')
      .map(({ method, path }) => `${method} ${path.replace('/admin/api', '')}`);
    const unknown = ['GET /openapi.json', 'GET /nothing', 'POST /nothing', 'PUT /users', 'HEAD /users'];
    expect(routes.filter((route) => ALLOWED.includes(route)).sort()).toEqual(ALLOWED.sort());
    for (const route of [...routes, ...unknown].filter((one) => !ALLOWED.includes(one))) {
      const [method = '', path = ''] = route.split(' ');
      const response = await gated.request(method, path.replace(/:\w+/g, id));
      if (method === 'HEAD') expect([route, response.status]).toEqual([route, 403]);
      else expect([route, ...(await answerOf(response))]).toEqual([route, ...NEEDED]);
    }
    // At an instance that does not require it, the same session may.
    expect((await other.backoffice.request('GET', '/users')).status).toBe(200);
  });

  it('the session has full access once it is set up, without a new sign-in', async () => {
    await enrol(gated, PASSWORD);
    expect((await gated.request('GET', '/users')).status).toBe(200);
    expect(await gated.call('GET', '/session')).toMatchObject({ secondFactor: 'on' });
  });

  it('a sign-in with a code has full access immediately', async () => {
    const { app } = await enrol(session, PASSWORD);
    clock.pass(STEP_MS);
    const signedIn = await Backoffice.signIn(strict.url, { email, password: PASSWORD, code: app.code() });
    expect((await signedIn.request('GET', '/users')).status).toBe(200);
  });

  it('a user who turns it off, or whose factor is reset, must set one up again', async () => {
    await enrol(gated, PASSWORD);
    await gated.call('POST', '/session/second-factor/removal', { password: PASSWORD });
    expect(await ask(gated, 'GET', '/users')).toEqual(NEEDED);
    await enrol(gated, PASSWORD);
    await service.backoffice.call('DELETE', `/users/${id}/second-factor`);
    const again = await Backoffice.signIn(strict.url, { email, password: PASSWORD });
    expect(await ask(again, 'GET', '/users')).toEqual(NEEDED);
  });

  it("a session of the OpenID Connect provider relies on the provider's factor", async () => {
    await execute(`UPDATE sessions SET method = 'oidc' WHERE user_id = $1`, [id]);
    expect(await gated.call('GET', '/session')).toMatchObject({ secondFactor: 'off' });
    expect((await gated.request('GET', '/users')).status).toBe(200);
    await enrol(gated, PASSWORD);
    await gated.call('POST', '/session/second-factor/removal', { password: PASSWORD });
    expect((await gated.request('GET', '/users')).status).toBe(200);
  });

  it('a request without the CSRF token is rejected as such', async () => {
    const response = await fetch(`${strict.url}/admin/api/session/second-factor`, {
      method: 'POST',
      headers: { cookie: gated.cookie, 'content-type': 'application/json' },
      body: JSON.stringify({ password: PASSWORD }),
    });
    expect(await answerOf(response)).toEqual([403, { error: 'Invalid CSRF token' }]);
  });
});

/** Another administrator, signed in by password. */
async function administrator(): Promise<Backoffice> {
  const credentials = { email: `person${++users}@example.com`, password: PASSWORD };
  await service.backoffice.call('POST', '/users', { ...credentials, displayName: 'Person', role: 'admin' });
  return Backoffice.signIn(service.url, credentials);
}
