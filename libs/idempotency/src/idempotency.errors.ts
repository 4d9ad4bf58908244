import { serviceError } from '#libs/http';

export class IdempotencyKeyInvalid extends serviceError(
  400,
  'Idempotency-Key: must have 1 to 255 visible ASCII characters',
) {}
export class IdempotencyKeyInProgress extends serviceError(409, 'A request with this Idempotency-Key is in progress') {}
export class IdempotencyKeyReused extends serviceError(422, 'Idempotency-Key was used with a different request') {}

/** The errors of every operation that takes an Idempotency-Key. */
export const IDEMPOTENCY_ERRORS = [IdempotencyKeyInvalid, IdempotencyKeyInProgress, IdempotencyKeyReused];
