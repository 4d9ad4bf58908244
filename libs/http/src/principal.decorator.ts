import { createParamDecorator, type ExecutionContext, Res } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import type { Principal } from './access.js';

/** Who calls an endpoint of the public API: `@CurrentPrincipal() principal: Principal`. */
export const CurrentPrincipal = createParamDecorator((_: unknown, context: ExecutionContext): Principal => {
  const { principal } = context.switchToHttp().getRequest<FastifyRequest>();
  if (principal === undefined) throw new Error('This endpoint has no principal: it was not declared by @Endpoint');
  return principal;
});

/**
 * Whether the user has confirmed who they are in the last 10 minutes: `@CurrentConfirmation() isConfirmed: boolean`. For endpoints
 * that need it for some requests only; others declare `confirmed: true`.
 */
export const CurrentConfirmation = createParamDecorator((_: unknown, context: ExecutionContext): boolean => {
  const { isConfirmed } = context.switchToHttp().getRequest<FastifyRequest>();
  if (isConfirmed === undefined)
    throw new Error('This endpoint has no session: it was not declared by @BackofficeEndpoint');
  return isConfirmed;
});

/** Whether an administrator calls, not an editor: `@IsAdministrator() isAdministrator: boolean`. For endpoints that show editors less. */
export const IsAdministrator = createParamDecorator((_: unknown, context: ExecutionContext): boolean => {
  const { isAdministrator } = context.switchToHttp().getRequest<FastifyRequest>();
  if (isAdministrator === undefined)
    throw new Error('This endpoint has no session: it was not declared by @BackofficeEndpoint');
  return isAdministrator;
});

/** The reply of the request, to set headers. The method's return value is still sent. */
export const CurrentReply = (): ParameterDecorator => Res({ passthrough: true });
