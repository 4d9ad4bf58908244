import { Injectable, Logger, type OnModuleInit } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Background, Database, sql } from '#libs/database';

const ADD = sql(`
  INSERT INTO key_usage AS stored (hour, key_id, requests, refusals)
  SELECT * FROM unnest($1::timestamptz[], $2::uuid[], $3::integer[], $4::integer[]) AS counted (hour, key_id, requests, refusals)
  ORDER BY hour, key_id
  ON CONFLICT (hour, key_id) DO UPDATE
  SET requests = stored.requests + excluded.requests, refusals = stored.refusals + excluded.refusals`);

const DELETE_OLD = sql(`DELETE FROM key_usage WHERE hour < $1`);

const HOUR = 3_600_000;

/** How long counts are retained, in hours. */
const RETENTION_HOURS = 7 * 24;

/** The beginning of an hour, in milliseconds, `ago` hours before the current one. */
export function hourBeginning(ago = 0): number {
  return (Math.floor(Date.now() / HOUR) - ago) * HOUR;
}

interface Count {
  requests: number;
  refusals: number;
}

/** Counts the requests of each key by the hour, and writes the counts in the background. */
@Injectable()
export class KeyUsageCounter implements OnModuleInit {
  private readonly logger = new Logger(KeyUsageCounter.name);
  /** By the beginning of the hour, then by the key's id. */
  private unwritten = new Map<number, Map<string, Count>>();

  constructor(
    private readonly database: Database,
    private readonly background: Background,
  ) {}

  onModuleInit(): void {
    this.background.every(5_000, 'Writing the usage of keys', () => this.write());
    const deleteOld = this.background.every(HOUR, 'Forgetting old usage of keys', () =>
      this.database.query(DELETE_OLD, [new Date(hourBeginning(RETENTION_HOURS))]),
    );
    void deleteOld();
  }

  /** Counts an answered request, if its key was valid. */
  count({ apiKeyId }: FastifyRequest, { statusCode }: FastifyReply): void {
    if (apiKeyId !== undefined)
      this.add(hourBeginning(), apiKeyId, 1, Number(statusCode === 403 || statusCode === 429));
  }

  private add(hour: number, keyId: string, requests: number, refusals: number): void {
    const counts = this.unwritten.get(hour) ?? new Map<string, Count>();
    const count = counts.get(keyId);
    if (count === undefined) {
      this.unwritten.set(hour, counts.set(keyId, { requests, refusals }));
    } else {
      count.requests += requests;
      count.refusals += refusals;
    }
  }

  /** Writes the counts of the last seconds when the service stops. They are lost if this fails. */
  async writeLast(): Promise<void> {
    await this.write().catch((error: unknown) => this.logger.warn(error, 'The last usage of keys was not written'));
  }

  /** Writes what has been counted since the last time. */
  async write(): Promise<void> {
    const counts = [...this.unwritten].flatMap(([hour, ofHour]) =>
      [...ofHour].map(([keyId, count]) => ({ hour, keyId, ...count })),
    );
    if (counts.length === 0) return;
    this.unwritten = new Map();
    try {
      await this.database.query(ADD, [
        counts.map(({ hour }) => new Date(hour)),
        counts.map(({ keyId }) => keyId),
        counts.map(({ requests }) => requests),
        counts.map(({ refusals }) => refusals),
      ]);
    } catch (error) {
      for (const { hour, keyId, requests, refusals } of counts) this.add(hour, keyId, requests, refusals);
      throw error;
    }
  }
}
