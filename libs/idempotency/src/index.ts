// Requests that are sent again with the same Idempotency-Key.
export { IdempotencyModule } from './idempotency.module.js';
export { CurrentClaim, IDEMPOTENCY_KEY_HEADER, IDEMPOTENCY_REPLAYED_HEADER } from './idempotency-claim.decorator.js';
export { IDEMPOTENCY_ERRORS, IdempotencyKeyInProgress } from './idempotency.errors.js';
export { compareClaims, Idempotency, type IdempotencyClaim, type KeptReply } from './idempotency.js';
export { type OnceReply, sendOnce } from './once-reply.js';
