import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';

/** Who performs an action, and from which address. */
export interface Actor {
  /** Null for the service itself. */
  readonly userId: string | null;
  /** The API key that was used; null in the backoffice. */
  readonly keyId: string | null;
  /** Address of the client; null for the service itself. */
  readonly address: string | null;
}

/** A user who performs an action. */
export interface UserActor extends Actor {
  readonly userId: string;
}

/** The actor of work without a request. */
export const THE_SERVICE: Actor = { userId: null, keyId: null, address: null };

/** The sender of an admitted request: an administrator of the backoffice, or a user of the public API. */
export const CurrentActor = createParamDecorator((_: unknown, context: ExecutionContext): UserActor => {
  const { sessionUserId, principal, ip } = context.switchToHttp().getRequest<FastifyRequest>();
  const userId = sessionUserId ?? principal?.userId;
  if (userId === undefined) throw new Error('This endpoint has no actor: it is public');
  return { userId, keyId: principal?.keyId ?? null, address: ip };
});
