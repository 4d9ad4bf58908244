// What a session's cookie holds: 256 random bits. The database has a hash of it, the client's scripts a CSRF token made of it.
import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

const FORM = /^[\w-]{43}$/;

/** Makes a new token. Only its hash is to be kept. */
export function generateSessionToken(): string {
  return randomBytes(32).toString('base64url');
}

/** Whether a value has the form of a token; others are refused without a look-up. */
export function isSessionToken(value: unknown): value is string {
  return typeof value === 'string' && FORM.test(value);
}

/** SHA-256 of a token. */
export function hashSessionToken(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}

/** The CSRF token of a session, which tells nothing of the session's own: HMAC-SHA-256 keyed with that one. */
export function csrfTokenOf(token: string): string {
  return createHmac('sha256', token).update('csrf').digest('base64url');
}

/** Whether a client sent the right token, in a time that tells nothing of it. */
export function isSameToken(sent: unknown, expected: string): boolean {
  if (typeof sent !== 'string') return false;
  const [given, right] = [Buffer.from(sent), Buffer.from(expected)];
  return given.length === right.length && timingSafeEqual(given, right);
}
