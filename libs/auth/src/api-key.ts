// The form of an API key: `qk_`, 43 characters base62 that hold 256 random bits, 6 characters base62 of their CRC-32.
import { hash, randomBytes } from 'node:crypto';
import { crc32 } from 'node:zlib';

const PREFIX = 'qk_';
const SECRET_LENGTH = 43;
const CHECKSUM_LENGTH = 6;
const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const FORM = new RegExp(`^${PREFIX}[0-9A-Za-z]{${SECRET_LENGTH + CHECKSUM_LENGTH}}$`);

/** Characters of a key that are stored to recognise it. */
export const SHOWN_LENGTH = 8;

function base62(value: bigint): string {
  let digits = '';
  for (let rest = value; rest > 0n; rest /= 62n) digits = (ALPHABET[Number(rest % 62n)] ?? '') + digits;
  return digits;
}

function checksumOf(secret: string): string {
  let digits = '';
  for (let rest = crc32(secret); rest > 0; rest = Math.floor(rest / 62)) digits = (ALPHABET[rest % 62] ?? '') + digits;
  return digits.padStart(CHECKSUM_LENGTH, '0');
}

/** Makes a new key. Only its hash may be stored. */
export function generateApiKey(): string {
  const secret = base62(BigInt(`0x${randomBytes(32).toString('hex')}`)).padStart(SECRET_LENGTH, '0');
  return PREFIX + secret + checksumOf(secret);
}

/** Whether a value has the form of a key, checksum included; others are rejected without a query. */
export function isApiKey(value: string): boolean {
  if (!FORM.test(value)) return false;
  const secret = value.slice(PREFIX.length, PREFIX.length + SECRET_LENGTH);
  return checksumOf(secret) === value.slice(-CHECKSUM_LENGTH);
}

/** SHA-256 of a key. A key has 256 random bits: a slow hash would add nothing. */
export function hashApiKey(key: string): Buffer {
  return hash('sha256', key, 'buffer');
}
