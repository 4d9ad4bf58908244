import { sql, UnitOfWork } from '#libs/database';
import { ADDRESS } from '../../../test/support/audit.js';
import { Backoffice } from '../../../test/support/backoffice.js';
import { query } from '../../../test/support/database.js';
import { type Service, startTwoServices } from '../../../test/support/service.js';
import { untilLocked } from '../../../test/support/activity.js';

const PASSWORD = 'correct horse battery';
const NEW_PASSWORD = 'staple battery horse';
const EASY_TO_GUESS =
  'must be harder to guess. This is similar to a commonly used password. Add more words that are less common.';
const WRONG = [403, { error: 'Current password is wrong' }];
const TOO_MANY = [429, { error: 'Too many sign-in attempts. Please try again later.' }];

let service: Service;
let other: Service;
let id: string;
let email: string;
let session: Backoffice;

beforeAll(async () => {
  [service, other] = await startTwoServices();
});

afterAll(() => service.close());

let users = 0;

beforeEach(async () => {
  email = `person${++users}@example.com`;
  const user = { email, displayName: 'Person', role: 'admin', password: PASSWORD };
  ({ id } = await service.backoffice.call<{ id: string }>('POST', '/users', user));
  session = await Backoffice.signIn(service.url, { email, password: PASSWORD });
});

const execute = (text: string, values: unknown[] = []) => query(service.databaseUrl, text, values);

async function answerOf(response: Response): Promise<[number, unknown]> {
  const text = await response.text();
  return [response.status, text === '' ? undefined : JSON.parse(text)];
}

const change = async (currentPassword: unknown, newPassword: unknown, by = session) =>
  answerOf(await by.request('PUT', '/session/password', { currentPassword, newPassword }));

const set = async (userId: string, password: unknown, by = service.backoffice) =>
  answerOf(await by.request('PUT', `/users/${userId}/password`, { password }));

const statusOf = async (backoffice: Backoffice) => (await backoffice.request('GET', '/session')).status;

async function signInStatus(password: string, of = email): Promise<number> {
  const response = await fetch(`${other.url}/admin/api/session`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: of, password }),
  });
  return response.status;
}

const lastAudit = async () => {
  const [entry] = await execute(
    `SELECT action, actor_id, ${ADDRESS}, details FROM audit_entries WHERE subject_id = $1 ORDER BY id DESC LIMIT 1`,
    [id],
  );
  return entry;
};

/** Gives the user another password while a request waits to give one too. */
async function whileOthersSet(send: () => Promise<[number, unknown]>): Promise<[number, unknown]> {
  const { answer } = await service.app.get(UnitOfWork).run(async (transaction) => {
    await transaction.query(sql('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))'), [`sessions of user:${id}`]);
    const answer = send();
    await untilLocked(service.databaseUrl);
    const take = sql(`UPDATE credentials SET password_hash = (SELECT password_hash FROM credentials WHERE user_id = $2)
      WHERE user_id = $1`);
    await transaction.query(take, [id, service.backoffice.userId]);
    return { answer };
  });
  return answer;
}

describe('changing your password', () => {
  it('accepts only the new one afterwards', async () => {
    expect(await change(PASSWORD, NEW_PASSWORD)).toEqual([204, undefined]);
    expect([await signInStatus(PASSWORD), await signInStatus(NEW_PASSWORD)]).toEqual([401, 200]);
    expect(await lastAudit()).toMatchObject({ action: 'session.began' });
    expect(
      await execute(
        `SELECT action, actor_id, ${ADDRESS}, details FROM audit_entries WHERE action = 'password.changed'`,
      ),
    ).toEqual([{ action: 'password.changed', actor_id: id, address: '127.0.0.1', details: {} }]);
  });

  it('immediately ends your other sessions, and no others', async () => {
    const others = [
      await Backoffice.signIn(service.url, { email, password: PASSWORD }),
      await Backoffice.signIn(other.url, { email, password: PASSWORD }),
    ];
    await change(PASSWORD, NEW_PASSWORD);
    expect(await Promise.all(others.map(statusOf))).toEqual([401, 401]);
    expect([await statusOf(session), await statusOf(service.backoffice)]).toEqual([200, 200]);
    expect(await session.call('GET', '/session')).toMatchObject({ csrfToken: session.csrfToken });
  });

  it('makes the browser known by the new one', async () => {
    const body = { currentPassword: PASSWORD, newPassword: NEW_PASSWORD };
    const { headers } = await session.request('PUT', '/session/password', body);
    expect(headers.get('set-cookie')).toMatch(/^known-browser=[\w-]{43}; .*HttpOnly; SameSite=Strict$/);
  });

  it('requires the current one', async () => {
    const second = await Backoffice.signIn(service.url, { email, password: PASSWORD });
    for (const wrong of ['wrong', NEW_PASSWORD, PASSWORD.toUpperCase(), `${PASSWORD} `]) {
      expect(await change(wrong, NEW_PASSWORD)).toEqual(WRONG);
    }
    expect([await statusOf(second), await signInStatus(PASSWORD)]).toEqual([200, 200]);
    expect(await lastAudit()).toMatchObject({ action: 'session.began' });
  });

  it('is rejected for a while after many wrong ones, which does not prevent signing in', async () => {
    for (let failures = 0; failures < 10; failures++) expect(await change('wrong', NEW_PASSWORD)).toEqual(WRONG);
    const response = await session.request('PUT', '/session/password', {
      currentPassword: PASSWORD,
      newPassword: NEW_PASSWORD,
    });
    expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(800);
    expect(await answerOf(response)).toEqual(TOO_MANY);
    expect(await signInStatus(PASSWORD)).toBe(200);
    expect(await statusOf(session)).toBe(200);
  });

  it.each([
    [PASSWORD, 'eleven char', 'newPassword: must have 12 to 200 characters'],
    [PASSWORD, 'x'.repeat(201), 'newPassword: must have 12 to 200 characters'],
    [PASSWORD, 'password1234', `newPassword: ${EASY_TO_GUESS}`],
    [PASSWORD, undefined, 'newPassword: must be a string'],
    [PASSWORD, ' '.repeat(12), 'newPassword: must not be blank'],
    [undefined, NEW_PASSWORD, 'currentPassword: must be a string'],
    [{ $ne: '' }, NEW_PASSWORD, 'currentPassword: must be a string'],
  ])('from %j to %j is rejected', async (currentPassword, newPassword, error) => {
    const [status, body] = await change(currentPassword, newPassword);
    expect([status, (body as { error: string }).error]).toEqual([400, error]);
    expect(await signInStatus(PASSWORD)).toBe(200);
  });

  it('reveals nothing about the new one without the current one', async () => {
    expect(await change('wrong', 'password1234')).toEqual(WRONG);
  });

  it('rejects one that is the name or the email of its user', async () => {
    await service.backoffice.call('PATCH', `/users/${id}`, { displayName: 'Augusta King' });
    for (const own of ['augusta king', email]) {
      const [status, body] = await change(PASSWORD, own);
      expect(status).toBe(400);
      expect((body as { error: string }).error).toMatch(/^newPassword: must be harder to guess\./);
      expect((await set(id, own))[0]).toBe(400);
    }
    expect(await signInStatus(PASSWORD)).toBe(200);
  });

  it('requires the CSRF token', async () => {
    const response = await fetch(`${service.url}/admin/api/session/password`, {
      method: 'PUT',
      headers: { cookie: session.cookie, 'content-type': 'application/json' },
      body: JSON.stringify({ currentPassword: PASSWORD, newPassword: NEW_PASSWORD }),
    });
    expect(await answerOf(response)).toEqual([403, { error: 'Invalid CSRF token' }]);
    expect(await signInStatus(PASSWORD)).toBe(200);
  });

  it('is rejected for users without a password', async () => {
    await execute('DELETE FROM credentials WHERE user_id = $1', [id]);
    expect(await session.call('GET', '/session')).toMatchObject({ hasPassword: false });
    expect(await change(PASSWORD, NEW_PASSWORD)).toEqual(WRONG);
    expect((await change('', NEW_PASSWORD))[0]).toBe(400);
    expect(await signInStatus(NEW_PASSWORD)).toBe(401);
  });

  it('does not overwrite one that another administrator sets in the meantime', async () => {
    expect(await whileOthersSet(() => change(PASSWORD, NEW_PASSWORD))).toEqual(WRONG);
    expect([await signInStatus(PASSWORD), await signInStatus(NEW_PASSWORD)]).toEqual([401, 401]);
    expect(await statusOf(session)).toBe(200);
  });
});

describe('setting the password of a user', () => {
  it('applies immediately, and ends their sessions', async () => {
    expect(await set(id, NEW_PASSWORD)).toEqual([204, undefined]);
    expect(await lastAudit()).toEqual({
      action: 'password.set',
      actor_id: service.backoffice.userId,
      address: '127.0.0.1',
      details: {},
    });
    expect([await statusOf(session), await statusOf(service.backoffice)]).toEqual([401, 200]);
    expect([await signInStatus(PASSWORD), await signInStatus(NEW_PASSWORD)]).toEqual([401, 200]);
  });

  it('works for a user without one', async () => {
    await execute('DELETE FROM credentials WHERE user_id = $1', [id]);
    expect(await signInStatus(NEW_PASSWORD)).toBe(401);
    await set(id, NEW_PASSWORD);
    expect(await signInStatus(NEW_PASSWORD)).toBe(200);
  });

  it('is not a way to change your own', async () => {
    expect(await set(id, NEW_PASSWORD, session)).toEqual([
      409,
      { error: 'Change your own password with the current one' },
    ]);
    expect([await statusOf(session), await signInStatus(PASSWORD)]).toEqual([200, 200]);
  });

  it.each(['019b76da-a800-7000-8000-000000000001', 'nobody', "'", '%00'])('answers 404 for %s', async (userId) => {
    expect(await set(userId, NEW_PASSWORD)).toEqual([404, { error: 'User not found' }]);
  });

  it.each([
    ['eleven char', 'password: must have 12 to 200 characters'],
    ['x'.repeat(201), 'password: must have 12 to 200 characters'],
    ['password1234', `password: ${EASY_TO_GUESS}`],
    [undefined, 'password: must be a string'],
    [['correct horse battery'], 'password: must be a string'],
  ])('rejects %j', async (password, error) => {
    expect(await set(id, password)).toEqual([400, { error }]);
    expect([await statusOf(session), await signInStatus(PASSWORD)]).toEqual([200, 200]);
  });

  it('requires the CSRF token', async () => {
    const response = await fetch(`${service.url}/admin/api/users/${id}/password`, {
      method: 'PUT',
      headers: { cookie: service.backoffice.cookie, 'content-type': 'application/json' },
      body: JSON.stringify({ password: NEW_PASSWORD }),
    });
    expect(await answerOf(response)).toEqual([403, { error: 'Invalid CSRF token' }]);
    expect(await signInStatus(PASSWORD)).toBe(200);
  });
});
