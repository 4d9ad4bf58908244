import { browserTokenOf, isBrowserToken } from './known-browser.js';

const HASH = '$argon2id$v=19$m=19456,t=2,p=1$c2FsdHNhbHQ$aGFzaGhhc2g';

describe('the token of a known browser', () => {
  it('is valid for one password and reveals nothing about it', () => {
    const token = browserTokenOf(HASH);
    expect(token).toMatch(/^[\w-]{43}$/);
    expect(isBrowserToken(token, HASH)).toBe(true);
    expect(isBrowserToken(token, `${HASH}x`)).toBe(false);
  });

  it.each([undefined, '', HASH, 'x'.repeat(43)])('is not %j', (sent) => expect(isBrowserToken(sent, HASH)).toBe(false));

  it('is invalid without a password', () => {
    expect(isBrowserToken(browserTokenOf(HASH), undefined)).toBe(false);
  });
});
