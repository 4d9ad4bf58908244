// The client address of a request: what the client claims does not count.
import { ADDRESS } from '../../../test/support/audit.js';
import { query } from '../../../test/support/database.js';
import { createPlayer, createQuiz, deleteQuiz, type Player } from '../../../test/support/factories.js';
import { send } from '../../../test/support/http.js';
import { type Service, startService } from '../../../test/support/service.js';

const VICTIM = '192.0.2.66';

/** Headers by which proxies and content networks name the client. */
const HEADERS = [
  'x-forwarded-for',
  'forwarded',
  'x-real-ip',
  'x-client-ip',
  'x-cluster-client-ip',
  'x-original-forwarded-for',
  'x-remote-addr',
  'true-client-ip',
  'cf-connecting-ip',
  'fastly-client-ip',
  'client-ip',
  'via',
];

/** All of them with an address, each in its own form. */
const spoofed = (address: string) =>
  Object.fromEntries(HEADERS.map((name) => [name, name === 'forwarded' ? `for=${address};proto=https` : address]));

let direct: Service;
/** The tests act as its trusted proxy. */
let proxied: Service;
let admin: Player;

beforeAll(async () => {
  direct = await startService({
    RATE_LIMIT_REQUESTS: '20',
    RATE_LIMIT_WINDOW_SECONDS: '3600',
    TRUSTED_PROXIES: '203.0.113.0/24',
  });
  proxied = await startService({
    DATABASE_URL: direct.databaseUrl,
    RATE_LIMIT_REQUESTS: '20',
    RATE_LIMIT_WINDOW_SECONDS: '3600',
    TRUSTED_PROXIES: '127.0.0.1, 203.0.113.0/24',
  });
  admin = await createPlayer(direct, 'admin');
});

afterAll(async () => {
  await proxied.close();
  await direct.close();
});

let addresses = 0;
const newAddress = () => `198.51.100.${++addresses}`;

async function remainingOf({ url }: Service, headers: Record<string, string | string[]>): Promise<unknown> {
  return (await send(url, 'GET', '/api/quizzes', { headers })).headers['x-ratelimit-remaining'];
}

const signIn = ({ url }: Service, email: string, headers: Record<string, string>) =>
  fetch(`${url}/admin/api/session`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify({ email, password: 'wrong' }),
  });

/** The addresses of the latest entries of the audit log, newest first. */
async function audited(count: number): Promise<unknown[]> {
  const rows = await query(direct.databaseUrl, `SELECT ${ADDRESS} FROM audit_entries ORDER BY id DESC LIMIT ${count}`);
  return rows.map(({ address }) => address as unknown);
}

describe('a client without a trusted proxy', () => {
  it('counts for its own address, whatever address it claims', async () => {
    const remaining: unknown[] = [];
    for (let asked = 0; asked < 3; asked++) remaining.push(await remainingOf(direct, spoofed(newAddress())));
    expect(remaining).toEqual(['19', '18', '17']);
  });

  it('has its password guesses counted for its own address', async () => {
    const statuses: number[] = [];
    for (let guess = 0; guess < 12; guess++) {
      statuses.push((await signIn(direct, 'guessed@example.com', spoofed(newAddress()))).status);
    }
    expect(statuses).toEqual([...Array<number>(10).fill(401), 429, 429]);
  });

  it('is in the audit log with its own address', async () => {
    const headers = { 'x-api-key': admin.key, ...spoofed(VICTIM) };
    const quiz = await createQuiz(admin);
    expect((await send(direct.url, 'DELETE', `/api/quizzes/${quiz.id}`, { headers })).status).toBe(200);
    expect(await audited(2)).toEqual(['127.0.0.1', '127.0.0.1']);
  });
});

describe('behind a trusted proxy', () => {
  it('only the last address of X-Forwarded-For that is not a trusted proxy counts', async () => {
    const address = newAddress();
    const chains = [
      address,
      `${VICTIM}, ${address}`,
      `127.0.0.1, ${address}`,
      `${VICTIM}, 127.0.0.1, ${address}`,
      `${VICTIM}, ${address}, 203.0.113.9`,
      `${VICTIM}, ${address}, 203.0.113.9, 127.0.0.1`,
      `, ,${address}`,
      `unknown, ${address}`,
    ];
    const remaining: unknown[] = [];
    for (const chain of chains) remaining.push(await remainingOf(proxied, { 'x-forwarded-for': chain }));
    expect(remaining).toEqual(chains.map((_, index) => String(19 - index)));
    expect(await remainingOf(proxied, { 'x-forwarded-for': [VICTIM, address] })).toBe('11');
    expect(await remainingOf(proxied, { 'x-forwarded-for': VICTIM })).toBe('19');
  });

  it('no other header counts', async () => {
    const address = newAddress();
    const remaining: unknown[] = [];
    for (const name of HEADERS.slice(1)) {
      const headers = { ...spoofed(newAddress()), 'x-forwarded-for': address };
      remaining.push([name, await remainingOf(proxied, headers)]);
    }
    expect(remaining).toEqual(HEADERS.slice(1).map((name, index) => [name, String(19 - index)]));
  });

  it('password guesses count for that address, and the audit log has it', async () => {
    const address = newAddress();
    const statuses: number[] = [];
    for (let guess = 0; guess < 11; guess++) {
      const headers = { ...spoofed(newAddress()), 'x-forwarded-for': `10.0.0.${guess}, ${address}` };
      statuses.push((await signIn(proxied, 'guessed.too@example.com', headers)).status);
    }
    expect(statuses).toEqual([...Array<number>(10).fill(401), 429]);
    const quiz = await createQuiz(admin);
    const headers = { 'x-api-key': admin.key, 'x-forwarded-for': `${VICTIM}, ${address}` };
    expect((await send(proxied.url, 'DELETE', `/api/quizzes/${quiz.id}`, { headers })).status).toBe(200);
    expect(await audited(1)).toEqual([address]);
  });

  it('a chain of only trusted proxies does not bypass the limit', async () => {
    const remaining: unknown[] = [];
    for (let asked = 0; asked < 2; asked++) {
      remaining.push(await remainingOf(proxied, { 'x-forwarded-for': '203.0.113.77, 127.0.0.1' }));
    }
    expect(remaining).toEqual(['19', '18']);
  });
});

it('headers of a client do not change redirects and cookies', async () => {
  const headers = {
    host: 'evil.example',
    'x-forwarded-host': 'evil.example',
    'x-forwarded-proto': 'https',
    'x-forwarded-port': '444',
    forwarded: 'host=evil.example;proto=https',
  };
  for (const [path, location] of [
    ['/', '/docs'],
    ['/admin', '/admin/'],
  ] as const) {
    expect((await send(proxied.url, 'GET', path, { headers })).headers.location).toBe(location);
  }
  const quiz = await createQuiz(admin);
  const own = { ...headers, 'x-api-key': admin.key };
  const answer = await send(proxied.url, 'GET', `/api/quizzes/${quiz.id}`, { headers: own });
  expect([answer.status, JSON.stringify(answer).includes('evil')]).toEqual([200, false]);
  await deleteQuiz(admin, quiz.id);
});
