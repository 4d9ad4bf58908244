import { decodeText } from '#libs/files/decode-text.ts';

/** The service reads files of up to this many bytes. */
const MAX_BYTES = 5_000_000;

/** Browsers take long to show longer texts in a field. In characters. */
const MAX_SHOWN = 500_000;

/** A file: its text, or its bytes if it is no text or a long one. */
export type Upload = { text: string } | { bytes: Uint8Array<ArrayBuffer> };

/** Options of a request that sends a file. */
export const fileBody = (file: Upload | Blob) => ({
  // The client knows no type of bytes.
  body: (file instanceof Blob ? file : 'text' in file ? file.text : file.bytes) as string,
  bodySerializer: (body: string) => body,
  headers: { 'content-type': 'application/octet-stream' },
});

/**
 * @param shorten leaves out parts of a text that is too large
 * @throws Error that says why the service would not read the file
 */
export async function readUpload(file: File, shorten = (text: string) => text): Promise<Upload> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  if (bytes.includes(0)) {
    checkSize(bytes.length, MAX_BYTES, DIVIDE);
    return { bytes };
  }
  const whole = decodeText(bytes);
  const text = bytes.length > MAX_BYTES ? shorten(whole) : whole;
  const encoded = new TextEncoder().encode(text);
  checkSize(encoded.length, MAX_BYTES, DIVIDE);
  return text.length > MAX_SHOWN ? { bytes: encoded } : { text };
}

const DIVIDE = 'Divide it into several files';

/** @param advice what to do with a larger file @throws Error */
export function checkSize(bytes: number, max: number, advice: string): void {
  if (bytes <= max) return;
  const [size, limit] = [bytes, max].map((count) =>
    (count / 1_000_000).toLocaleString(undefined, { maximumFractionDigits: 1 }),
  );
  throw new Error(`The file has ${size} MB, and up to ${limit} MB can be read. ${advice}`);
}

/** Whether a text was neither in UTF-8 nor in Windows-1252. */
export const isMisread = (upload: Upload): boolean => 'text' in upload && upload.text.includes('\uFFFD');
