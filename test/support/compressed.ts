// Requests whose responses are compared byte by byte: `fetch` would request compression and undo it.
import { type IncomingHttpHeaders, type IncomingMessage, request } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';

export interface CodedAnswer {
  status: number;
  headers: IncomingHttpHeaders;
  /** The content coding, if any. */
  coding: string | undefined;
  /** The bytes on the wire. */
  bytes: Buffer;
  /** The uncompressed text. */
  text: string;
}

/** Sends a request. @returns the response as soon as it begins */
export function open(
  url: string,
  headers: Record<string, string | string[]> = {},
  method = 'GET',
  body = '',
): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    request(url, { method, headers, agent: false }, resolve).once('error', reject).end(body);
  });
}

/** Sends a request, and reads its response. */
export async function requestCompressed(...sent: Parameters<typeof open>): Promise<CodedAnswer> {
  const answer = await open(...sent);
  const { headers, statusCode: status = 0 } = answer;
  const bytes = await buffer(answer);
  const coding = headers['content-encoding'];
  return { status, headers, coding, bytes, text: decode(bytes, coding) };
}

function decode(bytes: Buffer, coding: string | undefined): string {
  if (bytes.length === 0 || coding === undefined) return bytes.toString();
  if (coding === 'br') return brotliDecompressSync(bytes).toString();
  if (coding === 'gzip') return gunzipSync(bytes).toString();
  throw new Error(`Unknown content coding: ${coding}`);
}

/** Whether a response varies by `Accept-Encoding`. */
export function variesByCoding({ headers }: Pick<CodedAnswer, 'headers'>): boolean {
  return (
    headers.vary
      ?.toLowerCase()
      .split(/\s*,\s*/)
      .includes('accept-encoding') === true
  );
}
