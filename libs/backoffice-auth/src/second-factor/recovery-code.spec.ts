import { generateRecoveryCodes, hashRecoveryCode } from './recovery-code.js';

describe('recovery codes', () => {
  it('have 120 bits and differ', () => {
    const codes = Array.from({ length: 100 }, generateRecoveryCodes).flat();
    expect(codes.every((code) => /^[A-Z2-7]{4}(-[A-Z2-7]{4}){5}$/.test(code))).toBe(true);
    expect(new Set(codes).size).toBe(1_000);
  });

  it('are hashed with SHA-256, whether written with dashes and capitals or without', () => {
    const hash = hashRecoveryCode('K5QW-LT2M-4ZJD-7XPA-Q3NB-6HYE');
    expect(hash.toString('hex')).toBe('b227be5c6096d53cef24315f8136fa603ee86ebc27f3d11c56851f9db8a92e68');
    for (const written of ['K5QWLT2M4ZJD7XPAQ3NB6HYE', 'k5qw-lt2m-4zjd-7xpa-q3nb-6hye', 'k5qwlt2m-4zjd7xpaq3nb6hye']) {
      expect(hashRecoveryCode(written)).toEqual(hash);
    }
    expect(hashRecoveryCode('K5QW-LT2M-4ZJD-7XPA-Q3NB-6HYF')).not.toEqual(hash);
  });
});
