import { Secret, TOTP } from 'otpauth';
import { enrolmentUri, generateSecret, isTotpForm, stepOf } from './totp.js';

/** Of RFC 6238, appendix B. */
const SECRET = Secret.fromLatin1('12345678901234567890').base32;

describe('stepOf', () => {
  // The last six digits of the eight that the RFC lists for SHA-1.
  it.each([
    [59, '287082'],
    [1_111_111_109, '081804'],
    [1_111_111_111, '050471'],
    [1_234_567_890, '005924'],
    [2_000_000_000, '279037'],
    [20_000_000_000, '353130'],
  ])('computes the code of RFC 6238 at %d seconds', (seconds, code) => {
    expect(stepOf(code, SECRET, seconds * 1_000)).toBe(Math.floor(seconds / 30));
  });

  it.each([
    [-60_001, undefined],
    [-60_000, undefined],
    [-30_001, undefined],
    [-30_000, 999],
    [-1, 999],
    [0, 1_000],
    [29_999, 1_000],
    [30_000, 1_001],
    [59_999, 1_001],
    [60_000, undefined],
  ])('returns the step of a code %d ms from the beginning of the current step: %s', (offset, step) => {
    const begin = 1_000 * 30_000;
    const code = TOTP.generate({ secret: Secret.fromBase32(SECRET), timestamp: begin + offset });
    expect(stepOf(code, SECRET, begin)).toBe(step);
  });

  it.each(['', '28708', '2870820', '28708a', '①②③④⑤⑥', '２８７０８２', ' 287082', '287082\n', 'ABCDEF'])(
    'rejects %j',
    (code) => {
      expect(isTotpForm(code)).toBe(false);
      expect(stepOf(code, SECRET, 59_000)).toBeUndefined();
    },
  );
});

describe('generateSecret', () => {
  it('generates different secrets of 160 bits in base32', () => {
    const secrets = Array.from({ length: 1_000 }, generateSecret);
    expect(secrets.every((secret) => /^[A-Z2-7]{32}$/.test(secret))).toBe(true);
    expect(new Set(secrets).size).toBe(1_000);
  });
});

describe('enrolmentUri', () => {
  it('contains service, account and secret', () => {
    expect(enrolmentUri(SECRET, 'ada+quiz@example.com')).toBe(
      `otpauth://totp/Quiz%20service:ada%2Bquiz%40example.com?issuer=Quiz%20service&secret=${SECRET}&algorithm=SHA1&digits=6&period=30`,
    );
  });
});
