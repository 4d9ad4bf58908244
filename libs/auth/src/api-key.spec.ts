import { generateApiKey, hashApiKey, isApiKey } from './api-key.js';

describe('API keys', () => {
  it('have the documented form and a valid checksum', () => {
    for (let round = 0; round < 1_000; round++) {
      const key = generateApiKey();
      expect(key).toMatch(/^qk_[0-9A-Za-z]{49}$/);
      expect(isApiKey(key)).toBe(true);
    }
  });

  it('differ', () => {
    expect(new Set(Array.from({ length: 1_000 }, generateApiKey)).size).toBe(1_000);
  });

  it('are rejected with any one character changed', () => {
    const key = generateApiKey();
    for (let at = 0; at < key.length; at++) {
      const changed = key.slice(0, at) + (key[at] === 'a' ? 'b' : 'a') + key.slice(at + 1);
      expect(isApiKey(changed)).toBe(false);
    }
  });

  it.each(['', 'qk_', 'hello', `${generateApiKey()} `, generateApiKey().slice(1), `${generateApiKey()}0`])(
    'are rejected in another form: %j',
    (value) => expect(isApiKey(value)).toBe(false),
  );

  it('are hashed with SHA-256', () => {
    expect(hashApiKey('abc').toString('hex')).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
  });
});
