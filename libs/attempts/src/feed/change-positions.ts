import { Inject, Injectable, type OnApplicationBootstrap, type OnModuleInit } from '@nestjs/common';
import { Background, Database, IS_IDLE, lockName, sql, UnitOfWork } from '#libs/database';
import { Metrics } from '#libs/observability';

/** SQL of the identity of the PostgreSQL cluster, which a restored dump does not have. */
export const CLUSTER = '(SELECT system_identifier::text FROM pg_control_system())';

/** How often an instance looks at the positions, in milliseconds. */
const INTERVAL_MS = 10_000;

/** Held by the instance that continues the positions. */
const CONTINUATION_LOCK = lockName('change-positions');

const LOOK = sql(`
  SELECT cluster = ${CLUSTER} AS "isCurrent", pg_snapshot_xmin(snapshot)::text AS oldest, pg_snapshot_xmax(snapshot)::text AS next
  FROM change_positions, pg_current_snapshot() AS snapshot`);

/** Submissions wait behind it, so it waits for others for a moment only. */
const LOCK_TIMEOUT = sql(`SET LOCAL lock_timeout = '200ms'`);

/** Waits for transactions that write attempts with positions on the former base. */
const LOCK = sql('LOCK TABLE attempts IN SHARE ROW EXCLUSIVE MODE');

const CONTINUE = sql(`
  WITH continued AS (
    UPDATE change_positions SET cluster = ${CLUSTER}, base = greatest(0,
      (SELECT max(change_position) FROM attempts), (SELECT max(change_position) FROM deleted_attempts))
    WHERE cluster <> ${CLUSTER} RETURNING 1
  )
  DELETE FROM change_horizons WHERE EXISTS (SELECT FROM continued)`);

/**
 * Continues the positions of changes in a database that was restored in another PostgreSQL cluster, whose transaction ids can be lower. All
 * readers of the feed begin again. It also measures whether the feed waits for a transaction.
 */
@Injectable()
export class ChangePositions implements OnModuleInit, OnApplicationBootstrap {
  /** The oldest transaction in progress, and since when it is known, by `performance.now()`. */
  private oldest = { id: '', since: 0 };
  private stalledMs = 0;
  private look: () => Promise<void> = () => Promise.resolve();

  constructor(
    private readonly background: Background,
    private readonly database: Database,
    private readonly unitOfWork: UnitOfWork,
    @Inject(IS_IDLE) private readonly isIdle: boolean,
    metrics: Metrics,
  ) {
    metrics.gauge(
      'quiz_feed_stalled_seconds',
      'How long GET /attempts has shown no newer changes, because a transaction on the database server is in progress',
      [],
      (gauge) => gauge.set(this.stalledMs / 1_000),
      'max',
    );
  }

  onModuleInit(): void {
    this.look = this.background.every(INTERVAL_MS, 'Continuing the positions of changes', async () => {
      const [found] = await this.database.query<{ isCurrent: boolean; oldest: string; next: string }>(LOOK);
      if (found === undefined) throw new Error('The table change_positions has no row');
      this.measure(found.oldest, found.next);
      if (!found.isCurrent) await this.continue();
    });
  }

  async onApplicationBootstrap(): Promise<void> {
    if (!this.isIdle) await this.look();
  }

  private measure(oldest: string, next: string): void {
    const now = performance.now();
    if (oldest !== this.oldest.id || oldest === next) this.oldest = { id: oldest, since: now };
    this.stalledMs = now - this.oldest.since;
  }

  private async continue(): Promise<void> {
    await this.unitOfWork.run(async (transaction) => {
      const [isHeld] = await transaction.tryLock([CONTINUATION_LOCK()]);
      if (isHeld !== true) return;
      await transaction.query(LOCK_TIMEOUT);
      await transaction.query(LOCK);
      await transaction.query(CONTINUE);
    });
  }
}
