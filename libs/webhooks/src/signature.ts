import { randomBytes } from 'node:crypto';
import { Webhook } from 'standardwebhooks';
import type { FormerSecret } from './webhook.entity.js';

/** A new secret: 256 random bits. */
export const newSecret = (): string => `whsec_${randomBytes(32).toString('base64')}`;

/** How many former secrets sign besides the secret. Each of them costs a signature per delivery, and is one more that may have leaked. */
const MAX_FORMER_SECRETS = 2;

/** The former secrets that still sign, the newest first. */
export const stillSigning = (secrets: readonly FormerSecret[]): FormerSecret[] =>
  secrets.filter(({ until }) => Date.parse(until) > Date.now()).slice(0, MAX_FORMER_SECRETS);

/**
 * The headers of a delivery by Standard Webhooks 1.0.
 * @param secrets one signature is made with each
 */
export function signedHeaders(eventId: string, payload: string, secrets: readonly string[]): Record<string, string> {
  const now = new Date();
  return {
    'content-type': 'application/json; charset=utf-8',
    'user-agent': 'quiz-service',
    'webhook-id': eventId,
    'webhook-timestamp': String(Math.floor(now.getTime() / 1000)),
    'webhook-signature': secrets.map((secret) => new Webhook(secret).sign(eventId, now, payload)).join(' '),
  };
}
