import { Global, Inject, Module, type OnApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import { DiscoveryModule } from '@nestjs/core';
import { ThrottlerModule } from '@nestjs/throttler';
import { Redis } from 'ioredis';
import { CONFIGURATION, type Configuration } from '#libs/configuration';
import { Metrics } from '#libs/observability';
import { type Channel, PRIMARY } from '#libs/workers';
import { MemoryWindowCounter } from './memory-window-counter.js';
import { PrimaryWindowStore } from './primary-window-store.js';
import { RateLimitGuard } from './rate-limit.guard.js';
import { RedisWindowStore } from './redis-window-store.js';
import { SharedWindowCounter } from './shared-window-counter.js';
import { ThrottleProblems } from './throttle-problems.js';
import { WindowThrottlerStorage } from './throttler-storage.js';

/** Injection token of the connection to Redis; undefined without `REDIS_URL`. */
export const REDIS = Symbol('REDIS');

/** Longest wait for a connection, in milliseconds; and for a response, unless requests may wait longer for one. */
const CONNECTION_TIMEOUT_MS = 2_000;

function connect({ REDIS_URL, REDIS_TIMEOUT_MS }: Configuration): Redis | undefined {
  if (REDIS_URL === undefined) return undefined;
  return new Redis(REDIS_URL, {
    socketTimeout: Math.max(CONNECTION_TIMEOUT_MS, REDIS_TIMEOUT_MS),
    connectTimeout: CONNECTION_TIMEOUT_MS,
    lazyConnect: true,
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    retryStrategy: (attempt) => Math.min(attempt * 100, 1_000),
  });
}

/** @returns undefined if this process counts for itself */
function shareCounts(
  { REDIS_TIMEOUT_MS, REQUEST_DEADLINE_MS }: Configuration,
  redis: Redis | undefined,
  primary: Channel | undefined,
  memory: MemoryWindowCounter,
): SharedWindowCounter | undefined {
  if (redis) return new SharedWindowCounter(new RedisWindowStore(redis), memory, REDIS_TIMEOUT_MS);
  // It is on the same machine and does little else, so it only takes long if it does not run.
  if (primary) return new SharedWindowCounter(new PrimaryWindowStore(primary), memory, REQUEST_DEADLINE_MS / 3);
  return undefined;
}

@Module({ providers: [{ provide: REDIS, inject: [CONFIGURATION], useFactory: connect }], exports: [REDIS] })
class RedisModule implements OnModuleInit, OnApplicationShutdown {
  constructor(@Inject(REDIS) private readonly redis: Redis | undefined) {}

  /** The service starts even if Redis is unreachable: the counter logs it and retries. */
  async onModuleInit(): Promise<void> {
    await this.redis?.connect().catch(() => undefined);
  }

  onApplicationShutdown(): void {
    this.redis?.disconnect();
  }
}

@Global()
@Module({
  imports: [
    DiscoveryModule,
    RedisModule,
    ThrottlerModule.forRootAsync({
      imports: [RedisModule],
      inject: [CONFIGURATION, REDIS, PRIMARY, Metrics],
      useFactory: (
        configuration: Configuration,
        redis: Redis | undefined,
        primary: Channel | undefined,
        metrics: Metrics,
      ) => {
        const memory = new MemoryWindowCounter();
        const shared = shareCounts(configuration, redis, primary, memory);
        const help = 'Whether the rate-limit store is away, so that this instance counts for itself';
        const isAway = () => Number(shared?.isUnavailable ?? false);
        metrics.gauge('quiz_rate_limit_store_away', help, [], (gauge) => gauge.set(isAway()), 'max');
        return {
          throttlers: [
            { limit: configuration.RATE_LIMIT_REQUESTS, ttl: configuration.RATE_LIMIT_WINDOW_SECONDS * 1000 },
          ],
          storage: new WindowThrottlerStorage(shared ?? memory, memory),
        };
      },
    }),
  ],
  providers: [RateLimitGuard, ThrottleProblems],
  exports: [RateLimitGuard, RedisModule],
})
export class RateLimitModule {}
