import { createParamDecorator, type ExecutionContext, Res } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import type { Caller } from './access.js';

/** The caller of a public endpoint: `@CurrentCaller() caller: Caller`. */
export const CurrentCaller = createParamDecorator((_: unknown, context: ExecutionContext): Caller => {
  const { caller } = context.switchToHttp().getRequest<FastifyRequest>();
  if (caller === undefined) throw new Error('This endpoint has no caller: it was not declared by @Endpoint');
  return caller;
});

/**
 * Whether the administrator has confirmed who they are in the last 10 minutes: `@CurrentConfirmation() isConfirmed: boolean`. For endpoints
 * that need it for some requests only; others declare `confirmed: true`.
 */
export const CurrentConfirmation = createParamDecorator((_: unknown, context: ExecutionContext): boolean => {
  const { isConfirmed } = context.switchToHttp().getRequest<FastifyRequest>();
  if (isConfirmed === undefined)
    throw new Error('This endpoint has no session: it was not declared by @BackofficeEndpoint');
  return isConfirmed;
});

/** The reply of the request, to set headers. The method's return value is still sent. */
export const CurrentReply = (): ParameterDecorator => Res({ passthrough: true });
