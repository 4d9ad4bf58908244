import http from 'node:http';
import https from 'node:https';
import type { Socket } from 'node:net';
import { Injectable } from '@nestjs/common';
import { Addresses } from './addresses.js';

/** How long a receiver may take, in milliseconds. */
const TIMEOUT_MS = 15_000;

/** After how long an unused connection is closed, in milliseconds. Longer than a receiver may take. */
const IDLE_MS = 20_000;

/** Responses such as `102 Processing` or `103 Early Hints` before the final one, at most. */
const MAX_INFORMATIONAL = 5;

/** How much of a response's body is stored, in bytes. */
const BODY_BYTES = 1_000;

const ERROR_LENGTH = 500;

/** The outcome of a request. */
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
  private isClosed = false;

  constructor(private readonly addresses: Addresses) {
    this.agents = {
      'http:': new http.Agent({ keepAlive: true, timeout: IDLE_MS, lookup: addresses.lookupFor('http:') }),
      'https:': new https.Agent({ keepAlive: true, timeout: IDLE_MS, lookup: addresses.lookupFor('https:') }),
    };
    for (const agent of Object.values(this.agents)) {
      agent.on('free', (socket: Socket) => void socket.once('data', disconnect));
    }
  }

  /** @returns undefined if `close` ended the request */
  async post(url: string, body: string, headers: Record<string, string>): Promise<Outcome | undefined> {
    const begin = performance.now();
    const outcome = this.isClosed
      ? undefined
      : await this.send(new URL(url), body, headers).catch((error: unknown) => {
          if (this.isClosed) return undefined;
          const message = messageOf(error as NodeJS.ErrnoException).slice(0, ERROR_LENGTH);
          return { responseStatus: null, responseBody: null, error: message };
        });
    return outcome && { error: null, ...outcome, latencyMs: Math.round(performance.now() - begin) };
  }

  /** Ends all connections, and with them the requests in flight. */
  close(): void {
    this.isClosed = true;
    for (const agent of Object.values(this.agents)) agent.destroy();
  }

  private async send(url: URL, body: string, headers: Record<string, string>) {
    const problem = this.addresses.problemOf(url);
    if (problem !== undefined) throw new Error(problem);
    const { protocol } = url;
    const agent = this.agents[protocol];
    const request = (protocol === 'https:' ? https : http).request(url, { method: 'POST', agent, headers });
    const timer = setTimeout(
      () => request.destroy(new Error(`No response within ${TIMEOUT_MS / 1000} seconds`)),
      TIMEOUT_MS,
    );
    request.once('socket', (socket) => socket.off('data', disconnect));
    let informational = 0;
    request.on('information', () => {
      informational += 1;
      if (informational > MAX_INFORMATIONAL) request.destroy(new Error('Too many informational responses (1xx)'));
    });
    try {
      const response = await new Promise<http.IncomingMessage>((resolve, reject) => {
        // A receiver can close the connection without an error, such as by an upgrade.
        request.on('close', () => reject(new Error('The connection was closed')));
        request.on('response', resolve).on('error', reject).end(body);
      });
      return { responseStatus: response.statusCode ?? null, responseBody: await beginningOf(response) };
    } finally {
      clearTimeout(timer);
    }
  }
}

/** Ends an unused connection whose receiver sends more than its response: nobody would read or limit that. */
function disconnect(this: Socket): void {
  this.destroy();
}

/** The error of a host with several addresses that all reject the connection has no message. */
const messageOf = ({ message, code = 'No connection' }: NodeJS.ErrnoException) => message || code;

/**
 * The beginning of the body as a text that PostgreSQL can store. The rest of a longer one is not read. The status decides about a
 * delivery, so a body that is cut off is no error.
 */
async function beginningOf(response: http.IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  try {
    for await (const chunk of response as AsyncIterable<Buffer>) {
      chunks.push(chunk);
      bytes += chunk.length;
      if (bytes > BODY_BYTES) break;
    }
  } catch {
    // What has arrived is shown.
  }
  return Buffer.concat(chunks).subarray(0, BODY_BYTES).toString().replaceAll('\0', '');
}
