import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

/** The client's `X-Request-Id`, if a log can contain it, otherwise a new one. */
export function requestIdOf(message: Pick<IncomingMessage, 'headers'>): string {
  const sent = message.headers['x-request-id'];
  return typeof sent === 'string' && /^[\w.:-]{1,128}$/.test(sent) && !sent.includes('qk_') ? sent : randomUUID();
}
