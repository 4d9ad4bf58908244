import http from 'node:http';
import https from 'node:https';
import { Injectable } from '@nestjs/common';
import { Addresses } from './addresses.js';

/** How long a receiver may take, in milliseconds. */
const TIMEOUT_MS = 15_000;

/** How much of a response's body is stored, in bytes. */
const BODY_BYTES = 1_000;

/** What became of a request. */
export interface Outcome {
  readonly latencyMs: number;
  readonly responseStatus: number | null;
  readonly responseBody: string | null;
  /** Why there was no response. */
  readonly error: string | null;
}

/** Sends requests to webhooks. Redirects are not followed. */
@Injectable()
export class Sender {
  private readonly agents: Record<string, http.Agent>;

  constructor(private readonly addresses: Addresses) {
    this.agents = {
      'http:': new http.Agent({ keepAlive: true, lookup: addresses.lookupFor('http:') }),
      'https:': new https.Agent({ keepAlive: true, lookup: addresses.lookupFor('https:') }),
    };
  }

  async post(url: string, body: string, headers: Record<string, string>): Promise<Outcome> {
    const begin = performance.now();
    const outcome = await this.send(new URL(url), body, headers).catch((error: unknown) => ({
      responseStatus: null,
      responseBody: null,
      error: messageOf(error as NodeJS.ErrnoException),
    }));
    return { error: null, ...outcome, latencyMs: Math.round(performance.now() - begin) };
  }

  /** Ends all connections: requests in flight fail. */
  close(): void {
    for (const agent of Object.values(this.agents)) agent.destroy();
  }

  private async send(url: URL, body: string, headers: Record<string, string>) {
    this.addresses.check(url);
    const { protocol } = url;
    const agent = this.agents[protocol];
    const request = (protocol === 'https:' ? https : http).request(url, { method: 'POST', agent, headers });
    let timeout: Error | undefined;
    const timer = setTimeout(() => {
      timeout = new Error(`No complete response within ${TIMEOUT_MS / 1000} seconds`);
      request.destroy(timeout);
    }, TIMEOUT_MS);
    try {
      const response = await new Promise<http.IncomingMessage>((resolve, reject) => {
        // A receiver can close the connection without an error, such as by an upgrade.
        request.on('close', () => reject(new Error('The connection was closed')));
        request.on('response', resolve).on('error', reject).end(body);
      });
      return { responseStatus: response.statusCode ?? null, responseBody: await beginningOf(response) };
    } catch (error) {
      // A response that was begun ends with another error.
      throw timeout ?? error;
    } finally {
      clearTimeout(timer);
    }
  }
}

/** The error of a host with several addresses that all reject the connection has no message. */
const messageOf = ({ message, code = 'No connection' }: NodeJS.ErrnoException) => message || code;

/** The beginning of the body as a text that PostgreSQL can store. The rest of a longer one is not read. */
async function beginningOf(response: http.IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of response as AsyncIterable<Buffer>) {
    chunks.push(chunk);
    bytes += chunk.length;
    if (bytes > BODY_BYTES) break;
  }
  return Buffer.concat(chunks).subarray(0, BODY_BYTES).toString().replaceAll('\0', '');
}
