import { createHash } from 'node:crypto';
import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { configure } from 'safe-stable-stringify';
import { IdempotencyKeyInvalid } from './idempotency.errors.js';
import type { IdempotencyReservation } from './idempotency.js';

const IDEMPOTENCY_KEY = /^[!-~]{1,255}$/;

/** For `requestHeaders` of an endpoint that takes the key. */
export const IDEMPOTENCY_KEY_HEADER = {
  'Idempotency-Key': {
    description:
      'A unique text for each new request, such as a UUID: 1 to 255 visible ASCII characters. A repeated request with the same key gets the first response again and has no second effect. Stored for 24 hours per user',
    pattern: IDEMPOTENCY_KEY.source,
  },
};

/** For `responseHeaders` of an endpoint that takes the key. */
export const IDEMPOTENCY_REPLAYED_HEADER = {
  'Idempotency-Replayed': {
    description: '`true` where this is the response to an earlier request',
    example: 'true',
    optional: true,
  },
};

/** Only ignored fields can be nested deeper. They must not exhaust the stack. */
const MAXIMUM_DEPTH = 32;

const stringify = configure({ deterministic: true, maximumDepth: MAXIMUM_DEPTH });

/**
 * The reservation for a request that carries an `Idempotency-Key`, or undefined.
 * @param secret the field of the body that holds a password. Only whether it is there is hashed, because a fast hash would make it easy to
 * guess: the endpoint compares it itself, and throws `IdempotencyKeyReused` if it differs
 */
export const CurrentReservation = createParamDecorator(
  (secret: string | undefined, context: ExecutionContext): IdempotencyReservation | undefined => {
    const request = context.switchToHttp().getRequest<FastifyRequest>();
    const key = request.headers['idempotency-key'];
    if (key === undefined) return undefined;
    if (typeof key !== 'string' || !IDEMPOTENCY_KEY.test(key)) throw new IdempotencyKeyInvalid();
    const { method, url, principal, sessionUserId } = request;
    const userId = sessionUserId ?? principal?.userId;
    if (userId === undefined) throw new Error('An endpoint that takes an Idempotency-Key must not be public');
    const body = secret === undefined ? request.body : withoutValue(request.body as Record<string, unknown>, secret);
    const requestHash = createHash('sha256')
      .update(`${method} ${url.split('?', 1)[0] ?? ''}\n${stringify(body) ?? ''}`)
      .digest();
    return { userId, key, requestHash };
  },
);

const withoutValue = (body: Record<string, unknown>, field: string) => ({
  ...body,
  [field]: body[field] === undefined ? undefined : true,
});
