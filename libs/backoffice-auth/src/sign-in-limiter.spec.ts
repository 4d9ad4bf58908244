import { InvalidCredentials, TooManySignIns, WrongCurrentPassword } from './backoffice-auth.errors.js';
import { networkOf, SignInLimiter } from './sign-in-limiter.js';

const fail = () => Promise.reject(new InvalidCredentials());
const succeed = () => Promise.resolve('signed in');

/** An attempt of a stranger, unless the browser is known. */
const at = (account: string, address: string, isKnown = false) => ({
  account,
  address,
  isKnown: () => Promise.resolve(isKnown),
});

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
    expect(refusals(await attempts(12, () => limiter.run(at('ada', '1.1.1.1'), fail)))).toBe(2);
    await expect(limiter.run(at('ada', '1.1.1.1'), succeed)).rejects.toBeInstanceOf(TooManySignIns);
    await expect(limiter.run(at('eve', '1.1.1.1'), succeed)).resolves.toBe('signed in');
    await expect(limiter.run(at('ada', '2.2.2.2'), succeed)).resolves.toBe('signed in');
  });

  it('refuses an address after 50 failures at whatever accounts', async () => {
    const limiter = new SignInLimiter();
    let account = 0;
    expect(refusals(await attempts(55, () => limiter.run(at(`user ${account++}`, '1.1.1.1'), fail)))).toBe(5);
    await expect(limiter.run(at('ada', '1.1.1.1'), succeed)).rejects.toBeInstanceOf(TooManySignIns);
    await expect(limiter.run(at('ada', '2.2.2.2'), succeed)).resolves.toBe('signed in');
  });

  it('keeps no known browser out for what strangers at its address get wrong, and limits it by itself', async () => {
    const limiter = new SignInLimiter();
    await attempts(60, () => limiter.run(at('ada', '1.1.1.1'), fail));
    const known = at('ada', '1.1.1.1', true);
    await expect(limiter.run(known, succeed)).resolves.toBe('signed in');
    expect(refusals(await attempts(12, () => limiter.run(known, fail)))).toBe(2);
    await expect(limiter.run(known, succeed)).rejects.toBeInstanceOf(TooManySignIns);
    await expect(limiter.run(at('ada', '2.2.2.2'), succeed)).resolves.toBe('signed in');
  });

  it('limits attempts that are under way at once', async () => {
    const limiter = new SignInLimiter();
    const errors = Array.from({ length: 30 }, () =>
      limiter.run(at('ada', '1.1.1.1'), fail).catch((error: unknown) => error),
    );
    expect(refusals(await Promise.all(errors))).toBe(20);
  });

  describe('while passwords of one account are guessed from many addresses', () => {
    let limiter: SignInLimiter;
    let addresses = 0;
    const stranger = () => at('ada', `10.0.0.${++addresses}`);

    beforeEach(async () => {
      limiter = new SignInLimiter();
      expect(refusals(await attempts(20, () => limiter.run(stranger(), fail)))).toBe(0);
    });

    it('lets strangers take turns of two seconds, and refuses who would wait longer', async () => {
      const made: number[] = [];
      const begin = Date.now();
      const attempt = () => {
        made.push(Date.now() - begin);
        return fail();
      };
      const errors = Array.from({ length: 10 }, () =>
        limiter.run(stranger(), attempt).catch((error: unknown) => error),
      );
      await jest.advanceTimersByTimeAsync(60_000);
      expect(refusals(await Promise.all(errors))).toBe(8);
      expect(made).toEqual([0, 2_000]);
    });

    it('says to who is refused when to come back, and lets them in then', async () => {
      for (let turn = 0; turn < 2; turn++) limiter.run(stranger(), fail).catch(() => undefined);
      await jest.advanceTimersByTimeAsync(0);
      await expect(limiter.run(stranger(), succeed)).rejects.toMatchObject({ headers: { 'retry-after': '4' } });
      await jest.advanceTimersByTimeAsync(4_000);
      const admitted = limiter.run(stranger(), succeed);
      await jest.advanceTimersByTimeAsync(0);
      await expect(admitted).resolves.toBe('signed in');
    });

    it('slows neither who is known to the account, nor anybody at another one', async () => {
      for (let turn = 0; turn < 10; turn++) limiter.run(stranger(), fail).catch(() => undefined);
      await expect(limiter.run(at('ada', '1.1.1.1', true), succeed)).resolves.toBe('signed in');
      await expect(limiter.run(at('eve', '1.1.1.1'), succeed)).resolves.toBe('signed in');
    });

    it('ends a quarter of an hour after it began', async () => {
      jest.advanceTimersByTime(15 * 60_000 + 1_000);
      const errors = await attempts(20, () => limiter.run(stranger(), fail));
      expect(refusals(errors)).toBe(0);
    });
  });

  it('limits how many sign-ins an address begins at the provider', async () => {
    const limiter = new SignInLimiter();
    for (let begun = 0; begun < 100; begun++) limiter.countBegun('1.1.1.1');
    expect(() => limiter.countBegun('1.1.1.1')).toThrow(TooManySignIns);
    expect(() => limiter.countBegun('2.2.2.2')).not.toThrow();
    await expect(limiter.run(at('ada', '1.1.1.1'), succeed)).resolves.toBe('signed in');
    jest.advanceTimersByTime(15 * 60_000 + 1_000);
    expect(() => limiter.countBegun('1.1.1.1')).not.toThrow();
  });

  it('counts a wrong current password as one to sign in with', async () => {
    const limiter = new SignInLimiter();
    await attempts(10, () => limiter.run(at('ada', '1.1.1.1'), () => Promise.reject(new WrongCurrentPassword())));
    await expect(limiter.run(at('ada', '1.1.1.1'), succeed)).rejects.toBeInstanceOf(TooManySignIns);
  });

  it('counts neither success nor what is not the fault of the client', async () => {
    const limiter = new SignInLimiter();
    await attempts(60, () => limiter.run(at('ada', '1.1.1.1'), succeed));
    await attempts(60, () => limiter.run(at('ada', '1.1.1.1'), () => Promise.reject(new Error('down'))));
    await expect(limiter.run(at('ada', '1.1.1.1'), succeed)).resolves.toBe('signed in');
  });

  it('says when to come back, and admits then', async () => {
    const limiter = new SignInLimiter();
    await attempts(1, () => limiter.run(at('ada', '1.1.1.1'), fail));
    jest.advanceTimersByTime(5 * 60_000);
    await attempts(9, () => limiter.run(at('ada', '1.1.1.1'), fail));
    await expect(limiter.run(at('ada', '1.1.1.1'), succeed)).rejects.toMatchObject({
      status: 429,
      headers: { 'retry-after': '600' },
    });
    jest.advanceTimersByTime(10 * 60_000 + 1_000);
    await expect(limiter.run(at('ada', '1.1.1.1'), succeed)).resolves.toBe('signed in');
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
