import { Injectable, Logger, type OnModuleInit } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Background, Database, sql } from '#libs/database';
import { COUNTS, KeyUse, MAX_ADDRESSES } from './key-use.js';

declare module 'fastify' {
  interface FastifyRequest {
    /** Where the request is counted; set once its key is resolved. */
    keyUse?: KeyUse;
  }
}

const ADD = sql(`
  INSERT INTO key_usage AS stored
    (key_id, hour, requests, rejections, client_errors, server_errors, rate_limited, limit_reached)
  SELECT * FROM unnest($1::uuid[], $2::timestamptz[], $3::int[], $4::int[], $5::int[], $6::int[], $7::int[], $8::int[])
    AS counted (key_id, hour) ORDER BY hour, key_id
  ON CONFLICT (hour, key_id) DO UPDATE SET
    requests = stored.requests + excluded.requests,
    rejections = stored.rejections + excluded.rejections,
    client_errors = stored.client_errors + excluded.client_errors,
    server_errors = stored.server_errors + excluded.server_errors,
    rate_limited = stored.rate_limited + excluded.rate_limited,
    limit_reached = stored.limit_reached + excluded.limit_reached`);

const NOTE = sql(`
  UPDATE api_keys SET last_used_at = used.at
  FROM (
    SELECT id, max(at) AS at FROM unnest($1::uuid[], $2::timestamptz[]) AS used (id, at) GROUP BY id
  ) AS used
  WHERE api_keys.id = used.id AND (api_keys.last_used_at IS NULL OR api_keys.last_used_at < used.at)`);

// The lock keeps the keys from being deleted before their addresses are stored.
const ADD_ADDRESSES = sql(`
  INSERT INTO key_addresses AS stored (key_id, address, last_used_at)
  SELECT key_id, address, at
  FROM unnest($1::uuid[], $2::timestamptz[], $3::text[]) AS used (key_id, at, address) JOIN api_keys ON id = key_id
  ORDER BY key_id, address FOR KEY SHARE OF api_keys
  ON CONFLICT (key_id, address) DO UPDATE SET last_used_at = greatest(stored.last_used_at, excluded.last_used_at)`);

const DELETE_SURPLUS_ADDRESSES = sql(`
  DELETE FROM key_addresses WHERE (key_id, address) IN (
    SELECT key_id, address FROM (
      SELECT key_id, address, row_number() OVER (PARTITION BY key_id ORDER BY last_used_at DESC, address) AS position
      FROM key_addresses WHERE key_id = ANY ($1::uuid[])
    ) AS listed WHERE position > ${MAX_ADDRESSES})`);

/** How long a key without requests stays in memory, in milliseconds: longer than any request takes. */
const IDLE_MS = 600_000;

/** Notes who uses which key, counts the requests of each key by hour and outcome, and writes both in the background. */
@Injectable()
export class KeyUsageCounter implements OnModuleInit {
  private readonly logger = new Logger(KeyUsageCounter.name);
  private readonly uses = new Map<string, KeyUse>();

  constructor(
    private readonly database: Database,
    private readonly background: Background,
  ) {}

  onModuleInit(): void {
    this.background.every(5_000, 'Writing the usage of keys', () => this.write());
  }

  /** The use of a key, to note and count requests in. */
  of(keyId: string): KeyUse {
    const known = this.uses.get(keyId);
    if (known !== undefined) {
      known.seenAt = Date.now();
      return known;
    }
    const use = new KeyUse(keyId);
    this.uses.set(keyId, use);
    return use;
  }

  /** Counts an answered request, if its key was valid. */
  count({ keyUse, reachesLimit = false }: FastifyRequest, { statusCode }: FastifyReply): void {
    keyUse?.count(statusCode, reachesLimit);
  }

  /** Writes the use of the last seconds when the service stops. It is lost if this fails. */
  async writeLast(): Promise<void> {
    await this.write().catch((error: unknown) => this.logger.warn(error, 'The last usage of keys was not written'));
  }

  /** Writes what has been noted and counted since the last time. */
  async write(): Promise<void> {
    const uses = [...this.uses.values()];
    await this.writeHours(uses);
    await this.writeAddresses(uses);
    const oldest = Date.now() - IDLE_MS;
    for (const [keyId, { isWritten, seenAt }] of this.uses) if (isWritten && seenAt < oldest) this.uses.delete(keyId);
  }

  private async writeHours(uses: KeyUse[]): Promise<void> {
    const hours = uses.flatMap((use) => use.takeHours());
    if (hours.length === 0) return;
    try {
      await this.database.query(ADD, [
        hours.map(({ keyId }) => keyId),
        hours.map(({ hour }) => new Date(hour)),
        ...COUNTS.map((name) => hours.map((counts) => counts[name])),
      ]);
    } catch (error) {
      for (const counted of hours) this.of(counted.keyId).restoreHour(counted);
      throw error;
    }
  }

  private async writeAddresses(uses: KeyUse[]): Promise<void> {
    const used = uses.flatMap((use) => use.takeAddresses());
    if (used.length === 0) return;
    const keyIds = used.map(({ keyId }) => keyId);
    const times = used.map(({ minute }) => new Date(minute));
    // Each of them can be repeated.
    try {
      await this.database.query(NOTE, [keyIds, times]);
      await this.database.query(ADD_ADDRESSES, [keyIds, times, used.map(({ address }) => address)]);
      await this.database.query(DELETE_SURPLUS_ADDRESSES, [keyIds]);
    } catch (error) {
      for (const address of used) this.of(address.keyId).restoreAddress(address);
      throw error;
    }
  }
}
