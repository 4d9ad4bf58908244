/** The characters of the bytes 0x80 to 0x9F in Windows-1252. Spaces stand for bytes that it does not define. */
const FROM_0X80 = '€ ‚ƒ„…†‡ˆ‰Š‹Œ Ž  ‘’“”•–—˜™š›œ žŸ';

const UNDEFINED_BYTES = new Set([0x81, 0x8d, 0x8f, 0x90, 0x9d]);

/**
 * Decodes UTF-8, and otherwise Windows-1252, in which spreadsheets on Windows save CSV. Without a byte order mark.
 * @returns a text with `\uFFFD` if the bytes are valid in neither
 */
export function decodeText(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    if (bytes.some((byte) => UNDEFINED_BYTES.has(byte))) return new TextDecoder().decode(bytes);
    const text = new TextDecoder('windows-1252').decode(bytes);
    // Node.js 20 decodes it as Latin-1: https://github.com/nodejs/node/issues/60888
    return text.replace(/[\x80-\x9F]/g, (control) => FROM_0X80.charAt(control.charCodeAt(0) - 0x80));
  }
}
