import { createHash } from 'node:crypto';
import { vi } from 'vitest';
import { Backoffice } from '../support/backoffice.js';
import { query } from '../support/database.js';
import { captureLog } from '../support/log.js';
import { type Service, startService } from '../support/service.js';

const PASSWORD = 'hunter2-hunter2-hunter2';
const EMAIL = 'ada@example.com';

const log = captureLog();
/** Heads and bodies of all responses, except those that show a new key or token once. */
const answers: string[] = [];

let service: Service;
let key: string;
let session: Backoffice;

async function keepAnswer(method: string, url: string, response: Response): Promise<void> {
  const isNewKey = method === 'POST' && url.endsWith('/keys') && response.status === 201;
  const isSession = url.endsWith('/session') && response.status === 200;
  if (!isNewKey && !isSession) answers.push(JSON.stringify([...response.headers]), await response.clone().text());
}

beforeAll(async () => {
  const send = globalThis.fetch;
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) => {
    const response = await send(input, init);
    await keepAnswer(init?.method ?? 'GET', input as string, response);
    return response;
  });
  service = await startService({ LOG_LEVEL: 'trace' });
  const user = { email: EMAIL, displayName: 'Ada', role: 'admin', password: PASSWORD };
  const { id } = await service.backoffice.call<{ id: string }>('POST', '/users', user);
  ({ key } = await service.backoffice.call<{ key: string }>('POST', '/keys', { name: 'Key', userId: id }));
  session = await Backoffice.signIn(service.url, { email: EMAIL, password: PASSWORD });
});

afterAll(() => service.close());

const execute = (text: string) => query(service.databaseUrl, text);

const api = (path: string, init: RequestInit = {}) =>
  fetch(`${service.url}/api${path}`, { headers: { 'x-api-key': key }, ...init });

const signIn = (body: string, contentType = 'application/json') =>
  fetch(`${service.url}/admin/api/session`, { method: 'POST', headers: { 'content-type': contentType }, body });

/** Lets a statement break a rule of the database while requests are made. */
async function whileBroken(table: string, work: () => Promise<void>): Promise<void> {
  await execute(`ALTER TABLE ${table} ADD CONSTRAINT broken CHECK (false) NOT VALID`);
  try {
    await work();
  } finally {
    await execute(`ALTER TABLE ${table} DROP CONSTRAINT broken`);
  }
}

async function succeed(): Promise<void> {
  expect((await api('/quizzes')).status).toBe(200);
  expect((await api(`/quizzes?key=${key}`)).status).toBe(200);
  for (const path of ['/users', '/keys', '/session']) expect((await session.request('GET', path)).status).toBe(200);
}

async function beRejected(): Promise<void> {
  const wrong = { email: EMAIL, password: `${PASSWORD}!` };
  expect((await signIn(JSON.stringify(wrong))).status).toBe(401);
  expect((await signIn(`{"email":"${EMAIL}","password":"${PASSWORD}"`)).status).toBe(400);
  expect((await signIn(JSON.stringify({ ...wrong, password: [PASSWORD] }))).status).toBe(400);
  expect((await signIn(`password=${PASSWORD}`, 'application/x-www-form-urlencoded')).status).toBe(415);
  const user = { email: EMAIL, displayName: 'Ada', password: PASSWORD };
  expect((await session.request('POST', '/users', user)).status).toBe(409);
  expect((await session.request('POST', '/users', { ...user, email: 'none' })).status).toBe(400);
  expect((await session.request('POST', '/keys', { name: key, userId: key })).status).toBe(400);
  expect((await api(`/${key}`)).status).toBe(404);
  expect((await api(`/quizzes/${key}`)).status).toBe(404);
  expect((await api('/quizzes', { headers: { authorization: `Bearer ${key}` } })).status).toBe(401);
  expect((await api('/quizzes', { headers: { 'x-api-key': `${key} ` + key } })).status).toBe(401);
  for (const id of [key, `id-${key}`]) {
    expect((await api('/quizzes', { headers: { 'x-api-key': key, 'x-request-id': id } })).status).toBe(200);
  }
}

async function fail(): Promise<void> {
  const user = { email: 'grace@example.com', displayName: 'Grace', password: PASSWORD };
  const { userId } = session;
  await whileBroken('credentials', async () => {
    expect((await session.request('POST', '/users', user)).status).toBe(500);
  });
  await whileBroken('api_keys', async () => {
    expect((await session.request('POST', '/keys', { name: 'Key', userId })).status).toBe(500);
  });
  await whileBroken('sessions', async () => {
    expect((await signIn(JSON.stringify({ email: EMAIL, password: PASSWORD }))).status).toBe(500);
  });
  await execute('ALTER TABLE api_keys RENAME TO gone');
  expect((await api('/quizzes')).status).toBe(500);
  expect((await session.request('GET', '/keys')).status).toBe(500);
  await execute('ALTER TABLE gone RENAME TO api_keys');
}

it('no log line and no response contains a password, a key, a token or a hash of one', async () => {
  await succeed();
  await beRejected();
  await fail();
  const secrets = new Map([
    ['password', PASSWORD],
    ['key', key],
    ['secret of the key', key.slice(3)],
    ['session token', session.cookie.slice('session='.length)],
    ['CSRF token', session.csrfToken],
    ['password hash', '$argon2'],
  ]);
  for (const [of, secret] of [
    ['key', key],
    ['session token', session.cookie.slice('session='.length)],
  ] as const) {
    const hash = createHash('sha256').update(secret).digest();
    for (const encoding of ['hex', 'base64', 'base64url'] as const) {
      secrets.set(`hash of the ${of} in ${encoding}`, hash.toString(encoding));
    }
  }
  // Background tasks may fail in the meantime as well.
  expect(log.filter((line) => line.includes('"level":50') && line.includes('"reqId"'))).toHaveLength(5);
  for (const [name, secret] of secrets) {
    expect([name, ...log.filter((line) => line.includes(secret))]).toEqual([name]);
    expect([name, ...answers.filter((line) => line.includes(secret))]).toEqual([name]);
  }
});
