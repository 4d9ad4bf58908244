// One request as a client of the cluster sends it, whatever comes of it.
import { Agent, request as httpRequest, type RequestOptions } from 'node:http';

export interface Exchange {
  /** 0 where no whole answer came. */
  status: number;
  text: string;
  headers: Record<string, string | string[] | undefined>;
  /** Why no whole answer came, such as `ECONNRESET`. */
  broken?: string;
}

export interface Message {
  method: string;
  path: string;
  headers?: Record<string, string>;
  body?: string;
  /** By default each request has a connection of its own. */
  agent?: Agent;
  /** Longest wait for the whole answer, in milliseconds. */
  timeoutMs?: number;
}

const TIMEOUT_MS = 60_000;

/**
 * Sends a request. As clients do (RFC 9112, 9.3.1), a request that may be repeated is sent once more on a new connection where the one that it
 * was sent on was an old one, and ended before anything came: the server had ended it meanwhile.
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
