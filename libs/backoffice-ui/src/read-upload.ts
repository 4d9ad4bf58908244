import { decodeText } from '#libs/files/decode-text.ts';

/** The service reads files of up to this many bytes. */
const MAX_BYTES = 5_000_000;

/** A file as the service takes it: its text, or its bytes in base64 if it is no text. */
export type Upload = { text: string } | { file: string };

/**
 * @param shorten leaves out what nobody reads of a text
 * @throws Error that says why the service would not read the file
 */
export async function readUpload(file: File, shorten = (text: string) => text): Promise<Upload> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  if (bytes.includes(0)) {
    checkSize(bytes.length);
    return { file: toBase64(bytes) };
  }
  const text = shorten(decodeText(bytes));
  checkSize(new TextEncoder().encode(text).length);
  return { text };
}

function checkSize(bytes: number): void {
  if (bytes <= MAX_BYTES) return;
  const size = (bytes / 1_000_000).toLocaleString(undefined, { maximumFractionDigits: 1 });
  throw new Error(`The file has ${size} MB, and up to 5 MB can be read. Divide it into several files`);
}

function toBase64(bytes: Uint8Array): string {
  let binary = '';
  // Functions take a limited number of arguments.
  for (let at = 0; at < bytes.length; at += 10_000) binary += String.fromCharCode(...bytes.subarray(at, at + 10_000));
  return btoa(binary);
}

/** Whether a text was neither in UTF-8 nor in Windows-1252. */
export const isMisread = (upload: Upload): boolean => 'text' in upload && upload.text.includes('\uFFFD');
