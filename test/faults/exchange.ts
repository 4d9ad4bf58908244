// One request of a client of the cluster, with any outcome.
import { Agent, request as httpRequest, type RequestOptions } from 'node:http';

export interface Exchange {
  /** 0 if no complete response arrived. */
  status: number;
  text: string;
  headers: Record<string, string | string[] | undefined>;
  /** Why no complete response arrived, such as `ECONNRESET`. */
  broken?: string;
}

export interface Message {
  method: string;
  path: string;
  headers?: Record<string, string>;
  body?: string;
  /** By default each request has its own connection. */
  agent?: Agent;
  /** Longest wait for the complete response, in milliseconds. */
  timeoutMs?: number;
}

const TIMEOUT_MS = 60_000;

/**
 * Sends a request. Like any client (RFC 9112, 9.3.1) it repeats a repeatable request once, on a new connection, if a reused connection
 * ended before the response began.
 */
export async function exchange(url: string, message: Message): Promise<Exchange> {
  const { isStale, ...first } = await attempt(url, message);
  const mayBeRepeated = message.method !== 'POST' || message.headers?.['idempotency-key'] !== undefined;
  if (!isStale || !mayBeRepeated) return first;
  const { isStale: _, ...second } = await attempt(url, { ...message, agent: undefined });
  return second;
}

function attempt(
  url: string,
  {
    method,
    path,
    headers = {},
    body,
    agent,
    timeoutMs = TIMEOUT_MS,
  }: { [Key in keyof Message]: Message[Key] | undefined } & Pick<Message, 'method' | 'path'>,
): Promise<Exchange & { isStale: boolean }> {
  const framing =
    body === undefined ? {} : { 'content-type': 'application/json', 'content-length': String(Buffer.byteLength(body)) };
  const options: RequestOptions = { method, path, headers: { ...framing, ...headers }, agent: agent ?? false };
  options.signal = AbortSignal.timeout(timeoutMs);
  return new Promise((resolve) => {
    const request = httpRequest(url, options);
    let hasBegun = false;
    const breakOff = (error: NodeJS.ErrnoException) => {
      const broken =
        error.name === 'TimeoutError' || error.name === 'AbortError' ? 'TIMEOUT' : (error.code ?? error.message);
      resolve({
        status: 0,
        text: '',
        headers: {},
        broken,
        isStale: request.reusedSocket && !hasBegun && broken !== 'TIMEOUT',
      });
    };
    request.once('error', breakOff);
    request.once('response', (response) => {
      hasBegun = true;
      const parts: Buffer[] = [];
      response.on('data', (part: Buffer) => parts.push(part));
      response.once('error', breakOff);
      response.once('end', () => {
        const text = Buffer.concat(parts).toString();
        resolve({ status: response.statusCode ?? 0, text, headers: response.headers, isStale: false });
      });
    });
    request.end(body);
  });
}
