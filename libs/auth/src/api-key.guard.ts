import { type CanActivate, type ExecutionContext, Inject, Injectable } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { httpErrors, Overloaded } from '#libs/http';
import { CONFIGURATION, type Configuration } from '#libs/configuration';
import { RateLimitGuard } from '#libs/traffic';
import { hashApiKey, isApiKey } from './api-key.js';
import { ApiKeyResolver, type ResolvedPrincipal } from './api-key-resolver.js';
import { KeyUsageCounter } from './key-usage-counter.js';
import { type CountedKey, ResolvedKeys } from './resolved-keys.js';
import { roleAllows } from './roles.js';

/**
 * Resolves key → user → current role → scopes for a request of the public API. 429 takes precedence over 401, and 401 over 403:
 * the guard resolves the key, counts the request, and only then checks the rights.
 */
@Injectable()
export class ApiKeyGuard implements CanActivate {
  private readonly resolvedKeys: ResolvedKeys;

  constructor(
    private readonly resolver: ApiKeyResolver,
    private readonly rateLimit: RateLimitGuard,
    private readonly usage: KeyUsageCounter,
    @Inject(CONFIGURATION) { RATE_LIMIT_WINDOW_SECONDS }: Configuration,
  ) {
    this.resolvedKeys = new ResolvedKeys(RATE_LIMIT_WINDOW_SECONDS * 1_000);
  }

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const request = context.switchToHttp().getRequest<FastifyRequest>();
    const outcome = await this.resolve(request);
    await this.rateLimit.canActivate(context);
    if ('error' in outcome) throw outcome.error;
    const { role, suspended } = outcome;
    request.principal = outcome;
    request.keyUse?.note(request.ip);
    const { access } = request.routeOptions.config;
    const isAllowed = access?.kind !== 'scope' || roleAllows(role, access);
    if (suspended || !isAllowed) throw new httpErrors.InsufficientPermissions();
    return true;
  }

  /** Resolves the key and sets the rate limit's key. An error is returned and thrown after the request was counted. */
  private async resolve(request: FastifyRequest): Promise<ResolvedPrincipal | { error: Error }> {
    const key = request.headers['x-api-key'];
    if (key === undefined || key === '') return { error: new httpErrors.ApiKeyRequired() };
    if (typeof key !== 'string' || !isApiKey(key)) return { error: new httpErrors.InvalidApiKey() };
    const hash = hashApiKey(key).toString('base64url');
    try {
      if (request.isShed) throw new Overloaded();
      const resolved = await this.resolver.resolve(hash);
      if (resolved === undefined) return { error: new httpErrors.InvalidApiKey() };
      request.apiKeyId = resolved.keyId;
      countFor(request, resolved);
      request.keyUse = this.usage.of(resolved.keyId);
      this.resolvedKeys.note(hash, resolved);
      return resolved;
    } catch (error) {
      const known = this.resolvedKeys.find(hash);
      if (known !== undefined) countFor(request, known);
      return { error: error as Error };
    }
  }
}

/** Makes a request count for a key, up to the key's limit if it has one. */
function countFor(request: FastifyRequest, { countedKeyId, rateLimit }: CountedKey): void {
  request.rateLimitKey = `key:${countedKeyId}`;
  if (rateLimit !== null) request.rateLimit = rateLimit;
}
