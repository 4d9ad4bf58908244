import { type ExecutionContext, Injectable } from '@nestjs/common';
import { ThrottlerGuard } from '@nestjs/throttler';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { httpErrors } from '#libs/http';
import { type Policy, policyOf, rateLimitHeaders, remainingOf } from './rate-limit-headers.js';
import { type RouteWindow, windowsOf } from './route-windows.js';
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

/** Counts requests. Those of the public API get the headers that show their limit. */
@Injectable()
export class RateLimitGuard extends ThrottlerGuard {
  /** Policies of the general window, by limit: keys may have limits of their own. */
  private readonly policies = new Map<number, Policy>();

  /**
   * Counts in the general window, then in those that `@Throttle` declares for the route. The headers show the one that allows the fewest.
   * @throws RateLimitExceeded over a limit
   */
  override async canActivate(context: ExecutionContext): Promise<boolean> {
    const { req, res } = this.getRequestResponse(context) as { req: FastifyRequest; res: FastifyReply };
    const tracker = await this.getTracker(req);
    const { limit, ttl } = this.general;
    let tightest = await this.count(req, tracker, ttl, req.rateLimit ?? limit);
    let policy = this.generalPolicy(tightest.limit);
    for (const window of windowsOf(context.getClass(), context.getHandler())) {
      if (tightest.isBlocked) break;
      const resolved = await this.resolve(window, context);
      const counted = await this.count(req, `${tracker}:${window.name}`, resolved.ttl, resolved.limit);
      if (remainingOf(counted) > remainingOf(tightest)) continue;
      tightest = counted;
      policy = policyOf(window.name, resolved.limit, resolved.ttl);
    }
    void res.headers(rateLimitHeaders(tightest, policy));
    if (tightest.isBlocked) this.reject(req, res, tightest);
    return true;
  }

  /**
   * Counts a request of the backoffice in the windows that `@Throttle` declares for the route: it has no general one, and no headers.
   * @param userId who is signed in
   * @throws RateLimitExceeded over a limit
   */
  async countForUser(context: ExecutionContext, userId: string): Promise<void> {
    const { req, res } = this.getRequestResponse(context) as { req: FastifyRequest; res: FastifyReply };
    for (const window of windowsOf(context.getClass(), context.getHandler())) {
      const { limit, ttl } = await this.resolve(window, context);
      const counted = await this.count(req, `user:${userId}:${window.name}`, ttl, limit);
      if (counted.isBlocked) this.reject(req, res, counted);
    }
  }

  /** Sets the headers of a request that does not count: a preflight. */
  async showCount(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    void reply.headers(await this.headersOf(request));
  }

  /** @returns the headers for a message that is no request */
  headersOfAddress(ip: string): Promise<Record<string, string | number>> {
    return this.headersOf({ ip });
  }

  private async headersOf(
    request: Pick<FastifyRequest, 'rateLimitKey' | 'ip'>,
  ): Promise<Record<string, string | number>> {
    const { limit, ttl } = this.general;
    const record = await this.storage.peek(await this.getTracker(request), ttl, limit);
    return rateLimitHeaders(record, this.generalPolicy(limit));
  }

  /** The key that a request counts for: its API key, or the client's address (a /64 network of IPv6 is one client). */
  protected override async getTracker(request: Pick<FastifyRequest, 'rateLimitKey' | 'ip'>): Promise<string> {
    return request.rateLimitKey ?? `address:${await super.getTracker(request)}`;
  }

  private reject(request: FastifyRequest, reply: FastifyReply, counted: CountRecord): never {
    request.reachesLimit = counted.totalHits === counted.limit + 1;
    void reply.header('retry-after', counted.timeToBlockExpire);
    throw new httpErrors.RateLimitExceeded();
  }

  private async resolve(window: RouteWindow, context: ExecutionContext): Promise<{ limit: number; ttl: number }> {
    const valueOf = async (value: RouteWindow['limit']) => (typeof value === 'function' ? value(context) : value);
    const { limit, ttl } = this.general;
    return { limit: (await valueOf(window.limit)) ?? limit, ttl: (await valueOf(window.ttl)) ?? ttl };
  }

  private generalPolicy(limit: number): Policy {
    let policy = this.policies.get(limit);
    if (policy === undefined) this.policies.set(limit, (policy = policyOf('default', limit, this.general.ttl)));
    return policy;
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
