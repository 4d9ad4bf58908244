import { ResolvedKeys } from './resolved-keys.js';

describe('ResolvedKeys', () => {
  const atTime = (start: number) => {
    const clock = { now: start };
    return { clock, keys: new ResolvedKeys(60_000, () => clock.now) };
  };

  it('stores a key for one window after it was first resolved', () => {
    const { clock, keys } = atTime(1_000);
    keys.note('hash', 'id');
    clock.now = 60_999;
    keys.note('hash', 'id');
    expect([keys.idOf('hash'), keys.idOf('other')]).toEqual(['id', undefined]);
    clock.now = 61_000;
    expect(keys.idOf('hash')).toBeUndefined();
    keys.note('hash', 'id');
    expect(keys.idOf('hash')).toBe('id');
  });

  it('deletes keys after their window', () => {
    const { clock, keys } = atTime(0);
    for (let minute = 0; minute < 100; minute++) {
      clock.now = minute * 60_000;
      for (let key = 0; key < 10; key++) keys.note(`hash ${minute} ${key}`, 'id');
      expect(keys.size).toBeLessThanOrEqual(20);
    }
  });
});
