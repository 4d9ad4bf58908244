import {
  type Attributes,
  type Context,
  context,
  propagation,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  trace,
  type Tracer,
} from '@opentelemetry/api';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { routeOf } from '#libs/http';
import { withoutKeys } from '../logging/without-keys.js';

/**
 * Creates a span of each request, named by method and route, with the attributes of
 * https://opentelemetry.io/docs/specs/semconv/http/http-spans/. The span continues the caller's trace. It
 * contains no query, which may hold codes of a sign-in.
 */
export class ServerSpans {
  private readonly contexts = new WeakMap<FastifyRequest, Context>();

  constructor(private readonly tracer: Tracer) {}

  /** Runs work as a part of the request's span. */
  start(request: FastifyRequest, reply: FastifyReply, work: () => void): void {
    const caller = propagation.extract(ROOT_CONTEXT, request.headers);
    const options = { kind: SpanKind.SERVER, attributes: attributesOf(request) };
    const span = this.tracer.startSpan(nameOf(request), options, caller);
    const active = trace.setSpan(caller, span);
    this.contexts.set(request, active);
    request.log = reply.log = request.log.child({ trace_id: span.spanContext().traceId });
    context.with(active, work);
  }

  end(request: FastifyRequest, reply: FastifyReply): void {
    const span = trace.getSpan(this.contexts.get(request) ?? ROOT_CONTEXT);
    if (span !== undefined) end(span, request, reply);
  }
}

function nameOf(request: FastifyRequest): string {
  const route = routeOf(request);
  return route === undefined ? request.method : `${request.method} ${route}`;
}

function attributesOf(request: FastifyRequest): Attributes {
  const { 'user-agent': userAgent } = request.headers;
  return {
    'http.request.method': request.method,
    'http.route': routeOf(request),
    'url.scheme': request.protocol,
    'url.path': withoutKeys(request.url.split('?', 1)[0] ?? ''),
    'network.protocol.version': request.raw.httpVersion,
    'client.address': request.ip,
    'user_agent.original': userAgent === undefined ? undefined : withoutKeys(userAgent),
    'quiz.request_id': request.id,
  };
}

function end(span: Span, { failure, apiKeyId }: FastifyRequest, { statusCode }: FastifyReply): void {
  span.setAttributes({
    'http.response.status_code': statusCode,
    'quiz.key_id': apiKeyId,
    'quiz.error': failure?.reason,
  });
  if (statusCode >= 500) {
    span.setAttribute('error.type', failure?.reason ?? String(statusCode)).setStatus({ code: SpanStatusCode.ERROR });
    if (failure?.cause instanceof Error) {
      const { name, message, stack = '' } = failure.cause;
      span.recordException({ name, message: withoutKeys(message), stack: withoutKeys(stack) });
    }
  }
  span.end();
}
