import { InvalidCredentials, TooManySignIns } from './backoffice-auth.errors.js';
import { networkOf, SignInLimiter } from './sign-in-limiter.js';

const fail = () => Promise.reject(new InvalidCredentials());
const succeed = () => Promise.resolve('signed in');

/** Makes attempts one after another and tells their errors. */
async function attempts(count: number, attempt: () => Promise<unknown>): Promise<unknown[]> {
  const errors: unknown[] = [];
  for (let made = 0; made < count; made++) errors.push(await attempt().catch((error: unknown) => error));
  return errors;
}

const refusals = (errors: unknown[]) => errors.filter((error) => error instanceof TooManySignIns).length;

describe('SignInLimiter', () => {
  beforeEach(() => jest.useFakeTimers());
  afterEach(() => jest.useRealTimers());

  it('refuses an account at an address after ten failures, the right password too', async () => {
    const limiter = new SignInLimiter();
    expect(refusals(await attempts(12, () => limiter.run('ada', '1.1.1.1', fail)))).toBe(2);
    await expect(limiter.run('ada', '1.1.1.1', succeed)).rejects.toBeInstanceOf(TooManySignIns);
    await expect(limiter.run('eve', '1.1.1.1', succeed)).resolves.toBe('signed in');
    await expect(limiter.run('ada', '2.2.2.2', succeed)).resolves.toBe('signed in');
  });

  it('refuses an address after 50 failures at whatever accounts', async () => {
    const limiter = new SignInLimiter();
    let account = 0;
    expect(refusals(await attempts(55, () => limiter.run(`user ${account++}`, '1.1.1.1', fail)))).toBe(5);
    await expect(limiter.run('ada', '1.1.1.1', succeed)).rejects.toBeInstanceOf(TooManySignIns);
    await expect(limiter.run('ada', '2.2.2.2', succeed)).resolves.toBe('signed in');
  });

  it('limits attempts that are under way at once', async () => {
    const limiter = new SignInLimiter();
    const errors = Array.from({ length: 30 }, () =>
      limiter.run('ada', '1.1.1.1', fail).catch((error: unknown) => error),
    );
    expect(refusals(await Promise.all(errors))).toBe(20);
  });

  it('counts neither success nor what is not the fault of the client', async () => {
    const limiter = new SignInLimiter();
    await attempts(60, () => limiter.run('ada', '1.1.1.1', succeed));
    await attempts(60, () => limiter.run('ada', '1.1.1.1', () => Promise.reject(new Error('down'))));
    await expect(limiter.run('ada', '1.1.1.1', succeed)).resolves.toBe('signed in');
  });

  it('says when to come back, and admits then', async () => {
    const limiter = new SignInLimiter();
    await attempts(1, () => limiter.run('ada', '1.1.1.1', fail));
    jest.advanceTimersByTime(5 * 60_000);
    await attempts(9, () => limiter.run('ada', '1.1.1.1', fail));
    await expect(limiter.run('ada', '1.1.1.1', succeed)).rejects.toMatchObject({
      status: 429,
      headers: { 'retry-after': '600' },
    });
    jest.advanceTimersByTime(10 * 60_000 + 1_000);
    await expect(limiter.run('ada', '1.1.1.1', succeed)).resolves.toBe('signed in');
  });
});

describe('networkOf', () => {
  it.each([
    ['192.0.2.7', '192.0.2.7'],
    ['::ffff:192.0.2.7', '192.0.2.7'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
    ['2001:db8:1:2::9', '2001:db8:1:2'],
    ['2001:db8::9', '2001:db8:0:0'],
    ['2001:db8:0:0:1::9', '2001:db8:0:0'],
    ['somewhere', 'somewhere'],
  ])('%s is of %s', (address, network) => {
    expect(networkOf(address)).toBe(network);
  });
});
