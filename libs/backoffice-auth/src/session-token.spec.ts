import crypto from 'node:crypto';
import { csrfTokenOf, generateSessionToken, hashSessionToken, isSameToken, isSessionToken } from './session-token.js';

describe('session tokens', () => {
  it('have 256 bits and differ', () => {
    const tokens = Array.from({ length: 1_000 }, generateSessionToken);
    expect(tokens.every((token) => isSessionToken(token) && Buffer.from(token, 'base64url').length === 32)).toBe(true);
    expect(new Set(tokens).size).toBe(1_000);
  });

  it.each([
    undefined,
    '',
    'hello',
    `${generateSessionToken()}0`,
    `${generateSessionToken()}\n`,
    `qk_${'0'.repeat(49)}`,
  ])('are rejected in another form: %j', (value) => expect(isSessionToken(value)).toBe(false));

  it('are hashed with SHA-256', () => {
    expect(hashSessionToken('abc').toString('hex')).toBe(
      'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad',
    );
  });
});

describe('CSRF tokens', () => {
  const token = generateSessionToken();

  it('are the same for the same session, and different for others', () => {
    expect(csrfTokenOf(token)).toBe(csrfTokenOf(token));
    expect(csrfTokenOf(token)).not.toBe(csrfTokenOf(generateSessionToken()));
    expect(csrfTokenOf(token)).not.toBe(token);
  });

  it('are recognised', () => {
    expect(isSameToken(csrfTokenOf(token), csrfTokenOf(token))).toBe(true);
  });

  it.each([undefined, '', token, csrfTokenOf(token).slice(1), `${csrfTokenOf(token)}0`, 'é'.repeat(43), ['x']])(
    'are rejected if they are wrong: %j',
    (sent) => expect(isSameToken(sent, csrfTokenOf(token))).toBe(false),
  );

  it('are compared in constant time', () => {
    const compare = jest.spyOn(crypto, 'timingSafeEqual');
    isSameToken('A'.repeat(43), csrfTokenOf(token));
    isSameToken(csrfTokenOf(token), csrfTokenOf(token));
    expect(compare).toHaveBeenCalledTimes(2);
    compare.mockRestore();
  });
});
