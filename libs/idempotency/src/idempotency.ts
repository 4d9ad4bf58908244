import { Injectable } from '@nestjs/common';
import { Database, hasSqlState, lockName, sql, type Transaction } from '#libs/database';
import { IdempotencyKeyInProgress, IdempotencyKeyReused } from './idempotency.errors.js';

/** A user's Idempotency-Key that a request reserves, so that it takes effect once. */
export interface IdempotencyReservation {
  readonly userId: string;
  readonly key: string;
  /** SHA-256 of method, path and parsed body. */
  readonly requestHash: Buffer;
}

/** The reply to the first request with a key, as it is replayed. */
export interface StoredReply {
  /** Id of the resource that the response is about. */
  readonly subject: string;
  readonly headers: Record<string, string>;
  /** The body as sent. */
  readonly body: string;
}

/**
 * The result of a reservation: the transaction holds the key, the key was used before (by the same request or by another one), or
 * another transaction holds it; the error is for a request that does not try again.
 */
type ReservationResult =
  | { readonly status: 'reserved' }
  | { readonly status: 'replayed'; readonly reply: StoredReply }
  | { readonly status: 'rejected'; readonly error: Error }
  | { readonly status: 'retry'; readonly error: Error };

export type Reservations = ReadonlyMap<IdempotencyReservation, ReservationResult>;

/** A transaction that reserves a key takes the key's lock first, so that no insertion waits for another one unexpectedly. */
const KEY_LOCK = lockName('idempotency key');

const RESERVE = sql(`
  INSERT INTO idempotency_keys (user_id, key, request_hash)
  SELECT * FROM unnest($1::uuid[], $2::text[], $3::bytea[]) AS reservation (user_id, key, request_hash) ORDER BY user_id, key
  ON CONFLICT (user_id, key) DO UPDATE
    SET request_hash = excluded.request_hash, subject = NULL, headers = NULL, body = NULL, created_at = now()
    WHERE idempotency_keys.created_at < now() - interval '24 hours'
  RETURNING user_id AS "userId", key`);

const READ = sql(`
  SELECT user_id AS "userId", key, request_hash AS "requestHash", subject, headers, body FROM idempotency_keys
  WHERE (user_id, key) IN (SELECT * FROM unnest($1::uuid[], $2::text[]))`);

const STORE = sql(`
  UPDATE idempotency_keys AS stored SET subject = reply.subject, headers = reply.headers, body = reply.body
  FROM unnest($1::uuid[], $2::text[], $3::uuid[], $4::jsonb[], $5::text[]) AS reply (user_id, key, subject, headers, body)
  WHERE stored.user_id = reply.user_id AND stored.key = reply.key`);

const RELEASE = sql(`
  DELETE FROM idempotency_keys WHERE (user_id, key) IN (SELECT * FROM unnest($1::uuid[], $2::text[]))`);

type Row = IdempotencyReservation & StoredReply;

type UserKey = Pick<IdempotencyReservation, 'userId' | 'key'>;

/** The name of a key's lock. */
const idOf = ({ userId, key }: UserKey) => `${userId} ${key}`;

/** Idempotency keys, stored for 24 hours per user and committed together with the effect of their request. */
@Injectable()
export class Idempotency {
  constructor(private readonly database: Database) {}

  /**
   * Runs `work` once per key, in the transaction of its effect.
   * @param reservation undefined for a request without a key, for which `work` always runs
   * @param work returns the reply to store; further fields of the reply are not stored
   * @returns the reply of `work`, or the stored one if a request with the same key was answered before
   * @throws IdempotencyKeyReused, IdempotencyKeyInProgress
   */
  async once<Reply extends StoredReply>(
    transaction: Transaction,
    reservation: IdempotencyReservation | undefined,
    work: () => Promise<Reply>,
  ): Promise<{ reply: Reply; replayed: false } | { reply: StoredReply; replayed: true }> {
    if (reservation === undefined) return { reply: await work(), replayed: false };
    await this.lock(transaction, reservation);
    const reservations = await this.reserve(transaction, [reservation]);
    const result = reservations.get(reservation) as ReservationResult;
    if (result.status === 'replayed') return { reply: result.reply, replayed: true };
    if (result.status !== 'reserved') throw result.error;
    const reply = await work();
    await this.settle(transaction, reservations, new Map([[reservation, reply]]));
    return { reply, replayed: false };
  }

  /**
   * Reserves keys for a transaction, without waiting for others.
   * @param reservations all of different keys
   */
  async reserve(transaction: Transaction, reservations: readonly IdempotencyReservation[]): Promise<Reservations> {
    if (reservations.length === 0) return new Map();
    const isHeld = await transaction.tryLock(reservations.map(lockOf));
    const free = reservations.filter((_, index) => isHeld[index] === true);
    const rows = await transaction.query<UserKey>(RESERVE, [
      ...columns(free),
      free.map(({ requestHash }) => requestHash),
    ]);
    const reserved = new Set(rows.map(idOf));
    const used = free.filter((reservation) => !reserved.has(idOf(reservation)));
    const stored = used.length === 0 ? [] : await transaction.query<Row>(READ, columns(used));
    const rowOf = new Map(stored.map((row) => [idOf(row), row]));
    const resultOf = (reservation: IdempotencyReservation): ReservationResult => {
      if (reserved.has(idOf(reservation))) return { status: 'reserved' };
      const row = rowOf.get(idOf(reservation));
      if (row === undefined) return { status: 'retry', error: new IdempotencyKeyInProgress() };
      const isSameRequest = row.requestHash.equals(reservation.requestHash);
      return isSameRequest
        ? { status: 'replayed', reply: row }
        : { status: 'rejected', error: new IdempotencyKeyReused() };
    };
    return new Map(reservations.map((reservation) => [reservation, resultOf(reservation)]));
  }

  /** Stores the replies for keys that the transaction reserved, and releases those of rejected requests, which have none. */
  async settle(
    transaction: Transaction,
    reservations: Reservations,
    replies: ReadonlyMap<IdempotencyReservation, StoredReply>,
  ): Promise<void> {
    const answered = [...replies];
    if (answered.length > 0) {
      await transaction.query(STORE, [
        ...columns(answered.map(([reservation]) => reservation)),
        answered.map(([, reply]) => reply.subject),
        answered.map(([, reply]) => JSON.stringify(reply.headers)),
        answered.map(([, reply]) => reply.body),
      ]);
    }
    const rejected = [...reservations].flatMap(([reservation, { status }]) =>
      status === 'reserved' && !replies.has(reservation) ? reservation : [],
    );
    if (rejected.length > 0) await transaction.query(RELEASE, columns(rejected));
  }

  private async lock(transaction: Transaction, reservation: IdempotencyReservation): Promise<void> {
    try {
      await transaction.lock([lockOf(reservation)]);
    } catch (error) {
      throw hasSqlState(error, '55P03') ? new IdempotencyKeyInProgress() : error;
    }
  }
}

const lockOf = (reservation: IdempotencyReservation) => KEY_LOCK(idOf(reservation));

function columns(reservations: readonly IdempotencyReservation[]): [string[], string[]] {
  return [reservations.map(({ userId }) => userId), reservations.map(({ key }) => key)];
}
