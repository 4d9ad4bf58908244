// The token in a session's cookie: 256 random bits. The database stores its hash, and the client's scripts get a CSRF token derived from it.
import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

const FORM = /^[\w-]{43}$/;

/** Makes a new token. Only its hash may be stored. */
export function generateSessionToken(): string {
  return randomBytes(32).toString('base64url');
}

/** Whether a value has the form of a token; others are rejected without a query. */
export function isSessionToken(value: unknown): value is string {
  return typeof value === 'string' && FORM.test(value);
}

/** SHA-256 of a token. */
export function hashSessionToken(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}

/** The CSRF token of a session: HMAC-SHA-256 keyed with the session's token, which cannot be derived from it. */
export function csrfTokenOf(token: string): string {
  return createHmac('sha256', token).update('csrf').digest('base64url');
}

/** Whether a client sent the expected token, in constant time. */
export function isSameToken(sent: unknown, expected: string): boolean {
  if (typeof sent !== 'string') return false;
  const [given, wanted] = [Buffer.from(sent), Buffer.from(expected)];
  return given.length === wanted.length && timingSafeEqual(given, wanted);
}
