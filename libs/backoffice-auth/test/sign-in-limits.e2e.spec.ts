// How often passwords can be guessed at two instances together: the rules, with the attempts themselves left out.
import { setTimeout as sleep } from 'node:timers/promises';
import { vi } from 'vitest';
import { Background } from '#libs/database';
import { InvalidCredentials, TooManySignIns, WrongCurrentPassword } from '../src/backoffice-auth.errors.js';
import { SignInCounts } from '../src/sign-in-counts.js';
import { type SignInAttempt, SignInLimiter } from '../src/sign-in-limiter.js';
import { query, withClient } from '../../../test/support/database.js';
import { ADMINISTRATOR, type Service, startService, startTwoServices } from '../../../test/support/service.js';
import { until } from '../../../test/support/until.js';

const MINUTE_MS = 60_000;

let services: [Service, Service];
/** One of each instance. */
let limiters: SignInLimiter[];
let turn = 0;

beforeAll(async () => {
  services = await startTwoServices();
});

beforeEach(async () => {
  await execute('DELETE FROM sign_in_counts');
  limiters = services.map(({ app }) => new SignInLimiter(app.get(SignInCounts)));
});

afterEach(() => vi.restoreAllMocks());

afterAll(() => services[0].close());

const execute = (text: string) => query<Record<string, unknown>>(services[0].databaseUrl, text);

/** The limiters of the instances in turn. */
const limiter = () => limiters[turn++ % limiters.length] as SignInLimiter;

/** Lets time pass, in milliseconds. */
async function pass(milliseconds: number): Promise<void> {
  const later = Date.now() + milliseconds;
  const begin = performance.now();
  vi.spyOn(Date, 'now').mockImplementation(() => later + Math.floor(performance.now() - begin));
  const by = `interval '${milliseconds} milliseconds'`;
  await execute(`UPDATE sign_in_counts SET ends_at = ends_at - ${by}, next_turn = next_turn - ${by}`);
  // lru-cache reads the clock once a millisecond.
  await sleep(2);
}

const fail = () => Promise.reject(new InvalidCredentials());
const succeed = () => Promise.resolve('signed in');

/** An attempt of a stranger, unless the browser is known. */
const at = (account: string, address: string, isKnown = false) => ({ account, address, isKnown });

/** Makes attempts one after another, and returns their errors. */
async function attempts(count: number, attempt: () => Promise<unknown>): Promise<unknown[]> {
  const errors: unknown[] = [];
  for (let made = 0; made < count; made++) errors.push(await attempt().catch((error: unknown) => error));
  return errors;
}

const rejections = (errors: unknown[]) => errors.filter((error) => error instanceof TooManySignIns).length;

it('rejects an account at an address after ten failures, even with the correct password', async () => {
  expect(rejections(await attempts(12, () => limiter().run(at('ada', '1.1.1.1'), fail)))).toBe(2);
  for (const one of limiters) {
    await expect(one.run(at('ada', '1.1.1.1'), succeed)).rejects.toBeInstanceOf(TooManySignIns);
    await expect(one.run(at('eve', '1.1.1.1'), succeed)).resolves.toBe('signed in');
    await expect(one.run(at('ada', '2.2.2.2'), succeed)).resolves.toBe('signed in');
  }
});

it('rejects an address after 50 failures at any accounts', async () => {
  let account = 0;
  expect(rejections(await attempts(55, () => limiter().run(at(`user ${account++}`, '1.1.1.1'), fail)))).toBe(5);
  for (const one of limiters) {
    await expect(one.run(at('ada', '1.1.1.1'), succeed)).rejects.toBeInstanceOf(TooManySignIns);
    await expect(one.run(at('ada', '2.2.2.2'), succeed)).resolves.toBe('signed in');
  }
});

it('admits a known browser despite failures of strangers at its address, and limits it separately', async () => {
  await attempts(60, () => limiter().run(at('ada', '1.1.1.1'), fail));
  const known = at('ada', '1.1.1.1', true);
  await expect(limiter().run(known, succeed)).resolves.toBe('signed in');
  expect(rejections(await attempts(12, () => limiter().run(known, fail)))).toBe(2);
  await expect(limiter().run(known, succeed)).rejects.toBeInstanceOf(TooManySignIns);
  await expect(limiter().run(at('ada', '2.2.2.2'), succeed)).resolves.toBe('signed in');
});

it('limits concurrent attempts', async () => {
  const errors = Array.from({ length: 30 }, () =>
    limiter()
      .run(at('ada', '1.1.1.1'), () => sleep(100).then(fail))
      .catch((error: unknown) => error),
  );
  expect(rejections(await Promise.all(errors))).toBe(20);
});

it('does not count successful attempts, however many are in flight', async () => {
  const made = Array.from({ length: 60 }, (_, index) =>
    limiter().run(at(`user ${index % 20}`, `1.1.1.${index % 3}`), succeed),
  );
  expect(new Set(await Promise.all(made))).toEqual(new Set(['signed in']));
  expect(await execute('SELECT DISTINCT attempts FROM sign_in_counts')).toEqual([{ attempts: 0 }]);
});

describe('while passwords of one account are guessed from many addresses', () => {
  let addresses = 0;
  const fresh = () => at('ada', `10.0.0.${++addresses}`);
  /** An attempt from an address that has no unslowed ones left. */
  const slowed = async () => {
    const { address } = fresh();
    await attempts(3, () => limiter().run(at('eve', address), fail));
    return at('ada', address);
  };
  let strangers: SignInAttempt[];

  beforeEach(async () => {
    strangers = await Promise.all(Array.from({ length: 10 }, slowed));
    for (const stranger of [...strangers, ...strangers]) {
      expect(rejections(await attempts(1, () => limiter().run(stranger, fail)))).toBe(0);
    }
  });

  it('admits addresses that have failed in turns of two seconds, and rejects those that would wait longer', async () => {
    const made: number[] = [];
    const attempt = () => {
      made.push(performance.now());
      return fail();
    };
    const begin = performance.now();
    const errors = strangers.map((stranger) =>
      limiter()
        .run(stranger, attempt)
        .catch((error: unknown) => error),
    );
    expect(rejections(await Promise.all(errors))).toBe(10 - made.length);
    expect(made.length).toBeGreaterThanOrEqual(2);
    // On a busy machine the last ones come when the first turn is over.
    expect(made.length).toBeLessThanOrEqual(1 + Math.floor((performance.now() - begin + 100) / 2_000));
    // The first one may be late.
    expect((made[1] ?? 0) - (made[0] ?? 0)).toBeGreaterThan(1_000);
  });

  it('tells rejected clients when to retry, and admits them then', async () => {
    await execute("UPDATE sign_in_counts SET next_turn = now() + interval '60 seconds'");
    for (const one of limiters) {
      const [error] = await attempts(1, () => one.run(strangers[0] as SignInAttempt, succeed));
      const seconds = Number((error as TooManySignIns).headers['retry-after']);
      expect(seconds).toBeGreaterThan(30);
      expect(seconds).toBeLessThanOrEqual(60);
    }
    await pass(60_000);
    await expect(limiter().run(strangers[1] as SignInAttempt, succeed)).resolves.toBe('signed in');
  });

  it('takes no turn for rejected attempts', async () => {
    await execute("UPDATE sign_in_counts SET next_turn = now() + interval '60 seconds'");
    for (const stranger of strangers) {
      await attempts(1, () => new SignInLimiter(services[0].app.get(SignInCounts)).run(stranger, fail));
    }
    const [{ left, attempts: counted } = {}] = await execute(
      'SELECT extract(epoch FROM next_turn - now())::float8 AS left, attempts FROM sign_in_counts ORDER BY attempts DESC LIMIT 1',
    );
    expect(left).toBeLessThanOrEqual(60);
    expect(counted).toBe(20);
  });

  it('slows neither a known browser of the account, nor attempts at another account', async () => {
    await execute("UPDATE sign_in_counts SET next_turn = now() + interval '60 seconds'");
    await expect(limiter().run(strangers[0] as SignInAttempt, fail)).rejects.toBeInstanceOf(TooManySignIns);
    await expect(limiter().run(at('ada', '1.1.1.1', true), succeed)).resolves.toBe('signed in');
    await expect(limiter().run(at('eve', '1.1.1.1'), succeed)).resolves.toBe('signed in');
  });

  it('does not make an address wait until its third attempt fails', async () => {
    await execute("UPDATE sign_in_counts SET next_turn = now() + interval '60 seconds'");
    for (const one of limiters) {
      const stranger = fresh();
      expect(rejections(await attempts(2, () => one.run(stranger, fail)))).toBe(0);
      expect(rejections(await attempts(5, () => one.run(stranger, succeed)))).toBe(0);
      expect(rejections(await attempts(2, () => one.run(stranger, fail)))).toBe(1);
      expect(rejections(await attempts(1, () => one.run(stranger, succeed)))).toBe(1);
    }
  });

  it('counts attempts in flight of an address as failures', async () => {
    await execute("UPDATE sign_in_counts SET next_turn = now() + interval '60 seconds'");
    const stranger = fresh();
    let end: (value: string) => void = () => undefined;
    const inFlight = new Promise<string>((resolve) => (end = resolve));
    let rejected = 0;
    const made = Array.from({ length: 8 }, () =>
      limiter()
        .run(stranger, () => inFlight)
        .catch((error: unknown) => (rejected++, error)),
    );
    await until('five are rejected', () => Promise.resolve(rejected === 5));
    end('signed in');
    expect(rejections(await Promise.all(made))).toBe(5);
  });

  it('ends a quarter of an hour after it began', async () => {
    await pass(15 * MINUTE_MS);
    for (const stranger of [...strangers, ...strangers]) {
      expect(rejections(await attempts(1, () => limiter().run(stranger, fail)))).toBe(0);
    }
  });
});

it('limits how many sign-ins an address begins at the provider', async () => {
  for (let begun = 0; begun < 100; begun++) await limiter().countBegun('1.1.1.1');
  for (const one of limiters) {
    await expect(one.countBegun('1.1.1.1')).rejects.toBeInstanceOf(TooManySignIns);
    await expect(one.countBegun('2.2.2.2')).resolves.toBeUndefined();
    await expect(one.run(at('ada', '1.1.1.1'), succeed)).resolves.toBe('signed in');
  }
  await pass(15 * MINUTE_MS);
  await expect(limiter().countBegun('1.1.1.1')).resolves.toBeUndefined();
});

it('counts a wrong current password like a wrong password at the sign-in', async () => {
  await attempts(10, () => limiter().run(at('ada', '1.1.1.1'), () => Promise.reject(new WrongCurrentPassword())));
  await expect(limiter().run(at('ada', '1.1.1.1'), succeed)).rejects.toBeInstanceOf(TooManySignIns);
});

it('counts neither successes nor failures that the client did not cause', async () => {
  await attempts(60, () => limiter().run(at('ada', '1.1.1.1'), succeed));
  await attempts(60, () => limiter().run(at('ada', '1.1.1.1'), () => Promise.reject(new Error('down'))));
  await expect(limiter().run(at('ada', '1.1.1.1'), succeed)).resolves.toBe('signed in');
});

it('says when to retry, and admits the client then', async () => {
  await attempts(1, () => limiter().run(at('ada', '1.1.1.1'), fail));
  await pass(5 * MINUTE_MS);
  await attempts(9, () => limiter().run(at('ada', '1.1.1.1'), fail));
  const seconds = 10 * 60;
  for (const one of [...limiters, ...limiters]) {
    const [error] = await attempts(1, () => one.run(at('ada', '1.1.1.1'), succeed));
    const { status, headers } = error as TooManySignIns;
    expect(status).toBe(429);
    expect(Number(headers['retry-after'])).toBeLessThanOrEqual(seconds);
    expect(Number(headers['retry-after'])).toBeGreaterThan(seconds - 60);
  }
  await pass(10 * MINUTE_MS);
  await expect(limiter().run(at('ada', '1.1.1.1'), succeed)).resolves.toBe('signed in');
});

it('does not decrement a window that began after the attempt', async () => {
  let end: (value: string) => void = () => undefined;
  const late = limiter().run(at('ada', '1.1.1.1'), () => new Promise<string>((resolve) => (end = resolve)));
  await until('the attempt is in flight', async () => (await execute('SELECT 1 FROM sign_in_counts')).length > 0);
  await pass(15 * MINUTE_MS);
  await attempts(3, () => limiter().run(at('ada', '1.1.1.1'), fail));
  end('late');
  expect(await late).toBe('late');
  expect(await execute('SELECT DISTINCT attempts FROM sign_in_counts')).toEqual([{ attempts: 3 }]);
});

it('repeats a rejection for a second without a query', async () => {
  await attempts(10, () => limiter().run(at('ada', '1.1.1.1'), fail));
  const [counts] = services.map(({ app }) => app.get(SignInCounts));
  const one = new SignInLimiter(counts as SignInCounts);
  const asked = vi.spyOn(counts as SignInCounts, 'count');
  expect(rejections(await attempts(50, () => one.run(at('ada', '1.1.1.1'), succeed)))).toBe(50);
  expect(asked.mock.calls.length).toBeLessThan(50);
  expect(asked.mock.calls.length).toBeGreaterThanOrEqual(1);
});

it('ranks known browsers before strangers, and strangers by the failures of their address', async () => {
  const ranks: number[] = [];
  const attempt = (rank: number) => (ranks.push(rank), fail());
  await attempts(5, () => limiter().run(at('ada', '1.1.1.1'), attempt));
  await attempts(2, () => limiter().run(at('ada', '1.1.1.1', true), attempt));
  await attempts(1, () => limiter().run(at('ada', '2.2.2.2'), attempt));
  expect(ranks).toEqual([1, 2, 3, 4, 5, 0, 0, 1]);
});

it('stores no typed text, and deletes the counts after the window', async () => {
  await attempts(2, () => limiter().run(at('hunter2-hunter2', '198.51.100.77'), fail));
  expect(JSON.stringify(await execute('SELECT t::text FROM sign_in_counts AS t'))).not.toMatch(/hunter2|198\.51/);
  await pass(15 * MINUTE_MS);
  await limiter()
    .run(at('eve', '2.2.2.2'), fail)
    .catch(() => undefined);
  // As the background task does at each instance, at whichever comes first.
  await Promise.all(services.map(({ app }) => app.get(Background).run('Deleting expired rows of sign_in_counts')));
  expect(await execute('SELECT 1 FROM sign_in_counts')).toHaveLength(2);
});

describe('signing in', () => {
  const signIn = (service: Service | undefined, password: string) =>
    fetch(`${service?.url ?? ''}/admin/api/session`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: ADMINISTRATOR.email, password }),
    });

  it('is not possible while attempts cannot be counted', async () => {
    const { databaseUrl: DATABASE_URL } = services[0];
    const withShortTimeout = await startService({ DATABASE_URL, DATABASE_LOCK_TIMEOUT_MS: '500' });
    try {
      await withClient(DATABASE_URL, async (client) => {
        await client.query('BEGIN');
        await client.query('LOCK TABLE sign_in_counts');
        const response = await signIn(withShortTimeout, ADMINISTRATOR.password);
        expect([response.status, await response.json()]).toEqual([503, { error: 'Service temporarily unavailable' }]);
        await client.query('ROLLBACK');
      });
    } finally {
      await withShortTimeout.close();
    }
    expect((await signIn(services[1], ADMINISTRATOR.password)).status).toBe(200);
  });

  it('is rejected at each instance for failures at all of them', async () => {
    const statuses: number[] = [];
    for (let guess = 0; guess < 10; guess++) statuses.push((await signIn(services[guess % 2], 'wrong')).status);
    expect(statuses).toEqual(Array<number>(10).fill(401));
    for (const service of services) expect((await signIn(service, ADMINISTRATOR.password)).status).toBe(429);
  });
});
