import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Line, trimEnd } from './read-lines.js';

/** The service rejects larger bodies by their Content-Length. */
const LARGE_BODY_BYTES = 1024 * 1024;
const LARGE_BODY_DELAY_MS = 1000;

export interface Service {
  /** API root without a trailing slash. */
  baseUrl: string;
  key: string;
  /** Time limit of one request, in milliseconds. */
  timeoutMs: number;
}

export interface ServiceResponse {
  /** The URL of the request. */
  url: string;
  status: number;
  statusText: string;
  headers: Headers;
  body: string;
}

/**
 * Sends an unchanged line to `POST /quizzes`.
 *
 * @throws the error of `fetch`: the connection failed, the time limit passed, or the reason of `signal`
 */
export async function postQuiz(service: Service, { content }: Line, signal: AbortSignal): Promise<ServiceResponse> {
  // Not AbortSignal.any with AbortSignal.timeout: Node 20 may garbage-collect them, and then nothing aborts the request.
  const limit = new AbortController();
  const interrupt = () => limit.abort(signal.reason);
  if (signal.aborted) interrupt();
  signal.addEventListener('abort', interrupt);
  const timer = setTimeout(() => limit.abort(new DOMException('Timed out', 'TimeoutError')), service.timeoutMs);
  try {
    return await send(service, content, limit.signal);
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', interrupt);
  }
}

async function send(service: Service, content: Buffer, signal: AbortSignal): Promise<ServiceResponse> {
  const large = content.length > LARGE_BODY_BYTES;
  const response = await fetch(`${service.baseUrl}/quizzes`, {
    method: 'POST',
    // A redirect would be followed as a GET, and send the key to another host.
    redirect: 'manual',
    headers: {
      'content-type': 'application/json',
      ...(large && { 'content-length': String(content.length) }),
      'idempotency-key': idempotencyKey(content),
      'x-api-key': service.key,
    },
    body: large ? inTwoSteps(content) : content,
    duplex: 'half',
    signal,
  });
  const { url, status, statusText, headers } = response;
  return { url, status, statusText, headers, body: await response.text() };
}

/** The same for lines that differ only in trailing whitespace. */
export function idempotencyKey(content: Buffer): string {
  return `import-${createHash('sha256').update(trimEnd(content)).digest('hex')}`;
}

/**
 * Gives the service time to reject the body by its length. A service that rejects it closes the connection: if
 * the rest were already being sent, sending would fail, and the response would be lost.
 */
async function* inTwoSteps(content: Buffer): AsyncGenerator<Buffer> {
  yield content.subarray(0, 1);
  await sleep(LARGE_BODY_DELAY_MS, undefined, { ref: false });
  yield content.subarray(1);
}
