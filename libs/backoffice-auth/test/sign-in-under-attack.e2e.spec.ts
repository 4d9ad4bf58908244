// Whether an administrator can sign in while strangers at many addresses guess the password.
import { setTimeout as sleep } from 'node:timers/promises';
import { ADMINISTRATOR, type Service, startService } from '../../../test/support/service.js';
import { until } from '../../../test/support/until.js';

const ADDRESSES = 20;
/** Sign-ins of the administrator in the meantime. */
const SIGN_INS = 8;
/** More than may wait for their passwords to be verified. */
const STRANGERS = 150;

let service: Service;

beforeAll(async () => {
  service = await startService({ TRUSTED_PROXIES: '127.0.0.1' });
});

afterAll(() => service.close());

async function signIn(address: string, password: string, cookie = ''): Promise<Response> {
  const response = await fetch(`${service.url}/admin/api/session`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': address, cookie },
    body: JSON.stringify({ email: ADMINISTRATOR.email, password }),
  });
  await response.arrayBuffer();
  return response;
}

/** Guesses from many addresses, from each again after its response. @returns the responses by address, and a function that stops */
function guess(addresses: string[]) {
  const answers = new Map<string, number[]>(addresses.map((address) => [address, []]));
  let isOver = false;
  const guessing = [...answers].map(async ([address, statuses]) => {
    while (!isOver) {
      statuses.push((await signIn(address, 'wrong')).status);
      await sleep(statuses.at(-1) === 429 ? 200 : 0);
    }
  });
  return {
    answers,
    stop: async () => {
      isOver = true;
      await Promise.all(guessing);
    },
  };
}

const prefix = (network: number) => `2001:db8:0:${network.toString(16)}`;

it('signs the administrator in from every new address, while strangers at 20 addresses guess the password', async () => {
  const attack = guess(Array.from({ length: ADDRESSES }, (_, index) => `${prefix(index)}::1`));
  const isRejected = (statuses: number[]) => statuses.includes(429);
  await until(
    'every address is rejected',
    () => Promise.resolve([...attack.answers.values()].every(isRejected)),
    240_000,
  );
  const statuses: number[] = [];
  for (let tried = 0; tried < SIGN_INS; tried++) {
    statuses.push((await signIn(`${prefix(1_000 + tried)}::1`, ADMINISTRATOR.password)).status);
  }
  await attack.stop();
  expect(statuses).toEqual(Array<number>(SIGN_INS).fill(200));
  // The account is guessed at slowly in the meantime: three times from each address, and twenty times from all of them before they take turns.
  const guesses = [...attack.answers.values()].flat().filter((status) => status === 401);
  expect(guesses.length).toBeGreaterThanOrEqual(3 * ADDRESSES);
  expect(guesses.length).toBeLessThan(10 * ADDRESSES);
});

it('signs a known browser in before strangers at more addresses than there is capacity for', async () => {
  const known = await signIn(`${prefix(2_000)}::1`, ADMINISTRATOR.password);
  const cookie = known.headers.getSetCookie().find((value) => value.startsWith('known-browser=')) ?? '';
  let answered = 0;
  const strangers = Array.from({ length: STRANGERS }, async (_, index) => {
    const { status } = await signIn(`${prefix(3_000 + index)}::1`, 'wrong');
    answered++;
    return status;
  });
  await until('strangers are answered', () => Promise.resolve(answered > 0));
  expect((await signIn(`${prefix(2_000)}::1`, ADMINISTRATOR.password, cookie)).status).toBe(200);
  for (const status of await Promise.all(strangers)) expect([401, 503]).toContain(status);
});
