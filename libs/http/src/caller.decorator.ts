import { createParamDecorator, type ExecutionContext, Res } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import type { Caller } from './access.js';

/** The caller of a public endpoint: `@CurrentCaller() caller: Caller`. */
export const CurrentCaller = createParamDecorator((_: unknown, context: ExecutionContext): Caller => {
  const { caller } = context.switchToHttp().getRequest<FastifyRequest>();
  if (caller === undefined) throw new Error('This endpoint has no caller: it was not declared by @Endpoint');
  return caller;
});

/** The reply of the request, to set headers. The method's return value is still sent. */
export const CurrentReply = (): ParameterDecorator => Res({ passthrough: true });
