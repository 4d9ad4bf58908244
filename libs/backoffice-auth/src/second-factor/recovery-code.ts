// What somebody signs in with who has lost their authenticator app: 120 random bits, once. The database has a hash of it.
import { createHash } from 'node:crypto';
import { Secret } from 'otpauth';

const CODES = 10;

/** @returns new codes, such as `K5QW-LT2M-4ZJD-7XPA-Q3NB-6HYE` */
export function generateRecoveryCodes(): string[] {
  return Array.from({ length: CODES }, () => new Secret({ size: 15 }).base32.replaceAll(/(.{4})(?!$)/g, '$1-'));
}

/** SHA-256 of a code, however it is written. Nobody can try 2^120 of them, so that it needs neither salt nor stretching. */
export function hashRecoveryCode(code: string): Buffer {
  return createHash('sha256').update(code.replaceAll('-', '').toUpperCase()).digest();
}
