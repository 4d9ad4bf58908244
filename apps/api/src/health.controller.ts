import { Controller, Inject } from '@nestjs/common';
import type { Redis } from 'ioredis';
import { Database, sql } from '#libs/database';
import { PublicEndpoint, ServiceError } from '#libs/http';
import { Metrics } from '#libs/observability';
import { REDIS, withTimeout } from '#libs/traffic';

const PING = sql('SELECT 1');

/** Time limit for the response of a dependency, in milliseconds. */
const TIMEOUT_MS = 2_000;

class NotReady extends ServiceError {
  override readonly headers = { 'retry-after': '1' };
}

@Controller()
export class HealthController {
  private isStopping = false;
  private check: Promise<string[]> | undefined;

  constructor(
    private readonly database: Database,
    @Inject(REDIS) private readonly redis: Redis | undefined,
    metrics: Metrics,
  ) {
    const help = 'Whether the parts that requests need answer, as /health/ready tells';
    const isReady = async () => Number((await this.missing()).length === 0);
    metrics.gauge('quiz_ready', help, [], async (gauge) => gauge.set(await isReady()), 'min');
  }

  /** Reports from now on that this instance is not ready, so that load balancers leave it. */
  stop(): void {
    this.isStopping = true;
  }

  @PublicEndpoint('GET /health/live')
  live(): { status: 'ok' } {
    return { status: 'ok' };
  }

  /** Whether the dependencies of requests answer. */
  @PublicEndpoint('GET /health/ready')
  async ready(): Promise<{ status: 'ok' }> {
    if (this.isStopping) throw new NotReady(503, 'Not ready: stopping');
    const missing = await this.missing();
    if (missing.length > 0) throw new NotReady(503, `Not ready: ${missing.join(' and ')} not available`);
    return { status: 'ok' };
  }

  /** Concurrent probes and scrapes share one health check, so that they do not accumulate at a database that hangs. */
  private missing(): Promise<string[]> {
    this.check ??= this.checkDependencies().finally(() => (this.check = undefined));
    return this.check;
  }

  private async checkDependencies(): Promise<string[]> {
    const [database, redis] = await Promise.all([
      responds(() => this.database.query(PING)),
      this.redis === undefined || responds(() => (this.redis as Redis).ping()),
    ]);
    return [...(database ? [] : ['database']), ...(redis ? [] : ['rate-limit store'])];
  }
}

function responds(query: () => Promise<unknown>): Promise<boolean> {
  return withTimeout(TIMEOUT_MS, query()).then(
    () => true,
    () => false,
  );
}
