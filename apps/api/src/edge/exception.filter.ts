import { STATUS_CODES } from 'node:http';
import { type ArgumentsHost, Catch, type ExceptionFilter, HttpException } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { isDatabaseUnavailable } from '#libs/database';
import { Metrics } from '#libs/observability';
import { codeOfStatus, DatabaseUnavailable, httpErrors, NotFound, ServiceError, ServiceUnavailable } from '#libs/http';

/**
 * Answers every failure in the form `{"error": string}`, with its code in `X-Error-Code`. Unexpected errors go to the log and not to the
 * client.
 */
@Catch()
export class ServiceExceptionFilter implements ExceptionFilter {
  constructor(private readonly metrics: Metrics) {}

  catch(exception: unknown, host: ArgumentsHost): void {
    const request = host.switchToHttp().getRequest<FastifyRequest>();
    const reply = host.switchToHttp().getResponse<FastifyReply>();
    const error = isAborted(request) ? new httpErrors.MalformedRequest() : asServiceError(exception, request);
    if (error.status === 500) request.log.error({ err: exception }, error.message);
    if (reply.sent) return;
    const reason = error.constructor.name;
    request.failure = { reason, cause: exception };
    this.metrics.countError(reason);
    void reply
      .status(error.status)
      .headers({
        ...error.headers,
        'content-type': 'application/json; charset=utf-8',
        'x-error-code': error.code,
      })
      .send({ error: error.message });
  }
}

/** Whether the client disconnected before its request had arrived. */
function isAborted({ raw }: FastifyRequest): boolean {
  return raw.destroyed && !raw.complete;
}

function asServiceError(exception: unknown, request: FastifyRequest): ServiceError {
  if (exception instanceof ServiceError) return exception;
  if (isDatabaseUnavailable(exception)) return new DatabaseUnavailable();
  if (!(exception instanceof HttpException)) return new httpErrors.InternalError();
  const status = exception.getStatus();
  if (status === 503) return new ServiceUnavailable();
  if (status >= 500) return new httpErrors.InternalError();
  // Errors of Fastify, its plugins and Nest's router get texts of the service. The texts of all other exceptions are for the client.
  if (request.is404) return new NotFound();
  return exception.constructor === HttpException
    ? fromFastify(status)
    : new ServiceError(status, textOf(exception), codeOfStatus(status));
}

function fromFastify(status: number): ServiceError {
  switch (status) {
    case 400:
      return new httpErrors.InvalidJson();
    case 404:
      return new NotFound();
    case 413:
      return new httpErrors.BodyTooLarge();
    case 415:
      return new httpErrors.ContentTypeNotJson();
    default:
      return new ServiceError(status, STATUS_CODES[status] ?? 'Bad Request', codeOfStatus(status));
  }
}

/** The text of an exception of Nest, such as `new ConflictException('Rating exists')`; that of a ValidationPipe has a list of texts. */
function textOf(exception: HttpException): string {
  const response = exception.getResponse();
  const message = typeof response === 'object' && 'message' in response ? response.message : response;
  if (Array.isArray(message)) return message.join('; ');
  return typeof message === 'string' ? message : exception.message;
}

/** Gives an error that a filter or hook of a module answered itself the code of its status. */
export function completeErrorCode(reply: FastifyReply): void {
  if (reply.statusCode >= 400 && !reply.hasHeader('x-error-code'))
    void reply.header('x-error-code', codeOfStatus(reply.statusCode));
}
