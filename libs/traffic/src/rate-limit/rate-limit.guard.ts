import { type ExecutionContext, Injectable } from '@nestjs/common';
import { ThrottlerGuard } from '@nestjs/throttler';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { httpErrors, interfaceOf } from '#libs/http';
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

/** Requests of a session of the backoffice for each of a key: more than a person sends, even with an import of thousands of lines. */
const OF_BACKOFFICE = 50;

/** Counts a request, and sets the headers that show the limit of one of the public API. */
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
    if (interfaceOf(req) === 'api') void res.headers(rateLimitHeaders(tightest, policy));
    if (!tightest.isBlocked) return true;
    req.reachesLimit = tightest.totalHits === tightest.limit + 1;
    void res.header('retry-after', tightest.timeToBlockExpire);
    throw new httpErrors.RateLimitExceeded();
  }

  /**
   * Counts a request of the backoffice.
   * @param session a name of its session; without one it counts for the client's address, apart from requests of the API
   * @throws RateLimitExceeded over a limit
   */
  async countForBackoffice(context: ExecutionContext, session: string | undefined): Promise<void> {
    const request = context.switchToHttp().getRequest<FastifyRequest>();
    request.rateLimitKey = `backoffice:${session ?? (await this.getTracker(request))}`;
    request.rateLimit = OF_BACKOFFICE * this.general.limit;
    await this.canActivate(context);
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

  /** The key that a request counts for: its API key or session, or the client's address (a /64 network of IPv6 is one client). */
  protected override async getTracker(request: Pick<FastifyRequest, 'rateLimitKey' | 'ip'>): Promise<string> {
    return request.rateLimitKey ?? `address:${await super.getTracker(request)}`;
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
    return request.isShed ? this.storage.incrementHere(key, ttl, limit) : this.storage.increment(key, ttl, limit);
  }

  private get general(): { limit: number; ttl: number } {
    return this.throttlers[0] as { limit: number; ttl: number };
  }

  private get storage(): WindowThrottlerStorage {
    return this.storageService as WindowThrottlerStorage;
  }
}
