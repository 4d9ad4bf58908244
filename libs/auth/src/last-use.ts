import { Injectable, Logger, type OnModuleDestroy, type OnModuleInit } from '@nestjs/common';
import { Background, Database, sql } from '#libs/database';

const WRITE = sql(`
  UPDATE api_keys SET last_used_at = used.at
  FROM unnest($1::uuid[], $2::timestamptz[]) AS used (id, at)
  WHERE api_keys.id = used.id AND (api_keys.last_used_at IS NULL OR api_keys.last_used_at < used.at)`);

const MINUTE = 60_000;

/** Notes when keys were used, to the minute, and writes it in the background. */
@Injectable()
export class LastUse implements OnModuleInit, OnModuleDestroy {
  private readonly logger = new Logger(LastUse.name);
  private unwritten = new Map<string, number>();
  private readonly written = new Map<string, number>();

  constructor(
    private readonly database: Database,
    private readonly background: Background,
  ) {}

  onModuleInit(): void {
    this.background.every(5_000, 'Writing the last use of keys', () => this.write());
  }

  async onModuleDestroy(): Promise<void> {
    // A failure here loses only the last uses.
    await this.write().catch((error: unknown) => this.logger.warn(error, 'The last use of keys was not written'));
  }

  note(keyId: string): void {
    const minute = Math.floor(Date.now() / MINUTE) * MINUTE;
    if (this.written.get(keyId) !== minute) this.unwritten.set(keyId, minute);
  }

  private async write(): Promise<void> {
    const batch = this.unwritten;
    if (batch.size === 0) return;
    this.unwritten = new Map();
    try {
      await this.database.query(WRITE, [[...batch.keys()], [...batch.values()].map((time) => new Date(time))]);
    } catch (error) {
      for (const [id, minute] of batch) if (!this.unwritten.has(id)) this.unwritten.set(id, minute);
      throw error;
    }
    const now = Date.now();
    for (const [id, minute] of this.written) if (minute < now - MINUTE) this.written.delete(id);
    for (const [id, minute] of batch) this.written.set(id, minute);
  }
}
