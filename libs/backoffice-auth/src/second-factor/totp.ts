// Codes of an authenticator app: TOTP (https://datatracker.ietf.org/doc/html/rfc6238) with the parameters that all apps support: SHA-1,
// 6 digits, 30 seconds.
import { Secret, TOTP } from 'otpauth';

const ISSUER = 'Quiz service';

/** Steps before and after the current one whose codes are accepted, for inexact clocks and slow typing. */
const TOLERANCE = 1;

/** @returns a new secret of 160 random bits, in base32 */
export function generateSecret(): string {
  return new Secret({ size: 20 }).base32;
}

/** The content of the QR code for an authenticator app: https://github.com/google/google-authenticator/wiki/Key-Uri-Format */
export function enrolmentUri(secret: string, account: string): string {
  return new TOTP({ secret, issuer: ISSUER, label: account }).toString();
}

export function isTotpForm(code: string): boolean {
  return /^[0-9]{6}$/.test(code);
}

/**
 * @param now in milliseconds since the epoch
 * @returns the time step of the code; undefined if no accepted step has it
 */
export function stepOf(code: string, secret: string, now: number): number | undefined {
  if (!isTotpForm(code)) return undefined;
  const delta = new TOTP({ secret }).validate({ token: code, timestamp: now, window: TOLERANCE });
  return delta === null ? undefined : TOTP.counter({ timestamp: now }) + delta;
}
