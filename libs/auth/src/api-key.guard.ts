import { type CanActivate, type ExecutionContext, Inject, Injectable } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { EndpointRegistry, httpErrors, Overloaded, type Principal } from '#libs/http';
import { CONFIGURATION, type Configuration } from '#libs/configuration';
import { RateLimitGuard } from '#libs/traffic';
import { hashApiKey, isApiKey } from './api-key.js';
import { ApiKeyResolver, type ResolvedPrincipal } from './api-key-resolver.js';
import { KeyUsageCounter } from './key-usage-counter.js';
import { ACT_FOR_PLAYERS } from './players/access.js';
import { externalIdIn } from './players/external-id.js';
import { type CountedKey, ResolvedKeys } from './resolved-keys.js';
import { roleAllows } from './roles.js';

/**
 * Resolves key → user → current role → scopes for a request of the public API, and the player whom `X-Player` names. 429 takes precedence
 * over 401, and 401 over 403: the guard resolves the key, counts the request, and only then checks the rights, first those of the key's
 * user.
 */
@Injectable()
export class ApiKeyGuard implements CanActivate {
  private readonly resolvedKeys: ResolvedKeys;

  constructor(
    private readonly resolver: ApiKeyResolver,
    private readonly rateLimit: RateLimitGuard,
    private readonly usage: KeyUsageCounter,
    endpoints: EndpointRegistry,
    @Inject(CONFIGURATION) { RATE_LIMIT_WINDOW_SECONDS }: Configuration,
  ) {
    endpoints.addScope(ACT_FOR_PLAYERS);
    this.resolvedKeys = new ResolvedKeys(RATE_LIMIT_WINDOW_SECONDS * 1_000);
  }

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const request = context.switchToHttp().getRequest<FastifyRequest>();
    const externalId = externalIdIn(request);
    const outcome = await this.resolve(request, externalId instanceof Error ? undefined : externalId);
    await this.rateLimit.canActivate(context);
    if ('error' in outcome) throw outcome.error;
    request.principal = outcome;
    request.keyUse?.note(request.ip);
    if (outcome.suspended) throw new httpErrors.UserSuspended();
    expectAllowed(outcome, request);
    if (externalId === undefined) return true;
    if (!ACT_FOR_PLAYERS.isGivenBy(outcome.role)) throw new httpErrors.InsufficientPermissions(ACT_FOR_PLAYERS.name);
    if (externalId instanceof Error) throw externalId;
    request.principal = playerOf(outcome, request);
    return true;
  }

  /** Resolves the key and sets the rate limit's key. An error is returned and thrown after the request was counted. */
  private async resolve(
    request: FastifyRequest,
    externalId: string | undefined,
  ): Promise<ResolvedPrincipal | { error: Error }> {
    const key = request.headers['x-api-key'];
    if (key === undefined || key === '') return { error: new httpErrors.ApiKeyRequired() };
    if (typeof key !== 'string' || !isApiKey(key)) return { error: new httpErrors.InvalidApiKey() };
    const hash = hashApiKey(key).toString('base64url');
    try {
      if (request.isRejected) throw new Overloaded();
      const resolved = await this.resolver.resolve(hash, externalId);
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

/** @throws InsufficientPermissions if the role does not allow the request */
function expectAllowed({ role }: Pick<ResolvedPrincipal, 'role'>, { routeOptions }: FastifyRequest): void {
  const { access } = routeOptions.config;
  if (access?.kind === 'scope' && !roleAllows(role, access))
    throw new httpErrors.InsufficientPermissions(access.scope.name);
}

/** The player for whom an application acts, with the rights of both. @throws PlayerNotFound, PlayerSuspended, InsufficientPermissions */
function playerOf({ keyId, userId, player }: ResolvedPrincipal, request: FastifyRequest): Principal {
  if (player === undefined) throw new httpErrors.PlayerNotFound();
  if (player.suspended) throw new httpErrors.PlayerSuspended();
  expectAllowed(player, request);
  return { keyId, userId: player.id, admin: false, applicationId: userId, hasPlayers: false };
}

/** Makes a request count for a key, up to the key's limit if it has one. */
function countFor(request: FastifyRequest, { countedKeyId, rateLimit }: CountedKey): void {
  request.rateLimitKey = `key:${countedKeyId}`;
  if (rateLimit !== null) request.rateLimit = rateLimit;
}
