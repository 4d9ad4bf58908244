// Recovery codes sign in users who have lost their authenticator app: 120 random bits, for one use. The database stores their hash.
import { createHash } from 'node:crypto';
import { Secret } from 'otpauth';

const CODES = 10;

/** @returns new codes, such as `K5QW-LT2M-4ZJD-7XPA-Q3NB-6HYE` */
export function generateRecoveryCodes(): string[] {
  return Array.from({ length: CODES }, () => new Secret({ size: 15 }).base32.replaceAll(/(.{4})(?!$)/g, '$1-'));
}

/** SHA-256 of a code, in any spelling. Nobody can try 2^120 of them, so it needs neither salt nor stretching. */
export function hashRecoveryCode(code: string): Buffer {
  return createHash('sha256').update(code.replaceAll('-', '').toUpperCase()).digest();
}
