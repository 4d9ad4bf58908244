import { Inject, Injectable, Logger, type OnApplicationShutdown } from '@nestjs/common';
import pg, { type Pool, type QueryResultRow } from 'pg';
import { CONFIGURATION, type Configuration } from '#libs/configuration';
import { connectionOptions } from './connection-options.js';
import { isDatabaseUnavailable } from './database-errors.js';
import { Database } from './database.js';
import type { Reader } from './snapshots.js';
import type { Statement } from './statement.js';

/** How long reads go to the primary after the replica failed, in milliseconds. */
const PAUSE_MS = 5_000;

/** Runs reads that may lag: on the replica if there is one, and on the primary while the replica is unavailable. */
@Injectable()
export class Replica implements Reader, OnApplicationShutdown {
  private readonly logger = new Logger(Replica.name);
  private readonly pool: Pool | undefined;
  private unavailableUntil = 0;
  private isUnavailable = false;

  constructor(
    private readonly primary: Database,
    @Inject(CONFIGURATION) configuration: Configuration,
  ) {
    const { DATABASE_REPLICA_URL: url, DATABASE_POOL_SIZE: max } = configuration;
    if (url === undefined) return;
    const timeout = configuration.DATABASE_CONNECT_TIMEOUT_MS;
    const options = connectionOptions(configuration);
    this.pool = new pg.Pool({ connectionString: url, max, connectionTimeoutMillis: timeout, ...options });
    // An idle connection was lost. The next query shows whether the replica is available.
    this.pool.on('error', (error) => this.logger.debug(error.message));
  }

  async query<Row extends QueryResultRow>({ name, text }: Statement, values: unknown[] = []): Promise<Row[]> {
    if (this.pool !== undefined && performance.now() >= this.unavailableUntil) {
      try {
        const { rows } = await this.pool.query<Row>({ name, text, values });
        this.setUnavailable(false);
        return rows;
      } catch (error) {
        if (!isDatabaseUnavailable(error)) throw error;
        this.unavailableUntil = performance.now() + PAUSE_MS;
        this.setUnavailable(true, (error as Error).message);
      }
    }
    return this.primary.query<Row>({ name, text }, values);
  }

  async onApplicationShutdown(): Promise<void> {
    await this.pool?.end();
  }

  private setUnavailable(isUnavailable: boolean, why = ''): void {
    if (isUnavailable === this.isUnavailable) return;
    this.isUnavailable = isUnavailable;
    if (isUnavailable) this.logger.warn(`The replica is not available (${why}): the primary is read instead`);
    else this.logger.log('The replica is back');
  }
}
