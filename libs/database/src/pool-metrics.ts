import { Injectable } from '@nestjs/common';
import { Pool } from 'pg';
import { Metrics } from '#libs/observability';

/** Metrics of the connection pool. */
@Injectable()
export class PoolMetrics {
  constructor(pool: Pool, metrics: Metrics) {
    metrics.gauge(
      'quiz_database_pool_connections',
      'Open connections to the database, by whether something uses them',
      ['state'],
      (gauge) => {
        gauge.set({ state: 'used' }, pool.totalCount - pool.idleCount);
        gauge.set({ state: 'idle' }, pool.idleCount);
      },
    );
    metrics.gauge('quiz_database_pool_waiting', 'Requests for a connection that none is free for', [], (gauge) =>
      gauge.set(pool.waitingCount),
    );
    metrics.gauge('quiz_database_pool_max_connections', 'Most connections that may be open at once', [], (gauge) =>
      gauge.set(pool.options.max),
    );
  }
}
