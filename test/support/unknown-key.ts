import { randomBytes } from 'node:crypto';
import { crc32 } from 'node:zlib';

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** An unknown API key in the valid form: `qk_`, 43 characters base62, and 6 of their CRC-32. */
export function unknownKey(): string {
  const secret = base62(BigInt(`0x${randomBytes(32).toString('hex')}`), 43);
  return `qk_${secret}${base62(BigInt(crc32(secret)), 6)}`;
}

function base62(value: bigint, length: number): string {
  const digits = Array.from({ length }, (_, index) => ALPHABET[Number((value / 62n ** BigInt(index)) % 62n)]);
  return digits.reverse().join('');
}
