import { ResolvedKeys } from './resolved-keys.js';

const KEY = { countedKeyId: 'id', rateLimit: null };

describe('ResolvedKeys', () => {
  const atTime = (start: number) => {
    const clock = { now: start };
    return { clock, keys: new ResolvedKeys(60_000, () => clock.now) };
  };

  it('stores a key for one window after it was first resolved', () => {
    const { clock, keys } = atTime(1_000);
    keys.note('hash', KEY);
    clock.now = 60_999;
    keys.note('hash', KEY);
    expect([keys.find('hash'), keys.find('other')]).toMatchObject([KEY, undefined]);
    clock.now = 61_000;
    expect(keys.find('hash')).toBeUndefined();
    keys.note('hash', KEY);
    expect(keys.find('hash')).toMatchObject(KEY);
  });

  it('knows the last limit of a key', () => {
    const { keys } = atTime(0);
    keys.note('hash', KEY);
    keys.note('hash', { ...KEY, rateLimit: 5 });
    expect(keys.find('hash')?.rateLimit).toBe(5);
  });

  it('deletes keys after their window', () => {
    const { clock, keys } = atTime(0);
    for (let minute = 0; minute < 100; minute++) {
      clock.now = minute * 60_000;
      for (let key = 0; key < 10; key++) keys.note(`hash ${minute} ${key}`, KEY);
      expect(keys.size).toBeLessThanOrEqual(20);
    }
  });
});
