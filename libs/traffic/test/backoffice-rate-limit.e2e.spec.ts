// Limits on the requests of the backoffice, which counts per session.
import { Backoffice } from '../../../test/support/backoffice.js';
import { ADMINISTRATOR, type Service, startService } from '../../../test/support/service.js';

/** Requests of a session where a key has one. */
const LIMIT = 50;

/** One request an hour and key. The tests act as its trusted proxy. */
let service: Service;

beforeAll(async () => {
  service = await startService({
    RATE_LIMIT_REQUESTS: '1',
    RATE_LIMIT_WINDOW_SECONDS: '3600',
    TRUSTED_PROXIES: '127.0.0.1',
  });
});
afterAll(() => service.close());

const signIn = () => Backoffice.signIn(service.url, ADMINISTRATOR);

/** The statuses of requests that are sent at once, sorted. */
async function statusesOf(count: number, send: () => Promise<Response>): Promise<number[]> {
  const responses = await Promise.all(Array.from({ length: count }, send));
  return responses.map(({ status }) => status).sort();
}

const times = (count: number, status: number) => Array.from({ length: count }, () => status);

it('a session of the backoffice may send 50 times as many requests as a key, and others are served', async () => {
  const [one, other] = [await signIn(), await signIn()];
  // Pages and their files do not count.
  const pages = await statusesOf(LIMIT, () => fetch(`${service.url}/admin`, { redirect: 'manual' }));
  expect(pages).toEqual(times(LIMIT, 308));
  const read = () => one.request('GET', '/session');
  expect(await statusesOf(LIMIT + 2, read)).toEqual([...times(LIMIT, 200), 429, 429]);
  const rejected = await one.request('DELETE', '/session');
  expect([rejected.status, await rejected.json()]).toEqual([
    429,
    { error: 'Rate limit exceeded. Please try again later.' },
  ]);
  expect(rejected.headers.get('x-error-code')).toBe('rate_limit_exceeded');
  expect(Number(rejected.headers.get('retry-after'))).toBeGreaterThan(3_000);
  expect((await other.request('GET', '/session')).status).toBe(200);
});

it('requests of the backoffice without a session count for their address', async () => {
  const session = await signIn();
  const from = (address: string, path: string, init: RequestInit = {}) =>
    fetch(service.url + path, { ...init, headers: { 'x-forwarded-for': address, ...init.headers } });
  const guess = () => {
    const token = Buffer.from(crypto.getRandomValues(new Uint8Array(32))).toString('base64url');
    return from('198.51.100.1', '/admin/api/users', { headers: { cookie: `session=${token}` } });
  };
  expect(await statusesOf(LIMIT / 2, guess)).toEqual(times(LIMIT / 2, 401));
  const methods = (address: string) => from(address, '/admin/api/session/methods');
  const allowed = await statusesOf(LIMIT / 2 + 1, () => methods('198.51.100.1'));
  expect(allowed).toEqual([...times(LIMIT / 2, 200), 429]);
  expect((await guess()).status).toBe(429);
  expect((await methods('198.51.100.2')).status).toBe(200);
  const signedIn = await session.request('GET', '/session', undefined, { 'x-forwarded-for': '198.51.100.1' });
  expect(signedIn.status).toBe(200);
  // The API has a count of its own.
  expect((await from('198.51.100.1', '/api/quizzes')).status).toBe(401);
});

it('a session of the backoffice may start as many downloads of a kind as a key may send requests', async () => {
  const session = await signIn();
  const download = () => session.request('GET', '/quizzes/export');
  expect(await statusesOf(2, download)).toEqual([200, 429]);
  expect((await session.request('GET', '/audit/export')).status).toBe(200);
  expect((await session.request('GET', '/quizzes')).status).toBe(200);
  expect((await (await signIn()).request('GET', '/quizzes/export')).status).toBe(200);
});
