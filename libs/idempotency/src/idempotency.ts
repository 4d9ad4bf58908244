import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Background, Database, hasSqlState, sql, type Transaction } from '#libs/database';
import { IdempotencyKeyInProgress, IdempotencyKeyReused } from './idempotency.errors.js';

/** A request that must have its effect once. */
export interface IdempotencyClaim {
  readonly userId: string;
  readonly key: string;
  /** SHA-256 of method, path and parsed body. */
  readonly requestHash: Buffer;
}

/** The first answer to a claim, as it is given again. */
export interface KeptReply {
  /** Id of the resource that the answer speaks of. */
  readonly subject: string;
  readonly headers: Record<string, string>;
  /** The body as it was sent. */
  readonly body: string;
}

/** Who claims a key takes its lock first: then no insertion waits for another one, unless it wants to. */
const LOCK = sql(`
  SELECT pg_advisory_xact_lock(hashtextextended(claim, 1)) FROM unnest($1::text[]) AS claim`);

const TRY_LOCK = sql(`
  SELECT pg_try_advisory_xact_lock(hashtextextended(claim, 1)) AS "isHeld" FROM unnest($1::text[]) AS claim`);

const CLAIM = sql(`
  INSERT INTO idempotency_keys (user_id, key, request_hash)
  SELECT * FROM unnest($1::uuid[], $2::text[], $3::bytea[]) AS claim (user_id, key, request_hash) ORDER BY user_id, key
  ON CONFLICT (user_id, key) DO UPDATE
    SET request_hash = excluded.request_hash, subject = NULL, headers = NULL, body = NULL, created_at = now()
    WHERE idempotency_keys.created_at < now() - interval '24 hours'
  RETURNING user_id, key`);

const READ = sql(`
  SELECT user_id, key, request_hash, subject, headers, body FROM idempotency_keys
  WHERE (user_id, key) IN (SELECT * FROM unnest($1::uuid[], $2::text[]))`);

const KEEP = sql(`
  UPDATE idempotency_keys AS kept SET subject = reply.subject, headers = reply.headers, body = reply.body
  FROM unnest($1::uuid[], $2::text[], $3::uuid[], $4::jsonb[], $5::text[]) AS reply (user_id, key, subject, headers, body)
  WHERE kept.user_id = reply.user_id AND kept.key = reply.key`);

const RELEASE = sql(`
  DELETE FROM idempotency_keys WHERE (user_id, key) IN (SELECT * FROM unnest($1::uuid[], $2::text[]))`);

const EXPIRE = sql(`
  DELETE FROM idempotency_keys WHERE (user_id, key) IN (
    SELECT user_id, key FROM idempotency_keys WHERE created_at < now() - interval '25 hours'
    ORDER BY created_at LIMIT 5000 FOR UPDATE SKIP LOCKED)
  RETURNING 1`);

interface Row {
  user_id: string;
  key: string;
  request_hash: Buffer;
  subject: string;
  headers: Record<string, string>;
  body: string;
}

const idOf = (userId: string, key: string) => `${userId} ${key}`;

/** Idempotency keys, kept for 24 hours per user and committed together with the effect of their request. */
@Injectable()
export class Idempotency implements OnModuleInit {
  constructor(
    private readonly database: Database,
    private readonly background: Background,
  ) {}

  onModuleInit(): void {
    this.background.every(60 * 60_000, 'Removing expired idempotency keys', async () => {
      while (!this.background.isStopping && (await this.database.query(EXPIRE)).length > 0);
    });
  }

  /**
   * Does something once per claim, in the transaction of its effect.
   * @param claim undefined for a request without a key, which is always done
   * @param work does it, and gives the reply to keep; what else the reply holds is not kept
   * @returns the reply of the work, or the kept one where a request with the same key was answered before
   * @throws IdempotencyKeyReused, IdempotencyKeyInProgress
   */
  async once<Reply extends KeptReply>(
    transaction: Transaction,
    claim: IdempotencyClaim | undefined,
    work: () => Promise<Reply>,
  ): Promise<{ reply: Reply; replayed: false } | { reply: KeptReply; replayed: true }> {
    if (claim === undefined) return { reply: await work(), replayed: false };
    const [earlier] = await this.claim(transaction, [claim]);
    if (earlier instanceof Error) throw earlier;
    if (earlier !== undefined) return { reply: earlier, replayed: true };
    const reply = await work();
    await this.keep(transaction, [{ claim, reply }]);
    return { reply, replayed: false };
  }

  /**
   * Claims keys for a transaction.
   * @param claims in the order of {@link compareClaims}, so that no two transactions wait for each other
   * @param wait whether to wait for other transactions that hold the same keys
   * @returns for each claim `undefined` where it is now held, the kept reply, or the refusal: the key was used for another request,
   *   or is in progress
   * @throws IdempotencyKeyInProgress where another transaction holds a key for too long
   */
  async claim(
    transaction: Transaction,
    claims: readonly IdempotencyClaim[],
    wait = true,
  ): Promise<(KeptReply | IdempotencyKeyReused | IdempotencyKeyInProgress | undefined)[]> {
    const locked = new Set(wait ? await this.lock(transaction, claims) : await this.tryLock(transaction, claims));
    const free = claims.filter((claim) => locked.has(claim));
    const rows = await transaction.query<Pick<Row, 'user_id' | 'key'>>(CLAIM, [
      ...columns(free),
      free.map(({ requestHash }) => requestHash),
    ]);
    const claimed = new Set(rows.map(({ user_id, key }) => idOf(user_id, key)));
    const used = free.filter(({ userId, key }) => !claimed.has(idOf(userId, key)));
    const kept = used.length === 0 ? [] : await transaction.query<Row>(READ, columns(used));
    const replies = new Map(kept.map((row) => [idOf(row.user_id, row.key), row]));
    return claims.map((claim) => {
      if (!locked.has(claim)) return new IdempotencyKeyInProgress();
      if (claimed.has(idOf(claim.userId, claim.key))) return undefined;
      const row = replies.get(idOf(claim.userId, claim.key));
      if (row === undefined) return new IdempotencyKeyInProgress();
      return row.request_hash.equals(claim.requestHash) ? row : new IdempotencyKeyReused();
    });
  }

  /** Keeps the replies to claims that the transaction holds. */
  async keep(
    transaction: Transaction,
    replies: readonly { claim: IdempotencyClaim; reply: KeptReply }[],
  ): Promise<void> {
    if (replies.length === 0) return;
    await transaction.query(KEEP, [
      ...columns(replies.map(({ claim }) => claim)),
      replies.map(({ reply }) => reply.subject),
      replies.map(({ reply }) => JSON.stringify(reply.headers)),
      replies.map(({ reply }) => reply.body),
    ]);
  }

  /** Frees claims that the transaction holds, where their requests were refused. */
  async release(transaction: Transaction, claims: readonly IdempotencyClaim[]): Promise<void> {
    if (claims.length > 0) await transaction.query(RELEASE, columns(claims));
  }

  private async lock(
    transaction: Transaction,
    claims: readonly IdempotencyClaim[],
  ): Promise<readonly IdempotencyClaim[]> {
    try {
      await transaction.query(LOCK, [claims.map(({ userId, key }) => idOf(userId, key))]);
      return claims;
    } catch (error) {
      throw hasSqlState(error, '55P03') ? new IdempotencyKeyInProgress() : error;
    }
  }

  private async tryLock(transaction: Transaction, claims: readonly IdempotencyClaim[]): Promise<IdempotencyClaim[]> {
    const locks = await transaction.query<{ isHeld: boolean }>(TRY_LOCK, [
      claims.map(({ userId, key }) => idOf(userId, key)),
    ]);
    return claims.filter((_, index) => locks[index]?.isHeld === true);
  }
}

/** The order in which claims take their locks. */
export function compareClaims(one: IdempotencyClaim, other: IdempotencyClaim): number {
  return idOf(one.userId, one.key) < idOf(other.userId, other.key) ? -1 : 1;
}

function columns(claims: readonly IdempotencyClaim[]): [string[], string[]] {
  return [claims.map(({ userId }) => userId), claims.map(({ key }) => key)];
}
