import { Global, Inject, Module, type OnApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import { DiscoveryModule } from '@nestjs/core';
import { ThrottlerModule } from '@nestjs/throttler';
import { Redis } from 'ioredis';
import { CONFIGURATION, type Configuration } from '#libs/configuration';
import { Metrics } from '#libs/observability';
import { MemoryWindowCounter } from './memory-window-counter.js';
import { RateLimitGuard } from './rate-limit.guard.js';
import { RedisWindowCounter } from './redis-window-counter.js';
import { ThrottleProblems } from './throttle-problems.js';
import { WindowThrottlerStorage } from './throttler-storage.js';

/** Injection token of the connection to Redis; undefined without `REDIS_URL`. */
export const REDIS = Symbol('REDIS');

/** A connection without a response for so long is closed, in milliseconds. */
const CONNECTION_TIMEOUT_MS = 2_000;

function connect({ REDIS_URL }: Configuration): Redis | undefined {
  if (REDIS_URL === undefined) return undefined;
  return new Redis(REDIS_URL, {
    socketTimeout: CONNECTION_TIMEOUT_MS,
    connectTimeout: CONNECTION_TIMEOUT_MS,
    lazyConnect: true,
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    retryStrategy: (attempt) => Math.min(attempt * 100, 1_000),
  });
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
      inject: [CONFIGURATION, REDIS, Metrics],
      useFactory: (configuration: Configuration, redis: Redis | undefined, metrics: Metrics) => {
        const memory = new MemoryWindowCounter();
        const shared = redis && new RedisWindowCounter(redis, memory, configuration.REDIS_TIMEOUT_MS);
        const help = 'Whether the rate-limit store is away, so that this instance counts for itself';
        metrics.gauge('quiz_rate_limit_store_away', help, [], (gauge) =>
          gauge.set(Number(shared?.isUnavailable ?? false)),
        );
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
