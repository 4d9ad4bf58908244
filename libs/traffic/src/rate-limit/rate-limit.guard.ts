import { type ExecutionContext, Injectable } from '@nestjs/common';
import { ThrottlerGuard } from '@nestjs/throttler';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { RateLimitExceeded, type RouteWindow, windowsOf } from '#libs/http';
import type { CountRecord, WindowThrottlerStorage } from './throttler-storage.js';

declare module 'fastify' {
  interface FastifyRequest {
    /** The key that the request counts for; by default the client's address. */
    rateLimitKey?: string;
    /** Requests per window; by default the limit of the service. */
    rateLimit?: number;
    /** Set on the first request that the limit rejects in its window. */
    reachesLimit?: boolean;
  }
}

/** Counts a request of the public API and sets the three headers of part 8 of the specification. */
@Injectable()
export class RateLimitGuard extends ThrottlerGuard {
  /**
   * Counts in the general window, then in those that `@Throttle` declares for the route. The headers show the one that allows the fewest.
   * @throws RateLimitExceeded over a limit
   */
  override async canActivate(context: ExecutionContext): Promise<boolean> {
    const { req, res } = this.getRequestResponse(context) as { req: FastifyRequest; res: FastifyReply };
    const tracker = await this.getTracker(req);
    const { limit, ttl } = this.general;
    let tightest = await this.count(req, tracker, ttl, req.rateLimit ?? limit);
    for (const window of windowsOf(context.getClass(), context.getHandler())) {
      if (tightest.isBlocked) break;
      const counted = await this.countIn(window, context, req, tracker);
      if (remaining(counted) <= remaining(tightest)) tightest = counted;
    }
    setHeaders(res, tightest);
    if (!tightest.isBlocked) return true;
    req.reachesLimit = tightest.totalHits === tightest.limit + 1;
    void res.header('retry-after', tightest.timeToBlockExpire);
    throw new RateLimitExceeded();
  }

  /** Sets the headers of a request that does not count: a preflight. */
  async showCount(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const { limit, ttl } = this.general;
    setHeaders(reply, await this.storage.peek(await this.getTracker(request), ttl, limit));
  }

  /** The key that a request counts for: its API key, or the client's address (a /64 network of IPv6 is one client). */
  protected override async getTracker(request: Pick<FastifyRequest, 'rateLimitKey' | 'ip'>): Promise<string> {
    return request.rateLimitKey ?? `address:${await super.getTracker(request)}`;
  }

  private async countIn(
    { name, limit, ttl }: RouteWindow,
    context: ExecutionContext,
    request: FastifyRequest,
    tracker: string,
  ): Promise<CountRecord> {
    const resolve = async (value: RouteWindow['limit']) => (typeof value === 'function' ? value(context) : value);
    return this.count(
      request,
      `${tracker}:${name}`,
      (await resolve(ttl)) ?? this.general.ttl,
      (await resolve(limit)) ?? this.general.limit,
    );
  }

  private count(request: FastifyRequest, key: string, ttl: number, limit: number): Promise<CountRecord> {
    return request.isRejected ? this.storage.incrementHere(key, ttl, limit) : this.storage.increment(key, ttl, limit);
  }

  private get general(): { limit: number; ttl: number } {
    return this.throttlers[0] as { limit: number; ttl: number };
  }

  private get storage(): WindowThrottlerStorage {
    return this.storageService as WindowThrottlerStorage;
  }
}

const remaining = ({ limit, totalHits }: CountRecord) => Math.max(0, limit - totalHits);

function setHeaders(reply: FastifyReply, { totalHits, resetAt, limit }: CountRecord): void {
  void reply.headers({
    'x-ratelimit-limit': limit,
    'x-ratelimit-remaining': Math.max(0, limit - totalHits),
    'x-ratelimit-reset': Math.ceil(resetAt / 1000),
  });
}
