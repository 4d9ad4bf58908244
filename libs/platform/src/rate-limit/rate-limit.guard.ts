import { Injectable } from '@nestjs/common';
import { ThrottlerGuard, type ThrottlerRequest } from '@nestjs/throttler';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { RateLimitExceeded } from '../http/http.errors.js';
import type { CountRecord, WindowThrottlerStorage } from './throttler-storage.js';

declare module 'fastify' {
  interface FastifyRequest {
    /** What the request counts for, where that is not the client's address. */
    rateLimitKey?: string;
  }
}

/** Counts a request of the public API and sets the three headers of part 8 of the specification. */
@Injectable()
export class RateLimitGuard extends ThrottlerGuard {
  /** @throws RateLimitExceeded over the limit */
  protected override async handleRequest({ context, limit, ttl }: ThrottlerRequest): Promise<boolean> {
    const { req, res } = this.getRequestResponse(context) as { req: FastifyRequest; res: FastifyReply };
    const tracker = await this.getTracker(req);
    const record = req.isShed
      ? await this.storage.incrementHere(tracker, ttl, limit)
      : await this.storage.increment(tracker, ttl, limit);
    setHeaders(res, record, limit);
    if (!record.isBlocked) return true;
    void res.header('retry-after', record.timeToBlockExpire);
    throw new RateLimitExceeded();
  }

  /** Sets the headers of a request that counts nothing: a preflight. */
  async showCount(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const [throttler] = this.throttlers;
    const { limit, ttl } = throttler as { limit: number; ttl: number };
    setHeaders(reply, await this.storage.peek(await this.getTracker(request), ttl, limit), limit);
  }

  /** What a request counts for: its key, or the client's address (of an IPv6 network of 64 bits, which is one client). */
  protected override async getTracker(request: Pick<FastifyRequest, 'rateLimitKey' | 'ip'>): Promise<string> {
    return request.rateLimitKey ?? `address:${await super.getTracker(request)}`;
  }

  private get storage(): WindowThrottlerStorage {
    return this.storageService as WindowThrottlerStorage;
  }
}

function setHeaders(reply: FastifyReply, { totalHits, resetAt }: CountRecord, limit: number): void {
  void reply.headers({
    'x-ratelimit-limit': limit,
    'x-ratelimit-remaining': Math.max(0, limit - totalHits),
    'x-ratelimit-reset': Math.ceil(resetAt / 1000),
  });
}
