// Requests whose answers are compared byte by byte: `fetch` asks for compression by itself, and undoes it.
import { type IncomingHttpHeaders, type IncomingMessage, request } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';

export interface CodedAnswer {
  status: number;
  headers: IncomingHttpHeaders;
  /** The content coding, if any. */
  coding: string | undefined;
  /** What came over the wire. */
  bytes: Buffer;
  /** The text that it holds. */
  text: string;
}

/** Sends a request, and gives its answer as soon as it begins. */
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

/** Sends a request, and reads its answer. */
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

/** Whether an answer says that there may be others by `Accept-Encoding`. */
export function variesByCoding({ headers }: Pick<CodedAnswer, 'headers'>): boolean {
  return (
    headers.vary
      ?.toLowerCase()
      .split(/\s*,\s*/)
      .includes('accept-encoding') === true
  );
}
