// Requests that are sent again with the same Idempotency-Key.
export { IdempotencyModule } from './idempotency.module.js';
export {
  CurrentReservation,
  IDEMPOTENCY_KEY_HEADER,
  IDEMPOTENCY_REPLAYED_HEADER,
} from './current-reservation.decorator.js';
export { IDEMPOTENCY_ERRORS, IdempotencyKeyReused } from './idempotency.errors.js';
export { Idempotency, type IdempotencyReservation, type Reservations, type StoredReply } from './idempotency.js';
export { type OnceReply, sendOnce } from './once-reply.js';
