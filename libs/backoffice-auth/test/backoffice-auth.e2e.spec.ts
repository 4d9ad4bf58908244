import { CommandBus } from '@nestjs/cqrs';
import argon2 from 'argon2';
import { vi } from 'vitest';
import { EmailChanged, UsersChanged } from '#libs/auth';
import { sql, type Transaction, UnitOfWork } from '#libs/database';
import { CreateFirstAdministrator } from '#libs/backoffice-auth';
import { hashCheaply, hashFully } from '../../../test/support/cheap-passwords.js';
import { ADDRESS } from '../../../test/support/audit.js';
import { Backoffice } from '../../../test/support/backoffice.js';
import { withClient } from '../../../test/support/database.js';
import { type Service, startService } from '../../../test/support/service.js';
import { untilLocked } from '../../../test/support/activity.js';
import { until } from '../../../test/support/until.js';

const PASSWORD = 'correct horse battery';

let service: Service;
/** Another instance on the same database, reached by https. */
let secure: Service;

beforeAll(async () => {
  service = await startService({ TRUSTED_PROXIES: '127.0.0.1' });
  secure = await startService({
    DATABASE_URL: service.databaseUrl,
    SITE_URL: 'https://quiz.example.com',
    SESSION_HOURS: '1',
  });
});

afterAll(async () => {
  await secure.close();
  await service.close();
});

async function query<Row extends object>(text: string, values: unknown[] = []): Promise<[Row, ...Row[]]> {
  const { rows } = await withClient(service.databaseUrl, (client) => client.query<Row>(text, values));
  return rows as [Row, ...Row[]];
}

let addresses = 0;

/** Signs in, by default from a new address. */
function signIn(
  email: string,
  password: string,
  address = `192.0.${2 + Math.floor(++addresses / 200)}.${addresses % 200}`,
  url = service.url,
  cookie = '',
): Promise<Response> {
  return fetch(`${url}/admin/api/session`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': address, cookie },
    body: JSON.stringify({ email, password }),
  });
}

let users = 0;

async function createUser(fields: object = {}): Promise<{ id: string; email: string }> {
  const user = {
    email: `person${++users}@example.com`,
    displayName: 'Person',
    role: 'admin',
    password: PASSWORD,
    ...fields,
  };
  return service.backoffice.call('POST', '/users', user);
}

const change = (id: string, changes: object) => service.backoffice.call('PATCH', `/users/${id}`, changes);

async function answerOf(response: Response): Promise<[number, unknown]> {
  return [response.status, await response.json()];
}

const NOT_SIGNED_IN = [401, { error: 'Not signed in' }];
const INVALID_CREDENTIALS = [401, { error: 'Invalid email or password' }];
const SESSION_NOT_FOUND = [404, { error: 'Session not found' }];
const INVALID_CSRF_TOKEN = [403, { error: 'Invalid CSRF token' }];

/** The audit entries about a user, in order. */
const auditOf = (id: string) =>
  query(`SELECT action, actor_id, ${ADDRESS}, details FROM audit_entries WHERE subject_id = $1 ORDER BY id`, [id]);

/** Sends a request that waits for the lock of a user's sessions while another change of the user is in progress. */
async function whileLocked(
  id: string,
  send: () => Promise<Response>,
  work: (transaction: Transaction) => Promise<void>,
): Promise<Response> {
  const { answer } = await service.app.get(UnitOfWork).run(async (transaction) => {
    await transaction.query(sql('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))'), [`sessions of user:${id}`]);
    const answer = send();
    await untilLocked(service.databaseUrl);
    await work(transaction);
    return { answer };
  });
  return answer;
}

const statusOf = async (backoffice: Backoffice) => (await backoffice.request('GET', '/session')).status;

describe('signing in', () => {
  it('returns the administrator, a CSRF token, and a cookie that scripts cannot read', async () => {
    const { id, email } = await createUser();
    const response = await signIn(` ${email.toUpperCase()} `, PASSWORD);
    expect(await answerOf(response)).toEqual([
      200,
      {
        user: expect.objectContaining({ id, email, role: 'admin' }) as unknown,
        csrfToken: expect.any(String) as unknown,
        hasPassword: true,
        secondFactor: 'off',
        isConfirmed: true,
      },
    ]);
    expect(response.headers.getSetCookie()).toEqual([
      expect.stringMatching(/^session=[\w-]{43}; Max-Age=43200; Path=\/admin; HttpOnly; SameSite=Strict$/),
      expect.stringMatching(
        /^known-browser=[\w-]{43}; Max-Age=31536000; Path=\/admin\/api\/session; HttpOnly; SameSite=Strict$/,
      ),
    ]);
  });

  it('sets cookies for https and this host only if the site uses https', async () => {
    const { email } = await createUser();
    const { headers } = await signIn(email, PASSWORD, undefined, secure.url);
    const [session = '', browser = ''] = headers.getSetCookie();
    expect(session).toMatch(/^__Host-session=[\w-]{43}; Max-Age=3600; Path=\/; HttpOnly; Secure; SameSite=Strict$/);
    expect(browser).toMatch(
      /^__Host-known-browser=[\w-]{43}; Max-Age=31536000; Path=\/; HttpOnly; Secure; SameSite=Strict$/,
    );
    const ask = (cookie: string) => fetch(`${secure.url}/admin/api/session`, { headers: { cookie } });
    const [cookie = ''] = session.split(';', 1);
    expect((await ask(cookie)).status).toBe(200);
    // Another host of the domain could have set it.
    expect((await ask(cookie.replace('__Host-', ''))).status).toBe(401);
  });

  it('is rejected with one answer, whatever the reason', async () => {
    const suspended = await createUser();
    await change(suspended.id, { suspended: true });
    const attempts = [
      signIn('admin@example.com', PASSWORD),
      signIn('nobody@example.com', PASSWORD),
      signIn(suspended.email, PASSWORD),
      signIn((await createUser({ role: 'player' })).email, PASSWORD),
      signIn((await createUser({ password: undefined })).email, PASSWORD),
    ];
    for (const response of await Promise.all(attempts)) {
      expect(await answerOf(response)).toEqual(INVALID_CREDENTIALS);
      expect(response.headers.get('set-cookie')).toBeNull();
    }
  });

  it.each(['an account', 'nobody'])('is rejected for a while after many wrong passwords for %s', async (name) => {
    const email = name === 'nobody' ? 'nobody@example.com' : (await createUser()).email;
    for (let failures = 0; failures < 10; failures++) {
      expect((await signIn(email, 'wrong', '198.51.100.1')).status).toBe(401);
    }
    const response = await signIn(email, PASSWORD, '198.51.100.1');
    expect(await answerOf(response)).toEqual([429, { error: 'Too many sign-in attempts. Please try again later.' }]);
    expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(800);
    expect((await signIn(email, PASSWORD)).status).toBe(name === 'nobody' ? 401 : 200);
  });

  it('hashes as much for an unknown user as for a wrong password', async () => {
    const { email } = await createUser();
    const verify = vi.spyOn(argon2, 'verify');
    const hash = vi.spyOn(argon2, 'hash');
    try {
      for (const one of [email, 'nobody@example.org']) expect((await signIn(one, 'wrong')).status).toBe(401);
      const costsOf = (hashes: string[]) => hashes.map((encoded) => encoded.split('$').slice(1, 4));
      const made = await Promise.all(hash.mock.results.map(({ value }) => value as Promise<string>));
      expect(costsOf(made)).toEqual(costsOf(verify.mock.calls.map(([compared]) => compared)));
      expect(made).toHaveLength(1);
    } finally {
      verify.mockRestore();
      hash.mockRestore();
    }
  });

  it.each(['an account', 'nobody'])(
    'is slow while many guess the password of %s, but for who is known or has not failed',
    async (name) => {
      const email = name === 'nobody' ? 'guessed@example.com' : (await createUser()).email;
      const [, known = ''] = name === 'nobody' ? [] : (await signIn(email, PASSWORD)).headers.getSetCookie();
      const addresses = Array.from({ length: 5 }, (_, index) => `198.51.100.${index + (name === 'nobody' ? 10 : 20)}`);
      const guessFrom = (address: string) => signIn(email, 'wrong', address);
      for (let guess = 0; guess < 7; guess++) await Promise.all(addresses.map(guessFrom));
      const answers: Response[] = [];
      const begin = performance.now();
      const guesses = [...addresses, ...addresses.slice(0, 1)].map(async (address) =>
        answers.push(await guessFrom(address)),
      );
      await until('strangers are rejected', () => Promise.resolve(answers.some(({ status }) => status === 429)));
      const [stranger] = answers.filter(({ status }) => status === 429);
      expect(Number(stranger?.headers.get('retry-after'))).toBeLessThanOrEqual(4);
      const owner = await signIn(email, PASSWORD, undefined, service.url, known.split(';', 1)[0]);
      expect(owner.status).toBe(name === 'nobody' ? 401 : 200);
      expect((await signIn(email, PASSWORD)).status).toBe(name === 'nobody' ? 401 : 200);
      await Promise.all(guesses);
      const withStatus = (status: number) => answers.filter((answer) => answer.status === status).length;
      const admitted = withStatus(401);
      expect(admitted + withStatus(429)).toBe(6);
      expect(admitted).toBeGreaterThanOrEqual(2);
      // A turn every two seconds: on a slow machine the last guesses come later.
      expect(admitted).toBeLessThanOrEqual(1 + Math.floor((performance.now() - begin + 100) / 2_000));
    },
  );

  it('is in the audit log', async () => {
    const { id, email } = await createUser();
    await signIn(email, PASSWORD, '198.51.100.7');
    expect(await auditOf(id)).toEqual([
      expect.objectContaining({ action: 'user.created' }),
      {
        action: 'session.began',
        actor_id: id,
        address: '198.51.100.7',
        details: { method: 'password' },
      },
    ]);
  });

  it('with a password that is being changed begins no session', async () => {
    const { id, email } = await createUser();
    const [{ password_hash: other }] = await query<{ password_hash: string }>(
      'SELECT password_hash FROM credentials WHERE user_id <> $1',
      [id],
    );
    const late = await whileLocked(
      id,
      () => signIn(email, PASSWORD),
      async (transaction) => {
        await transaction.query(sql('UPDATE credentials SET password_hash = $2 WHERE user_id = $1'), [id, other]);
      },
    );
    expect(await answerOf(late)).toEqual(INVALID_CREDENTIALS);
    expect(await query('SELECT 1 FROM sessions WHERE user_id = $1', [id])).toEqual([]);
  });

  it('stores neither password nor token', async () => {
    hashFully();
    const { id, email } = await createUser().finally(hashCheaply);
    const { cookie, csrfToken } = await Backoffice.signIn(service.url, { email, password: PASSWORD });
    const [credential] = await query<{ password_hash: string }>('SELECT * FROM credentials WHERE user_id = $1', [id]);
    expect(credential.password_hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    const stored = JSON.stringify(await query('SELECT encode(token_hash, $1), * FROM sessions', ['base64']));
    expect(stored).not.toContain(cookie.slice('session='.length));
    expect(stored).not.toContain(csrfToken);
  });
});

describe('a session', () => {
  let id: string;
  let email: string;
  let session: Backoffice;

  beforeEach(async () => {
    ({ id, email } = await createUser());
    session = await Backoffice.signIn(service.url, { email, password: PASSWORD });
  });

  it('is the same at every instance, with the same CSRF token', async () => {
    for (const { url } of [service, secure, service]) {
      const cookie = url === secure.url ? `__Host-${session.cookie}` : session.cookie;
      const response = await fetch(`${url}/admin/api/session`, { headers: { cookie } });
      expect(await response.json()).toMatchObject({ user: { id }, csrfToken: session.csrfToken });
    }
  });

  it.each(['GET /session', 'DELETE /session', 'GET /users', 'POST /users', 'GET /nothing', 'PUT /session'])(
    'is needed for %s, before any other check',
    async (route) => {
      const [method = '', path = ''] = route.split(' ');
      const init = { method, ...(method === 'POST' && { body: '{' }) };
      for (const cookie of ['', 'session=', `session=${'A'.repeat(43)}`, `other=${session.cookie}`]) {
        const response = await fetch(`${service.url}/admin/api${path}`, { ...init, headers: { cookie } });
        expect(await answerOf(response)).toEqual(NOT_SIGNED_IN);
      }
    },
  );

  it('needs its own CSRF token for writes', async () => {
    for (const token of [undefined, '', 'wrong', service.backoffice.csrfToken]) {
      const response = await fetch(`${service.url}/admin/api/users`, {
        method: 'POST',
        headers: { cookie: session.cookie, ...(token !== undefined && { 'x-csrf-token': token }) },
        body: '{',
      });
      expect(await answerOf(response)).toEqual(INVALID_CSRF_TOKEN);
    }
  });

  it('is no API key, and an API key is no session', async () => {
    const token = session.cookie.slice('session='.length);
    const asKey = await fetch(`${service.url}/api/quizzes`, { headers: { 'x-api-key': token } });
    expect(asKey.status).toBe(401);
    const withCookie = await fetch(`${service.url}/api/quizzes`, { headers: { cookie: session.cookie } });
    expect(withCookie.status).toBe(401);
    const { key } = await session.call<{ key: string }>('POST', '/keys', { name: 'Key', userId: id });
    const attempts: Record<string, string>[] = [{ 'x-api-key': key }, { cookie: `session=${key}` }];
    for (const headers of attempts) {
      expect((await fetch(`${service.url}/admin/api/session`, { headers })).status).toBe(401);
    }
  });

  it('is the only one that signing out ends', async () => {
    const other = await Backoffice.signIn(service.url, { email, password: PASSWORD });
    const response = await session.request('DELETE', '/session');
    expect(response.status).toBe(204);
    expect(response.headers.get('set-cookie')).toMatch(/^session=; Max-Age=0; Path=\/admin;/);
    expect([await statusOf(session), await statusOf(other)]).toEqual([401, 200]);
  });

  it('ends after SESSION_HOURS', async () => {
    await query('UPDATE sessions SET expires_at = now() WHERE user_id = $1', [id]);
    expect(await statusOf(session)).toBe(401);
  });

  it.each([
    [{ suspended: true }, { suspended: false }],
    [{ role: 'player' }, { role: 'admin' }],
  ])('ends permanently by %j', async (out, back) => {
    await change(id, { displayName: 'Renamed' });
    expect(await statusOf(session)).toBe(200);
    await change(id, out);
    expect(await statusOf(session)).toBe(401);
    await change(id, back);
    expect(await statusOf(session)).toBe(401);
  });

  it('does not begin while its user is being suspended', async () => {
    const late = await whileLocked(
      id,
      () => signIn(email, PASSWORD),
      async (transaction) => {
        await transaction.query(sql('UPDATE users SET suspended = true WHERE id = $1'), [id]);
        await transaction.publish(
          new UsersChanged([
            { id, displayName: 'Ada', image: null, role: 'admin', suspended: true, isAccessChanged: true },
          ]),
        );
      },
    );
    expect(await answerOf(late)).toEqual(INVALID_CREDENTIALS);
    await change(id, { suspended: false });
    expect(await statusOf(session)).toBe(401);
  });
});

it('a session does not begin by the old email while the email is being changed', async () => {
  const { id, email } = await createUser();
  const late = await whileLocked(
    id,
    () => signIn(email, PASSWORD),
    async (transaction) => {
      await transaction.query(sql('UPDATE users SET email = $2 WHERE id = $1'), [id, `new.${email}`]);
      await transaction.publish(new EmailChanged(id));
    },
  );
  expect(await answerOf(late)).toEqual(INVALID_CREDENTIALS);
  expect((await signIn(`new.${email}`, PASSWORD)).status).toBe(200);
});

describe('the list of sessions', () => {
  interface Listed {
    id: string;
    userAgent: string | null;
    address: string;
    createdAt: string;
    lastUsedAt: string;
    isCurrent: boolean;
  }

  let id: string;
  let email: string;
  let session: Backoffice;
  let other: Backoffice;

  const list = async (by = session) => (await by.call<{ sessions: Listed[] }>('GET', '/sessions')).sessions;

  async function lastUse(ofId: string): Promise<Date> {
    const [{ at }] = await query<{ at: Date }>('SELECT last_used_at AS at FROM sessions WHERE id = $1', [ofId]);
    return at;
  }

  async function signInFrom(userAgent: string): Promise<Listed | undefined> {
    const response = await fetch(`${service.url}/admin/api/session`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'user-agent': userAgent, 'x-forwarded-for': '203.0.113.9' },
      body: JSON.stringify({ email, password: PASSWORD }),
    });
    expect(response.status).toBe(200);
    return (await list()).find(({ address }) => address === '203.0.113.9');
  }

  beforeEach(async () => {
    ({ id, email } = await createUser());
    other = await Backoffice.signIn(service.url, { email, password: PASSWORD });
    session = await Backoffice.signIn(service.url, { email, password: PASSWORD });
  });

  it('has the sessions of the administrator that have not ended, the current one first', async () => {
    const [first, second, ...more] = await list();
    expect(more).toEqual([]);
    expect(first).toEqual({
      id: expect.any(String) as string,
      userAgent: expect.any(String) as string,
      address: '127.0.0.1',
      createdAt: expect.any(String) as string,
      lastUsedAt: expect.any(String) as string,
      isCurrent: true,
    });
    expect(second).toMatchObject({ isCurrent: false });
    expect((await list(other)).map((one) => one.id)).toEqual([second?.id, first?.id]);
    await query('UPDATE sessions SET expires_at = now() WHERE id = $1', [second?.id]);
    expect(await list()).toEqual([first]);
  });

  it('contains no token', async () => {
    const text = JSON.stringify(await list());
    for (const { cookie, csrfToken } of [session, other]) {
      expect(text).not.toContain(cookie.slice('session='.length));
      expect(text).not.toContain(csrfToken);
    }
    expect(text).not.toMatch(/hash/i);
  });

  it('has the browser and the address of the sign-in, the browser cut to 300 characters', async () => {
    expect(await signInFrom(`Browser/${'1'.repeat(1_000)}`)).toMatchObject({ userAgent: `Browser/${'1'.repeat(292)}` });
  });

  it('has the time of the last use, which is written again after five minutes only', async () => {
    const [{ id: current }] = (await list()) as [Listed];
    const begun = await lastUse(current);
    for (let request = 0; request < 3; request++) expect(await statusOf(session)).toBe(200);
    expect(await lastUse(current)).toEqual(begun);
    const [{ at: old }] = await query<{ at: Date }>(
      `UPDATE sessions SET last_used_at = now() - interval '6 minutes' WHERE id = $1 RETURNING last_used_at AS at`,
      [current],
    );
    expect(await statusOf(session)).toBe(200);
    await until('the use is written', async () => (await lastUse(current)).getTime() > old.getTime());
  });

  it('fails no request whose use cannot be written', async () => {
    await query(`UPDATE sessions SET last_used_at = now() - interval '6 minutes' WHERE user_id = $1`, [id]);
    await withClient(service.databaseUrl, async (client) => {
      await client.query('BEGIN');
      await client.query('SELECT FROM sessions WHERE user_id = $1 FOR UPDATE', [id]);
      expect(await statusOf(session)).toBe(200);
      await client.query('ROLLBACK');
    });
    const failing = `CREATE FUNCTION fail_for_test() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'no write'; END $$;
      CREATE TRIGGER fail_for_test BEFORE UPDATE ON sessions FOR EACH ROW EXECUTE FUNCTION fail_for_test()`;
    await query(`UPDATE sessions SET last_used_at = now() - interval '6 minutes' WHERE user_id = $1`, [id]);
    await query(failing);
    try {
      expect(await statusOf(session)).toBe(200);
    } finally {
      await query('DROP TRIGGER fail_for_test ON sessions; DROP FUNCTION fail_for_test()');
    }
  });

  it('ends one of them immediately, with an entry in the audit log', async () => {
    const [, second] = (await list()) as [Listed, Listed];
    expect((await session.request('DELETE', `/sessions/${second.id}`)).status).toBe(204);
    expect([await statusOf(session), await statusOf(other)]).toEqual([200, 401]);
    expect((await auditOf(id)).at(-1)).toMatchObject({
      action: 'session.revoked',
      actor_id: id,
      details: { signedInAt: second.createdAt },
    });
    expect(await answerOf(await session.request('DELETE', `/sessions/${second.id}`))).toEqual(SESSION_NOT_FOUND);
  });

  it('cannot end sessions of other administrators, or what is no session', async () => {
    const [{ id: foreign }] = (await list(service.backoffice)) as [Listed];
    for (const unknown of [foreign, id, 'nothing']) {
      expect(await answerOf(await session.request('DELETE', `/sessions/${unknown}`))).toEqual(SESSION_NOT_FOUND);
    }
    expect(await statusOf(service.backoffice)).toBe(200);
  });

  it('ends all others, with an entry in the audit log', async () => {
    expect((await session.request('DELETE', '/sessions/others')).status).toBe(204);
    expect([await statusOf(session), await statusOf(other)]).toEqual([200, 401]);
    expect(await statusOf(service.backoffice)).toBe(200);
    expect((await auditOf(id)).at(-1)).toMatchObject({ action: 'sessions.revoked', actor_id: id, details: {} });
  });
});

describe('signing out everywhere', () => {
  it('immediately ends all sessions of the administrator, and no others', async () => {
    const { id, email } = await createUser();
    const sessions = await Promise.all(
      [service.url, secure.url, service.url].map((url) => Backoffice.signIn(url, { email, password: PASSWORD })),
    );
    const [session] = sessions as [Backoffice];
    const response = await session.request('DELETE', '/sessions');
    expect([response.status, await response.text()]).toEqual([204, '']);
    expect(response.headers.get('set-cookie')).toMatch(/^session=; Max-Age=0; Path=\/admin;/);
    expect(await Promise.all(sessions.map(statusOf))).toEqual([401, 401, 401]);
    expect(await statusOf(service.backoffice)).toBe(200);
    expect((await auditOf(id)).at(-1)).toEqual({
      action: 'sessions.ended',
      actor_id: id,
      address: '127.0.0.1',
      details: {},
    });
    expect((await signIn(email, PASSWORD)).status).toBe(200);
  });
});

describe('the first administrator', () => {
  const create = ({ app }: Service, email: string) =>
    app.get(CommandBus).execute(new CreateFirstAdministrator(email, PASSWORD));

  it('is never reset', async () => {
    expect(await create(service, 'admin@example.com')).toBe(false);
    expect((await signIn('admin@example.com', PASSWORD)).status).toBe(401);
  });

  it('is created once by instances that start concurrently', async () => {
    await query('DELETE FROM users');
    const created = await Promise.all(
      Array.from({ length: 10 }, (_, index) => create(index % 2 === 0 ? service : secure, 'First@example.com')),
    );
    expect(created.filter(Boolean)).toHaveLength(1);
    expect(await query('SELECT email, role FROM users')).toEqual([{ email: 'first@example.com', role: 'admin' }]);
    expect((await signIn('first@example.com', PASSWORD)).status).toBe(200);
  });
});
