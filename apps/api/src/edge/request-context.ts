import type { ExecutionContext, Type } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';

type Handler = ReturnType<ExecutionContext['getHandler']>;
type HttpArgumentsHost = ReturnType<ExecutionContext['switchToHttp']>;

/** The context that a guard gets. Nest's own class for it, `ExecutionContextHost`, is not public. */
export class RequestContext implements ExecutionContext {
  private readonly args: [FastifyRequest, FastifyReply];

  constructor(
    request: FastifyRequest,
    reply: FastifyReply,
    private readonly controller: Type,
    private readonly handler: Handler,
  ) {
    this.args = [request, reply];
  }

  getClass(): Type<never> {
    return this.controller as Type<never>;
  }

  getHandler(): Handler {
    return this.handler;
  }

  getArgs(): never {
    return this.args as never;
  }

  getArgByIndex(index: number): never {
    return this.args[index] as never;
  }

  getType(): never {
    return 'http' as never;
  }

  switchToHttp(): HttpArgumentsHost {
    const [request, reply] = this.args;
    return { getRequest: () => request as never, getResponse: () => reply as never, getNext: () => undefined as never };
  }

  switchToRpc(): never {
    throw new Error('This is a request of HTTP');
  }

  switchToWs(): never {
    throw new Error('This is a request of HTTP');
  }
}
